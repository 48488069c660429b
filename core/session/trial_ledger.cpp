// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/trial_ledger.h"

namespace parsimony::session {

ledger::TrialSpec trialSpecOf(const ExperimentPlan& plan, const search::Proposal& proposal,
                              const train::TrialPlan& trial) {
    ledger::TrialSpec spec;
    spec.phase = proposal.phase;
    spec.role = search::toText(proposal.role);
    spec.r = proposal.r;
    spec.nu = proposal.nu;
    spec.learningRate = proposal.learningRate;
    spec.noiseMultiplier = trial.noiseMultiplier().value();
    spec.maxGradNorm = trial.options().maxGradNorm;
    spec.steps = trial.steps();
    spec.plan = {{"index", proposal.index}, {"trial", trial.toJson()}};
    std::vector<PrivacyEvent> events = trial.events();
    if (const auto count = plan.scorePlan(proposal.phase)) {
        spec.plan["score"] = count->toJson();
        events.push_back(count->event());
    }
    spec.charges.push_back({plan.partId("train"), std::move(events), {}, 0.0, 0.0});
    if (proposal.scored && plan.validation && plan.validation->count) {
        spec.charges.push_back({plan.partId("validation"), {plan.validation->count->event()}, {}, 0.0, 0.0});
    }
    return spec;
}

ScoreRequest scoreRequestOf(const ExperimentPlan& plan, const search::Proposal& proposal,
                            const ResidentParts& resident) {
    ScoreRequest score;
    if (!proposal.scored) {
        return score;
    }
    score.kind = scoreKindFromText(plan.options.score);
    const bool validation = score.kind == ScoreKind::Validation;
    score.data = resident.at(validation ? "validation" : "train").get();
    score.records = validation ? plan.validation->records : static_cast<double>(plan.constants.publicRecords);
    score.count = validation ? plan.validation->count : plan.scorePlan(proposal.phase);
    return score;
}

ledger::TrialSpec evaluationSpecOf(const ExperimentPlan& plan, const EvaluationBudget& evaluation) {
    ledger::TrialSpec spec;
    spec.phase = -1;
    spec.role = "evaluation";
    spec.plan = {{"part", evaluation.part}};
    if (evaluation.count) {
        spec.plan["count"] = evaluation.count->toJson();
        spec.charges = {{plan.partId(evaluation.part), {evaluation.count->event()}, {}, 0.0, 0.0}};
    }
    return spec;
}

ledger::TrialOutcome evaluationOutcome(const EvaluationBudget& evaluation, const ledger::Score& accuracy) {
    ledger::TrialOutcome outcome;
    outcome.record = {{"releases", nlohmann::json::array()}};
    if (evaluation.count) {
        outcome.record["releases"].push_back(countRecord(*evaluation.count));
    }
    outcome.releases = {{{},
                         {},
                         "accuracy",
                         {{"part", evaluation.part}, {"accuracy", accuracy.value}, {"se", accuracy.se}},
                         evaluation.count ? ledger::ValueClass::Released : ledger::ValueClass::Public,
                         {}}};
    return outcome;
}

} // namespace parsimony::session
