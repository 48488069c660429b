// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/prior_snapshot.h"

#include "core/mechanism/released.h"
#include "core/session/plan_mechanisms.h"

#include <algorithm>

namespace parsimony::session {

namespace {

/// Between a prior that is left out and one that is taken whole.
double gapOf(const ExperimentPlan& plan, std::optional<double> promised) {
    const train::BeliefRange range =
        train::beliefRange(promised, plan.constants.classes, plan.priorAgreement);
    return std::max(0.0, range.all - range.none);
}

} // namespace

nlohmann::json toJson(const PriorVerdict& verdict) {
    return {{"promised", verdict.promised}, {"believed", verdict.believed}};
}

std::optional<PriorSnapshot> plannedPrior(const ExperimentPlan& plan) {
    if (!plan.priorLook) {
        return std::nullopt;
    }
    PriorSnapshot prior;
    prior.se = agreementFrom(plan, plan.priorLook->release().noiseSd);
    prior.guessing = 1.0 / plan.constants.classes;
    prior.gap = std::max(gapOf(plan, 1.0), gapOf(plan, std::nullopt));
    return prior;
}

void readPrior(PriorSnapshot& prior, const ExperimentPlan& plan, const ledger::Project& project,
               ExperimentId experiment, const nlohmann::json& result) {
    if (!prior.agreement) {
        if (const auto right =
                mechanism::releasedVector(project, experiment, ReleasedValue::PriorAgreement)) {
            prior.agreement = agreementFrom(plan, right->at(0));
        }
    }
    const auto verdict = result.find("prior");
    if (verdict == result.end() || !verdict->is_object()) {
        return; // earlier versions did not keep it
    }
    const double promised = verdict->value("promised", 0.0);
    prior.promised = promised > 0.0 ? std::optional(promised) : std::nullopt;
    prior.believed = verdict->value("believed", 0.0);
    prior.gap = gapOf(plan, prior.promised);
}

std::vector<Notice> noticesOf(const PriorSnapshot& prior) {
    std::vector<Notice> told; // doubt first: it is about what follows
    if (!canTell(prior)) {
        told.push_back(Notice::PriorUntold);
    }
    if (const std::optional<PriorStart> start = startOf(prior)) {
        told.push_back(*start == PriorStart::Nothing ? Notice::PriorLeftOut
                       : *start == PriorStart::Part  ? Notice::PriorWeakened
                                                     : Notice::PriorTaken);
    }
    return told;
}

} // namespace parsimony::session
