// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/wire/calls.h"
#include "core/wire/lines.h"
#include "core/wire/service.h"

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace parsimony::wire {

/// The server is there no more, or never was. What runs there goes on.
class ConnectionLost : public SaidError {
public:
    explicit ConnectionLost(const Sentence& sentence) : SaidError(ErrorCode::Failed, sentence) {}
};

/// A server that this program started, as `serve --stdio` is, here or over ssh. Safe to be called from
/// several threads; each call waits for its answer, and throws the error that the server told or
/// ConnectionLost.
class Client {
public:
    /// Starts `command`, the program looked for in PATH, and waits for its hello. Throws ConnectionLost that
    /// says what the program wrote last, Error(Failed) for one of another version. `giveUp` ends that
    /// wait.
    explicit Client(const std::vector<std::string>& command, const std::stop_token& giveUp = {});
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    [[nodiscard]] bool lost() const;
    void hangUp(); ///< it is lost from now on, for every call that waits
    [[nodiscard]] bool curator() const {
        return m_curator;
    } ///< whether the server tells what is the curator's

    /// `session`: of a call on an open project.
    template <class Call>
    typename Call::Answer ask(const Call& call, std::optional<std::int64_t> session = {}) {
        return answerOf<Call>(exchange(Call::method, paramsOf(call, session), {}));
    }
    template <class Call>
    typename Call::Answer run(const Call& call, std::optional<std::int64_t> session, const std::string& key,
                              const Running& with) {
        Json params = paramsOf(call, session);
        params["key"] = key;
        return answerOf<Call>(exchange(Call::method, std::move(params), with));
    }
    /// The newest change counter that the server told of that session; nullopt before the first. While none
    /// is told it stays: the server watches the project from its answer to `state` or `counter` on.
    [[nodiscard]] std::optional<std::int64_t> counterOf(std::int64_t session) const;
    void forgetCounter(std::int64_t session);
    /// What an answer said: an event that came after it, and may be here already, counts more.
    void learnCounter(std::int64_t session, std::int64_t counter);

    /// Reads what the server said, which may be of a later version; throws Error(Failed), one sentence, where
    /// it says what cannot be left out.
    static void understand(const std::function<void()>& reading);

private:
    struct Waiting {
        std::deque<Json> lines;
        std::condition_variable wake;
    };

    template <class Call>
    static Json paramsOf(const Call& call, std::optional<std::int64_t> session) {
        Json params = write(call);
        if (session) {
            params["session"] = *session;
        }
        return params;
    }
    template <class Call>
    static typename Call::Answer answerOf(const Json& result) {
        typename Call::Answer answer{};
        understand([&] {
            if constexpr (Formed<typename Call::Answer>) {
                answer = Form<typename Call::Answer>::read(result);
            } else {
                read(result, answer, "the answer");
            }
        });
        return answer;
    }
    /// Sends a request and passes its events on until its last line; throws the error that is there.
    [[nodiscard]] Json exchange(const char* method, Json params, const Running& with);
    void start(const std::vector<std::string>& command);
    void greet(const std::string& program);
    void listen();
    void listenToErrors();
    void reap(); ///< waits for the program's end, with force after a while
    [[nodiscard]] bool reaped();
    void end();
    [[noreturn]] void throwLost();

    std::mutex m_childMutex; ///< of `m_reaped`: no signal goes to a number that another process may have
    pid_t m_child = -1;
    bool m_reaped = false, m_notFound = false;
    int m_socket = -1, m_errors = -1;
    std::optional<LineReader> m_reader;
    std::unique_ptr<LineWriter> m_writer;
    std::thread m_listener, m_errorListener;
    mutable std::mutex m_mutex;
    std::map<std::int64_t, std::shared_ptr<Waiting>> m_waiting; ///< by the id of the request
    std::map<std::int64_t, std::int64_t> m_counters;            ///< by session
    std::string m_said;                                         ///< the last line on standard error
    std::int64_t m_nextId = 1;
    bool m_lost = false, m_curator = false;
    std::atomic<bool> m_hungUp{false}; ///< it is not waited for any more
};

} // namespace parsimony::wire
