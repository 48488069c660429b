// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/train/sensitivity.h"
#include "core/train/trainer.h"
#include "core/train/trainer_entry.h"
#include "core/train/training_run.h"

#include <nlohmann/json.hpp>

namespace parsimony::train {

TrainOutcome train(const TrialPlan& plan, compute::ComputeBackend& backend, const compute::ResidentData& data,
                   const compute::NoiseSource& noise, const std::optional<TrainerState>& from,
                   const TrainControl& control, std::span<const double> initial) {
    TrainingRun run(plan, backend, data, noise, from, control, initial);
    return trainerOf(plan.options().trainer).train(run);
}

nlohmann::json TrainRecord::toJson() const {
    nlohmann::json list = nlohmann::json::array();
    for (const Release& release : releases) {
        list.push_back({{"clip", release.clip},
                        {"count", release.count},
                        {"kind", releaseName(release.kind)},
                        {"noise_sd", release.noiseSd}});
    }
    return {{"notes", notes}, {"releases", list}, {"sample_rate", sampleRate}, {"steps_done", stepsDone}};
}

std::vector<PrivacyEvent> recordEvents(const TrainRecord& record, const TrialSpec& spec) {
    std::vector<PrivacyEvent> events;
    for (const TrainRecord::Release& done : record.releases) {
        if (done.count == 0) {
            continue;
        }
        PlannedRelease release{done.kind, done.count, done.clip, {}, done.noiseSd};
        release.sensitivity = releaseSensitivity(done.kind, done.clip, spec.adjacency, spec.rowsPerPerson);
        if (record.sampleRate < 1.0) {
            events.push_back(PrivacyEvent::poissonSampledGaussian(
                SampleRate{record.sampleRate}, release.eventMultiplier(), done.count, spec.adjacency));
        } else {
            events.push_back(PrivacyEvent::gaussian(release.eventMultiplier(), done.count));
        }
    }
    return events;
}

std::vector<NoisyCount> noisyCorrectCounts(const CountPlan& plan, compute::ComputeBackend& backend,
                                           const compute::ResidentData& data, std::span<const Model> models,
                                           const compute::NoiseSource& noise, std::stop_token stop) {
    if (models.size() != plan.counts()) {
        failUsage("the plan pays for " + std::to_string(plan.counts()) + " counts, not " +
                  std::to_string(models.size()));
    }
    std::vector<std::span<const double>> parameters;
    for (const Model& model : models) {
        if (model.head != models.front().head) {
            failUsage("models that are counted together must have one shape");
        }
        parameters.emplace_back(model.parameters);
    }
    std::vector<compute::CorrectCounts> counts(models.size());
    if (!backend.countCorrect(data, models.front().head, parameters, counts, std::move(stop))) {
        interrupted("stopped while counting correct predictions; nothing was released");
    }
    std::vector<double> totals;
    for (const compute::CorrectCounts& count : counts) {
        totals.push_back(static_cast<double>(count.total));
    }
    noise.addGaussian(totals, plan.noiseSd(), {.tensor = static_cast<std::uint16_t>(DrawKind::Count)});
    std::vector<NoisyCount> released;
    for (const double total : totals) {
        released.push_back({total, plan.noiseSd()});
    }
    return released;
}

std::vector<double> privateMean(const MeanPlan& plan, compute::ComputeBackend& backend,
                                const compute::ResidentData& data, const compute::NoiseSource& noise,
                                std::stop_token stop) {
    if (data.dim() != plan.dim()) {
        failUsage("the mean is planned for " + std::to_string(plan.dim()) + " features, the data has " +
                  std::to_string(data.dim()));
    }
    std::vector<double> mean(plan.dim());
    compute::MomentTask task;
    task.rowClip = plan.release().clip;
    task.rowSum = mean;
    if (!backend.moments(data, task, std::move(stop))) {
        interrupted("stopped while adding up the mean; nothing was released");
    }
    noise.addGaussian(mean, plan.release().noiseSd, {.tensor = static_cast<std::uint16_t>(DrawKind::Mean)});
    for (double& value : mean) {
        value /= plan.publicRecords();
    }
    return mean;
}

std::vector<std::int32_t> predict(const Model& model, compute::ComputeBackend& backend,
                                  const compute::ResidentData& data, std::size_t first, std::size_t count) {
    std::vector<float> logits(count * model.head.classes);
    backend.logits(data, model.head, model.parameters, first, count, logits);
    return compute::argmaxRows(logits, model.head.classes);
}

compute::CorrectCounts exactCounts(const Model& model, compute::ComputeBackend& backend,
                                   const compute::ResidentData& data, std::stop_token stop) {
    const std::span<const double> parameters(model.parameters);
    compute::CorrectCounts counts;
    if (!backend.countCorrect(data, model.head, std::span(&parameters, 1), std::span(&counts, 1),
                              std::move(stop))) {
        interrupted("stopped while counting correct predictions");
    }
    return counts;
}

} // namespace parsimony::train
