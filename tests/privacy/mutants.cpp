// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/privacy/mutants.h"

#include <utility>

namespace parsimony::test {

using compute::GradientTask;
using compute::PassOptions;
using compute::ResidentData;

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
