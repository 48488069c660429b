// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/option_value.h"
#include "core/session/session.h"
#include "core/study/study_request.h"

#include <chrono>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::study {

/// Carries out experiments in one project and finds finished ones of equal options on the same rows again, so
/// that an interrupted study goes on where it stopped and a later one reuses what is there.
class Experiments {
public:
    /// `planned`: how many experiments will be asked for in all.
    Experiments(session::Session& session, std::stop_token stop, Progress progress, std::size_t planned);

    /// The finished experiments of these options, in their order: earlier ones, interrupted ones resumed, new
    /// ones. Those on public data whose runs can be trained side by side are. Throws Error(Interrupted) when
    /// stopped.
    [[nodiscard]] std::vector<session::RunSnapshot> run(const std::vector<session::RunOptions>& options,
                                                        const std::string& what);
    /// The same for one, by itself and undisturbed: its seconds are those of a lone run.
    [[nodiscard]] session::RunSnapshot runAlone(const session::RunOptions& options, const std::string& what);

private:
    using Found = std::map<std::string, std::pair<std::int64_t, ExperimentStatus>>; ///< options → id, status

    /// Experiments on the rows that the options name, found once for each set of files.
    [[nodiscard]] const Found& earlierOn(const session::RunOptions& options);
    [[nodiscard]] std::optional<std::pair<std::int64_t, ExperimentStatus>>
    earlier(const session::RunOptions& options);
    void begin(const std::string& what, double weight);
    void tell(double done, std::optional<double> secondsLeft);
    void end(bool measured);

    session::Session& m_session;
    std::stop_token m_stop;
    Progress m_progress;
    std::map<std::string, Found> m_earlier;
    std::string m_what;
    double m_planned, m_done = 0.0, m_weight = 0.0; ///< in experiments; m_weight: of what runs now
    double m_measured = 0.0, m_seconds = 0.0;       ///< experiments that had to be run, and how long
    std::chrono::steady_clock::time_point m_began{};
};

/// Throws Error(Refused) on private data: repeats, exact scores and seeds are for benchmarks.
void requirePublic(const session::RunOptions& options, const std::string& command);

/// Of commands that choose methods themselves: throws Error(Usage) where the options name one.
void requireNoMethod(const session::RunOptions& options, const std::string& command);

/// A request with what a session adds to it.
template <class Request>
struct Checked : Request {
    std::optional<double> askedDelta = {}; ///< where the project knows the rows by another
};

/// How public rows that a project knows are recognised: by their name, before anything is read, or, where
/// that is another's, by what they hold.
enum class KnownBy { Name, Rows };
/// On public data budgets are simulated and a dataset's cap limits nothing: puts into `options` the cap that
/// a project (null: there is none yet) knows the rows by, or 1, unless they name one. It knows them by one δ
/// too, which takes the place of another that a study asks for; that one is returned, none where there is no
/// other.
[[nodiscard]] std::optional<double> takeKnownBudget(const session::Session* session,
                                                    session::RunOptions& options, KnownBy by);
/// Where `asked` is such a δ, the ε at the options' δ that has the noise of `epsilon` at `asked`: both are
/// one μ. Throws Error(Usage) for runs that are not charged by Gaussian releases alone.
[[nodiscard]] double sameNoise(double epsilon, std::optional<double> asked,
                               const session::RunOptions& options);

/// Throws unless they are budgets, each once; ε = ∞ is none on private data (Error(Refused)).
void checkEpsilons(const std::vector<double>& epsilons, bool isPublic);
/// Throws where `options` ask for a device, threads or instructions that this machine does not have, and
/// where several processes cannot work together, or are more than can share so many `records` (0: how many is
/// not known): before a project is made for what cannot start, or it waits.
void checkMachine(const session::RunOptions& options, std::uint64_t records = 0);
/// How often something can be repeated.
inline constexpr Limits kRepeats{1.0, 1e5};
/// Where no list names budgets, `--epsilon` does.
void takeEpsilon(std::vector<double>& epsilons, const session::RunOptions& base);

/// The plan in that project, or without one.
[[nodiscard]] session::RunSnapshot planIn(const session::Session* session,
                                          const session::RunOptions& options);

struct MeanSd {
    double mean = 0.0;
    double sd = 0.0; ///< of the values (n − 1), 0 for one
};
[[nodiscard]] MeanSd meanSd(const std::vector<double>& values);

/// A run of one learning rate (absent: the trainer has none) and number of steps: `single` with both given.
[[nodiscard]] session::RunOptions singleRun(session::RunOptions options, std::optional<double> learningRate,
                                            std::uint32_t steps);

/// The options without what does not change a result: threads, device, what is shown.
[[nodiscard]] session::RunOptions resultOptionsOf(session::RunOptions options);

} // namespace parsimony::study
