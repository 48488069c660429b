// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stop_signals.h"

#include "app/cli/console.h"
#include "core/base/error.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace parsimony::cli {

namespace {

volatile sig_atomic_t wakeDescriptor = -1;
volatile sig_atomic_t signalCount = 0;

extern "C" void onStopSignal(int) {
    const int savedErrno = errno;
    signalCount = signalCount + 1;
    if (signalCount > 2) {
        _exit(static_cast<int>(ErrorCode::Interrupted));
    }
    const char byte = 's';
    // A full pipe means that the watcher has plenty to wake up for.
    [[maybe_unused]] const auto written = write(wakeDescriptor, &byte, 1);
    errno = savedErrno;
}

constexpr int stopSignals[] = {SIGINT, SIGTERM, SIGHUP};

} // namespace

StopSignals::StopSignals(Console& console) : m_console(console) {
    if (pipe2(m_pipe, O_CLOEXEC) != 0) {
        fail("the system gave no pipe to wait for signals on; close other programs and try again");
    }
    signalCount = 0;
    wakeDescriptor = m_pipe[1];
    m_watcher = std::thread([this] { watch(); });
    for (const int number : stopSignals) {
        struct sigaction current {};
        sigaction(number, nullptr, &current);
        if (number == SIGHUP && current.sa_handler == SIG_IGN) {
            continue; // started with nohup
        }
        struct sigaction action {};
        action.sa_handler = onStopSignal;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        sigaction(number, &action, nullptr);
    }
}

StopSignals::~StopSignals() {
    // The handlers stay until the process has written its result: a late signal must not cut that short.
    const char byte = 'q';
    [[maybe_unused]] const auto written = write(m_pipe[1], &byte, 1);
    m_watcher.join();
    // The descriptors stay open: a handler may still write to them.
}

void StopSignals::watch() {
    while (true) {
        char byte = 0;
        const auto got = read(m_pipe[0], &byte, 1);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0 || byte == 'q') {
            return;
        }
        if (!m_source.stop_requested()) {
            m_console.note("stopping at the next checkpoint …");
            m_source.request_stop();
        } else {
            m_console.note("already stopping; once more ends at once, and 'resume' then goes on from the "
                           "last checkpoint");
        }
    }
}

} // namespace parsimony::cli
