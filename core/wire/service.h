// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"
#include "core/wire/calls.h"
#include "core/wire/gate.h"

#include <any>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

// The engine behind each call, for the window beside it as for a server. Paths go through the gate; the
// meaning of each call, its errors included, is that of session::Session.
namespace parsimony::wire {

/// An open project; belongs to one thread.
class Served {
public:
    explicit Served(session::Session opened) : session(std::move(opened)) {}

    session::Session session;
    /// Of the trials that the ledger names, by experiment and trial: read on from where they were read last.
    [[nodiscard]] const std::map<std::int64_t, session::TrialTime>& timesOf(std::int64_t experiment);
    [[nodiscard]] std::string partName(PartId part);

private:
    std::map<std::int64_t, std::map<std::int64_t, session::TrialTime>> m_times;
    std::int64_t m_timesRead = 0;                ///< the last row that they hold
    std::map<std::int64_t, std::string> m_parts; ///< a part keeps its name for good
};

/// Opens a project; the folder of a new one is made. Who may not declare spends in it what was declared.
/// Throws as session::Session::open.
[[nodiscard]] session::Session opened(const Gate& gate, const std::filesystem::path& project, bool create);

/// What goes with a call that may take long.
struct Running {
    std::stop_token stop;
    session::RunObserver observer;
    study::Progress progress;
    std::string request = {}; ///< as the ledger keeps it: see ledger::ExperimentSpec
};

/// Writes the files that a call is answered by to `output` and, where they are several, beside it.
std::vector<std::filesystem::path> writeFiles(Served& in, Gate& gate, const FileCalls::Any& call,
                                              const std::filesystem::path& output);

// What calls answer: the Call::Answer of whichever is held.
[[nodiscard]] std::any answerTo(Served& in, Gate& gate, const ProjectCalls::Any& call);
[[nodiscard]] std::any answerTo(Served& in, Gate& gate, const ProjectRunCalls::Any& call,
                                const Running& with);
[[nodiscard]] std::any answerTo(Gate& gate, const FreeRunCalls::Any& call, const Running& with);
[[nodiscard]] std::any answerTo(Gate& gate, const FreeCalls::Any& call);

template <class Call>
requires(ProjectCalls::has<Call>) typename Call::Answer carryOut(Served& in, Gate& gate, const Call& call) {
    return std::any_cast<typename Call::Answer>(answerTo(in, gate, ProjectCalls::Any(call)));
}
template <class Call>
requires(ProjectRunCalls::has<Call>) typename Call::Answer
    carryOut(Served& in, Gate& gate, const Call& call, const Running& with) {
    return std::any_cast<typename Call::Answer>(answerTo(in, gate, ProjectRunCalls::Any(call), with));
}
template <class Call>
requires(FreeRunCalls::has<Call>) typename Call::Answer
    carryOut(Gate& gate, const Call& call, const Running& with) {
    return std::any_cast<typename Call::Answer>(answerTo(gate, FreeRunCalls::Any(call), with));
}
template <class Call>
requires(FreeCalls::has<Call>) typename Call::Answer carryOut(Gate& gate, const Call& call) {
    return std::any_cast<typename Call::Answer>(answerTo(gate, FreeCalls::Any(call)));
}

} // namespace parsimony::wire
