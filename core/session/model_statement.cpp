// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/model_statement.h"

#include "core/base/collected.h"
#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/base/whole_number.h"
#include "core/export/atomic_file.h"
#include "core/session/experiment_plan.h"
#include "core/session/guarantee.h"
#include "core/session/model_export.h"
#include "core/session/project_audit.h"
#include "core/session/stored_plan.h"

#include "parsimony_version.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace parsimony::session {

namespace {

nlohmann::json accountOf(const ledger::AuditFigure& figure) {
    return {{"name", figure.name},
            {"part", figure.part},
            {"epsilon", figure.epsilon},
            {"delta", figure.delta},
            {"mu", figure.mu ? nlohmann::json(*figure.mu) : nlohmann::json()},
            {"target_epsilon", figure.targetEpsilon},
            {"simulated", figure.simulated}};
}

ExperimentPlan planOf(const ledger::Project& project, ExperimentId experiment) {
    return storedPlan(project, experiment);
}

bool isNear(const nlohmann::json& stated, double known) {
    return stated.is_number() && std::abs(stated.get<double>() - known) <= 1e-9 * std::abs(known);
}

bool isSame(const ledger::AuditFigure& figure, const nlohmann::json& account) {
    const nlohmann::json& mu = account.at("mu");
    return isNear(account.at("epsilon"), figure.epsilon) && isNear(account.at("delta"), figure.delta) &&
           isNear(account.at("target_epsilon"), figure.targetEpsilon) &&
           account.at("simulated") == figure.simulated && (figure.mu ? isNear(mu, *figure.mu) : mu.is_null());
}

void append(std::vector<Sentence>& sentences, std::vector<Sentence> more) {
    sentences.insert(sentences.end(), std::make_move_iterator(more.begin()),
                     std::make_move_iterator(more.end()));
}

/// What is wrong with the statement's accounts. `figures`: what they came to at the statement's tip. Several
/// may have one name, of rows that were declared at different times.
std::vector<Sentence> wrongAccounts(const nlohmann::json& accounts,
                                    std::vector<ledger::AuditFigure> figures) {
    std::vector<Sentence> wrong;
    for (const nlohmann::json& account : accounts) {
        const auto found =
            std::find_if(figures.begin(), figures.end(), [&](const ledger::AuditFigure& figure) {
                return figure.name == account.at("name") && figure.part == account.at("part") &&
                       isSame(figure, account);
            });
        if (found == figures.end()) {
            wrong.push_back(Sentence("the statement has another epsilon for the {1} part than the ledger",
                                     account.at("part").get<std::string>()));
        } else {
            figures.erase(found);
        }
    }
    if (!figures.empty() && wrong.empty()) {
        wrong.push_back(Sentence("the statement leaves out an account"));
    }
    return wrong;
}

/// Had the trial released its weights when `row` was the last?
bool isReleasedBy(const ledger::Project& project, ExperimentId experiment, TrialId trial, std::int64_t row) {
    const auto weights = project.releases(experiment, trial, ReleasedValue::Weights);
    return std::any_of(weights.begin(), weights.end(),
                       [row](const ledger::ReleaseRow& release) { return release.row <= row; });
}

} // namespace

nlohmann::json guaranteePredicate(const ledger::Project& project, std::optional<TrialId> trial,
                                  const ledger::AuditReport& report) {
    if (!report.ok()) {
        fail(Sentence("the project does not verify, so nothing is signed: see audit"));
    }
    if (!report.curatorProblems.empty()) {
        std::vector<Sentence> reasons;
        for (const ledger::AuditProblem& problem : report.curatorProblems) {
            reasons.push_back(Sentence("row {1} {2}", problem.row, problem.what));
        }
        throw CuratorRefusal(
            Sentence("the registry knows something of these rows that stands against signing; the "
                     "reason is for the curator alone, on standard error; nothing is signed"),
            std::move(reasons));
    }
    const exporting::Classifier classifier = classifierOf(project, trial);
    const nlohmann::json origin = nlohmann::json::parse(classifier.card.provenance);
    const ExperimentId experiment{wholeNumber<std::int64_t>(origin.at("experiment"))};
    const ExperimentPlan plan = planOf(project, experiment);
    nlohmann::json accounts = collected<nlohmann::json>(
        report.figures, [&](const ledger::AuditFigure& figure) { return accountOf(figure); });
    return {
        {"guarantee", classifier.card.guarantee},
        {"private", plan.constants.isPrivate},
        {"epsilon", epsilonJson(plan.epsilon)},
        {"delta", plan.delta},
        {"adjacency", printedAdjacency(plan.constants.adjacency)},
        {"rows_per_person", plan.constants.rowsPerPerson},
        {"method", plan.method().text()},
        {"trainer", plan.trainer()},
        {"accounts", accounts},
        {"ledger",
         {{"project", project.projectId()},
          {"rows", report.rows},
          {"tip", toHex(report.tip)},
          {"experiment", experiment.value()},
          {"trial", origin.at("trial")}}},
        {"program", {{"name", "parsimony"}, {"version", PARSIMONY_VERSION}}},
        {"checked",
         {"the hash chain and the order of all rows", "every event against its plan and the trainer's record",
          "every account against its cap", "the hashes of released values"}},
        {"notes", report.notesInEnglish()},
        {"attested",
         {"that noise was drawn from the operating system's generator and seen by nobody",
          "that the rows have no spends outside this ledger", "the number of records",
          "how many records one person has", "what the encoder saw before"}}};
}

std::filesystem::path sign(const ledger::Project& project, std::optional<TrialId> trial,
                           const std::vector<std::filesystem::path>& files, const SigningKey& key) {
    const nlohmann::json predicate = guaranteePredicate(project, trial, auditOf(project.path()));
    std::filesystem::path file = files.front();
    file += ".statement.json";
    exporting::writeFileAtomically(file, exporting::sealed(exporting::statementOn(files, predicate), key));
    return file;
}

std::optional<std::int64_t> tipRowOf(const nlohmann::json& statement) {
    try {
        return wholeNumber<std::int64_t>(statement.at("predicate").at("ledger").at("rows"));
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

StatementFindings contradictions(const nlohmann::json& statement, const std::filesystem::path& file,
                                 const std::vector<std::filesystem::path>& beside,
                                 const ledger::AuditReport& found) {
    StatementFindings findings;
    std::vector<Sentence>& wrong = findings.wrong;
    try {
        const auto project = ledger::Project::open(file);
        const nlohmann::json& predicate = statement.at("predicate");
        const nlohmann::json& place = predicate.at("ledger");
        if (place.at("project") != project.projectId()) {
            wrong.push_back(Sentence("the statement is about another project"));
            return findings;
        }
        const auto rows = wholeNumber<std::int64_t>(place.at("rows"));
        const auto tip = project.rowHash(rows);
        if (!tip || toHex(*tip) != place.at("tip")) {
            wrong.push_back(
                Sentence("the ledger does not have the tip that the statement names, at its row"));
        } else {
            append(wrong, wrongAccounts(predicate.at("accounts"), found.earlierFigures));
        }
        const ExperimentId experiment{wholeNumber<std::int64_t>(place.at("experiment"))};
        const ExperimentPlan plan = planOf(project, experiment);
        const auto stated = predicate.at("guarantee").get<std::string>();
        // That rows were public before may have come out since it was signed.
        Guarantee guarantee = guaranteeOf(plan, project);
        const std::string now = sentenceOf(guarantee);
        guarantee.exposedUncharged = false;
        const bool isSo = stated == now || stated == sentenceOf(guarantee);
        if (!isSo || predicate.at("epsilon") != epsilonJson(plan.epsilon) ||
            predicate.at("delta") != plan.delta ||
            predicate.at("adjacency") != printedAdjacency(plan.constants.adjacency) ||
            predicate.at("private") != plan.constants.isPrivate ||
            wholeNumber<std::uint32_t>(predicate.at("rows_per_person")) != plan.constants.rowsPerPerson ||
            predicate.at("method") != plan.method().text() || predicate.at("trainer") != plan.trainer()) {
            wrong.push_back(Sentence("the statement's guarantee is not the one of its experiment"));
        }
        const TrialId trial{wholeNumber<std::int64_t>(place.at("trial"))};
        if (project.trial(trial).experiment != experiment) {
            wrong.push_back(Sentence("the statement names a trial of another experiment"));
        } else if (!isReleasedBy(project, experiment, trial, rows)) {
            wrong.push_back(Sentence("the statement's tip is older than what its trial released"));
        } else {
            exporting::Classifier released = classifierOf(project, trial);
            released.card.guarantee = stated; // as it was then
            compareFiles(statement, beside, project, released, findings);
        }
    } catch (const nlohmann::json::exception&) {
        wrong.push_back(Sentence("the statement lacks a field, or has one of another type"));
    } catch (const Error& error) {
        wrong.push_back(Sentence("the statement's experiment can't be read: {1}", sentenceOf(error)));
    }
    return findings;
}

} // namespace parsimony::session
