// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/audit_empirical.h"
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/text_table.h"
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/base/number_json.h"
#include "core/base/number_text.h"
#include "core/export/atomic_file.h"
#include "core/export/model_file.h"
#include "core/export/statement.h"
#include "core/ledger/audit.h"
#include "core/ledger/audit_copies.h"
#include "core/ledger/export_copy.h"
#include "core/session/model_statement.h"
#include "core/session/output_files.h"
#include "core/session/project_audit.h"

namespace parsimony::cli {

namespace {

struct AuditState {
    std::string storage = defaultStorage;
    std::optional<std::string> tip;
    std::optional<std::string> exportTo;
    std::vector<std::string> copies; ///< two files of one project
    std::optional<std::string> statement, publicKey;
    bool showCurator = false; ///< what the registry knows of private rows stands with the other problems
    CLI::Option* storageOption = nullptr;
    EmpiricalFlags empirical;

    /// Whether a project is to be verified: always, but where only the empirical audit was asked for.
    [[nodiscard]] bool wantsProject() const {
        return !empirical.wanted() || storageOption->count() > 0 || tip || exportTo || statement ||
               !copies.empty();
    }
};

/// What the audit found, and what of a statement it had nothing to compare with.
struct Audited {
    ledger::AuditReport report;
    std::vector<std::string> unchecked;
};

nlohmann::json jsonOf(const Audited& audited) {
    const ledger::AuditReport& report = audited.report;
    nlohmann::json json = {{"ok", report.ok() && audited.unchecked.empty()},
                           {"rows", report.rows},
                           {"head", toHex(report.tip)},
                           {"datasets", nlohmann::json::array()},
                           {"problems", nlohmann::json::array()},
                           {"unchecked", audited.unchecked},
                           {"notes", report.notesInEnglish()}};
    for (const ledger::AuditFigure& figure : report.figures) {
        json["datasets"].push_back({{"name", figure.name},
                                    {"part", figure.part},
                                    {"epsilon", numberOrNull(figure.epsilon)},
                                    {"delta", figure.delta},
                                    {"mu", numberOrNull(figure.mu)},
                                    {"target_epsilon", figure.targetEpsilon},
                                    {"simulated", figure.simulated}});
    }
    for (const ledger::AuditProblem& problem : report.problems) {
        json["problems"].push_back({{"row", problem.row}, {"what", problem.what.english()}});
    }
    return json;
}

std::string problemText(const ledger::AuditProblem& problem) {
    return (problem.row > 0 ? "row " + std::to_string(problem.row) + " " : std::string()) +
           problem.what.english();
}

std::string verdictOn(const Audited& audited) {
    if (const std::size_t problems = audited.report.problems.size(); problems > 0) {
        return std::to_string(problems) + (problems == 1 ? " problem" : " problems") +
               ": do not trust this file\n";
    }
    std::string text = "the ledger verifies";
    if (!audited.unchecked.empty()) {
        text += ", the statement is NOT verified: no problem was found, but";
        for (const std::string& each : audited.unchecked) {
            text += (&each == &audited.unchecked.front() ? " " : "; ") + each;
        }
    }
    return text + "\n";
}

std::string reportText(const Audited& audited) {
    const ledger::AuditReport& report = audited.report;
    TextTable table(
        {{"dataset", Align::Left}, {"part", Align::Left}, {"epsilon"}, {"of"}, {"delta"}, {"mu"}});
    for (const ledger::AuditFigure& figure : report.figures) {
        table.addRow({figure.name, figure.part, roundedText(figure.epsilon, 6),
                      roundedText(figure.targetEpsilon, 6) + (figure.simulated ? " (simulated)" : ""),
                      roundedText(figure.delta, 3), figure.mu ? roundedText(*figure.mu, 6) : "-"});
    }
    std::string text = report.figures.empty() ? "" : table.text() + "\n";
    for (const ledger::AuditProblem& problem : report.problems) {
        text += "PROBLEM: " + problemText(problem) + "\n";
    }
    for (const std::string& note : report.notesInEnglish()) {
        text += "note: " + note + "\n";
    }
    return text + std::to_string(report.rows) + (report.rows == 1 ? " row, tip " : " rows, tip ") +
           toHex(report.tip) + "\n" + verdictOn(audited);
}

/// Adds what is wrong with the statement, its signature and the files beside it to the report of the project.
void checkStatement(const AuditState& state, const exporting::Envelope& envelope, Audited& audited) {
    ledger::AuditReport& report = audited.report;
    const auto leaveUnchecked = [&](Sentence what) {
        audited.unchecked.push_back(what.english());
        report.notes.push_back(std::move(what));
    };
    std::vector<Sentence> wrong;
    if (!state.publicKey) {
        leaveUnchecked(Sentence("the statement's signature was not checked: give --public-key"));
    } else if (!envelope.signedBy(VerifyingKey::read(*state.publicKey))) {
        wrong.emplace_back("the statement is not signed by this key");
    }
    std::vector<std::string> missing;
    for (Sentence& sentence : envelope.wrongFiles(missing)) {
        wrong.push_back(std::move(sentence));
    }
    for (const std::string& name : missing) {
        Sentence what("{1} is not beside the statement: its hash was not compared", name);
        if (exporting::modelFormat(name)) { // what the statement is about
            leaveUnchecked(std::move(what));
        } else {
            report.notes.push_back(std::move(what));
        }
    }
    session::StatementFindings found =
        session::contradictions(envelope.statement(), state.storage, envelope.filesBeside(), report);
    for (Sentence& sentence : found.unchecked) {
        leaveUnchecked(std::move(sentence));
    }
    wrong.insert(wrong.end(), found.wrong.begin(), found.wrong.end());
    for (Sentence& sentence : wrong) {
        report.problems.push_back({0, std::move(sentence)});
    }
}

Audited audited(const AuditState& state) {
    if (!state.copies.empty()) {
        if (state.copies.size() != 2 || state.storageOption->count() > 0 || state.tip || state.exportTo ||
            state.statement) {
            failUsage("audit compares two files of one project: audit A B, without --storage, --head, "
                      "--statement or --export");
        }
        demandProject(state.copies[0]);
        demandProject(state.copies[1]);
        return {ledger::auditCopies(state.copies[0], state.copies[1]), {}};
    }
    demandProject(state.storage);
    if (state.exportTo) {
        session::checkOutputs({*state.exportTo}, {});
        exporting::checkWritable(*state.exportTo);
    }
    if (state.publicKey && !state.statement) {
        failUsage("--public-key is for --statement FILE");
    }
    if (!state.statement) {
        return {session::auditOf(state.storage, state.tip), {}};
    }
    const exporting::Envelope envelope = exporting::Envelope::read(*state.statement);
    Audited found{session::auditOf(state.storage, state.tip, session::tipRowOf(envelope.statement())), {}};
    checkStatement(state, envelope, found);
    return found;
}

Result auditProject(const AuditState& state, Context& context) {
    Audited found = audited(state);
    ledger::AuditReport& report = found.report;
    if (state.showCurator) {
        report.problems.insert(report.problems.end(), report.curatorProblems.begin(),
                               report.curatorProblems.end());
    } else {
        for (const ledger::AuditProblem& problem : report.curatorProblems) {
            context.console().error("curator: PROBLEM: " + problemText(problem));
        }
    }
    Result result;
    result.json = jsonOf(found);
    result.table = reportText(found);
    if (!report.ok()) {
        result.exitCode = static_cast<int>(ErrorCode::AuditFinding);
    } else if (state.exportTo) {
        for (const std::string& remark : ledger::exportCopy(state.storage, *state.exportTo)) {
            result.json["notes"].push_back(remark);
            result.table += "note: " + remark + "\n";
        }
        result.json["files"] = {*state.exportTo};
        result.table += "copy for sharing: " + *state.exportTo + "\n";
    }
    return result;
}

Result auditAll(const AuditState& state, Context& context) {
    Result result;
    if (state.wantsProject()) {
        result = auditProject(state, context);
    } else {
        result.json = jsonOf(Audited());
        result.json["head"] = nullptr;
    }
    if (state.empirical.wanted()) {
        result.table += result.table.empty() ? "" : "\n";
        state.empirical.audit(context, result);
    }
    return result;
}

} // namespace

void addAuditCommand(CommandLine& line) {
    auto [app, state] = line.addCommand<AuditState>(
        "audit", "Verify a project: chain, order, every event, totals, known tips", auditAll);
    state->storageOption = addStorage(app, state->storage);
    app.add_option("A B", state->copies, "Two files of one project: says where they part")
        ->type_name("FILE")
        ->expected(0, 2);
    addText(app, "--head", state->tip,
            "An earlier tip (64 hexadecimal digits), or a receipt of one, that must be in the chain")
        ->type_name("HEX|FILE");
    addText(app, "--export", state->exportTo,
            "Write a copy fit for sharing to this file: no curator values, and it still verifies")
        ->type_name("FILE");
    addText(app, "--statement", state->statement,
            "Check a statement that `export --sign` wrote: its files, its tip, its accounts, its guarantee")
        ->type_name("FILE");
    addText(app, "--public-key", state->publicKey, "The key that must have signed the statement")
        ->type_name("KEY.pem");
    app.add_flag("--show-curator", state->showCurator,
                 "What the registry knows of private rows counts as a problem too, on standard output");
    state->empirical.bind(app);
}

} // namespace parsimony::cli
