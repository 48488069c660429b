// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/method_list.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::search {

/// What is fixed about a method: everybody who has to know a method's nature asks here.
struct MethodTraits {
    MethodKind kind{};
    std::string_view name;    ///< as on the command line, in plans and in ledgers
    std::string_view label;   ///< as the window shows it
    std::string_view summary; ///< one sentence

    // Its guarantee
    bool privateSelection = false; ///< one mechanism as a whole that shows its winner only (PRIVACY rule 22)
    bool publicOnly = false;       ///< its choice is covered by no (ε, δ)
    bool samplesAllowed = false;   ///< T of every run is fixed before the first: takes Poisson samples
    bool drawsInPlan = false; ///< so is all else of them, and one of them is the result: at several rates

    // What it searches
    bool hasPhases = false;      ///< trials at several small budgets, a fit through their winners
    bool drawsTotalStep = false; ///< draws r: --sampler, --decomposition and --total-step-size
    bool takesRates = false;     ///< looks at --learning-rates: takes η from them, or no larger one
    bool takesTrials = false;    ///< looks at --trials
    bool takesAxes = false;      ///< searches lists of the trainer's options, and encoders
    bool takesEncoders = false;  ///< chooses among encoders alone
    bool choosesSetup = false;   ///< chooses steps and a feature map where nobody names them
    bool oneRun = false;         ///< one run takes the whole budget
    bool oneSteps = false;       ///< takes one value of --steps
    bool halves = false;         ///< trains a model on each half of the records; their mean is released
    bool subset = false;         ///< tunes on a part of the records: --subset-fraction
    bool adapts = false;         ///< later runs depend on released scores
    bool fitsProcess = false;    ///< places them by a Gaussian process through those: BayesianTuning

    // What it asks of a trainer
    bool needsStepSize = false;     ///< there must be a learning rate to choose
    bool needsPlainDescent = false; ///< it adds up released weights: gradients of full batches only

    // What the options of a run are where nobody asks for others; absent: the trainer's own
    std::optional<std::uint32_t> steps = {};
    std::optional<double> maxGradNorm = {};
    std::optional<double> momentum = {};
};

/// ε of a trial in each phase, as shares of the experiment's, where nobody asks for others.
inline constexpr std::array<double, 2> kPhaseShares{0.1, 0.2};

[[nodiscard]] const MethodTraits& traitsOf(MethodKind kind);
/// Of every method, in the order in which lists show them.
[[nodiscard]] std::vector<const MethodTraits*> allMethods();
[[nodiscard]] std::vector<std::string> methodNames();

[[nodiscard]] std::string_view methodName(MethodKind kind);
/// The method of that name, or nullptr.
[[nodiscard]] const MethodTraits* findMethod(std::string_view name);
/// Throws Error(Usage) naming all and the nearest; `what` is what the user wrote the name behind.
[[nodiscard]] MethodKind parseMethod(std::string_view text, const std::string& what);

} // namespace parsimony::search
