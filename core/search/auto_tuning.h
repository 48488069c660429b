// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/slope_look_options.h"

#include <cstdint>
#include <optional>

namespace parsimony::search {

/// What `auto` believes before it looks, from measurements on data with known answers (studies, "auto").
/// All figures are for a clip of 0.1, where the best ν is flattest.
struct AutoPrior {
    double decayingNu = 1.2; ///< best ν where the spectrum of the features decays, as in all real data we saw
    /// ν where it is flat. For isotropic clusters the first gradient already is Bayes' direction, the
    /// differences of the class means: the smaller ν the better, and below this nothing is left to gain.
    double flatNu = 0.2;
    double decayingShare = 0.7; ///< how likely the first is
    /// Share of the small pilot's errors that the large one mends, in the two cases: mean and spread.
    double decayingMean = 0.17, decayingSd = 0.12;
    double flatMean = -0.05, flatSd = 0.05;
    /// Signal κ under which there is so little of it that larger steps are safe: ν grows by (κ/this)^−growth,
    /// to largestNu at most.
    double smallSignal = 60.0, growth = 0.6, largestNu = 4.0;
    /// The pilots' errors are taken for no smaller than this, and than that many standard errors.
    double leastErrors = 0.02, errorsInSe = 2.0;
    friend bool operator==(const AutoPrior&, const AutoPrior&) = default;
};

/// What `auto` goes by on centred rows (a feature map), in place of AutoPrior.
struct AutoCentred {
    /// Without pilots: how flat the spectrum is, a = E[min(√d·|x·x'|, cap)] over pairs of centred rows of
    /// norm 1 (0.8 for isotropic rows, 1.4 for text, 2 and more for kernel features). What is released of it
    /// is averaged with a normal belief, each by its variance.
    double flatness = 1.5, flatnessSd = 0.8, flatnessCap = 8.0, flatnessShare = 0.01;
    /// ν = nu·(a/flatnessOfNu)^flatnessPower, from leastNu to mostNu; above 1 it grows by
    /// (smallSignal/κ)^growth as the signal falls, which lost up to three points at the smallest signals and
    /// gained nothing elsewhere (methods.md): plans of before have 0.3.
    double nu = 1.2, flatnessOfNu = 1.4, flatnessPower = 0.75, leastNu = 0.8, mostNu = 2.0;
    double smallSignal = 60.0, growth = 0.0, largestNu = 2.4;
    /// With pilots, of the share m of errors that the large one mends and its standard error z: from flatNu
    /// to nu as m + z goes from −mendedFrom to mendedWidth − mendedFrom, and up to twice as much again as m
    /// goes from steepFrom to steepFrom + steepWidth.
    double flatNu = 0.25, mendedFrom = 0.01, mendedWidth = 0.03, steepFrom = 0.15, steepWidth = 0.15;
    std::uint32_t parts = 10; ///< as AutoTuning::parts
    /// Steps of the path where the user names none: below that signal, and from it on.
    double longSignal = 100.0;
    std::uint32_t shortSteps = 50, longSteps = 100;
    /// The map has its quadratic block from this ε on, where κ is at least so much for each feature: with
    /// less signal it takes more from the features than it gives. Above so many features, n·μ has to be
    /// that much for each of them too.
    double quadraticEpsilon = 3.0, quadraticSignal = 0.5;
    std::uint32_t quadraticFeatures = 128;
    double quadraticRecords = 50.0;
    /// Without pilots, in the final run: `signal` from κ = `signalFrom` on with more than `signalFeatures`
    /// columns, where DP-GD takes full batches and neither momentum nor a falling rate, else `slope`. With
    /// less signal nothing is known before the run is over, and tables of few columns want large steps
    /// however little their labels say: waiting loses up to two points on either (methods.md).
    std::optional<train::SlopeLook> slope = train::SlopeLook();
    std::optional<train::SignalLook> signal = train::SignalLook();
    double signalFrom = 15.0;
    std::uint32_t signalFeatures = 128;
    friend bool operator==(const AutoCentred&, const AutoCentred&) = default;
};

/// What the pilots of encoders take.
struct AutoPilots {
    /// Of the whole μ², for each pilot, score included; and φ of a pilot.
    double share = 0.1, scoreFraction = 0.1;
    std::uint32_t parts = 3; ///< of the path: one for the pilots, side by side
    friend bool operator==(const AutoPilots&, const AutoPilots&) = default;
};

/// What a pilot on rows of d columns is expected to end as, with the rest of the budget:
/// ln(errors of the pilot / of the final run) = factor·√(d/(1 + d/columns))·(κ_pilot^−½ − κ_final^−½)·e/(e +
/// doubt), κ of what trained the weights, e how far the score lies above 1/C. Wide rows need more signal, so
/// they begin further from where they end; of more than `columns` most hold little. Where next to nothing is
/// told yet, width promises nothing either. Measured (methods.md).
struct AutoGrowth {
    double factor = 0.32, columns = 200.0, doubt = 0.04;
    friend bool operator==(const AutoGrowth&, const AutoGrowth&) = default;
};

/// Two more pilots, once those of all encoders are scored: the two that are expected to end best go on from
/// theirs, or, where the first is ahead of the second by more than `lead` in that expectation, both are the
/// first's, one after the other, so that nothing is lost on what is settled.
struct AutoRunoff {
    AutoPilots pilots = {0.08, 0.15, 10};
    double lead = 0.03;
    /// What is expected of these runs, where the plan has a growth: from so much nearer on, wide rows gain
    /// more than first pilots have it.
    AutoGrowth growth = {0.41, 250.0, 0.04};
    friend bool operator==(const AutoRunoff&, const AutoRunoff&) = default;
};

/// How `auto` chooses among encoders: one short pilot each, and two more of the best.
struct AutoEncoders {
    /// From `richSignal` κ on, and below, where larger ones would cost more than they tell.
    AutoPilots rich = {0.03, 0.2, 10}, poor = {0.03, 0.3, 10};
    double richSignal = 300.0;
    /// An encoder of few columns is ahead in pilots of what it ends with: they are compared by the accuracy
    /// that they are expected to end with. Absent: by their scores, as in plans of before.
    std::optional<AutoGrowth> growth = AutoGrowth();
    std::optional<AutoRunoff> runoff = AutoRunoff(); ///< absent: none, as in plans of before
    /// The difference in accuracy that pilots have to tell: where it is below `gapInSe` standard errors of
    /// two scores' difference there are none, and the encoder named first is taken. Encoders often differ by
    /// more than this, and a wrong one costs more than pilots do (methods.md).
    double gap = 0.08, gapInSe = 2.0;
    [[nodiscard]] const AutoPilots& at(double signal) const { return signal >= richSignal ? rich : poor; }
    friend bool operator==(const AutoEncoders&, const AutoEncoders&) = default;
};

/// Every number that `auto` is tuned by. A plan keeps those it was made with: what is tuned later changes no
/// plan that is there.
struct AutoTuning {
    AutoPrior prior = {};
    double smallNu = 0.4, largeNu = 1.6; ///< of the two pilots
    /// Of the whole μ², for each pilot; and φ of a pilot. Small enough that steep problems (a hundred
    /// classes) lose no more than a point to the pilots.
    double pilotShare = 0.07, scoreFraction = 0.25;
    /// Where the scores are noisier than this, the pilots' own training noise drowns the difference as well
    /// and they mislead: measured on the sample at epsilon = 0.1 (63.3 % with pilots, 66.2 % without) and on
    /// digits (1,400 records).
    double mostScoreNoise = 0.004;
    /// Below this signal the best ν of flat and of decaying spectra come together (a hundred isotropic
    /// classes: 0.4 points lost at ν = 1.6 against 0.2), and a sixth of the budget on pilots costs more than
    /// they tell.
    double leastSignal = 300.0;
    std::uint32_t parts = 5; ///< of the path: one for each pilot, side by side, the others for the final run
    std::optional<AutoCentred> centred = {};   ///< absent: rows are not centred
    std::optional<AutoEncoders> encoders = {}; ///< absent: there is one
    friend bool operator==(const AutoTuning&, const AutoTuning&) = default;
};

} // namespace parsimony::search
