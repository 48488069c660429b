// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/prior_snapshot.h"

#include "core/mechanism/released.h"
#include "core/session/plan_mechanisms.h"

namespace parsimony::session {

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
}

std::optional<Notice> noticeOf(const PriorSnapshot& prior) {
    const std::optional<PriorStart> start = startOf(prior);
    if (!start) {
        return std::nullopt;
    }
    switch (*start) {
    case PriorStart::Nothing:
        return Notice::PriorLeftOut;
    case PriorStart::Part:
        return Notice::PriorWeakened;
    case PriorStart::All:
        break;
    }
    return Notice::PriorTaken;
}

} // namespace parsimony::session
