// SPDX-License-Identifier: GPL-3.0-or-later
// The curve that a private selection was charged, against what its runs cost and how many there are on
// average.
#include "core/base/whole_number.h"
#include "core/ledger/audit_sensitivity.h"
#include "core/ledger/audit_text.h"
#include "core/ledger/body_text.h"
#include "core/ledger/json_members.h"
#include "core/search/method_kind.h"
#include "core/search/private_selection.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ledger {

namespace {

const std::string kSelection = "the plan of a private selection";

search::SelectionRequest requestOf(const BodyReader& plan, const SensitivityTerms& terms) {
    search::SelectionRequest request;
    request.epsilon = Epsilon{1.0}; // of a curve neither is asked for
    request.delta = Delta{1e-5};
    request.family = search::runsFamilyFromText(plan.text("runs_family"));
    request.meanRuns = plan.numberOr("runs_mean", 0.0);
    request.subsetFraction = plan.number("subset_fraction");
    request.adjacency = terms.adjacency;
    request.rowsPerPerson = terms.rowsPerPerson;
    return request;
}

std::vector<search::RunNoise> noisesOf(std::string_view list) {
    std::vector<search::RunNoise> noises;
    const JsonMembers all(isJsonArray(list) ? list : "[]", kSelection);
    for (const auto& each : all.all()) {
        const BodyReader noise(each.value, kSelection);
        noises.push_back({noise.numberOr("sample_rate", 1.0),
                          static_cast<std::uint32_t>(noise.integerOr("steps", 0)),
                          noise.numberOr("noise_multiplier", 0.0)});
    }
    return noises;
}

/// A run of a selection, as the experiment's plan has it.
std::string_view runIn(std::string_view selection) {
    return objectOr(BodyReader(objectOr(selection), kSelection).raw("run"));
}

Sentence otherCurve() {
    return Sentence("charges a curve that is not the one of its number of runs and their cost");
}

} // namespace

std::optional<Sentence> wrongSelection(std::string_view plan, std::string_view selection,
                                       const std::vector<PrivacyEvent>& events,
                                       const SensitivityTerms& terms) {
    const JsonMembers members(isJsonObject(plan) ? plan : "{}", kSelection);
    const auto* const charged = events.size() == 1 ? events.front().asRdpCurve() : nullptr;
    const auto own = members.find("selection");
    if (charged == nullptr || !isJsonObject(own)) {
        return otherCurve();
    }
    const BodyReader trial(own, kSelection);
    search::SelectionRequest request = requestOf(trial, terms);
    const double runMu = trial.number("run_mu").value_or(0.0);
    double scoreMu = 0.0;
    if (!(runMu > 0.0)) { // runs that sample
        const BodyReader run(runIn(selection), kSelection);
        request.runs = noisesOf(run.raw("noises"));
        scoreMu = run.numberOr("score_mu", 0.0);
        if (request.runs.empty()) {
            return otherCurve();
        }
    }
    const search::SelectionCurve wanted = search::selectionCurve(request, runMu, scoreMu);
    if (charged->orders != wanted.orders) {
        return otherCurve();
    }
    for (std::size_t i = 0; i < wanted.values.size(); ++i) {
        if (!(charged->values[i] >= wanted.values[i] * (1.0 - 1e-9))) {
            return otherCurve();
        }
    }
    return std::nullopt;
}

std::optional<Sentence> wrongTerms(const TrialPlan& plan, std::string_view options, std::string_view method) {
    const auto text = plan.all.raw("selection");
    const BodyReader asked(objectOr(options), kSelection);
    if (asked.members().all().empty() || !isJsonObject(text)) {
        return std::nullopt;
    }
    const BodyReader selection(text, kSelection);
    const auto isAsked = [&](const char* name, const nlohmann::json& otherwise) {
        const std::string option = optionOf(name);
        const nlohmann::json wanted = asked.has(option.c_str()) ? asked.json(option.c_str()) : otherwise;
        return selection.has(name) && selection.json(name) == wanted;
    };
    const auto* const traits = search::findMethod(method);
    const bool tunesOnSome = traits != nullptr && traits->subset;
    const bool isSo = isAsked("runs_mean", search::kMeanRuns) &&
                      isAsked("runs_family", search::toText(search::RunsFamily())) &&
                      (tunesOnSome ? isAsked("subset_fraction", search::kSubsetFraction)
                                   : !selection.number("subset_fraction").has_value());
    return isSo ? std::nullopt : std::optional(Sentence("selects among other runs than was asked for"));
}

std::optional<Sentence> wrongKinds(std::string_view selection, std::string_view trainers,
                                   const AskedTraining& asked) {
    const auto kinds = noisesOf(BodyReader(runIn(selection), kSelection).raw("noises"));
    return kinds.empty() || hasRates(kinds, trainers, asked)
               ? std::nullopt
               : std::optional(Sentence("selects among other runs than was asked for"));
}

bool mayHaveNoWinner(std::string_view plan) {
    const JsonMembers members(objectOr(plan), kSelection);
    const BodyReader trial(objectOr(members.find("selection")), kSelection);
    return !trial.number("subset_fraction") && search::runsFamilyFromText(trial.text("runs_family")).poisson;
}

std::optional<Sentence> wrongWinner(std::string_view plan, std::string_view selection,
                                    const ToldReleases& record, const SensitivityTerms& terms) {
    const JsonMembers members(objectOr(plan), kSelection);
    const BodyReader trial(objectOr(members.find("selection")), kSelection);
    const double runMu = trial.number("run_mu").value_or(0.0);
    // Of subset tuning the winner's run, scored, and the final run, each of which costs as much.
    const std::size_t runs = trial.number("subset_fraction") ? 2 : 1;
    double scores = 0.0, squares = 0.0;
    ToldReleases trained;
    const std::string_view count = train::releaseName(train::ReleaseKind::Count);
    for (const ToldRelease& release : record) {
        squares += squaresOf(release);
        if (release.what == count) {
            scores += squaresOf(release);
        } else {
            trained.push_back(release);
        }
    }
    bool isSo = squares <= static_cast<double>(runs) * runMu * runMu * (1.0 + 1e-9);
    if (!(runMu > 0.0)) { // runs that sample: it is one of those that were priced
        const BodyReader run(runIn(selection), kSelection);
        const auto kinds = noisesOf(run.raw("noises"));
        const double perSigma = search::noiseFor(NoiseMultiplier{1.0}, terms.adjacency, terms.rowsPerPerson);
        isSo = scores <= std::pow(run.numberOr("score_mu", 0.0), 2.0) * (1.0 + 1e-9) &&
               std::any_of(kinds.begin(), kinds.end(), [&](const search::RunNoise& kind) {
                   return isOfKind(kind, perSigma, runs, trained);
               });
    }
    return isSo ? std::nullopt
                : std::optional(Sentence("records a winner that costs more than a run of its selection"));
}

} // namespace parsimony::ledger
