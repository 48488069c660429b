// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/call_values.h"

#include "core/base/hex.h"
#include "core/export/atomic_file.h"

namespace parsimony::ui {

wire::EvaluateCall callOf(const EvaluationRequest& request) {
    wire::EvaluateCall call;
    call.trial = request.trial > 0 ? std::optional<std::int64_t>(request.trial) : std::nullopt;
    call.isPrivate = request.isPrivate;
    session::PrivateEvaluationRequest& on = call.request;
    on.name = request.part.toStdString();
    on.files.features = request.features.toStdString();
    on.files.labels = request.labels.toStdString();
    on.files.ids = request.ids.toStdString();
    on.perClass = request.perClass;
    on.metrics = request.metrics;
    on.positive = request.positive;
    on.groups = request.groups.toStdString();
    on.labelMap = request.labelMap.toStdString();
    for (const QString& name : request.groupNames) {
        on.groupNames.push_back(name.toStdString());
    }
    return call;
}

std::vector<std::filesystem::path> written(const std::vector<wire::FileContent>& files,
                                           const std::filesystem::path& output) {
    std::vector<std::filesystem::path> paths;
    for (const wire::FileContent& file : files) {
        // By its name alone: no server says where files are put.
        paths.push_back(output.parent_path() / std::filesystem::path(file.name).filename());
        const auto bytes = fromHex(file.hex);
        exporting::writeFileAtomically(paths.back(),
                                       {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
    return paths;
}

TrialRecord recordOf(std::int64_t trial, const std::vector<wire::TrialRow>& rows) {
    std::vector<TrialLedgerRow> found;
    for (const wire::TrialRow& row : rows) {
        found.push_back({row.row, QString::fromStdString(row.time), row.kind,
                         QString::fromStdString(row.part), row.curator, QByteArray::fromStdString(row.body)});
    }
    return trialRecordOf(trial, found);
}

std::vector<ArrayInfo> arraysOf(const std::vector<wire::ArrayView>& found) {
    std::vector<ArrayInfo> arrays;
    for (const wire::ArrayView& array : found) {
        arrays.push_back({QString::fromStdString(array.file), QString::fromStdString(array.key),
                          QString::fromStdString(array.dtype), array.shape, array.bytes});
    }
    return arrays;
}

KnownParts partsOf(const std::vector<session::KnownRows>& found) {
    KnownParts parts;
    for (const session::KnownRows& known : found) {
        parts.push_back({QString::fromStdString(known.part), QString::fromStdString(known.project),
                         QString::fromStdString(known.name), known.isPublic, known.linked, known.rows,
                         known.shared, known.mu});
    }
    return parts;
}

AuditFindings findingsOf(const wire::AuditView& found) {
    AuditFindings findings;
    findings.rows = found.rows;
    findings.head = QString::fromStdString(found.head);
    findings.receipt = QString::fromStdString(found.receipt);
    for (const auto& a : found.accounts) {
        findings.accounts.push_back({QString::fromStdString(a.dataset), QString::fromStdString(a.part),
                                     a.epsilon, a.delta, a.targetEpsilon, a.mu.value_or(0.0), a.simulated});
    }
    for (const auto& problem : found.problems) {
        findings.problems.push_back({problem.row, QString::fromStdString(problem.what)});
    }
    for (const auto& problem : found.curatorProblems) {
        findings.forCurator
            << QStringLiteral("%1 %2").arg(problem.row).arg(QString::fromStdString(problem.what));
    }
    for (const std::string& note : found.notes) {
        findings.notes << QString::fromStdString(note);
    }
    for (const auto& access : found.accesses) {
        findings.accesses.push_back({access.row, QString::fromStdString(access.time), access.kind,
                                     QString::fromStdString(access.part), access.experiment, access.trial});
    }
    return findings;
}

} // namespace parsimony::ui
