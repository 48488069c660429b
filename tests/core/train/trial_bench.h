// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/trainer.h"
#include "tests/core/compute/synthetic.h"

#include <memory>
#include <optional>
#include <utility>

namespace parsimony::train::testing {

using compute::testing::Synthetic;

/// A trial over all rows of `s`, whose number is public; the loss that DP-Newton needs.
inline TrialSpec specFor(const Synthetic& s, TrainerKind kind, std::uint32_t steps, double learningRate) {
    TrialSpec spec;
    spec.options.trainer = kind;
    spec.steps = steps;
    spec.learningRate = learningRate;
    spec.publicRecords = static_cast<double>(s.rows);
    spec.dim = static_cast<std::uint32_t>(s.dim);
    spec.classes = s.classes;
    if (kind == TrainerKind::DpNewton) {
        spec.options.loss = Loss::Sigmoid;
    }
    return spec;
}

/// Data on a backend of two threads, and trials with a noise that every run of the tests repeats.
struct TrialBench {
    Synthetic s;
    std::unique_ptr<compute::ComputeBackend> backend = compute::makeCpuBackend({2});
    std::unique_ptr<compute::ResidentData> data;
    explicit TrialBench(Synthetic synthetic, compute::Precision precision = compute::Precision::Float32)
        : s(std::move(synthetic)), data(s.upload(*backend, precision)) {}
    static compute::NoiseSource noise(std::uint32_t attempt = 0, std::uint64_t trial = 1) {
        return compute::NoiseSource::seeded(compute::PublicDataSeed{1}, trial, attempt);
    }
    TrainOutcome run(const TrialPlan& plan, std::uint32_t attempt = 0,
                     const std::optional<TrainerState>& from = {}, const TrainControl& control = {}) {
        return train(plan, *backend, *data, noise(attempt), from, control);
    }
};

} // namespace parsimony::train::testing
