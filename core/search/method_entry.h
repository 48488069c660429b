// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/auto_tuning.h"
#include "core/search/bayesian_tuning.h"
#include "core/search/budget_split.h"
#include "core/search/line_fit.h"
#include "core/search/method_kind.h"
#include "core/search/phase_start.h"
#include "core/search/private_selection.h"
#include "core/search/run_share.h"
#include "core/search/search_space.h"
#include "core/search/sequential_method.h"
#include "core/train/trainer_traits.h"

#include <memory>
#include <string>
#include <vector>

namespace parsimony::search {

/// What a method may know of an experiment: declared constants, what the user asks for, and the trainer's
/// nature. Never the plan that is made of it.
struct SearchRequest {
    MethodKind method{};
    train::TrainerKind trainer = train::TrainerKind::DpGd;
    SearchSpace space;
    int trials = 1;                   ///< of a phase
    std::vector<PhaseRequest> phases; ///< of methods that have some
    int degree = 1;                   ///< of the fit
    bool fitAgainstMu = false;
    PhaseStart phaseStart = PhaseStart::WholeRange;
    double phaseReach = kPhaseReach;
    std::optional<ReleasedFit> reusedFit; ///< in place of phases
    std::uint32_t classes = 2;
    SearchKey key{};
    std::optional<double> nu, learningRate; ///< of a single run, where the user gives none
    std::optional<double> mostStep;         ///< of a single run whose rate follows from ν: η·c at most
    AutoTuning tuning;                      ///< of `auto`
    BayesianTuning bayesian;
    /// Standard error of the flatness that is released before the first run; absent: none is.
    std::optional<double> flatnessSe;
    /// Of `auto` on centred rows: a flatness, released or believed, stands in place of pilots.
    bool withoutPilots = false;
    std::vector<std::string> encoders;         ///< that `auto` chooses from; empty: there is one
    std::vector<std::uint32_t> encoderColumns; ///< of each of them, as their files have them
    bool pilotsOfEncoders = false;             ///< they have a pilot each; else the first is taken
    // Of a private selection
    RunsFamily runsFamily;
    double meanRuns = kMeanRuns;
    std::optional<double> subsetFraction;
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    std::uint32_t rowsPerPerson = 1;

    [[nodiscard]] const train::TrainerTraits& trainerTraits() const { return train::traitsOf(trainer); }
    /// The one number of steps. Throws Error(Usage) for a list.
    [[nodiscard]] std::uint32_t onlySteps() const;
    /// Throws Error(Usage) where rates are given to a method that takes its own from ν.
    void refuseRates() const;
};

/// All there is to a method. Each has a file of its own that defines one.
struct Method {
    MethodTraits traits;
    /// As `sharesOf` says, of a trainer that the method can choose something of.
    Shares (*share)(const SearchRequest& request, const Budget& budget) = nullptr;
    /// The search in its first state. The same request and shares give the same search.
    std::unique_ptr<SequentialMethod> (*make)(const SearchRequest& request, const Shares& shares,
                                              const NoiseFor& noise) = nullptr;
    /// Where runs share the steps that were asked for: those of a phase's runs, −1: of the final run; null:
    /// each run takes all of them.
    std::uint32_t (*steps)(const SearchRequest& request, const Shares& shares, int phase) = nullptr;
};

[[nodiscard]] const Method& methodOf(MethodKind kind);

/// Splits a budget of Gaussian releases, or the whole slice of a private selection, as the request's method
/// does. Throws Error(Usage) for requests that the method can't take, one of a trainer without a step size to
/// choose among them, Error(Refused) when the budget does not pay.
[[nodiscard]] Shares sharesOf(const SearchRequest& request, const Budget& budget);

/// The steps of a phase's runs, −1: of the final run. Throws Error(Usage) for a list.
[[nodiscard]] std::uint32_t stepsOf(const SearchRequest& request, const Shares& shares, int phase);

/// A share's μ; absent for sub-sampled trainers.
[[nodiscard]] inline std::optional<double> muOfShare(const RunShare& share) {
    return share.mu > 0.0 ? std::optional<double>(share.mu) : std::nullopt;
}

} // namespace parsimony::search
