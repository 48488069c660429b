// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/lines.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace parsimony::wire {

namespace {
constexpr std::size_t kLinesBeforeLeavingOut = 64;
/// Of somebody who asks and does not read the answers.
constexpr std::size_t kMostBytesWaiting = std::size_t{1} << 30U;
} // namespace

std::optional<LineReader::Line> LineReader::next() {
    while (true) {
        const auto end = m_rest.find('\n', m_searched);
        if (end != std::string::npos) {
            Line line{m_rest.substr(0, end), m_dropping};
            m_rest.erase(0, end + 1);
            m_searched = 0;
            m_dropping = false;
            line.tooLong = line.tooLong || line.text.size() > m_limit;
            if (line.tooLong) {
                line.text.clear();
            }
            return line;
        }
        m_searched = m_rest.size();
        if (m_rest.size() > m_limit) {
            m_dropping = true;
            m_rest.clear();
            m_searched = 0;
        }
        std::array<char, 65536> piece; // NOLINT: filled by read()
        const auto got = ::read(m_descriptor, piece.data(), piece.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return std::nullopt;
        }
        m_rest.append(piece.data(), static_cast<std::size_t>(got));
    }
}

LineWriter::LineWriter(int descriptor) : m_descriptor(descriptor), m_thread([this] { write(); }) {}

LineWriter::~LineWriter() {
    {
        const std::lock_guard lock(m_mutex);
        m_ended = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

void LineWriter::send(std::string line, bool mayBeLeftOut) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_broken || (mayBeLeftOut && m_lines.size() >= kLinesBeforeLeavingOut)) {
            return;
        }
        m_bytes += line.size();
        m_broken = m_bytes > kMostBytesWaiting;
        m_lines.push_back(std::move(line) + "\n");
    }
    m_wake.notify_one();
}

void LineWriter::close() {
    {
        const std::lock_guard lock(m_mutex);
        m_broken = true;
    }
    m_wake.notify_one();
}

bool LineWriter::broken() const {
    const std::lock_guard lock(m_mutex);
    return m_broken;
}

void LineWriter::write() {
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait(lock, [this] { return m_ended || m_broken || !m_lines.empty(); });
        if (m_broken || m_lines.empty()) {
            return;
        }
        const std::string line = std::move(m_lines.front());
        m_lines.pop_front();
        m_bytes -= line.size() - 1;
        lock.unlock();
        bool gone = false;
        for (std::size_t done = 0; done < line.size() && !gone;) {
            auto put = ::send(m_descriptor, line.data() + done, line.size() - done, MSG_NOSIGNAL);
            if (put < 0 && errno == ENOTSOCK) {
                put = ::write(m_descriptor, line.data() + done, line.size() - done);
            }
            gone = put < 0 && errno != EINTR;
            done += put > 0 ? static_cast<std::size_t>(put) : 0;
        }
        lock.lock();
        m_broken = m_broken || gone;
    }
}

} // namespace parsimony::wire
