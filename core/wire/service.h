// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"
#include "core/wire/calls.h"
#include "core/wire/gate.h"

#include <filesystem>
#include <functional>
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

/// Calls that are answered by files, written to `output` and, where one of them is several, beside it.
std::vector<std::filesystem::path> writeFiles(Served& in, Gate& gate, const ExportCall& call,
                                              const std::filesystem::path& output);
std::vector<std::filesystem::path> writeFiles(Served& in, Gate& gate, const ReportCall& call,
                                              const std::filesystem::path& output);
std::vector<std::filesystem::path> writeFiles(Served& in, Gate& gate, const ShareCall& call,
                                              const std::filesystem::path& output);
std::vector<std::filesystem::path> writeFiles(Served& in, Gate& gate, const PredictCall& call,
                                              const std::filesystem::path& output);
/// What `write` writes to a file of that name, in a folder that is gone when it returns. Throws Error(Usage)
/// for what is no plain name of a file.
[[nodiscard]] std::vector<FileContent> sentFiles(
    const std::string& name,
    const std::function<std::vector<std::filesystem::path>(const std::filesystem::path& output)>& write);
/// The same as bytes, for who is elsewhere.
template <class Call>
requires requires(Served& in, Gate& gate, const Call& call) {
    writeFiles(in, gate, call, {});
}
[[nodiscard]] std::vector<FileContent> carryOut(Served& in, Gate& gate, const Call& call) {
    return sentFiles(call.name,
                     [&](const std::filesystem::path& output) { return writeFiles(in, gate, call, output); });
}

[[nodiscard]] session::RunSnapshot carryOut(Served& in, Gate& gate, const PlanCall& call);
[[nodiscard]] session::ProjectView carryOut(Served& in, Gate& gate, const StateCall& call);
[[nodiscard]] CounterCall::Answer carryOut(Served& in, Gate& gate, const CounterCall& call);
Nothing carryOut(Served& in, Gate& gate, const RaiseCall& call);
Nothing carryOut(Served& in, Gate& gate, const NoteCall& call);
Nothing carryOut(Served& in, Gate& gate, const TagsCall& call);
Nothing carryOut(Served& in, Gate& gate, const CuratorShownCall& call);
[[nodiscard]] RemarksCall::Answer carryOut(Served& in, Gate& gate, const RemarksCall& call);
[[nodiscard]] session::RunOptions carryOut(Served& in, Gate& gate, const OptionsCall& call);
[[nodiscard]] std::vector<TrialRow> carryOut(Served& in, Gate& gate, const TrialCall& call);
[[nodiscard]] std::vector<session::TrialTime> carryOut(Served& in, Gate& gate, const TimesCall& call);

[[nodiscard]] session::RunSnapshot carryOut(Served& in, Gate& gate, const RunCall& call, const Running& with);
[[nodiscard]] session::RunSnapshot carryOut(Served& in, Gate& gate, const ResumeCall& call,
                                            const Running& with);
[[nodiscard]] Sheet carryOut(Served& in, Gate& gate, const StudyCall& call, const Running& with);
[[nodiscard]] session::EvaluationView carryOut(Served& in, Gate& gate, const EvaluateCall& call,
                                               const Running& with);

[[nodiscard]] Sheet carryOut(Gate& gate, const AttackCall& call, const Running& with);
[[nodiscard]] Sheet carryOut(Gate& gate, const BenchCall& call, const Running& with);

[[nodiscard]] session::RunSnapshot carryOut(Gate& gate, const FreshPlanCall& call);
[[nodiscard]] study::StudyPrice carryOut(Gate& gate, const PriceCall& call);
[[nodiscard]] std::vector<study::StudyTitle> carryOut(Gate& gate, const StudiesCall& call);
[[nodiscard]] std::vector<ArrayView> carryOut(Gate& gate, const ArraysCall& call);
[[nodiscard]] std::vector<session::KnownRows> carryOut(Gate& gate, const KnownRowsCall& call);
[[nodiscard]] std::vector<Sentence> carryOut(Gate& gate, const CheckCall& call);
[[nodiscard]] AuditView carryOut(Gate& gate, const AuditCall& call);
[[nodiscard]] std::vector<FolderEntry> carryOut(Gate& gate, const FolderCall& call);

} // namespace parsimony::wire
