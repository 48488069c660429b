// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/trainer.h"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace parsimony::train {

/// What every trainer does alike: releases with the plan's noise, durable checkpoints, stopping, the record.
class TrainingRun {
public:
    TrainingRun(const TrialPlan& plan, compute::ComputeBackend& backend, const compute::ResidentData& data,
                const compute::NoiseSource& noise, const std::optional<TrainerState>& from,
                const TrainControl& control, std::span<const double> initial);

    [[nodiscard]] const TrialPlan& plan() const { return m_plan; }
    [[nodiscard]] const compute::HeadShape& head() const { return m_head; }
    [[nodiscard]] compute::ComputeBackend& backend() { return m_backend; }
    [[nodiscard]] const compute::ResidentData& data() const { return m_data; }
    [[nodiscard]] const compute::NoiseSource& noise() const { return m_noise; }
    [[nodiscard]] std::stop_token stopToken() const { return m_control.stop; }

    [[nodiscard]] std::uint32_t stepsDone() const { return m_state.stepsDone; }
    /// No more steps in this call: all are done, the token was set, or the pause was reached.
    [[nodiscard]] bool ended() const;

    /// A tensor of the state, `size` zeros at first.
    [[nodiscard]] std::vector<double>& tensor(const std::string& name, std::size_t size);
    [[nodiscard]] bool has(const std::string& name) const { return m_state.find(name) != nullptr; }
    /// The parameters: tensor "w", initialised as the plan says.
    [[nodiscard]] std::vector<double>& weights();

    /// The divisor of gradients: q·n_pub.
    [[nodiscard]] double divisor() const;

    /// The rows of this step's Poisson sample; all rows (null) where q = 1. Each row by a draw of its own.
    [[nodiscard]] const std::vector<std::uint32_t>* sample();

    /// Turns an exact sum into a released one, in place, with the noise of the plan's release of that kind.
    void release(ReleaseKind kind, DrawKind draw, std::span<double> sum) const;
    /// The same for `count` symmetric matrices of size D×D, both triangles filled: sd on the diagonal, sd/√2
    /// on each pair, which is sd on every coordinate of the space of symmetric matrices.
    void releaseSymmetric(ReleaseKind kind, DrawKind draw, std::span<double> matrices,
                          std::size_t size) const;

    /// What a pass computes for this step into `sum`, headShape().parameters() doubles.
    [[nodiscard]] compute::GradientTask gradientTask(std::span<double> sum);
    /// What the pass of this step reads; the subset lives until the next call.
    [[nodiscard]] compute::PassOptions gradientPass();
    /// Σ clipped gradients at the current weights over this step's sample, released; empty when stopped.
    [[nodiscard]] std::vector<double> noisyGradient();

    void note(const std::string& text);
    /// Says that the state holds a release that no step has counted yet.
    void keepRelease() { m_dirty = true; }
    /// Counts a step; writes a checkpoint when it is due.
    void stepDone();
    /// Steps that this call may still make.
    [[nodiscard]] std::uint32_t stepsLeft() const;
    /// Counts `count` ≥ 1 steps that a backend made by itself.
    void stepsMade(std::uint32_t count);
    /// Marks the run as stopped: a pass came back unfinished.
    void stopped() { m_stopped = true; }
    /// Writes the last checkpoint, unless all steps are done, and builds the outcome with `parameters` as the
    /// model, of two halves with their mean.
    [[nodiscard]] TrainOutcome finish(std::vector<double> parameters);

private:
    void checkpoint();
    void initialize(std::span<const double> initial);

    const TrialPlan& m_plan;
    compute::ComputeBackend& m_backend;
    const compute::ResidentData& m_data;
    const compute::NoiseSource& m_noise;
    const TrainControl& m_control;
    compute::HeadShape m_head;
    TrainerState m_state;
    bool m_stopped = false;
    bool m_dirty = false;
    std::vector<std::uint32_t> m_sample;
    std::vector<std::uint64_t> m_words;
    std::vector<std::string> m_notes;
    std::chrono::steady_clock::time_point m_lastCheckpoint;
    std::chrono::steady_clock::time_point m_lastProgress;
};

} // namespace parsimony::train
