// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/descent.h"

#include "core/base/seconds_since.h"

#include <algorithm>
#include <chrono>

namespace parsimony::train {

namespace {

constexpr double kSliceSeconds = 0.25; ///< bringing the weights there and back takes a part of it
constexpr std::uint32_t kMostSteps = 4096;

bool isPlainDescent(const TrainingRun& run) {
    const TrainerOptions& o = run.plan().options();
    return traitsOf(o.trainer).plainDescent && o.averaging == Averaging::None && o.lrDecay == LrDecay::None &&
           !o.slopeLook && !o.signalLook && run.head().kind == HeadKind::Linear &&
           run.plan().sampleRate().value() >= 1.0;
}

compute::DescentTask taskOf(TrainingRun& run) {
    const TrainerOptions& o = run.plan().options();
    std::vector<double>& w = run.weights();
    compute::DescentTask task;
    task.weights = w;
    task.velocity = run.tensor("v", w.size());
    task.clip = run.plan().clip();
    task.noiseSd = run.plan().release(ReleaseKind::Gradient).noiseSd;
    task.divisor = run.divisor();
    task.weightDecay = o.weightDecay;
    task.momentum = o.momentum;
    task.learningRate = run.plan().learningRate();
    task.noise = &run.noise();
    task.stream = {.step = run.stepsDone(), .tensor = static_cast<std::uint16_t>(DrawKind::Gradient)};
    return task;
}

} // namespace

bool Descent::advance(std::span<TrainingRun* const> runs) {
    if (!m_possible ||
        !std::all_of(runs.begin(), runs.end(), [](auto* run) { return isPlainDescent(*run); })) {
        return false;
    }
    std::uint32_t steps = m_slice;
    std::vector<compute::DescentTask> tasks;
    for (TrainingRun* run : runs) {
        tasks.push_back(taskOf(*run));
        steps = std::min(steps, run->stepsLeft());
    }
    const auto start = std::chrono::steady_clock::now();
    TrainingRun& first = *runs.front();
    const auto made = first.backend().descend(first.data(), first.gradientPass(), tasks, steps);
    if (!made) {
        m_possible = false;
        return false;
    }
    const double seconds = secondsSince(start);
    if (steps == m_slice && seconds < kSliceSeconds / 2) {
        m_slice = std::min(2 * m_slice, kMostSteps);
    } else if (seconds > 2 * kSliceSeconds) {
        m_slice = std::max(1U, m_slice / 2);
    }
    for (TrainingRun* run : runs) {
        if (*made > 0) {
            run->stepsMade(*made);
        }
        if (*made < steps) {
            run->stopped();
        }
    }
    return true;
}

} // namespace parsimony::train
