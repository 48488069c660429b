// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_snapshot.h"

#include "core/base/collected.h"
#include "core/base/enum_words.h"
#include "core/base/number_json.h"
#include "core/base/trial_role.h"
#include "core/session/data_request.h"

#include <algorithm>
#include <cmath>

namespace parsimony::session {

namespace {

using Json = nlohmann::json;

/// μ of what takes that ε: without noise it is infinite as well.
Json muNumber(double mu, double epsilon) {
    return std::isinf(epsilon) ? Json() : numberOrNull(mu);
}

Json toJson(const PartBudget& part) {
    return {{"spent_epsilon", numberOrNull(part.spentEpsilon)},
            {"reserved_epsilon", numberOrNull(part.reservedEpsilon)},
            {"remaining_epsilon", numberOrNull(part.remainingEpsilon)},
            {"spent_mu", numberOrNull(part.spentMu)}};
}

/// Of a plan the device that it asks for.
std::string deviceOf(const RunSnapshot& snapshot) {
    const std::string& asked = snapshot.guarantee.deviceToCheck;
    return snapshot.experiment == 0 && !asked.empty() ? asked : snapshot.device;
}

Json toJson(const PhaseSnapshot& phase) {
    Json trials = Json::array();
    for (const TrialSnapshot& trial : phase.trials) {
        trials.push_back(toJson(trial));
    }
    return {{"epsilon", numberOrNull(phase.epsilon)},
            {"mu", muNumber(phase.mu, phase.epsilon)},
            {"selected_r", numberOrNull(phase.selectedR)},
            {"trials", trials}};
}

Json toJson(const FitSnapshot& fit) {
    Json points = Json::array();
    for (const auto& [x, r] : fit.points) {
        points.push_back({numberOrNull(x), numberOrNull(r)});
    }
    Json errors = collected<Json>(fit.coefficientSe, [&](const auto& se) { return numberOrNull(se); });
    return {{"degree", fit.degree},
            {"against", toText(fit.against)},
            {"coefficients", fit.coefficients},
            {"points", points},
            {"coefficient_se", errors},
            {"residual_sd", numberOrNull(fit.residualSd)},
            {"interval", fit.interval
                             ? Json{numberOrNull(fit.interval->first), numberOrNull(fit.interval->second)}
                             : Json()},
            {"predicted_r", numberOrNull(fit.predictedR)},
            {"r", numberOrNull(fit.r)},
            {"clamped", fit.clamped},
            {"slope_not_positive", fit.slopeNotPositive}};
}

Json toJson(const SelectionSnapshot& selection) {
    return {
        {"runs_family", selection.runsFamily},
        {"runs_mean", selection.runsMean},
        {"subset_fraction", numberOrNull(selection.subsetFraction)},
        {"run_mu", selection.runMu > 0.0 ? numberOrNull(selection.runMu) : Json()}}; // null where runs sample
}

Json toJson(const std::optional<search::Range>& range) {
    return range ? Json::array({range->lo, range->hi}) : Json();
}

Json toJson(const SearchedSnapshot& searched) {
    return {{"r", toJson(searched.r)},
            {"nu", toJson(searched.nu)},
            {"steps", searched.steps},
            {"rates", searched.rates.empty() ? Json() : Json(searched.rates)}}; // null: η = r / T
}

const char* accountingName(Guarantee::Accounting accounting) {
    static constexpr std::array words{"gaussian", "pld_or_rdp", "private_selection", "subset_tuning"};
    static_assert(words.size() == static_cast<std::size_t>(Guarantee::Accounting::SubsetTuning) + 1);
    return wordOf(words, accounting);
}

Json toJson(const Guarantee& guarantee) {
    Json counts = Json::object();
    for (const Guarantee::PublicCount& count : guarantee.alsoPublic) {
        counts[count.part] = count.records;
    }
    Json devices = collected<Json>(guarantee.checkedDevices, &CheckedDevice::device);
    Json terms{{"private", guarantee.isPrivate},
               {"of", guarantee.evaluation ? "evaluation" : "experiment"},
               {"part", guarantee.part},
               {"epsilon", numberOrNull(guarantee.epsilon)},
               {"delta", guarantee.delta},
               {"rows_per_person", guarantee.rowsPerPerson},
               {"people_by_ids", guarantee.peopleByIds},
               {"adjacency", printedAdjacency(guarantee.adjacency)},
               {"records", guarantee.publicRecords > 0 ? Json(guarantee.publicRecords) : Json()},
               {"records_declared", guarantee.recordsDeclared},
               {"also_public", counts},
               {"accounting", accountingName(guarantee.accounting)},
               {"checked_devices", devices},
               {"device_to_check", guarantee.deviceToCheck.empty() ? Json() : Json(guarantee.deviceToCheck)},
               {"distinct_records", guarantee.distinctRecords},
               {"exposed_uncharged", guarantee.exposedUncharged}};
    if (guarantee.reusedFit != 0) {
        terms["reused_fit"] = guarantee.reusedFit;
    }
    if (guarantee.startsFromFile) {
        terms["starts_from_file"] = true;
    }
    if (guarantee.privateWeights) {
        terms["private_weights"] = true;
    }
    if (guarantee.chosenUncharged) {
        terms["chosen_uncharged"] = true;
    }
    if (guarantee.labelsPerRecord > 1) {
        terms["labels_per_record"] = guarantee.labelsPerRecord;
    }
    return terms;
}

Json toJson(const FinalSnapshot& final) {
    Json object = toJson(final.trial);
    object["trial"] = final.trial.id;
    object.erase("id");
    object["test_accuracy"] = final.test ? numberOrNull(final.test->accuracy) : Json();
    object["test_accuracy_se"] = final.test ? numberOrNull(final.test->se) : Json();
    object["micro_f1"] = final.test ? numberOrNull(final.test->microF1) : Json();
    object["macro_f1"] = final.test ? numberOrNull(final.test->macroF1) : Json();
    object["ood"] = Json::object();
    for (const auto& [name, accuracy] : final.ood) {
        object["ood"][name] = {{"accuracy", numberOrNull(accuracy.accuracy)},
                               {"se", numberOrNull(accuracy.se)},
                               {"micro_f1", numberOrNull(accuracy.microF1)},
                               {"macro_f1", numberOrNull(accuracy.macroF1)}};
    }
    return object;
}

Json toJson(const PriorSnapshot& prior) {
    const std::optional<PriorStart> start = startOf(prior);
    return {{"agreement", numberOrNull(prior.agreement)},
            {"agreement_se", numberOrNull(prior.se)},
            {"guessing", numberOrNull(prior.guessing)},
            {"gap", numberOrNull(prior.gap)},
            {"can_tell", canTell(prior)},
            {"promised", numberOrNull(prior.promised)},
            {"believed", numberOrNull(prior.believed)},
            {"start", start ? Json(toText(*start)) : Json()}};
}

} // namespace

nlohmann::json toJson(const TrialSnapshot& trial) {
    const ScoreKind kind = shownScoreKind(trial);
    Json object{{"id", trial.id},
                {"experiment", trial.experiment},
                {"phase", trial.phase},
                {"role", trial.role},
                {"statistic", trial.statistic.empty() ? Json() : Json(trial.statistic)},
                {"r", numberOrNull(trial.r)},
                {"nu", numberOrNull(trial.nu)},
                {"learning_rate", numberOrNull(trial.learningRate)},
                {"steps", trial.steps},
                {"clamped", trial.clamped},
                {"noise_multiplier", numberOrNull(trial.noiseMultiplier)},
                {"max_grad_norm", numberOrNull(trial.maxGradNorm)},
                {"epsilon", numberOrNull(trial.epsilon)},
                {"mu", muNumber(trial.mu, trial.epsilon)},
                {"score", numberOrNull(shownScore(trial))},
                {"score_se", numberOrNull(shownScoreSe(trial))},
                {"score_kind", kind == ScoreKind::None ? Json() : Json(toText(kind))},
                {"state", toText(trial.state)}};
    object.update(train::toJson(trial.knobs));
    return object;
}

nlohmann::json toJson(const DatasetSnapshot& dataset) {
    Json object = {{"name", dataset.name},
                   {"records", dataset.records},
                   {"dim", dataset.dim},
                   {"classes", dataset.classes},
                   {"visibility", ledger::toText(dataset.visibility)},
                   {"adjacency", dataset.adjacency}};
    if (!dataset.rowNorm.empty()) { // an experiment's own
        object["row_norm"] = dataset.rowNorm;
    }
    if (dataset.views > 1) {
        object["views"] = dataset.views;
    }
    for (const EncoderSnapshot& encoder : dataset.encoders) {
        object["encoders"].push_back({{"name", encoder.name}, {"dim", encoder.dim}});
    }
    return object;
}

const char* toText(PriorStart start) {
    switch (start) {
    case PriorStart::Nothing:
        return "nothing";
    case PriorStart::Part:
        return "part";
    case PriorStart::All:
        break;
    }
    return "all";
}

bool canTell(const PriorSnapshot& prior) {
    return 2.0 * prior.se <= prior.gap;
}

std::optional<PriorStart> startOf(const PriorSnapshot& prior) {
    if (!prior.believed) {
        return std::nullopt;
    }
    return *prior.believed >= 1.0  ? PriorStart::All
           : *prior.believed > 0.0 ? PriorStart::Part
                                   : PriorStart::Nothing;
}

std::string shownRole(const TrialSnapshot& trial) {
    if (trialRole(trial.role) == TrialRole::Trial) {
        return {};
    }
    if (!trial.statistic.empty()) {
        return trial.statistic;
    }
    return trial.part.empty() ? trial.role : trial.role + " · " + trial.part;
}

std::vector<std::pair<std::string, PartBudget>> shownAccounts(const BudgetSnapshot& budget) {
    std::vector<std::pair<std::string, PartBudget>> shown(budget.parts.begin(), budget.parts.end());
    if (budget.accounts.size() > budget.parts.size()) {
        shown.clear();
        for (const AccountSnapshot& account : budget.accounts) {
            const bool alone =
                std::count_if(budget.accounts.begin(), budget.accounts.end(),
                              [&](const auto& other) { return other.name == account.name; }) == 1;
            shown.emplace_back(alone ? account.name : account.name + " #" + std::to_string(account.part),
                               account.budget);
        }
        std::stable_sort(shown.begin(), shown.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
    }
    std::stable_partition(shown.begin(), shown.end(),
                          [](const auto& part) { return part.first.starts_with(kTrainPart); });
    return shown;
}

nlohmann::json toJson(const BudgetSnapshot& budget) {
    Json parts = Json::object();
    for (const auto& [name, part] : budget.parts) {
        parts[name] = toJson(part);
    }
    Json accounts = Json::array();
    for (const AccountSnapshot& account : budget.accounts) {
        accounts.push_back(toJson(account.budget));
        accounts.back()["part"] = account.part;
        accounts.back()["name"] = account.name;
    }
    return {{"target_epsilon", numberOrNull(budget.targetEpsilon)},
            {"target_delta", numberOrNull(budget.targetDelta)},
            {"spent_epsilon", numberOrNull(budget.spentEpsilon)},
            {"spent_mu", numberOrNull(budget.spentMu)},
            {"reserved_epsilon", numberOrNull(budget.reservedEpsilon)},
            {"remaining_epsilon", numberOrNull(budget.remainingEpsilon)},
            {"simulated", budget.simulated},
            {"cap_open", budget.capOpen},
            {"parts", parts},
            {"accounts", accounts}};
}

nlohmann::json toJson(const RunSnapshot& snapshot, const std::string& command) {
    Json remarks = collected<Json>(
        snapshot.notices, [&](const Notice notice) { return sentenceOf(notice, snapshot).english(); });
    Json phases = Json::array();
    for (const PhaseSnapshot& phase : snapshot.phases) {
        phases.push_back(toJson(phase));
    }
    Json devices =
        collected<Json>(snapshot.checkedDevices, [&](const CheckedDevice& device) { return toJson(device); });
    Json statistics = Json::array();
    for (const StatisticSnapshot& statistic : snapshot.statistics) {
        statistics.push_back({{"name", statistic.name},
                              {"epsilon", numberOrNull(statistic.epsilon)},
                              {"mu", numberOrNull(statistic.mu)}});
    }
    const bool balanced = snapshot.priorTaken > 0.0;
    Json final = snapshot.final ? toJson(*snapshot.final) : Json();
    if (snapshot.final) {
        final["encoder"] = snapshot.encoder.empty() ? Json() : Json(snapshot.encoder);
        final["trainer"] = snapshot.trainer;
        final["feature_map"] = snapshot.featureMap.empty() ? Json() : Json(snapshot.featureMap);
    }
    Json axes = Json::object();
    for (const train::Axis& axis : snapshot.axes) {
        axes[std::string(train::knobName(axis.knob))] = train::toJson(axis);
    }
    Json noises = Json::array();
    for (const search::RunNoise& noise : snapshot.noises) {
        noises.push_back({{"sample_rate", noise.sampleRate},
                          {"steps", noise.steps},
                          {"noise_multiplier", noise.noiseMultiplier}});
    }
    return {{"schema", "parsimony/" + command + "/1"},
            {"experiment", snapshot.experiment},
            {"status", toText(snapshot.status)},
            {"private", snapshot.isPrivate},
            {"selection", snapshot.isPrivate ? "accounted" : "public data"},
            {"method", snapshot.method.text()},
            {"trainer", snapshot.trainer},
            {"encoder", snapshot.encoder.empty() ? Json() : Json(snapshot.encoder)},
            {"guarantee", sentenceOf(snapshot.guarantee)},
            {"guarantee_terms", toJson(snapshot.guarantee)},
            {"dataset", toJson(snapshot.dataset)},
            {"budget", toJson(snapshot.budget)},
            {"experiment_epsilon", numberOrNull(snapshot.experimentEpsilon)},
            {"experiment_mu", numberOrNull(snapshot.experimentMu)},
            {"statistics", statistics},
            {"prior", snapshot.prior ? toJson(*snapshot.prior) : Json()},
            {"noise", std::isfinite(snapshot.experimentEpsilon)},
            {"objective", balanced ? "balanced" : "accuracy"},
            {"searched", snapshot.searched ? toJson(*snapshot.searched) : Json()},
            {"axes", axes},
            {"noises", noises},
            {"phases", phases},
            {"fit", snapshot.fit ? toJson(*snapshot.fit) : Json()},
            {"private_selection", snapshot.selection ? toJson(*snapshot.selection) : Json()},
            {"final", final},
            {"seconds",
             {{"load", snapshot.secondsLoad},
              {"search", snapshot.secondsSearch},
              {"final", snapshot.secondsFinal}}},
            {"device", deviceOf(snapshot)},
            {"arithmetic", snapshot.arithmetic},
            {"checked_devices", devices},
            {"notices", remarks}};
}

} // namespace parsimony::session
