// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search_space.h"
#include "core/search/sequential_method.h"

#include <optional>
#include <vector>

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

/// Every number that `auto` is tuned by. A plan keeps those it was made with: what is tuned later changes no
/// plan that is there.
struct AutoTuning {
    AutoPrior prior;
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
    friend bool operator==(const AutoTuning&, const AutoTuning&) = default;
};

/// κ = n_pub·μ/C: how far the sum of one class's gradients stands above the noise, up to a factor that the
/// features decide. Follows from declared constants alone.
[[nodiscard]] double signalOf(double publicRecords, double mu, std::uint32_t classes);

/// The mean of ln ν under a belief `share` in a decaying spectrum, as ν.
[[nodiscard]] double believedNu(const AutoPrior& prior, double share, double signal);

/// The belief in a decaying spectrum after the scores of the two pilots, whose noise has the standard errors
/// they say.
[[nodiscard]] double decayingBelief(const AutoPrior& prior, const Score& small, const Score& large);

/// How `auto` spends a budget; follows from declared constants alone.
struct AutoAllocation {
    bool pilots = false; ///< without: one run at the prior's ν with all steps and the whole budget
    std::uint32_t pilotSteps = 0;
    std::uint32_t finalSteps = 0;
    double pilotShare = 0.0;    ///< of the whole μ², for each of the two pilots, score included
    double scoreFraction = 0.0; ///< φ of a pilot
};

/// `steps` is the length of the path. Pilots are left out where they do not pay, which is known before
/// anything runs: at a small signal the optimum of ν is flat and what they take is dear, and their scores
/// drown. Throws Error(Usage) on bad numbers.
[[nodiscard]] AutoAllocation autoAllocation(double totalMu, double publicRecords, std::uint32_t classes,
                                            std::uint32_t steps, const AutoTuning& tuning = {});

/// The same where it is known whether there are pilots.
[[nodiscard]] AutoAllocation autoAllocation(bool pilots, std::uint32_t steps, const AutoTuning& tuning = {});

struct AutoSettings {
    StepScale scale; ///< with a row norm
    NoiseFor noise;  ///< phase 0: a pilot's training, −1: the final run's
    AutoAllocation allocation;
    double pilotMu = 0.0; ///< of one pilot, its score included; 0 without pilots
    double finalMu = 0.0;
    double totalMu = 0.0; ///< of the whole experiment
    std::uint32_t classes = 2;
    AutoTuning tuning;
};

/// Our own adaptive method. Two pilots at a small and a large public scale ν, each a fifth of the budget; the
/// noisy difference of their scores says whether more movement helps these features; the final run *starts
/// from the sum of the pilots' released weights*, brought to its own scale, so that no gradient is wasted. W
/// = η·U with U the sum of noisy gradients: the scale of W decides where the next gradients are taken, never
/// what U holds already. Gaussian events only; ν follows from declared constants and two noisy counts.
class AutoMethod final : public SequentialMethod {
public:
    /// Throws Error(Usage) without a row norm, for Adam, or when a budget is not positive.
    explicit AutoMethod(AutoSettings settings);

    [[nodiscard]] std::string name() const override { return "auto"; }
    [[nodiscard]] std::vector<Proposal> outline() const override;
    [[nodiscard]] std::vector<Proposal> nextBatch() override;
    [[nodiscard]] bool finished() const override { return isClosed(finalIndex()); }
    [[nodiscard]] std::optional<double> selectedR(int phase) const override;
    [[nodiscard]] std::optional<int> result() const override;
    /// The belief in a decaying spectrum as far as the pilots are scored.
    [[nodiscard]] double belief() const;

private:
    [[nodiscard]] int finalIndex() const { return m_settings.allocation.pilots ? 2 : 0; }
    [[nodiscard]] bool pilotsClosed() const { return finalIndex() == 0 || (isClosed(0) && isClosed(1)); }
    [[nodiscard]] Proposal pilot(int index) const;
    [[nodiscard]] Proposal finalRun(bool known) const;
    AutoSettings m_settings;
};

} // namespace parsimony::search
