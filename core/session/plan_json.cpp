// SPDX-License-Identifier: GPL-3.0-or-later
// A plan as the project keeps it.
#include "core/base/collected.h"
#include "core/base/hex.h"
#include "core/base/infinity.h"
#include "core/base/number_json.h"
#include "core/base/sentence.h"
#include "core/base/whole_number.h"
#include "core/search/method_name.h"
#include "core/session/experiment_plan.h"
#include "core/session/options_json.h"
#include "core/session/plan_format.h"

#include <algorithm>
#include <array>
#include <utility>

namespace parsimony::session {

nlohmann::json epsilonJson(double epsilon) {
    return numberOrNull(epsilon);
}

namespace {

nlohmann::json constantsToJson(const Constants& constants) {
    nlohmann::json json{{"records", constants.publicRecords},
                        {"records_declared", constants.recordsDeclared},
                        {"dim", constants.dim},
                        {"classes", constants.classes},
                        {"adjacency", adjacencyName(constants.adjacency)},
                        {"rows_per_person", constants.rowsPerPerson},
                        {"row_norm", data::rowNormName(constants.rowNorm)},
                        {"row_bound", constants.rowBound},
                        {"private", constants.isPrivate}};
    if (!constants.initDigest.empty()) {
        json["init_digest"] = constants.initDigest;
    }
    if (constants.initProject) {
        json["init_project"] = *constants.initProject;
    }
    for (const EncoderFacts& encoder : constants.encoders) {
        json["encoders"].push_back({{"name", encoder.name}, {"id", encoder.id}, {"dim", encoder.dim}});
        if (!encoder.blocks.empty()) {
            json["encoders"].back()["blocks"] = encoder.blocks;
        }
    }
    if (!constants.blocks.empty()) {
        json["blocks"] = constants.blocks;
    }
    if (!constants.classNames.empty()) {
        json["class_names"] = constants.classNames;
    }
    if (constants.peopleByIds) {
        json["people_by_ids"] = true;
    }
    if (constants.labelsPerRecord > 1) {
        json["labels_per_record"] = constants.labelsPerRecord;
    }
    if (constants.views > 1) {
        json["views"] = constants.views;
    }
    return json;
}

std::vector<std::size_t> blocksOf(const nlohmann::json& json) {
    std::vector<std::size_t> blocks;
    for (const nlohmann::json& width : json.value("blocks", nlohmann::json::array())) {
        blocks.push_back(wholeNumber<std::uint32_t>(width));
    }
    return blocks;
}

Constants constantsFromJson(const nlohmann::json& json) {
    Constants constants;
    constants.publicRecords = wholeNumber<std::uint64_t>(json.at("records"));
    constants.recordsDeclared = json.at("records_declared").get<bool>();
    constants.dim = wholeNumber<std::uint32_t>(json.at("dim"));
    constants.classes = wholeNumber<std::uint32_t>(json.at("classes"));
    constants.adjacency = parseAdjacency(json.at("adjacency").get<std::string>(), "the plan's adjacency");
    constants.rowsPerPerson = wholeNumber<std::uint32_t>(json.at("rows_per_person"));
    constants.rowNorm = data::parseRowNorm(json.at("row_norm").get<std::string>());
    constants.rowBound = json.at("row_bound").get<double>();
    constants.isPrivate = json.at("private").get<bool>();
    constants.initDigest = json.value("init_digest", "");
    if (json.contains("init_project")) {
        constants.initProject = json["init_project"].get<std::string>();
    }
    for (const nlohmann::json& encoder : json.value("encoders", nlohmann::json::array())) {
        constants.encoders.push_back({encoder.at("name").get<std::string>(),
                                      encoder.at("id").get<std::string>(),
                                      wholeNumber<std::uint32_t>(encoder.at("dim")), blocksOf(encoder)});
    }
    constants.blocks = blocksOf(json);
    constants.classNames = json.value("class_names", std::vector<std::string>{});
    constants.peopleByIds = json.value("people_by_ids", false);
    constants.labelsPerRecord = wholeNumberOr(json, "labels_per_record", 1U);
    constants.views = wholeNumberOr(json, "views", 1U);
    return constants;
}

double epsilonOrInfinite(const nlohmann::json& json) {
    return json.is_null() ? inf : json.get<double>();
}

nlohmann::json budgetToJson(const RunBudget& budget) {
    nlohmann::json json{{"epsilon", epsilonJson(budget.epsilon)},
                        {"mu", budget.mu},
                        {"runs", budget.runs},
                        {"noise_multiplier", budget.noiseMultiplier},
                        {"score_mu", budget.scoreMu},
                        {"training_mu", budget.trainingMu}};
    if (budget.goesOn) {
        json["goes_on"] = true;
    }
    for (const search::RunNoise& noise : budget.noises) {
        json["noises"].push_back({{"sample_rate", noise.sampleRate},
                                  {"steps", noise.steps},
                                  {"noise_multiplier", noise.noiseMultiplier}});
    }
    return json;
}

RunBudget runBudgetFromJson(const nlohmann::json& json) {
    RunBudget budget;
    budget.epsilon = epsilonOrInfinite(json.at("epsilon"));
    budget.mu = json.at("mu").get<double>();
    budget.runs = wholeNumber<int>(json.at("runs"));
    budget.noiseMultiplier = json.at("noise_multiplier").get<double>();
    budget.scoreMu = json.at("score_mu").get<double>();
    budget.trainingMu = json.at("training_mu").get<double>();
    budget.goesOn = json.value("goes_on", false);
    for (const nlohmann::json& noise : json.value("noises", nlohmann::json::array())) {
        budget.noises.push_back({noise.at("sample_rate").get<double>(),
                                 wholeNumber<std::uint32_t>(noise.at("steps")),
                                 noise.at("noise_multiplier").get<double>()});
    }
    return budget;
}

nlohmann::json evaluationToJson(const EvaluationBudget& evaluation) {
    nlohmann::json json{{"part", evaluation.part},
                        {"records", evaluation.records},
                        {"records_declared", evaluation.recordsDeclared},
                        {"slice_epsilon", evaluation.sliceEpsilon},
                        {"slice_delta", evaluation.sliceDelta},
                        {"count", evaluation.count ? evaluation.count->toJson() : nlohmann::json()}};
    if (evaluation.balanced) {
        json["classes"] = evaluation.classes ? evaluation.classes->record("classes") : nlohmann::json();
    }
    return json;
}

EvaluationBudget evaluationFromJson(const nlohmann::json& json) {
    EvaluationBudget evaluation;
    evaluation.part = json.at("part").get<std::string>();
    evaluation.records = json.at("records").get<double>();
    evaluation.recordsDeclared = json.value("records_declared", false);
    evaluation.sliceEpsilon = json.at("slice_epsilon").get<double>();
    evaluation.sliceDelta = json.at("slice_delta").get<double>();
    if (!json.at("count").is_null()) {
        evaluation.count = train::CountPlan::fromJson(json.at("count"));
    }
    if (const auto classes = json.find("classes"); classes != json.end()) {
        evaluation.balanced = true;
        if (!classes->is_null()) {
            evaluation.classes = mechanism::BreakdownPlan::fromRecord(*classes);
        }
    }
    return evaluation;
}

nlohmann::json selectionToJson(const SelectionBudget& selection) {
    return {{"run", budgetToJson(selection.run)},
            {"subset_fraction", numberOrNull(selection.subsetFraction)},
            {"orders", selection.orders},
            {"values", selection.values}};
}

SelectionBudget selectionFromJson(const nlohmann::json& json) {
    SelectionBudget selection;
    selection.run = runBudgetFromJson(json.at("run"));
    if (!json.at("subset_fraction").is_null()) {
        selection.subsetFraction = json.at("subset_fraction").get<double>();
    }
    selection.orders = json.at("orders").get<std::vector<double>>();
    selection.values = json.at("values").get<std::vector<double>>();
    return selection;
}

nlohmann::json fitToJson(const search::ReleasedFit& fit) {
    nlohmann::json points = nlohmann::json::array();
    for (const search::FitPoint& point : fit.points) {
        points.push_back({point.x, point.r});
    }
    return {{"points", points},
            {"degree", fit.degree},
            {"against", toText(fit.againstMu ? FitAxis::Mu : FitAxis::Epsilon)}};
}

search::ReleasedFit fitFromJson(const nlohmann::json& json) {
    search::ReleasedFit fit;
    for (const nlohmann::json& point : json.at("points")) {
        fit.points.push_back({point.at(0).get<double>(), point.at(1).get<double>()});
    }
    fit.degree = wholeNumber<int>(json.at("degree"));
    fit.againstMu = valueNamed<FitAxis>(kFitAxes, json.at("against").get<std::string>()) == FitAxis::Mu;
    return fit;
}

void readOptions(ExperimentPlan& plan, const nlohmann::json& json) {
    if (search::MethodName::read(json.value("method", "")).isLook()) {
        plan.lookedAtTrainer = json.value("trainer", "");
    }
    plan.options = storedRunOptions(withoutLook(json));
}

nlohmann::json optionsToJson(const ExperimentPlan& plan) {
    nlohmann::json json = toWholeJson(plan.options);
    json["method"] = plan.method().text();
    json["trainer"] = plan.trainer();
    return json;
}

/// The final runs of what is not released, by their names.
template <typename Plan>
auto finalsWithout(Plan& plan) {
    return std::array{std::pair{"final_without_rest", &plan.finalWithoutRest},
                      std::pair{"final_without_counts", &plan.finalWithoutCounts},
                      std::pair{"final_without_both", &plan.finalWithoutBoth}};
}

ExperimentPlan readPlan(const nlohmann::json& json) {
    ExperimentPlan plan;
    readOptions(plan, json.at("options"));
    plan.numbers = planNumbersFromJson(json.at("numbers"));
    plan.constants = constantsFromJson(json.at("constants"));
    if (plan.options.encoders.empty()) { // of a copy that was made for sharing, which has no paths
        for (const EncoderFacts& encoder : plan.constants.encoders) {
            plan.options.encoders.emplace_back(encoder.name, "");
        }
    }
    plan.kind = ledger::accountKindFromText(json.at("account").get<std::string>());
    plan.epsilon = epsilonOrInfinite(json.at("epsilon"));
    plan.delta = json.at("delta").get<double>();
    plan.muSquared = SpendSum::fromText(json.at("mu_squared").get<std::string>(), "the plan's budget");
    plan.phases = collected(json.at("phases"), runBudgetFromJson);
    if (!json.at("final").is_null()) {
        plan.final = runBudgetFromJson(json.at("final"));
    }
    for (const auto& [name, budget] : finalsWithout(plan)) {
        if (const auto found = json.find(name); found != json.end()) {
            *budget = runBudgetFromJson(*found);
        }
    }
    if (const auto found = json.find("selection"); found != json.end() && !found->is_null()) {
        plan.selection = selectionFromJson(*found);
    }
    if (!json.at("mean").is_null()) {
        plan.mean = train::MeanPlan::fromJson(json.at("mean"));
    }
    if (const auto fit = json.find("reused_fit"); fit != json.end()) {
        plan.reusedFit = fitFromJson(*fit);
    }
    plan.priorFactor = json.value("prior_factor", 0.0);
    if (const auto look = json.find("prior_look"); look != json.end()) {
        plan.priorLook = train::SumPlan::fromJson(train::ReleaseKind::Count, *look);
        const nlohmann::json& agreement = json.at("prior_agreement");
        plan.priorAgreement = {agreement.at("none").get<double>(), agreement.at("full").get<double>()};
    }
    plan.priorTaken = json.value("prior_taken", 0.0);
    if (const auto map = json.find("feature_map"); map != json.end() && !map->is_null()) {
        plan.featureMap = FeatureMapPlan::fromJson(*map);
    }
    if (!json.at("validation").is_null()) {
        plan.validation = evaluationFromJson(json.at("validation"));
    }
    plan.evaluations = collected(json.at("evaluations"), evaluationFromJson);
    for (const nlohmann::json& device : json.value("checked_devices", nlohmann::json::array())) {
        plan.checkedDevices.push_back(checkedDeviceFromJson(device));
    }
    for (const auto& [part, id] : json.at("parts").get_ref<const nlohmann::json::object_t&>()) {
        plan.partIds.emplace(part, wholeNumber<std::int64_t>(id));
    }
    const auto key = fromHex(json.at("search_key").get<std::string>());
    if (key.size() != plan.searchKey.size()) {
        fail(Sentence("the stored plan has no valid search key; the project file is damaged"));
    }
    std::copy(key.begin(), key.end(), plan.searchKey.begin());
    return plan;
}

} // namespace

nlohmann::json ExperimentPlan::toJson() const {
    nlohmann::json phaseList =
        collected<nlohmann::json>(phases, [&](const RunBudget& phase) { return budgetToJson(phase); });
    nlohmann::json evaluationList = collected<nlohmann::json>(
        evaluations, [&](const EvaluationBudget& evaluation) { return evaluationToJson(evaluation); });
    nlohmann::json json{{"plan_format", kPlanFormat},
                        {"options", optionsToJson(*this)},
                        {"constants", constantsToJson(constants)},
                        {"numbers", session::toJson(numbers)},
                        {"account", ledger::toText(kind)},
                        {"epsilon", epsilonJson(epsilon)},
                        {"delta", delta},
                        {"mu_squared", muSquared.text()},
                        {"phases", phaseList},
                        {"final", final ? budgetToJson(*final) : nlohmann::json()},
                        {"selection", selection ? selectionToJson(*selection) : nlohmann::json()},
                        {"mean", mean ? mean->toJson() : nlohmann::json()},
                        {"validation", validation ? evaluationToJson(*validation) : nlohmann::json()},
                        {"evaluations", evaluationList},
                        {"parts", partIds},
                        {"search_key", toHex(searchKey)}};
    for (const auto& [name, budget] : finalsWithout(*this)) {
        if (*budget) {
            json[name] = budgetToJson(**budget);
        }
    }
    if (reusedFit) {
        json["reused_fit"] = fitToJson(*reusedFit);
    }
    if (priorFactor > 0.0) {
        json["prior_factor"] = priorFactor;
    }
    if (priorLook) {
        json["prior_look"] = priorLook->toJson();
        json["prior_agreement"] = {{"none", priorAgreement.none}, {"full", priorAgreement.full}};
    }
    if (priorTaken > 0.0) {
        json["prior_taken"] = priorTaken;
    }
    if (featureMap) {
        json["feature_map"] = featureMap->toJson();
    }
    for (const CheckedDevice& device : checkedDevices) {
        json["checked_devices"].push_back(session::toJson(device));
    }
    return json;
}

std::span<const char* const> ExperimentPlan::membersOfEveryFormat() {
    static constexpr std::array kMembers{"account",     "epsilon", "delta",     "mu_squared",
                                         "phases",      "final",   "mean",      "validation",
                                         "evaluations", "parts",   "search_key"};
    return kMembers;
}

ExperimentPlan ExperimentPlan::fromJson(const nlohmann::json& json) {
    try {
        return readPlan(inThisFormat(json));
    } catch (const nlohmann::json::exception&) {
        fail(Sentence("the stored plan is incomplete; the project file is damaged"));
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Usage) {
            throw;
        }
        fail(Sentence("the stored plan can't be read ({1}): the project file is damaged; audit tells more, "
                      "and restore it from a copy",
                      sentenceOf(error))); // nobody typed it
    }
}

} // namespace parsimony::session
