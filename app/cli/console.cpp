// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include "core/base/error.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace parsimony::cli {

namespace {

std::size_t terminalWidth() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) {
        return size.ws_col - 1U;
    }
    return 79;
}

/// The first `columns` characters of UTF-8 text.
std::string cut(const std::string& text, std::size_t columns) {
    std::size_t seen = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool startsCharacter = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
        if (startsCharacter && seen++ == columns) {
            return text.substr(0, i);
        }
    }
    return text;
}

/// The text without what a terminal takes for orders, which a name in a file of somebody's may hold: it could
/// hide the lines behind it.
std::string withoutOrders(std::string text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool isOrder = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f;
        const bool isWide = byte == 0xc2 && i + 1 < text.size() &&
                            static_cast<unsigned char>(text[i + 1]) >= 0x80 &&
                            static_cast<unsigned char>(text[i + 1]) < 0xa0;
        if (isOrder || isWide) {
            text.replace(i, isWide ? 2 : 1, "?");
        }
    }
    return text;
}

/// A program that is started with a standard stream closed would get that number for the next file it opens,
/// and write its results into a project. What stands in for the stream can't be written, so that a result
/// that goes nowhere is an error still.
void occupyStandardStreams() {
    for (int descriptor = open("/dev/null", O_RDONLY); descriptor >= 0;
         descriptor = open("/dev/null", O_RDONLY)) {
        if (descriptor > STDERR_FILENO) {
            close(descriptor);
            return;
        }
    }
}

} // namespace

Console::Console() : m_live(isatty(STDERR_FILENO) == 1) {
    occupyStandardStreams();
    // A reader that goes away must not end a run between two checkpoints; the failed write is reported at the
    // end.
    std::signal(SIGPIPE, SIG_IGN);
    // A file that may grow no further (`ulimit -f`) is an error of that write, as on a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
}

Console::~Console() {
    clearStatus();
}

void Console::text(const std::string& text) {
    result(withoutOrders(text));
}

void Console::result(const std::string& text) {
    const std::lock_guard lock(m_mutex);
    clearLocked();
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
        m_outputFailed = true;
    }
}

void Console::note(const std::string& line) {
    if (!m_quiet) {
        error(line);
    }
}

void Console::status(const std::string& line) {
    if (m_quiet || !m_live) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    std::fprintf(stderr, "\r\x1b[2K%s", cut(withoutOrders(line), terminalWidth()).c_str());
    std::fflush(stderr);
    m_statusShown = true;
}

void Console::clearStatus() {
    const std::lock_guard lock(m_mutex);
    clearLocked();
}

void Console::error(const std::string& line) {
    const std::lock_guard lock(m_mutex);
    clearLocked();
    std::fprintf(stderr, "%s\n", withoutOrders(line).c_str());
    std::fflush(stderr);
}

void Console::finish() {
    clearStatus();
    const std::lock_guard lock(m_mutex);
    if (m_outputFailed || std::fflush(stdout) != 0) {
        fail("the results could not be written to standard output; the work itself is done");
    }
}

void Console::clearLocked() {
    if (m_statusShown) {
        std::fputs("\r\x1b[2K", stderr);
        std::fflush(stderr);
        m_statusShown = false;
    }
}

} // namespace parsimony::cli
