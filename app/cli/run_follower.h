// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "app/cli/run_report.h"
#include "app/cli/text_table.h"
#include "core/session/run_snapshot.h"

#include <cstdint>
#include <set>
#include <string>

namespace parsimony::cli {

/// Follows a run: a live line (or plain lines) on standard error, and in table format each trial's row on
/// standard output as it ends.
class RunFollower {
public:
    RunFollower(Console& console, Format format);

    void onSnapshot(const session::RunSnapshot& snapshot);
    /// Prints what was not seen yet; call with the final snapshot.
    void finish(const session::RunSnapshot& snapshot);

private:
    void printEnded(const session::RunSnapshot& snapshot);
    void printProgress(const session::RunSnapshot& snapshot);

    Console& m_console;
    Format m_format;
    TrialColumns m_columns;
    TextTable m_table;
    bool m_headPrinted = false;
    std::set<std::int64_t> m_printed;
    std::string m_lastPlain;
};

} // namespace parsimony::cli
