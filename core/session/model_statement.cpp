// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/model_statement.h"

#include "core/base/hex.h"
#include "core/base/input_file.h"
#include "core/base/sentence.h"
#include "core/base/whole_number.h"
#include "core/export/atomic_file.h"
#include "core/export/model_file.h"
#include "core/export/onnx_contents.h"
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

/// Weights, and what is done to a record before they are multiplied with it: by another mean or map the same
/// weights are another classifier.
bool isSame(const exporting::Classifier& model, const exporting::Classifier& released) {
    const data::Preprocessing& found = model.preprocessing;
    const data::Preprocessing& ours = released.preprocessing;
    return std::equal(model.parameters.begin(), model.parameters.end(), released.parameters.begin(),
                      released.parameters.end(),
                      [](double a, double b) { return static_cast<float>(a) == static_cast<float>(b); }) &&
           found.norm == ours.norm && found.bound == ours.bound && found.mean == ours.mean &&
           found.map == ours.map && found.blocks == ours.blocks && found.viewDim == ours.viewDim;
}

/// What a file says of itself, and whether it holds the weights that were released.
struct FoundModel {
    bool hasWeights = false;
    exporting::ModelCard card;
};

/// Other programs take an ONNX file's arrays by their names, wherever else in the file the bytes may be.
FoundModel foundInOnnx(const std::filesystem::path& file, const exporting::Classifier& released) {
    const exporting::OnnxContents contents = exporting::onnxContents(contentsOf(file), file.string());
    const auto tensors = exporting::tensorsOf(released);
    const bool hasWeights =
        std::all_of(tensors.begin(), tensors.end(), [&contents](const exporting::Tensor& tensor) {
            const auto found = contents.arrays.find(tensor.name);
            const std::string_view bytes(reinterpret_cast<const char*>(tensor.values.data()),
                                         tensor.values.size() * sizeof(float));
            return found != contents.arrays.end() && found->second == bytes;
        });
    bool hasMean = false;
    const auto card = contents.metadata.find(exporting::kCardKey);
    return {hasWeights,
            exporting::classifierFromCard(card == contents.metadata.end() ? std::string() : card->second,
                                          file.string(), hasMean)
                .card};
}

FoundModel foundIn(const std::filesystem::path& file, const exporting::Classifier& released) {
    if (!exporting::isReadFormat(file)) {
        return foundInOnnx(file, released);
    }
    exporting::Classifier model = exporting::loadModel(file.string());
    const bool hasWeights = isSame(model, released);
    return {hasWeights, std::move(model.card)};
}

/// Does the card that lies in a model promise what its statement does?
bool promisesTheSame(const exporting::ModelCard& card, const nlohmann::json& predicate) {
    const auto isNumber = [&predicate](const char* name, const std::optional<double>& number) {
        return predicate.at(name) == (number ? nlohmann::json(*number) : nlohmann::json());
    };
    return predicate.at("guarantee") == card.guarantee && predicate.at("private") == card.privateData &&
           predicate.at("adjacency") == card.adjacency && isNumber("epsilon", card.epsilon) &&
           isNumber("delta", card.delta);
}

/// The files of the statement that lie beside it and are classifiers, as their names say: one of them must
/// hold the weights that the ledger's trial released, and so must each that is there, and promise what the
/// statement does. A classifier that does not lie beside it is told in a note.
std::vector<Sentence> wrongModels(const nlohmann::json& statement,
                                  const std::vector<std::filesystem::path>& files,
                                  const exporting::Classifier& released) {
    std::vector<Sentence> wrong;
    bool isThere = false;
    for (const std::filesystem::path& file : files) {
        if (!exporting::modelFormat(file)) { // a card
            continue;
        }
        try {
            const FoundModel found = foundIn(file, released);
            isThere |= found.hasWeights;
            if (!found.hasWeights) {
                wrong.push_back(Sentence("'{1}' does not hold the weights that the ledger's trial released",
                                         file.string()));
            } else if (!promisesTheSame(found.card, statement.at("predicate"))) {
                wrong.push_back(
                    Sentence("'{1}' has another guarantee in it than the statement", file.string()));
            }
        } catch (const Error& error) { // other programs may read it all the same
            wrong.push_back(
                Sentence("'{1}' can't be compared with the weights that the ledger's trial released: {2}",
                         file.string(), sentenceOf(error)));
        }
    }
    const nlohmann::json& subjects = statement.at("subject");
    const bool isElsewhere =
        std::any_of(subjects.begin(), subjects.end(), [&](const nlohmann::json& subject) {
            const auto name = std::filesystem::path(subject.at("name").get<std::string>()).filename();
            return exporting::modelFormat(name) &&
                   std::none_of(files.begin(), files.end(),
                                [&name](const auto& file) { return file.filename() == name; });
        });
    if (!isThere && !isElsewhere && wrong.empty()) {
        wrong.push_back(
            Sentence("none of the statement's files holds the weights that the ledger's trial released"));
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
    nlohmann::json accounts = nlohmann::json::array();
    for (const ledger::AuditFigure& figure : report.figures) {
        accounts.push_back(accountOf(figure));
    }
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

std::vector<Sentence> contradictions(const nlohmann::json& statement, const std::filesystem::path& file,
                                     const std::vector<std::filesystem::path>& beside,
                                     const ledger::AuditReport& found) {
    std::vector<Sentence> wrong;
    try {
        const auto project = ledger::Project::open(file);
        const nlohmann::json& predicate = statement.at("predicate");
        const nlohmann::json& place = predicate.at("ledger");
        if (place.at("project") != project.projectId()) {
            wrong.push_back(Sentence("the statement is about another project"));
            return wrong;
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
            append(wrong, wrongModels(statement, beside, classifierOf(project, trial)));
        }
    } catch (const nlohmann::json::exception&) {
        wrong.push_back(Sentence("the statement lacks a field, or has one of another type"));
    } catch (const Error& error) {
        wrong.push_back(Sentence("the statement's experiment can't be read: {1}", sentenceOf(error)));
    }
    return wrong;
}

} // namespace parsimony::session
