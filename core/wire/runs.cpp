// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/experiment_status.h"
#include "core/base/sentence.h"
#include "core/wire/server.h"

#include <algorithm>
#include <optional>
#include <thread>

namespace parsimony::wire {

namespace {
constexpr std::size_t kMostAtOnce = 16;
constexpr std::size_t kMostKept = 64; ///< results of what has ended, for who asks again

/// What failed is tried again; an experiment that was stopped may have been resumed since, which the ledger
/// knows.
bool mayComeToMore(const Json& last) {
    const Json::json_pointer status("/result/status");
    return last.contains("error") ||
           (last.contains(status) &&
            experimentStatus(last.at(status).get<std::string>()) == ExperimentStatus::Interrupted);
}

} // namespace

struct Runs::One {
    std::string request;
    std::stop_source stop;
    std::mutex mutex;
    std::vector<Listener> listeners;
    std::optional<Json> ended; ///< the last line, without an id
    std::thread thread;

    void tell(const Json& members, bool mayBeLeftOut) {
        const std::lock_guard lock(mutex);
        for (const Listener& listener : listeners) {
            tellOne(listener, members, mayBeLeftOut);
        }
    }
    static void tellOne(const Listener& listener, Json members, bool mayBeLeftOut) {
        if (const auto out = listener.out.lock()) {
            members["id"] = listener.id;
            out->send(members.dump(-1, ' ', false, Json::error_handler_t::replace), mayBeLeftOut);
        }
    }
};

void Runs::stopAll() {
    std::vector<std::shared_ptr<One>> all;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [key, one] : m_byKey) {
            one->stop.request_stop();
            all.push_back(one);
        }
    }
    for (const auto& one : all) {
        if (one->thread.joinable()) {
            one->thread.join();
        }
    }
}

void Runs::begin(const std::string& key, const std::string& request, Listener listener, Work work) {
    const std::lock_guard lock(m_mutex);
    if (const auto known = m_byKey.find(key); known != m_byKey.end()) {
        One& one = *known->second;
        std::unique_lock listening(one.mutex);
        if (!one.ended || !mayComeToMore(*one.ended)) {
            if (one.request != request) {
                failUsage(
                    Sentence("this key stands for another request already: a new request needs a new key"));
            }
            if (one.ended) {
                One::tellOne(listener, *one.ended, false);
            } else {
                one.listeners.push_back(std::move(listener));
            }
            return;
        }
        // What it reserved, if it came so far, is found in the ledger, and with it what was asked.
        listening.unlock();
        forget(key);
    }
    if (m_byKey.size() - m_ended.size() >= kMostAtOnce) {
        failUsage(Sentence("{1} requests run already; wait for one of them", kMostAtOnce));
    }
    if (m_ended.size() > kMostKept) {
        forget(std::string(m_ended.front()));
    }
    auto one = std::make_shared<One>();
    one->request = request;
    one->listeners.push_back(std::move(listener));
    m_byKey[key] = one;
    one->thread = std::thread([this, key, one = one.get(), work = std::move(work)] {
        Json last = work(one->stop.get_token(),
                         [one](const Json& members, bool mayBeLeftOut) { one->tell(members, mayBeLeftOut); });
        {
            const std::lock_guard ending(m_mutex);
            m_ended.push_back(key);
        }
        // Last: who hears of a failure may ask again at once.
        const std::lock_guard ending(one->mutex);
        for (const Listener& each : one->listeners) {
            One::tellOne(each, last, false);
        }
        one->listeners.clear();
        one->ended = std::move(last);
    });
}

void Runs::forget(const std::string& ended) {
    const auto one = m_byKey.find(ended);
    if (one->second->thread.joinable()) {
        one->second->thread.join();
    }
    m_byKey.erase(one);
    std::erase(m_ended, ended);
}

bool Runs::runs(const std::string& key) const {
    const std::lock_guard lock(m_mutex);
    return m_byKey.contains(key) && std::find(m_ended.begin(), m_ended.end(), key) == m_ended.end();
}

void Runs::stop(const std::string& key) {
    const std::lock_guard lock(m_mutex);
    if (const auto known = m_byKey.find(key); known != m_byKey.end()) {
        known->second->stop.request_stop();
    }
}

bool Runs::busy() const {
    const std::lock_guard lock(m_mutex);
    return m_byKey.size() > m_ended.size();
}

void serve(const Gate& gate, Runs& runs, int input, int output) {
    auto out = std::make_shared<LineWriter>(output);
    Server server(gate, runs, out);
    LineReader reader(input, kLongestRequest);
    while (auto line = reader.next()) {
        server.take(*line);
    }
    // Whoever hung up need not wait for what is still written.
}

} // namespace parsimony::wire
