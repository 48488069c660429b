// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/remote_engine.h"

#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/ledger/export_copy.h"
#include "core/wire/client.h"
#include "ui/workers/calling_session.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>

namespace parsimony::ui {

namespace {

using namespace std::chrono_literals;
/// Between attempts to find a run again after the connection was lost; it goes on meanwhile.
constexpr std::array kPauses{0s, 1s, 2s, 4s, 8s, 15s, 30s};

/// Where calls go: one program for all sessions.
struct Line {
    std::vector<std::string> command;
    std::mutex mutex;
    std::shared_ptr<wire::Client> client;

    [[nodiscard]] std::shared_ptr<wire::Client> get() {
        const std::lock_guard lock(mutex);
        if (!client || client->lost()) {
            client = std::make_shared<wire::Client>(command, m_leaving.get_token());
        }
        return client;
    }
    void leave(bool atOnce) {
        m_leaving.request_stop();
        if (atOnce) {
            const std::lock_guard lock(mutex);
            if (client) {
                client->hangUp();
            }
        }
    }
    /// What `run` answers; where the connection is lost it is asked again under the same key.
    template <class Run>
    auto untilFound(const std::stop_token& stop, Run run) {
        const std::string key = toHex(secureRandomKey());
        for (std::size_t attempt = 0;; ++attempt) {
            try {
                return run(key);
            } catch (const wire::ConnectionLost&) {
                if (attempt >= kPauses.size() || stop.stop_requested() || !pause(kPauses[attempt])) {
                    throw;
                }
            }
        }
    }

private:
    /// False when the window goes meanwhile.
    [[nodiscard]] bool pause(std::chrono::seconds length) {
        std::unique_lock lock(m_pausing);
        m_wake.wait_for(lock, m_leaving.get_token(), length, [] { return false; });
        return !m_leaving.stop_requested();
    }

    std::stop_source m_leaving;
    std::mutex m_pausing;
    std::condition_variable_any m_wake;
};

/// Passes calls on to where the data is; from several threads, what only reads.
class There {
public:
    static constexpr bool kReadsSideBySide = true;

    There(std::shared_ptr<Line> line, std::filesystem::path project, bool create)
        : m_line(std::move(line)), m_project(std::move(project)) {
        open(create);
    }
    There(const There&) = delete;
    There& operator=(const There&) = delete;
    ~There() {
        if (!m_client->lost()) {
            try {
                (void)m_client->ask(wire::CloseCall{}, m_opened.session);
            } catch (const std::exception&) {
                // The server is gone, and the session with it.
            }
        }
    }

    template <class Call>
    typename Call::Answer ask(const Call& call) {
        const auto [client, session] = found();
        // A counter that was told goes on being true, and need not be asked for between two clicks.
        constexpr bool counts = requires(typename Call::Answer answer) {
            answer.changeCounter;
        };
        if constexpr (counts || !wire::onlyReads<Call>) {
            client->forgetCounter(session);
        }
        auto answer = client->ask(call, session);
        if constexpr (counts) {
            client->learnCounter(session, answer.changeCounter);
        }
        return answer;
    }
    template <class Call>
    typename Call::Answer run(const Call& call, const wire::Running& with) {
        return m_line->untilFound(with.stop, [&](const std::string& key) {
            const auto [client, session] = found();
            client->forgetCounter(session);
            return client->run(call, session, key, with);
        });
    }
    [[nodiscard]] bool readOnly() const {
        const std::lock_guard lock(m_mutex);
        return m_opened.readOnly;
    }
    [[nodiscard]] std::int64_t changeCounter() {
        if (const auto counter = told()) {
            return *counter;
        }
        return ask(wire::CounterCall{}).changeCounter;
    }
    template <class Call>
    std::vector<std::filesystem::path> files(const Call& call, const std::filesystem::path& output) {
        if constexpr (wire::replacesNothing<Call>) {
            ledger::checkNoneThere(output); // here, not where the engine is
        }
        return written(ask(call), output);
    }

private:
    struct Found {
        std::shared_ptr<wire::Client> client;
        std::int64_t session;
    };
    /// Opens the project again where the connection was lost.
    [[nodiscard]] Found found() {
        const std::lock_guard lock(m_mutex);
        if (m_client->lost()) {
            open(false);
        }
        return {m_client, m_opened.session};
    }
    [[nodiscard]] std::optional<std::int64_t> told() const {
        const std::lock_guard lock(m_mutex);
        return m_client->lost() ? std::nullopt : m_client->counterOf(m_opened.session);
    }
    void open(bool create) {
        m_client = m_line->get();
        m_opened = m_client->ask(wire::OpenCall{m_project.string(), create});
    }

    std::shared_ptr<Line> m_line;
    std::filesystem::path m_project;
    mutable std::mutex m_mutex; ///< of what follows
    std::shared_ptr<wire::Client> m_client;
    wire::Opened m_opened;
};

class RemoteEngine : public CallingEngine<RemoteEngine> {
public:
    explicit RemoteEngine(std::vector<std::string> command) : m_line(std::make_shared<Line>()) {
        m_line->command = std::move(command);
    }
    std::unique_ptr<SessionPort> open(const std::filesystem::path& project, bool createIfMissing) override {
        return std::make_unique<CallingSession<There>>(m_line, project, createIfMissing);
    }
    void leave(bool atOnce) override { m_line->leave(atOnce); }
    bool curator() const override {
        return std::find(m_line->command.begin(), m_line->command.end(), "--curator") !=
               m_line->command.end();
    }
    template <class Call>
    typename Call::Answer run(const Call& call, const wire::Running& with) {
        return m_line->untilFound(
            with.stop, [&](const std::string& key) { return m_line->get()->run(call, {}, key, with); });
    }
    template <class Call>
    typename Call::Answer answered(const Call& call) {
        return m_line->get()->ask(call);
    }

private:
    std::shared_ptr<Line> m_line;
};

} // namespace

EnginePtr makeRemoteEngine(std::vector<std::string> command) {
    return std::make_shared<RemoteEngine>(std::move(command));
}

} // namespace parsimony::ui
