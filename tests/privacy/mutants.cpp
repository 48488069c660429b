// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/privacy/mutants.h"

#include <utility>

namespace parsimony::test {

using compute::GradientTask;
using compute::PassOptions;
using compute::ResidentData;

BackendDecorator::BackendDecorator(std::unique_ptr<compute::ComputeBackend> inner)
    : m_inner(std::move(inner)) {}

std::unique_ptr<ResidentData> BackendDecorator::doUpload(const compute::UploadRequest& request) {
    return m_inner->upload(request);
}

bool BackendDecorator::doClippedGradientSums(const ResidentData& data, const PassOptions& options,
                                             std::span<const GradientTask> tasks) {
    return m_inner->clippedGradientSums(data, options, tasks);
}

bool BackendDecorator::doClippedLossDifference(const ResidentData& data, const PassOptions& options,
                                               std::span<const double> plus, std::span<const double> minus,
                                               double clip, double& sum) {
    return m_inner->clippedLossDifference(data, options, plus, minus, clip, sum);
}

bool BackendDecorator::doMoments(const ResidentData& data, const compute::MomentTask& task,
                                 std::stop_token stop) {
    return m_inner->moments(data, task, std::move(stop));
}

bool BackendDecorator::doNewtonSums(const ResidentData& data, const compute::NewtonTask& task,
                                    std::stop_token stop) {
    return m_inner->newtonSums(data, task, std::move(stop));
}

bool BackendDecorator::doCountCorrect(const ResidentData& data, const compute::HeadShape& head,
                                      std::span<const std::span<const double>> models,
                                      std::span<compute::CorrectCounts> counts, std::stop_token stop) {
    return m_inner->countCorrect(data, head, models, counts, std::move(stop));
}

void BackendDecorator::doLogits(const ResidentData& data, const compute::HeadShape& head,
                                std::span<const double> parameters, std::size_t first, std::size_t count,
                                std::span<float> out) {
    m_inner->logits(data, head, parameters, first, count, out);
}

bool TooLittleNoise::doClippedGradientSums(const ResidentData& data, const PassOptions& options,
                                           std::span<const GradientTask> tasks) {
    const bool done = BackendDecorator::doClippedGradientSums(data, options, tasks);
    for (const GradientTask& task : tasks) {
        for (double& value : task.sum) {
            value *= m_factor;
        }
    }
    return done;
}

bool FixedBatches::doClippedGradientSums(const ResidentData& data, const PassOptions& options,
                                         std::span<const GradientTask> tasks) {
    const std::size_t first = data.rows() * m_step / m_steps;
    const std::size_t last = data.rows() * (m_step + 1) / m_steps;
    m_step = (m_step + 1) % m_steps;
    std::vector<std::uint32_t> batch;
    for (std::size_t row = first; row < last; ++row) {
        batch.push_back(static_cast<std::uint32_t>(row));
    }
    PassOptions mutated = options;
    mutated.subset = &batch;
    return BackendDecorator::doClippedGradientSums(data, mutated, tasks);
}

} // namespace parsimony::test
