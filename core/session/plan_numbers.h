// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/auto_method.h"
#include "core/search/bayesian_tuning.h"
#include "core/search/phase_start.h"
#include "core/search/sampler.h"
#include "core/session/knob_options.h"
#include "core/session/run_options.h"
#include "core/train/prototypes.h"
#include "core/train/trainer_numbers.h"
#include "core/train/trainer_traits.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace parsimony::session {

/// What the methods are tuned by today, with the traits of trainers. Planning copies what a plan needs of it
/// into the plan; nothing that reads a plan asks here.
struct MethodTuning {
    const train::TrainerTraits& (*trainer)(TrainerKind) = train::traitsOf;
    /// ν of a single run whose learning rate nobody gives: below a clip of `smallClip`, and from it on.
    double smallClipNu = 1.2, nu = 1.0, smallClip = 1.0;
    /// The same with hidden layers, and the most that a step moves their weights: η·c of one layer, of more
    /// its share. Beyond twice that, tanh units saturate and nothing is learnt any more.
    double hiddenNu = 0.5, hiddenStep = 15.0;
    search::Range nuRange{0.15, 3.0};        ///< what an `auto` range of r is made from
    double tolerance = 0.1;                  ///< of --decomposition sample-until, relative to r
    double phaseReach = search::kPhaseReach; ///< of --phase-start scaled
    double balancedShare = 1.0;              ///< of the log prior that --objective balanced takes off
    search::AutoTuning automatic = {.centred = search::AutoCentred{}, .encoders = search::AutoEncoders{}};
    search::BayesianTuning bayesian;
    train::TrainerNumbers trainers;
    train::PriorNumbers prior;
};

/// The numbers of a plan that no option holds.
struct PlanNumbers {
    /// Of a single run: its ν or its learning rate. None where an option gives the rate, for methods of
    /// several runs and for trainers without a step size.
    std::optional<double> nu, learningRate;
    std::optional<double> mostStep; ///< of hidden layers where ν is known; plans of before had no bound
    std::optional<train::OwnRate> ownRate; ///< of a trainer whose rate nobody has to choose
    std::optional<double> ridgePart;       ///< of a trainer that releases a matrix
    search::Range nuRange;
    double tolerance = 0.0, phaseReach = 0.0;
    std::optional<search::AutoTuning> automatic; ///< of `auto`
    std::optional<search::BayesianTuning> bayesian;
    OwnRates rates;
    train::TrainerNumbers trainers;
    train::PriorNumbers prior; ///< of `--prior`
    bool reachesRate =
        false; ///< of lists of both: whether T is drawn where r/T ≤ η_max; plans of before clamped r
    bool adamMomentum = false; ///< whether ν of Adam counts its momentum; plans of before did not
    friend bool operator==(const PlanNumbers&, const PlanNumbers&) = default;
};

/// The numbers of a plan with these options, all defaults filled in.
[[nodiscard]] PlanNumbers numbersFor(const RunOptions& options, const MethodTuning& tuning);

[[nodiscard]] nlohmann::json toJson(const PlanNumbers& numbers);
/// Inverse of toJson; throws nlohmann::json::exception.
[[nodiscard]] PlanNumbers planNumbersFromJson(const nlohmann::json& json);

} // namespace parsimony::session
