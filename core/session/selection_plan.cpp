// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/selection_plan.h"

#include "core/search/selection_shares.h"
#include "core/session/search_request.h"

namespace parsimony::session {

search::SearchSpace candidateSpace(const ExperimentPlan& plan) {
    return search::candidateSpace(searchRequestOf(plan));
}

search::SearchSpace winnerSpace(const ExperimentPlan& plan) {
    return searchRequestOf(plan).space;
}

search::NoiseFor candidateNoise(const ExperimentPlan& plan) {
    return runNoiseOf(plan);
}

search::StepChoice constantCandidate(const ExperimentPlan& plan) {
    return search::constantCandidate(searchRequestOf(plan), runNoiseOf(plan));
}

double extrapolatedRate(const ExperimentPlan& plan, const search::StepChoice& tuned) {
    return search::extrapolatedRate(searchRequestOf(plan), tuned);
}

} // namespace parsimony::session
