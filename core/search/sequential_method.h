// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/trial_role.h"
#include "core/search/line_fit.h"
#include "core/search/sampler.h"
#include "core/train/knob.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::search {

/// A released score: accuracy in 0..1 (a noisy one may lie outside) and the standard error of its noise (0
/// when exact).
struct Score {
    double accuracy = 0.0;
    double se = 0.0;
};

/// A share of another run's weights in the weights that a run starts from. Adding and scaling released
/// weights is post-processing and free.
struct StartShare {
    int index = 0; ///< of a run that is closed and not lost
    double factor = 0.0;
    friend bool operator==(const StartShare&, const StartShare&) = default;
};

/// One training run that a method asks for. Values that are not decided yet (in an outline) are absent.
struct Proposal {
    int index = 0;                     ///< 0-based; the same in outline(), nextBatch() and observe()
    int phase = 0;                     ///< 0-based; −1 for a final run
    TrialRole role = TrialRole::Trial; ///< or Final
    bool scored = true;                ///< whether observe() needs a score
    /// What the run may take of the account in all, its charged scores included. Absent where the account
    /// knows no μ (sub-sampled trainers: the caller's calibration of the phase holds it).
    std::optional<double> mu;
    std::optional<double> r, learningRate, nu;
    std::uint32_t steps = 0;               ///< T; 0 while it is not decided
    std::optional<double> noiseMultiplier; ///< σ = noise sd / clip
    bool clamped = false;                  ///< η_max, the grid or the range kept r from what was asked for
    train::Knobs knobs;                    ///< of the axes of the space
    /// The run starts from Σ factor·weights of these runs (momentum zero) in place of its initial weights.
    /// Empty: as the trainer starts.
    std::vector<StartShare> start;
    friend bool operator==(const Proposal&, const Proposal&) = default;
};

/// What a fit decided, for reports.
struct FitOutcome {
    LineFit fit;
    bool againstMu = false;
    Extrapolation extrapolation;
};

/// A search whose every run is a mechanism of its own, charged by composition (LSR-2 Theorem 4.1), and which
/// sees released scores only (PRIVACY rule 18): the same scores give the same proposals. Its random draws
/// follow from the key in its settings, so constructing it again and repeating the observations of the ledger
/// brings back its state.
///
/// Order of calls: nextBatch() names runs that may start now, in any order and side by side; observe() or
/// lose() closes each; repeat until finished(). nextBatch() is idempotent: a run stays in it until it is
/// closed.
class SequentialMethod {
public:
    virtual ~SequentialMethod();

    [[nodiscard]] virtual std::string name() const = 0;
    /// Every run that the plan holds, in order of index. What depends on scores to come is absent.
    [[nodiscard]] virtual std::vector<Proposal> outline() const = 0;
    /// Runs that can start now and are not closed yet; every number is there. Empty only when finished().
    [[nodiscard]] virtual std::vector<Proposal> nextBatch() = 0;
    /// Closes a run. `score` is needed where the proposal is `scored`. Throws Error(Failed) when the run is
    /// not in nextBatch(), a needed score is missing, or it is not finite.
    void observe(int index, std::optional<Score> score);
    /// Closes a run that was lost for good; it stays charged, and the method goes on with what is left.
    /// Throws Error(Failed) when nothing is left to choose from.
    void lose(int index);
    /// A released statistic of the features, told before the first run where the plan has one.
    virtual void learnFlatness(double /*flatness*/) {}
    [[nodiscard]] virtual bool finished() const = 0;
    /// Grows when something else than the closed run itself may have changed in outline(), selectedR(), fit()
    /// or result(): whoever shows them need not ask after every run.
    [[nodiscard]] virtual int revision() const { return m_closedRuns; }

    /// r of the phase's winner, once the phase is closed.
    [[nodiscard]] virtual std::optional<double> selectedR(int phase) const;
    [[nodiscard]] virtual std::optional<FitOutcome> fit() const;
    /// The run whose model is the result, once finished() (and not lost).
    [[nodiscard]] virtual std::optional<int> result() const = 0;
    /// False for an oracle, whose choice is not covered by any (ε, δ): public data only.
    [[nodiscard]] virtual bool accounted() const { return true; }

protected:
    /// Runs closed so far, in order of index: absent while open.
    struct Closed {
        std::optional<Score> score;
        bool lost = false;
    };
    [[nodiscard]] const std::vector<std::optional<Closed>>& closed() const { return m_closed; }
    [[nodiscard]] bool isClosed(int index) const;
    [[nodiscard]] int closedRuns() const { return m_closedRuns; }
    /// The run of that index while it can start and is not closed; of what it is made of, `scored` at least.
    [[nodiscard]] virtual std::optional<Proposal> waitingFor(int index);
    /// Ends a search that has no score left to choose by.
    [[noreturn]] static void failAllLost();
    /// Throws Error(Usage) for a sampler that needs phases, of a method that has none.
    void requireNoBisection(SamplerKind sampler) const;
    /// The best score among runs [first, last), the lowest index among equals; absent when none has a score.
    [[nodiscard]] std::optional<int> best(int first, int last) const;

private:
    void close(int index, const Closed& how);
    std::vector<std::optional<Closed>> m_closed;
    int m_closedRuns = 0;
};

} // namespace parsimony::search
