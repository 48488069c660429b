// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/empirical/one_run_audit.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::empirical {

/// What to attack, and how hard.
struct TrainerAuditOptions {
    train::TrainerOptions trainer;
    Epsilon epsilon{4.0}; ///< what a run of the trainer is planned to cost
    Delta delta{1e-5};
    std::uint32_t steps = 10;
    std::optional<double>
        learningRate; ///< absent: from the noise, so that training neither stalls nor drowns
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    double rowBound = 1.0; ///< norm of a canary; what rows of the data were scaled or clipped to

    Access access = Access::BlackBox;
    std::vector<CanaryKind> kinds{CanaryKind::Dirac, CanaryKind::RandomUnit, CanaryKind::Mislabelled};
    std::uint32_t runs = 2000;     ///< of the trials test, beside half as many to calibrate; 0: leave it out
    std::size_t trialRecords = 64; ///< the small copy that they train on
    std::size_t trialColumns = 16;
    std::uint32_t canaries = 1000; ///< of the one run; 0: leave it out
    std::size_t records = 0;       ///< of the copy that the one run trains on; 0: all
    std::size_t columns = 0;       ///< and of its columns; 0: all
    std::uint64_t guesses = 0;     ///< in the one run; 0: what is best if the claim is tight
    bool exposure = true;          ///< measure it with 1, 10 and 100 copies, beside a run without noise

    AuditLevels levels;
    std::optional<std::uint64_t> seed;
    unsigned threads = 1;
    std::stop_token stop;
    std::function<void(const std::string& what, double share)> progress;
};

/// How the attack was played: many small runs with and without one canary, or one run with many.
enum class AuditGame { Trials, OneRun };
/// What a lower bound of ε holds for: mechanisms inside the claimed trade-off curves, or any (ε, δ)-DP one.
enum class BoundOn { Curve, Budget };

/// "trials" or "one_run".
[[nodiscard]] const char* toText(AuditGame game);
/// "curve" or "budget".
[[nodiscard]] const char* toText(BoundOn bound);

/// One test of one kind of canary.
struct Finding {
    AuditGame game = AuditGame::Trials;
    BoundOn bound = BoundOn::Budget;
    CanaryKind canary = CanaryKind::Dirac;
    Verdict verdict;
    bool broken = false; ///< the claim does not survive this test
};

struct ExposureRow {
    CanaryKind canary = CanaryKind::Dirac;
    std::uint32_t repetitions = 1;
    Exposure trained;
    std::optional<Exposure> withoutNoise; ///< the non-private twin of the trial, where it has one
};

struct TrainerAudit {
    Epsilon claimed; ///< what the plan charges at δ
    Delta delta;
    double confidence = 0.0; ///< with which all lower bounds of the findings hold together
    double alarm = 0.0;      ///< chance of calling an honest claim broken, at most
    std::vector<Finding> findings;
    std::vector<ExposureRow> exposure;

    /// The largest of all findings: what has been shown of a mechanism whose trade-off curve has the shape
    /// that is claimed.
    [[nodiscard]] double epsilonLower() const;
    /// The largest of the findings that assume nothing about the mechanism.
    [[nodiscard]] double epsilonLowerOfAny() const;
    [[nodiscard]] bool broken() const;
};

/// Attacks a trainer of core/train on a copy of public data with every kind of canary, by trials and in one
/// run, at a planned (ε, δ); `backend` makes what computes (tests give mutants of it). The confidence and the
/// chance of a false alarm are split evenly over all tests. Throws Error(Usage) for options that do not go
/// together, Error(Interrupted) when stopped.
[[nodiscard]] TrainerAudit auditTrainer(const data::LoadedPart& data, std::uint32_t classes,
                                        const TrainerAuditOptions& options, const BackendFactory& backend);

/// The plan of a trial at the options' (ε, δ) for data of that shape. Its logits' noise is `logitNoise` for
/// canaries' norm where the options give no learning rate and the trainer has one.
[[nodiscard]] train::TrialPlan auditPlan(const TrainerAuditOptions& options, const Dataset& data,
                                         double logitNoise);

} // namespace parsimony::empirical
