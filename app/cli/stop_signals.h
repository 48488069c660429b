// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>

namespace parsimony::cli {

class Console;

/// While alive, SIGINT, SIGTERM and SIGHUP ask the work to stop at its next checkpoint instead of ending the
/// process. A second signal only says that this is under way; from the third on the process ends at once,
/// which is as safe as a kill: the project goes on from its last durable checkpoint.
class StopSignals {
public:
    explicit StopSignals(Console& console);
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    void watch();

    Console& m_console;
    std::stop_source m_source;
    int m_pipe[2] = {-1, -1};
    std::thread m_watcher;
};

} // namespace parsimony::cli
