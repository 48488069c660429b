// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/auto_tuning.h"
#include "core/search/method_kind.h"
#include "core/search/search_space.h"
#include "core/search/sequential_method.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::search {

/// κ = n_pub·μ/C: how far the sum of one class's gradients stands above the noise, up to a factor that the
/// features decide. Follows from declared constants alone.
[[nodiscard]] double signalOf(double publicRecords, double mu, std::uint32_t classes);

/// ν on centred rows of that flatness, as far as it was released (with that standard error); without pilots.
[[nodiscard]] double nuOfFlatness(const AutoCentred& centred, std::optional<double> flatness, double se,
                                  double signal);

/// ν on centred rows after the scores of the two pilots.
[[nodiscard]] double nuOfPilots(const AutoTuning& tuning, const Score& small, const Score& large);

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
    double pilotShare = 0.0;               ///< of the whole μ², for each of the two pilots, score included
    double scoreFraction = 0.0;            ///< φ of a pilot
    std::optional<AutoPilots> runoff = {}; ///< of two more pilots of the best encoders
    std::uint32_t runoffSteps = 0;
};

/// `steps` is the length of the path. Pilots are left out where they do not pay, which is known before
/// anything runs: at a small signal the optimum of ν is flat and what they take is dear, and their scores
/// drown. Throws Error(Usage) on bad numbers.
[[nodiscard]] AutoAllocation autoAllocation(double totalMu, double publicRecords, std::uint32_t classes,
                                            std::uint32_t steps, const AutoTuning& tuning = {});

/// The same where it is known whether there are pilots.
[[nodiscard]] AutoAllocation autoAllocation(bool pilots, std::uint32_t steps, const AutoTuning& tuning = {});

/// Whether pilots of several encoders would tell a difference of `tuning.gap`: follows from declared
/// constants alone.
[[nodiscard]] bool pilotsTellEncoders(double totalMu, double publicRecords, std::uint32_t classes,
                                      const AutoEncoders& tuning);

/// The accuracy that a run is expected to have which goes on from a pilot with that accuracy, on rows of so
/// many columns; `pilot` and `final` are κ of what trained the weights of each.
[[nodiscard]] double expectedAccuracy(const AutoGrowth& growth, double accuracy, std::uint32_t classes,
                                      std::uint32_t columns, double pilot, double final);

struct AutoSettings {
    StepScale scale; ///< with a row norm
    NoiseFor noise;  ///< phase 0: a pilot's training, 1: that of the runoff, −1: the final run's
    AutoAllocation allocation;
    double pilotMu = 0.0;  ///< of one pilot, its score included; 0 without pilots
    double runoffMu = 0.0; ///< the same of the runoff
    double finalMu = 0.0;
    double totalMu = 0.0; ///< of the whole experiment
    std::uint32_t classes = 2;
    std::optional<double> flatnessSe; ///< as SearchRequest has it
    AutoTuning tuning;
    /// Those to choose from; with one pilot each, else the first is taken. Empty: there is one.
    std::vector<std::string> encoders;
    bool pilotsOfEncoders = false;
    std::vector<std::uint32_t> columns; ///< of each of them
    double pilotTrainingMu = 0.0;       ///< of `pilotMu`; 0: pilots are compared by their scores
    double runoffTrainingMu = 0.0;      ///< of `runoffMu`
};

/// Our own adaptive method. Two pilots at a small and a large public scale ν, each a fifth of the budget; the
/// noisy difference of their scores says whether more movement helps these features; the final run *starts
/// from the sum of the pilots' released weights*, brought to its own scale, so that no gradient is wasted. W
/// = η·U with U the sum of noisy gradients: the scale of W decides where the next gradients are taken, never
/// what U holds already. Gaussian events only; ν follows from declared constants and two noisy counts, or
/// from a flatness that was released before the first run.
///
/// Of several encoders each has one pilot in their place, all at the ν of declared constants; the two that
/// are expected to end with the fewest errors go on in a second phase, and the final run from the weights of
/// the best one, with its encoder.
class AutoMethod final : public SequentialMethod {
public:
    /// Throws Error(Usage) without a row norm, for Adam, or when a budget is not positive.
    explicit AutoMethod(AutoSettings settings);

    [[nodiscard]] std::string name() const override { return std::string(methodName(MethodKind::Auto)); }
    [[nodiscard]] std::vector<Proposal> outline() const override;
    [[nodiscard]] std::vector<Proposal> nextBatch() override;
    [[nodiscard]] bool finished() const override { return isClosed(finalIndex()); }
    [[nodiscard]] std::optional<double> selectedR(int phase) const override;
    [[nodiscard]] std::optional<int> result() const override;
    void learnFlatness(double flatness) override { m_flatness = flatness; }
    /// The belief in a decaying spectrum as far as the pilots are scored.
    [[nodiscard]] double belief() const;

private:
    [[nodiscard]] bool choosesEncoder() const { return m_settings.pilotsOfEncoders; }
    /// Runs of the first phase.
    [[nodiscard]] int pilots() const {
        const bool any = m_settings.allocation.pilots;
        return !any ? 0 : choosesEncoder() ? static_cast<int>(m_settings.encoders.size()) : 2;
    }
    [[nodiscard]] int finalIndex() const { return pilots() + (m_settings.allocation.runoff ? 2 : 0); }
    /// Whether all runs before that one are closed.
    [[nodiscard]] bool closedBefore(int index) const;
    /// The accuracy that the final run is expected to have if it goes on from that one; absent without a
    /// score.
    [[nodiscard]] std::optional<double> expectedAfter(int run) const;
    /// μ of all that trained its weights.
    [[nodiscard]] double trainedMu(int run) const;
    /// Of the encoders whose pilots have scores those two that are expected to end best: once, where that one
    /// is ahead. The first, where no pilot has a score.
    [[nodiscard]] std::pair<int, int> runoffEncoders() const;
    [[nodiscard]] int encoderOf(int run) const;
    /// The last run before `end` that trained with that encoder and is not lost.
    [[nodiscard]] std::optional<int> lastOf(int encoder, int end) const;
    /// Of the runs before `end` the one that is expected to end best, of the runoff's if any; absent while
    /// none has a score.
    [[nodiscard]] std::optional<int> mostPromising(int end) const;
    /// Its encoder, or the first.
    [[nodiscard]] int chosenEncoder() const;
    [[nodiscard]] train::Knobs knobsOf(int encoder) const;
    [[nodiscard]] bool isInformed() const {
        return closedBefore(finalIndex()) && (!m_settings.flatnessSe || m_flatness);
    }
    [[nodiscard]] Proposal pilot(int index) const;
    [[nodiscard]] Proposal runoff(int index) const;
    /// A run before the final one.
    [[nodiscard]] Proposal scoredRun(int index) const {
        return index < pilots() ? pilot(index) : runoff(index);
    }
    /// Lets a run with a ν start from what those trained, all of it brought to its own scale.
    void goOn(Proposal& run, const std::vector<int>& from) const;
    [[nodiscard]] Proposal finalRun(bool known) const;
    [[nodiscard]] double finalNu() const;
    [[nodiscard]] double declaredNu() const;
    AutoSettings m_settings;
    std::optional<double> m_flatness;
};

} // namespace parsimony::search
