// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

// Lines over a pipe or a socket.
namespace parsimony::wire {

/// Reads lines from a descriptor that others own; to be called from one thread.
class LineReader {
public:
    struct Line {
        std::string text;     ///< without its end
        bool tooLong = false; ///< it had more bytes than the limit, and they are gone
    };
    LineReader(int descriptor, std::size_t limit) : m_descriptor(descriptor), m_limit(limit) {}

    /// Waits for the next one; nullopt at the end.
    [[nodiscard]] std::optional<Line> next();

private:
    int m_descriptor;
    std::size_t m_limit;
    std::string m_rest;
    std::size_t m_searched = 0; ///< of it
    bool m_dropping = false;    ///< what comes is the rest of a line that is too long
};

/// Writes lines on a thread of its own: who sends never waits for who reads.
class LineWriter {
public:
    explicit LineWriter(int descriptor);
    ~LineWriter(); ///< writes what waits as far as it is taken
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;

    /// A line that `mayBeLeftOut` is where too many wait: another that says more follows it.
    void send(std::string line, bool mayBeLeftOut = false);
    /// Gives up what waits.
    void close();
    /// Whether nobody reads any more.
    [[nodiscard]] bool broken() const;

private:
    void write();

    const int m_descriptor;
    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<std::string> m_lines;
    std::size_t m_bytes = 0; ///< of them
    bool m_ended = false, m_broken = false;
    std::thread m_thread;
};

} // namespace parsimony::wire
