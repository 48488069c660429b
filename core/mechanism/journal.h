// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/mechanism/mechanism.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::mechanism {

/// The experiment that mechanisms belong to. A seed is for public data only.
struct Account {
    ExperimentId experiment;
    std::optional<std::uint64_t> seed = std::nullopt;
};

enum class End {
    Finished,
    Stopped, ///< on request; what Recovery says may follow
    Lost,    ///< its checkpoint is damaged: it stays charged and is not repeated
};

struct Performed {
    End end = End::Stopped;
    TrialId trial;
    Release release;      ///< where it finished; durable
    double seconds = 0.0; ///< of the attempt without loading whole parts; none of a silent mechanism
};

/// What is told of an attempt, on the thread that performs it.
struct Watch {
    std::function<void(TrialId)> started = {};                       ///< its start is durable
    std::function<void(TrialId, std::uint32_t steps)> progress = {}; ///< not of a silent mechanism
};

/// One of several mechanisms that are performed together.
struct BatchItem {
    Account account;
    const Mechanism* mechanism = nullptr;
    /// Names its randomness, so that a cell has one value in every grid (public data only). Absent: its trial
    /// does, as where it is performed by itself.
    std::optional<std::uint64_t> noise = std::nullopt;
    bool bestOnly = false; ///< of the experiment's items in this batch only the best one's weights are kept
};

/// An experiment that came to its end.
struct Finish {
    ExperimentId experiment;
    nlohmann::json result;
};

/// The one way from a plan's mechanism to a released value: reserve, start, draw noise, release, finish. Each
/// arrow is durable before the next begins (PRIVACY rule 2). No other code starts a mechanism, makes a source
/// of noise for one, or writes what it released.
class Journal {
public:
    explicit Journal(ledger::Project& project, std::stop_token stop = {});

    /// Reserves a whole experiment and takes its lock, as ledger::Project::beginExperiment says.
    [[nodiscard]] ledger::RunningExperiment begin(const ledger::ExperimentSpec& spec);
    /// Takes the lock of an interrupted experiment, as ledger::Project::resumeExperiment says.
    [[nodiscard]] ledger::RunningExperiment resume(ExperimentId experiment, bool movedHere = false);
    /// Makes a plan the experiment's newest, for what is left of it. Reservations stay as they are.
    void replan(ExperimentId experiment, const nlohmann::json& plan, const std::string& reason);
    /// Makes changes durable together, as ledger::Project::inOneTransaction says.
    void together(const std::function<void()>& changes) { m_project.inOneTransaction(changes); }

    /// The mechanism's reservation in its experiment's account; an earlier one that is still open is gone on
    /// with. Call it before rows are opened.
    [[nodiscard]] TrialId reserve(const Account& account, const Mechanism& mechanism);
    /// The same for several that are performed one after the other: durable together, with one tip.
    void reserve(const Account& account, std::span<const Mechanism* const> mechanisms);
    /// Whether an open reservation of it was started before: it may have a state to go on from.
    [[nodiscard]] bool wasStarted(const Account& account, const Mechanism& mechanism);

    /// Reserves and carries out a mechanism. What does not come to its end is left as Recovery says: stopped,
    /// it is reported; failed, the error goes on. A mechanism that runs once is then over and its experiment
    /// has failed. Throws Error(Refused) for one that was started before, charged.
    Performed perform(const Account& account, const Mechanism& mechanism, Rows& rows,
                      const Watch& watch = {});

    /// Carries out mechanisms side by side and makes what they release durable in one transaction, with one
    /// tip. On public data nothing of a batch that is cut off is durable, and it is performed anew with the
    /// same noise. On private data reservations are durable first, then all starts, then noise is drawn; what
    /// is cut off has released nothing and is tried again, as perform() says. Nothing when stopped.
    [[nodiscard]] std::optional<std::vector<Performed>>
    performBatch(std::span<const BatchItem> items, Rows& rows,
                 const std::function<void(double steps)>& progress = {});

    /// Keeps what the curator is told of the rows that this journal's experiments read, for the ledger's row
    /// of it.
    void remark(const Sentence& sentence);
    /// Ends experiments with their results, in one transaction.
    void finish(std::span<const Finish> experiments);
    /// Leaves it to be resumed, unless it is over.
    void interrupt(ExperimentId experiment) noexcept;
    /// Ends an experiment that a mechanism which runs once did not bring to its end. All of it stays charged.
    void abandon(ExperimentId experiment);
    /// Ends an experiment of one mechanism that runs once: finished where the mechanism did, else abandoned.
    void settle(ExperimentId experiment);
    /// Did this journal end it without a result?
    [[nodiscard]] bool abandoned(ExperimentId experiment) const;

private:
    using Clock = std::chrono::steady_clock;
    /// A reservation of an experiment that has not ended.
    struct Open {
        TrialId trial;
        ledger::TrialState state = ledger::TrialState::Reserved;
    };
    using OpenTrials = std::map<std::string, Open>; ///< by role and place in the plan

    [[nodiscard]] OpenTrials& openTrials(ExperimentId experiment);
    [[nodiscard]] Open& reserved(const Account& account, const Mechanism& mechanism);
    void refuseRepetition(const Account& account, const Mechanism& mechanism, const Open& open);
    [[nodiscard]] Release attempt(const Account& account, const Mechanism& mechanism, TrialId trial,
                                  Rows& rows, const std::optional<ledger::Checkpoint>& from,
                                  const Watch& watch);
    void abandonQuietly(ExperimentId experiment) noexcept;
    [[nodiscard]] bool isPublic(ExperimentId experiment);
    [[nodiscard]] compute::NoiseSource noise(const Account& account, std::uint64_t number,
                                             std::uint32_t attempt);
    [[nodiscard]] bool runBatch(std::span<const BatchItem> items, Rows& rows, std::span<Performed> performed,
                                std::span<const std::uint32_t> attempts,
                                const std::function<void(double steps)>& progress);
    void startBatch(std::span<const BatchItem> items, std::span<Performed> performed,
                    std::span<std::uint32_t> attempts);
    void record(std::span<const BatchItem> items, std::span<Performed> performed, bool started);

    ledger::Project& m_project;
    std::stop_token m_stop;
    std::map<std::int64_t, OpenTrials> m_open;
    std::map<std::int64_t, bool> m_isPublic;
    std::set<std::int64_t> m_abandoned;
    std::vector<Sentence> m_remarks;
};

} // namespace parsimony::mechanism
