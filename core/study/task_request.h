// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// What is asked of operations that need no project and may take long. Sees options alone.
namespace parsimony::study {

/// Tries to break a trainer on public data: lower bounds of what a run really gives away.
struct AttackRequest {
    /// What to attack, on which public rows: data (empty: the bundled sample), visibility, classes, norm
    /// bound, trainer and its knobs, ε and δ, steps, adjacency, seed, threads.
    session::RunOptions asked;
    std::optional<double> learningRate; ///< absent: from the noise
    std::vector<std::string> canaries{"dirac", "random-unit", "mislabelled"};
    std::uint32_t oneRunCanaries = 1000; ///< of the one run; 0: leave it out
    std::uint32_t guesses = 0;           ///< of them; 0: what is best if the claim is tight
    std::uint32_t runs = 2000;           ///< cheap ones that are guessed; 0: leave them out
    std::uint32_t trialRecords = 64, trialColumns = 16;
    std::optional<std::uint32_t> runRecords, runColumns; ///< absent: as the trainer has it
    std::optional<bool> whiteBox;                        ///< absent: where rows are sampled
    double confidence = 0.99;                            ///< of all lower bounds together
    bool exposure = true;
    friend bool operator==(const AttackRequest&, const AttackRequest&) = default;
};

/// Measures the machine that the engine is on.
struct BenchRequest {
    std::vector<std::string> shapes; ///< `N,d,C`; none: those of the documentation
    std::uint32_t batch = 0;         ///< trials that share a pass; 0: as documented
    std::optional<std::string> precision;
    std::string device = "cpu";
    std::uint32_t threads = 0;               ///< 0: all
    std::optional<std::string> instructions; ///< absent: the fastest
    friend bool operator==(const BenchRequest&, const BenchRequest&) = default;
};

} // namespace parsimony::study
