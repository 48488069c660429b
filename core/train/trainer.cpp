// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include "core/base/collected.h"
#include "core/base/sentence.h"

namespace parsimony::train {

namespace {

std::vector<double> correctCounts(std::span<const Model> models, compute::ComputeBackend& backend,
                                  const compute::ResidentData& data, std::stop_token stop) {
    std::vector<std::span<const double>> parameters;
    for (const Model& model : models) {
        if (model.head != models.front().head) {
            failUsage(Sentence("models that are counted together must have one shape"));
        }
        parameters.emplace_back(model.parameters);
    }
    std::vector<compute::CorrectCounts> counts(models.size());
    if (!backend.countCorrect(data, models.front().head, parameters, counts, std::move(stop))) {
        interrupted(Sentence("stopped while counting correct predictions; nothing was released"));
    }
    return collected<double>(
        counts, [](const compute::CorrectCounts& count) { return static_cast<double>(count.total); });
}

std::vector<NoisyCount> withNoise(std::vector<double> totals, const CountPlan& plan,
                                  const compute::NoiseSource& noise) {
    noise.addGaussian(totals, plan.noiseSd(), {.tensor = static_cast<std::uint16_t>(DrawKind::Count)});
    return collected(totals, [&](const double total) { return NoisyCount{total, plan.noiseSd()}; });
}

void requireCounts(const CountPlan& plan, std::size_t counts) {
    if (plan.counts() != counts) {
        failUsage(Sentence("the plan pays for {1} counts, not {2}", plan.counts(), counts));
    }
}

} // namespace

std::vector<NoisyCount> noisyCorrectCounts(const CountPlan& plan, compute::ComputeBackend& backend,
                                           const compute::ResidentData& data, std::span<const Model> models,
                                           const compute::NoiseSource& noise, std::stop_token stop) {
    requireCounts(plan, models.size());
    return withNoise(correctCounts(models, backend, data, std::move(stop)), plan, noise);
}

std::pair<NoisyCount, NoisyCount> noisyShare(const CountPlan& plan, compute::ComputeBackend& backend,
                                             const compute::ResidentData& data, const Model& model,
                                             const compute::NoiseSource& noise, std::stop_token stop) {
    requireCounts(plan, 2);
    const compute::CorrectCounts exact = exactCounts(model, backend, data, std::move(stop));
    std::vector<double> counts{static_cast<double>(exact.total), 0.0};
    for (const std::uint64_t records : exact.recordsPerClass) {
        counts.back() += static_cast<double>(records);
    }
    const auto released = withNoise(std::move(counts), plan, noise);
    return {released.front(), released.back()};
}

std::vector<double> privateMean(const MeanPlan& plan, compute::ComputeBackend& backend,
                                const compute::ResidentData& data, const compute::NoiseSource& noise,
                                std::stop_token stop) {
    if (data.dim() != plan.dim()) {
        failUsage(Sentence("the mean is planned for {1} features, the data has {2}", plan.dim(), data.dim()));
    }
    std::vector<double> mean(plan.dim());
    compute::MomentTask task;
    task.rowClip = plan.release().clip;
    task.rowSum = mean;
    if (!backend.moments(data, task, std::move(stop))) {
        interrupted(Sentence("stopped while adding up the mean; nothing was released"));
    }
    noise.addGaussian(mean, plan.release().noiseSd, {.tensor = static_cast<std::uint16_t>(DrawKind::Mean)});
    for (double& value : mean) {
        value /= plan.publicRecords();
    }
    return mean;
}

compute::CorrectCounts exactCounts(const Model& model, compute::ComputeBackend& backend,
                                   const compute::ResidentData& data, std::stop_token stop) {
    const std::span<const double> parameters(model.parameters);
    compute::CorrectCounts counts;
    if (!backend.countCorrect(data, model.head, std::span(&parameters, 1), std::span(&counts, 1),
                              std::move(stop))) {
        interrupted(Sentence("stopped while counting correct predictions"));
    }
    return counts;
}

} // namespace parsimony::train
