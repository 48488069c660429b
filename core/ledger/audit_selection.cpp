// SPDX-License-Identifier: GPL-3.0-or-later
// The curve that a private selection was charged, against what its runs cost and how many there are on
// average.
#include "core/ledger/audit_sensitivity.h"
#include "core/ledger/audit_text.h"
#include "core/ledger/body_text.h"
#include "core/ledger/json_members.h"
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
        request.runs = noisesOf(run);
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

std::optional<Sentence> wrongTerms(const TrialPlan& plan, std::string_view options,
                                   const search::MethodName& method) {
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
    const auto* const traits = method.traits();
    const bool tunesOnSome = traits != nullptr && traits->subset;
    const bool isSo = isAsked("runs_mean", search::kMeanRuns) &&
                      isAsked("runs_family", search::toText(search::RunsFamily())) &&
                      (tunesOnSome ? isAsked("subset_fraction", search::kSubsetFraction)
                                   : !selection.number("subset_fraction").has_value());
    return isSo ? std::nullopt : std::optional(Sentence("selects among other runs than was asked for"));
}

} // namespace parsimony::ledger
