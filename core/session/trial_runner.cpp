// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/trial_runner.h"

#include "core/base/error.h"
#include "core/session/model_bytes.h"

#include <algorithm>

namespace parsimony::session {

namespace {

/// What the trainer did, in the ledger's words. The sensitivity is the plan's; the clip it belongs to must be
/// the one the trainer used.
nlohmann::json ledgerRecord(const train::TrainRecord& record, const train::TrialPlan& plan) {
    nlohmann::json releases = nlohmann::json::array();
    for (const train::TrainRecord::Release& release : record.releases) {
        const train::PlannedRelease& planned = plan.release(release.kind);
        if (release.clip != planned.clip) {
            fail("the trainer clipped to another norm than its plan; the trial is not recorded as finished");
        }
        releases.push_back({{"what", train::releaseName(release.kind)},
                            {"count", release.count},
                            {"noise_sd", release.noiseSd},
                            {"sensitivity", planned.sensitivity.value()},
                            {"sample_rate", record.sampleRate}});
    }
    return {{"releases", releases}, {"steps_done", record.stepsDone}, {"notes", record.notes}};
}

train::TrainOutcome trainAttempt(const TrialContext& context, TrialId trial, std::int64_t attempt,
                                 const train::TrialPlan& plan, const compute::ResidentData& data,
                                 const std::optional<train::TrainerState>& from,
                                 const compute::NoiseSource& noise) {
    train::TrainControl control;
    control.stop = context.stop;
    control.progress = [&](const train::TrainProgress& progress) {
        if (context.progress) {
            context.progress(progress.stepsDone);
        }
    };
    control.checkpoint = [&](const train::TrainerState& state) {
        context.project.saveCheckpoint(trial, {attempt, state.stepsDone, state.serialize(), false});
    };
    return train::train(plan, context.backend, data, noise, from, control, context.initialWeights);
}

TrialResult finishAttempt(const TrialContext& context, TrialId trial, const train::TrialPlan& plan,
                          const train::TrainOutcome& outcome, const ScoreRequest& request,
                          const compute::NoiseSource& noise) {
    TrialResult result;
    result.end = TrialEnd::Finished;
    result.model = outcome.model;
    if (request.kind != ScoreKind::None) {
        result.score = countScore(context, request, result.model, noise);
    }
    context.project.finishTrial(trial, trainedOutcome(outcome, plan, result.score, request));
    return result;
}

} // namespace

ledger::TrialOutcome trainedOutcome(const train::TrainOutcome& outcome, const train::TrialPlan& plan,
                                    const std::optional<ledger::Score>& score, const ScoreRequest& request,
                                    bool keepWeights) {
    ledger::TrialOutcome ended;
    ended.record = ledgerRecord(outcome.record, plan);
    ended.score = score;
    if (score && request.count && request.kind == ScoreKind::Noisy) {
        ended.record["releases"].push_back(countRecord(*request.count));
    }
    if (keepWeights) {
        ledger::ReleaseSpec weights;
        weights.what = "weights";
        weights.values = headToJson(outcome.model.head);
        weights.bytes = parametersToBytes(outcome.model.parameters);
        ended.releases.push_back(std::move(weights));
    }
    return ended;
}

nlohmann::json countRecord(const train::CountPlan& plan) {
    return {{"what", "count"},
            {"count", plan.counts()},
            {"noise_sd", plan.noiseSd()},
            {"sensitivity", plan.sensitivity().value()},
            {"sample_rate", 1.0}};
}

ledger::Score accuracyOf(double count, double noiseSd, double records, const std::string& kind) {
    return {count / records, noiseSd / records, kind};
}

compute::NoiseSource noiseOf(const TrialContext& context, TrialId trial, std::int64_t attempt) {
    const auto number = static_cast<std::uint64_t>(trial.value());
    const auto attemptNumber = static_cast<std::uint32_t>(attempt);
    return context.seed
               ? compute::NoiseSource::seeded(compute::PublicDataSeed(*context.seed), number, attemptNumber)
               : compute::NoiseSource::fresh(number, attemptNumber);
}

ledger::Score countScore(const TrialContext& context, const ScoreRequest& request, const train::Model& model,
                         const compute::NoiseSource& noise) {
    if (!request.count) {
        const auto counts = train::exactCounts(model, context.backend, *request.data, context.stop);
        return accuracyOf(static_cast<double>(counts.total), 0.0, request.records, toText(request.kind));
    }
    const auto counts =
        train::noisyCorrectCounts(*request.count, context.backend, *request.data,
                                  std::span<const train::Model>(&model, 1), noise, context.stop);
    return accuracyOf(counts.front().count, counts.front().noiseSd, request.records, toText(request.kind));
}

TrialResult runTrial(const TrialContext& context, TrialId trial, const train::TrialPlan& plan,
                     const compute::ResidentData& data, const ScoreRequest& score,
                     const std::optional<train::TrainerState>& start) {
    const auto checkpoint = context.project.loadCheckpoint(trial);
    if (checkpoint && checkpoint->damaged) {
        // Its steps may have been released, so drawing them anew would release them twice.
        context.project.loseTrial(trial, "its checkpoint is damaged");
        return {TrialEnd::Lost, {}, {}};
    }
    std::optional<train::TrainerState> from = start;
    if (checkpoint) {
        from = train::TrainerState::deserialize(checkpoint->state);
    }
    const std::int64_t attempt = context.project.startTrial(trial);
    try {
        const compute::NoiseSource noise = noiseOf(context, trial, attempt);
        const train::TrainOutcome outcome = trainAttempt(context, trial, attempt, plan, data, from, noise);
        if (outcome.status == train::TrainStatus::Stopped) {
            return {};
        }
        return finishAttempt(context, trial, plan, outcome, score, noise);
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Interrupted) {
            return {}; // while scoring: nothing was released, and the checkpoint of the last step is durable
        }
        throw;
    }
}

train::Model releasedModel(const ledger::Project& project, ExperimentId experiment, TrialId trial) {
    const auto releases = project.releases(experiment, trial);
    const auto weights = std::find_if(releases.begin(), releases.end(),
                                      [](const ledger::ReleaseRow& row) { return row.what == "weights"; });
    if (weights == releases.end() || !weights->blob) {
        fail("trial " + std::to_string(trial.value()) +
             " has no released weights; only a finished trial has");
    }
    train::Model model;
    model.head = headFromJson(weights->values);
    model.parameters = parametersFromBytes(project.blob(*weights->blob));
    if (model.parameters.size() != model.head.parameters()) {
        fail("the released weights of trial " + std::to_string(trial.value()) + " do not have their shape");
    }
    return model;
}

std::optional<std::vector<float>> storedMean(const ledger::Project& project, ExperimentId experiment) {
    for (const ledger::ReleaseRow& row : project.releases(experiment)) {
        if (row.what == "mean" && row.blob) {
            const std::vector<double> mean = parametersFromBytes(project.blob(*row.blob));
            return std::vector<float>(mean.begin(), mean.end());
        }
    }
    return std::nullopt;
}

} // namespace parsimony::session
