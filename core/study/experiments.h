// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::study {

/// Told what begins, how much of the whole is done (0..1) and how many seconds are left, once that can be
/// said.
using Progress = std::function<void(const std::string& what, double done, std::optional<double> secondsLeft)>;

/// Carries out experiments in one project, one after the other, and finds finished ones of equal options
/// again, so that an interrupted study goes on where it stopped and a later one reuses what is there.
class Experiments {
public:
    Experiments(session::Session& session, std::stop_token stop, Progress progress, std::size_t planned);

    /// The finished experiment of these options: an earlier one, an interrupted one resumed, or a new one.
    /// Throws Error(Interrupted) when stopped.
    [[nodiscard]] session::RunSnapshot run(const session::RunOptions& options, const std::string& what);

private:
    [[nodiscard]] std::optional<session::RunSnapshot> earlier(const session::RunOptions& options);

    session::Session& m_session;
    std::stop_token m_stop;
    Progress m_progress;
    std::size_t m_planned;
    std::size_t m_done = 0;
    std::size_t m_measured = 0; ///< of m_done, those that had to be run
    double m_seconds = 0.0;
};

/// Throws Error(Refused) on private data: repeats, exact scores and seeds are for benchmarks.
void requirePublic(const session::RunOptions& options, const std::string& command);

/// The options with `data` spelt out as parts, and the test part as the validation part too, so that scored
/// runs are scored by exact test accuracy. Public data only. Throws Error(Usage) without a test part.
[[nodiscard]] session::RunOptions scoredOnTest(session::RunOptions options);

struct MeanSd {
    double mean = 0.0;
    double sd = 0.0; ///< of the values (n − 1), 0 for one
};
[[nodiscard]] MeanSd meanSd(const std::vector<double>& values);

/// The learning rate and steps of a run of known r: `single` with both given.
[[nodiscard]] session::RunOptions singleRun(session::RunOptions options, double learningRate,
                                            std::uint32_t steps);

} // namespace parsimony::study
