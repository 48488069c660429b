// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/empirical/canary.h"
#include "core/train/trial_plan.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace parsimony::empirical {

/// What the attacker sees of a run.
enum class Access {
    BlackBox, ///< the result alone
    WhiteBox, ///< every released state on the way
};

/// What one run of a mechanism let out.
struct Released {
    std::vector<double> result; ///< parameters of a model, the number of the chosen candidate, …
    /// White box: a released step of training.
    struct Step {
        std::vector<double> before;   ///< the weights that the step started from
        std::vector<double> gradient; ///< its released mean gradient, worked out from the states
    };
    std::vector<Step> steps; ///< empty in the black box
};

/// A mechanism bound to a data set: each call is one independent run; `run` numbers it.
using Release = std::function<Released(std::uint32_t run)>;
/// Anything that can be audited: a function from data sets to released values. Bound once for each thread and
/// data set, so binding may be slow and may be called from several threads at once.
using Mechanism = std::function<Release(const Dataset& data)>;

/// Numbers that grow (or fall) when the canary was in the data; always as many.
using Attack = std::function<std::vector<double>(const Released& released, const Canary& canary)>;

/// Makes what computes, with so many threads.
using BackendFactory = std::function<std::unique_ptr<compute::ComputeBackend>(unsigned threads)>;

/// Rows of `data` as `backend` holds them.
[[nodiscard]] std::unique_ptr<compute::ResidentData>
uploadDataset(compute::ComputeBackend& backend, const Dataset& data, compute::Precision precision);

/// One trial of core/train under `plan`; each binding computes with `threads` threads. The white box keeps
/// every state that a checkpoint would hold. Throws Error(Usage) for another head than the linear one.
[[nodiscard]] Mechanism trainerMechanism(const train::TrialPlan& plan, BackendFactory backend, Access access,
                                         const AuditRandomness& randomness, unsigned threads = 1);

/// Scores of the linear head for a canary, from the gradient that it would contribute. First: the released
/// model moved along that gradient. In the white box also: the sum over steps of the released gradients along
/// the canary's, the logarithm of their likelihood ratio under the plan's noise and sample rate, and each
/// step by itself (for leaks at a step that somebody could know).
[[nodiscard]] Attack trainerAttack(const train::TrialPlan& plan, Access access);

/// The one score of trainerAttack to use where nothing can be learnt first: the likelihood ratio, or in the
/// black box the model.
[[nodiscard]] std::size_t trainerScore(Access access);

} // namespace parsimony::empirical
