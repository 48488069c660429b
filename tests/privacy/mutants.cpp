// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/privacy/mutants.h"

#include <algorithm>
#include <utility>
#include <vector>

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

bool GramOfEveryClass::doMoments(const ResidentData& data, const compute::MomentTask& task,
                                 std::stop_token stop) {
    const std::size_t size = data.dim() + (task.bias ? 1 : 0);
    std::vector<double> all(size * size);
    compute::MomentTask mutated = task;
    mutated.classGrams = {};
    mutated.gram = all;
    const bool done = BackendDecorator::doMoments(data, mutated, std::move(stop));
    for (std::size_t i = 0; i < task.classGrams.size(); ++i) {
        task.classGrams[i] = all[i % all.size()];
    }
    std::copy_n(all.begin(), task.gram.size(), task.gram.begin());
    return done;
}

} // namespace parsimony::test
