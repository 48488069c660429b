// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/engine_session.h"

#include "core/base/hex.h"
#include "core/data/array_reader.h"
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/ledger/registry.h"
#include "core/ledger/trial_rows.h"
#include "core/report/report.h"
#include "core/session/known_rows.h"
#include "core/study/compare.h"
#include "core/study/sweep.h"
#include "ui/models/access_table_model.h"
#include "ui/workers/evaluation_values.h"

#include <QDateTime>
#include <QHash>
#include <QTemporaryDir>
#include <algorithm>
#include <map>

namespace parsimony::ui {

namespace {

using session::Session;

class EngineSession : public SessionPort {
public:
    explicit EngineSession(Session session) : m_session(std::move(session)) {}

    bool readOnly() const override { return m_session.readOnly(); }
    session::RunSnapshot plan(const session::RunOptions& options) override { return m_session.plan(options); }
    session::RunSnapshot run(const session::RunOptions& options, std::stop_token stop,
                             const session::RunObserver& observer) override {
        return m_session.run(options, std::move(stop), observer);
    }
    session::RunSnapshot resume(std::optional<std::int64_t> experiment, std::stop_token stop,
                                const session::RunObserver& observer) override {
        return m_session.resume(experiment, std::move(stop), observer);
    }
    void study(const study::StudyVariant& study, std::stop_token stop,
               const study::Progress& progress) override {
        if (study.compare) { // what they found stands in the project
            (void)study::compare(m_session, *study.compare, std::move(stop), progress);
        } else {
            (void)study::sweep(m_session, *study.sweep, std::move(stop), progress);
        }
    }
    std::vector<session::ExperimentSummary> experiments() override { return m_session.experiments(); }
    std::optional<session::RunSnapshot> snapshot(std::optional<std::int64_t> experiment) override {
        return m_session.snapshot(experiment);
    }
    std::vector<session::TrialSnapshot> trials() override { return m_session.trials(std::nullopt); }
    std::vector<std::pair<session::DatasetSnapshot, session::BudgetSnapshot>> budgets() override {
        return m_session.budgets();
    }
    void raiseBudget(double epsilon, const std::string& reason) override {
        m_session.raiseBudget(epsilon, reason);
    }
    std::vector<std::filesystem::path> exportModel(std::optional<std::int64_t> trial,
                                                   const std::filesystem::path& output,
                                                   const std::filesystem::path& key) override {
        return m_session.exportModel(trial, output, key);
    }
    std::vector<std::filesystem::path> writeReport(const std::filesystem::path& output) override {
        return report::writeReport(m_session, std::nullopt, output);
    }
    Evaluation evaluate(const EvaluationRequest& request, std::stop_token stop,
                        const session::RunObserver& observer) override {
        return request.isPrivate ? evaluatePrivately(request, std::move(stop), observer)
                                 : evaluatePublicly(request, std::move(stop));
    }
    void addNote(std::int64_t trial, const std::string& text) override { m_session.addNote(trial, text); }
    void setTags(std::int64_t trial, const std::vector<std::string>& tags) override {
        m_session.setTags(trial, tags);
    }
    void recordCuratorShown(const std::string& what) override { m_session.recordCuratorShown(what); }
    session::RunOptions optionsOf(std::int64_t experiment) override {
        return m_session.optionsOf(experiment);
    }
    TrialRecord trialRecord(std::int64_t trial) override {
        std::vector<TrialLedgerRow> rows;
        for (const auto& row : ledger::rowsOfTrial(m_session.path(), TrialId{trial})) {
            rows.push_back({row.seq, QString::fromStdString(row.time), row.kind, partName(row.part),
                            row.valueClass == ledger::ValueClass::Curator,
                            QByteArray::fromStdString(row.body)});
        }
        return trialRecordOf(trial, rows);
    }
    std::vector<TrialTime> trialTimes(std::int64_t experiment) override {
        const auto run = m_session.snapshot(experiment);
        if (!run || run->selection) {
            return {};
        }
        readTimes();
        std::vector<TrialTime> times;
        for (const auto& [trial, time] : m_times[experiment]) {
            times.push_back(time);
        }
        return times;
    }
    std::int64_t changeCounter() override { return m_session.changeCounter(); }

private:
    static std::optional<std::int64_t> trialOf(const EvaluationRequest& request) {
        return request.trial > 0 ? std::optional<std::int64_t>(request.trial) : std::nullopt;
    }

    QString partName(PartId part) {
        if (part.valid() && !m_partNames.contains(part.value())) {
            const auto project = ledger::Project::open(m_session.path());
            for (const auto& dataset : project.datasets()) {
                for (const auto& row : project.parts(dataset.id)) {
                    m_partNames[row.id.value()] = QString::fromStdString(row.name);
                }
            }
        }
        return m_partNames.value(part.value());
    }

    Evaluation evaluatePublicly(const EvaluationRequest& request, std::stop_token stop) {
        session::PublicEvaluationRequest asked;
        asked.files = {request.features.toStdString(), request.labels.toStdString(),
                       request.ids.toStdString()};
        asked.labelMap = request.labelMap.toStdString();
        asked.groups = request.groups.toStdString();
        asked.positive = request.positive;
        return valuesOf(m_session.evaluatePublic(trialOf(request), asked, std::move(stop)));
    }

    Evaluation evaluatePrivately(const EvaluationRequest& request, std::stop_token stop,
                                 const session::RunObserver& observer) {
        const QTemporaryDir folder; // the engine tests exported classifiers
        const auto files = m_session.exportModel(
            trialOf(request), folder.filePath(QStringLiteral("model.safetensors")).toStdString());
        session::PrivateEvaluationRequest asked;
        asked.model = files.front();
        asked.name = request.part.toStdString();
        asked.files = {request.features.toStdString(), request.labels.toStdString(),
                       request.ids.toStdString()};
        asked.perClass = request.perClass;
        asked.metrics = request.metrics;
        asked.positive = request.positive;
        asked.labelMap = request.labelMap.toStdString();
        asked.groups = request.groups.toStdString();
        for (const QString& name : request.groupNames) {
            asked.groupNames.push_back(name.toStdString());
        }
        return valuesOf(m_session.evaluate(asked, std::move(stop), observer));
    }

    /// Of the rows that have come since they were read last.
    void readTimes() {
        for (const auto& row : ledger::Project::open(m_session.path()).changesSince(m_timesRead)) {
            m_timesRead = std::max(m_timesRead, row.seq);
            const auto after = trialStateAfter(row.kind);
            if (!after || row.kind == RowKind::TrialReserved) {
                continue;
            }
            TrialTime& time = m_times[row.experiment.value()][row.trial.value()];
            const QDateTime at = QDateTime::fromString(QString::fromStdString(row.time), Qt::ISODateWithMs);
            const double seconds = static_cast<double>(at.toMSecsSinceEpoch()) / 1000.0;
            time.trial = row.trial.value();
            if (row.kind == RowKind::TrialRunning) {
                time.began = time.began > 0.0 ? time.began : seconds;
                time.ended = 0.0; // it was gone on with
            } else {
                time.ended = seconds;
            }
        }
    }

    Session m_session;
    std::map<std::int64_t, std::map<std::int64_t, TrialTime>> m_times; ///< by experiment and trial
    std::int64_t m_timesRead = 0;                                      ///< the last row that they hold
    QHash<std::int64_t, QString> m_partNames;                          ///< a part keeps its name for good
};

class Engine : public EnginePort {
public:
    std::unique_ptr<SessionPort> open(const std::filesystem::path& project, bool createIfMissing) override {
        return std::make_unique<EngineSession>(Session::open(project, createIfMissing));
    }
    session::RunSnapshot planWithoutProject(const session::RunOptions& options) override {
        return Session::planWithoutProject(options);
    }
    study::StudyPrice priceOf(const std::filesystem::path& project,
                              const study::StudyVariant& study) override {
        std::optional<Session> session;
        if (!project.empty()) {
            session = Session::open(project, false);
        }
        const Session* there = session ? &*session : nullptr;
        return study.compare ? study::priceOf(there, *study.compare) : study::priceOf(there, *study.sweep);
    }
    std::vector<ArrayInfo> listArrays(const std::filesystem::path& file) override {
        std::vector<ArrayInfo> arrays;
        for (const auto& info : data::listArrays(file.string())) {
            ArrayInfo array;
            array.file = QString::fromStdString(info.path);
            array.key = QString::fromStdString(info.key);
            array.dtype = QString::fromStdString(info.type.name.empty() ? data::dtypeName(info.type.dtype)
                                                                        : info.type.name);
            array.shape.assign(info.shape.begin(), info.shape.end());
            array.bytes = info.bytes;
            arrays.push_back(std::move(array));
        }
        return arrays;
    }
    KnownParts knownRows(const session::RunOptions& options) override {
        KnownParts parts;
        for (const auto& known : session::knownRows(options)) {
            parts.push_back({QString::fromStdString(known.part), QString::fromStdString(known.project),
                             QString::fromStdString(known.name), known.isPublic, known.linked, known.rows,
                             known.shared, known.mu});
        }
        return parts;
    }
    /// Read apart from the audit, which has just said whether these rows can be trusted.
    static std::vector<AuditFindings::Access> accessesOf(const std::filesystem::path& path) {
        std::vector<AuditFindings::Access> accesses;
        try {
            const auto project = ledger::Project::open(path);
            std::map<std::int64_t, QString> parts;
            for (const auto& dataset : project.datasets()) {
                for (const auto& part : project.parts(dataset.id)) {
                    if (dataset.visibility == ledger::Visibility::Private && !part.isPublic) {
                        parts[part.id.value()] = QString::fromStdString(part.name);
                    }
                }
            }
            for (const auto& row : project.changesSince(0)) {
                const auto part = parts.find(row.part.value());
                if (!parts.empty() && !accessMeaning(row.kind).isEmpty() &&
                    (row.part.value() == 0 || part != parts.end())) {
                    accesses.push_back({row.seq, QString::fromStdString(row.time), row.kind,
                                        part != parts.end() ? part->second : QString(),
                                        row.experiment.value(), row.trial.value()});
                }
            }
        } catch (const Error&) {
            accesses.clear(); // the audit's problems say why it can't be read
        }
        return accesses;
    }
    AuditFindings audit(const std::filesystem::path& project) override {
        ledger::AuditOptions options;
        try {
            options.registry = ledger::Registry::open();
        } catch (const Error&) {
            // Without a registry the audit says itself what it could not compare.
        }
        const auto report = ledger::audit(project, options);
        AuditFindings findings;
        findings.rows = report.rows;
        findings.head = QString::fromStdString(toHex(report.head));
        findings.receipt = QString::fromStdString(ledger::receiptOf(project).text());
        for (const auto& f : report.figures) {
            findings.accounts.push_back({QString::fromStdString(f.name), QString::fromStdString(f.part),
                                         f.epsilon, f.delta, f.targetEpsilon, f.mu.value_or(0.0),
                                         f.simulated});
        }
        for (const auto& problem : report.problems) {
            findings.problems.push_back({problem.row, QString::fromStdString(problem.what)});
        }
        for (const auto& problem : report.curatorProblems) {
            findings.forCurator
                << QStringLiteral("%1 %2").arg(problem.row).arg(QString::fromStdString(problem.what));
        }
        for (const auto& note : report.notes) {
            findings.notes << QString::fromStdString(note);
        }
        findings.accesses = accessesOf(project);
        return findings;
    }
};

} // namespace

EnginePtr makeEngine() {
    return std::make_shared<Engine>();
}

} // namespace parsimony::ui
