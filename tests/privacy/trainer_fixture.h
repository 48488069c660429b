// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/compute/synthetic.h"
#include "tests/core/train/every_trainer.h"
#include "tests/privacy/recording_backend.h"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

namespace parsimony::test {

using compute::testing::Synthetic;
using train::TrainerKind;

inline const std::vector<TrainerKind> allTrainers = train::testing::everyTrainer();

/// A short trial of any trainer on `s`; dp-sgd samples.
inline train::TrialSpec trialSpec(const Synthetic& s, TrainerKind kind) {
    train::TrialSpec spec;
    spec.options.trainer = kind;
    spec.options.loss = kind == TrainerKind::DpNewton ? compute::Loss::Sigmoid : compute::Loss::Softmax;
    spec.options.sampleRate = kind == TrainerKind::DpSgd ? 0.5 : 1.0;
    spec.steps = train::traitsOf(kind).oneStep ? 1 : 4;
    spec.learningRate = 0.1;
    spec.publicRecords = static_cast<double>(s.rows);
    spec.dim = static_cast<std::uint32_t>(s.dim);
    spec.classes = s.classes;
    return spec;
}

/// That trial, and where the trainer has matrices of classes it with them too.
inline std::vector<train::TrialSpec> trialSpecs(const Synthetic& s, TrainerKind kind) {
    std::vector<train::TrialSpec> specs{trialSpec(s, kind)};
    if (train::traitsOf(kind).classMatrices) {
        specs.push_back(specs.front());
        specs.back().options.alpha = 0.5;
    }
    return specs;
}

/// Rows, and a backend that keeps what is asked of it.
struct Bench {
    Synthetic s;
    std::unique_ptr<compute::ComputeBackend> cpu = compute::makeCpuBackend({2});
    RecordingBackend backend{*cpu};
    std::unique_ptr<compute::ResidentData> data;

    explicit Bench(Synthetic synthetic, compute::Precision precision = compute::Precision::Float32)
        : s(std::move(synthetic)), data(s.upload(*cpu, precision)) {}

    /// Seeded, so that a test never fails by chance alone; `trial` names the stream.
    train::TrainOutcome run(const train::TrialPlan& plan, std::uint64_t trial = 1) {
        const auto noise = compute::NoiseSource::seeded(compute::PublicDataSeed{20261121}, trial, 1);
        return train::train(plan, backend, *data, noise, {}, {});
    }
};

inline double distance(std::span<const double> a, std::span<const double> b) {
    double squares = 0.0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        squares += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return std::sqrt(squares);
}

} // namespace parsimony::test
