// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that are threads of one process.
#pragma once

#include "core/ranks/call.h"
#include "core/ranks/rank_backend.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace parsimony::ranks::testing {

/// Messages on their way between threads, each at least `delay` long.
struct Mail {
    struct Letter {
        std::vector<std::byte> bytes;
        std::chrono::steady_clock::time_point there;
    };
    std::mutex mutex;
    std::map<std::array<int, 3>, std::deque<Letter>> letters; ///< by sender, receiver, tag
    std::chrono::microseconds delay{0};
    std::atomic<bool> ending{false};
};

class LocalTransport final : public Transport {
public:
    LocalTransport(Mail& mail, int rank, int size, int neighbours = 1)
        : m_mail(mail), m_rank(rank), m_size(size), m_neighbours(neighbours) {}
    [[nodiscard]] int rank() const override { return m_rank; }
    [[nodiscard]] int size() const override { return m_size; }
    [[nodiscard]] int neighbours() const override { return m_neighbours; }
    void send(int to, Tag tag, std::span<const std::byte> bytes, const std::function<void()>&) override {
        const std::scoped_lock lock(m_mail.mutex);
        m_mail.letters[{m_rank, to, static_cast<int>(tag)}].push_back(
            {{bytes.begin(), bytes.end()}, std::chrono::steady_clock::now() + m_mail.delay});
    }
    std::optional<Waiting> waiting(int from, Tag tag) override {
        const std::scoped_lock lock(m_mail.mutex);
        for (int sender = 0; sender < m_size; ++sender) {
            const auto& queue = m_mail.letters[{sender, m_rank, static_cast<int>(tag)}];
            if ((from < 0 || from == sender) && !queue.empty() &&
                queue.front().there <= std::chrono::steady_clock::now()) {
                return Waiting{sender, queue.front().bytes.size()};
            }
        }
        return std::nullopt;
    }
    void take(int from, Tag tag, std::span<std::byte> out) override {
        const std::scoped_lock lock(m_mail.mutex);
        auto& queue = m_mail.letters[{from, m_rank, static_cast<int>(tag)}];
        std::copy(queue.front().bytes.begin(), queue.front().bytes.end(), out.begin());
        queue.pop_front();
    }
    [[nodiscard]] bool ending() const override { return m_mail.ending; }
    [[noreturn]] void endAll(int status) override { std::_Exit(status); }

private:
    Mail& m_mail;
    int m_rank;
    int m_size;
    int m_neighbours;
};

/// So many ranks; the test is rank 0. The last one's machine is said to be shared by `neighbours`.
class LocalRanks {
public:
    explicit LocalRanks(int size, std::chrono::microseconds delay = {}, int neighbours = 1) {
        m_mail.delay = delay;
        for (int rank = 0; rank < size; ++rank) {
            groups.push_back(std::make_shared<RankGroup>(
                std::make_unique<LocalTransport>(m_mail, rank, size, rank == size - 1 ? neighbours : 1)));
        }
        for (std::size_t rank = 1; rank < groups.size(); ++rank) {
            m_threads.emplace_back([this, rank] {
                groups[rank]->greet("1");
                serve(*groups[rank]);
            });
        }
        groups[0]->greet("1");
    }
    ~LocalRanks() {
        if (groups[0]->givenUp()) { // no MPI ends these ranks
            LocalTransport leader(m_mail, 0, static_cast<int>(groups.size()));
            for (std::size_t rank = 1; rank < groups.size(); ++rank) {
                leader.send(static_cast<int>(rank), Tag::Call, CallWriter(CallKind::End).bytes(), {});
            }
        }
        dismiss(*groups[0]);
    }
    LocalRanks(const LocalRanks&) = delete;
    LocalRanks& operator=(const LocalRanks&) = delete;

    [[nodiscard]] std::unique_ptr<compute::ComputeBackend> backend() {
        return makeRankBackend(groups[0], {1, {}});
    }
    /// All have done what they were told: the calls and rows that they pass on are counted.
    void settle() const {
        groups[0]->announce(CallWriter(CallKind::Echo).put(0U).bytes());
        groups[0]->waitForReady();
    }
    [[nodiscard]] RankGroup::Traffic traffic() const {
        RankGroup::Traffic all;
        for (const auto& group : groups) {
            all.messages += group->sent().messages;
            all.bytes += group->sent().bytes;
        }
        return all;
    }

    std::vector<std::shared_ptr<RankGroup>> groups;

private:
    Mail m_mail;
    std::vector<std::jthread> m_threads; // last: they end before the mail goes
};

} // namespace parsimony::ranks::testing
