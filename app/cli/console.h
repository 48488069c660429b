// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <string>

namespace parsimony::cli {

/// The two streams of the program. Results go to standard output, all else to standard error; a live line on
/// a terminal is taken away before anything else is written. Safe to call from several threads.
class Console {
public:
    Console();
    ~Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    void setQuiet(bool quiet) { m_quiet = quiet; }
    [[nodiscard]] bool quiet() const { return m_quiet; }
    /// Whether standard error is a terminal, so that a live line makes sense.
    [[nodiscard]] bool live() const { return m_live; }

    /// Writes to standard output. Remembers a failure (disk full, closed pipe) for `finish`.
    void result(const std::string& text);
    /// The same of what people read, without what a terminal takes for orders. JSON stays as it is.
    void text(const std::string& text);
    /// A line on standard error; nothing with -q.
    void note(const std::string& line);
    /// Replaces the live line, cut to the terminal's width; nothing without a terminal or with -q.
    void status(const std::string& line);
    void clearStatus();
    /// A line on standard error, always.
    void error(const std::string& line);

    /// Flushes standard output; throws Error(Failed) when what was written did not get through.
    void finish();

private:
    void clearLocked();

    std::mutex m_mutex;
    bool m_quiet = false;
    bool m_live = false;
    bool m_statusShown = false;
    bool m_outputFailed = false;
};

} // namespace parsimony::cli
