// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/client.h"

#include "core/base/collected.h"
#include "core/base/whole_number.h"
#include "core/wire/run_event.h"
#include "core/wire/schema.h"

#include "parsimony_version.h"
#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

namespace parsimony::wire {

namespace {

/// What a login script may print before the program begins.
constexpr int kMostLinesBeforeHello = 200;
constexpr std::size_t kLongestAnswer = std::size_t{1} << 31U; ///< bytes

} // namespace

void Client::understand(const std::function<void()>& reading) {
    const ReadingLater later;
    try {
        reading();
    } catch (const Error& error) {
        fail(
            Sentence("the server says what this Parsimony {1} cannot read ({2}): install the same version on "
                     "both sides",
                     PARSIMONY_VERSION, sentenceOf(error)));
    }
}

namespace {

void pass(const Json& line, const Running& with) {
    const std::optional<RunEvent> event = runEventNamed(line.value("event", ""));
    if (event == RunEvent::Snapshot && with.observer.onSnapshot) {
        session::RunSnapshot snapshot;
        Client::understand([&] { read(line.value("snapshot", Json()), snapshot, "a snapshot"); });
        with.observer.onSnapshot(snapshot);
    } else if (event == RunEvent::Curator && with.observer.onCuratorNotice) {
        Sentence notice;
        read(line, notice, "what the curator is told");
        with.observer.onCuratorNotice(notice);
    } else if (event == RunEvent::Progress && with.progress) {
        std::optional<double> left;
        read(line.value("seconds_left", Json()), left, "seconds_left");
        with.progress(line.value("what", ""), line.value("done", 0.0), left);
    }
}

/// Servers of earlier versions told reasons as texts.
std::vector<Sentence> reasonsIn(const Json& json) {
    std::vector<Sentence> reasons;
    for (const Json& reason : json) {
        if (reason.is_string()) {
            reasons.push_back(Sentence::of(reason.get<std::string>(), {}));
        } else {
            read(reason, reasons.emplace_back(), "reasons");
        }
    }
    return reasons;
}

[[noreturn]] void throwTold(const Json& error) {
    const auto code = static_cast<ErrorCode>(wholeNumberOr(error, "code", 1));
    Sentence sentence = Sentence::of(error.value("message", ""), {}); // where it has no values, its pattern
    if (error.contains("pattern")) {
        read(error, sentence, "error");
    }
    if (error.contains("reasons")) {
        throw CuratorRefusal(sentence, reasonsIn(error.at("reasons")), code);
    }
    if (error.contains("missing")) {
        RefusedSpend spend;
        read(error.at("requested"), spend.requested, "requested");
        read(error.at("remaining"), spend.remaining, "remaining");
        read(error.at("missing"), spend.missing, "missing");
        throw SaidError(sentence, spend);
    }
    throw SaidError(code, sentence);
}

constexpr int kNoSuchCommand = 127; // a shell says so, and ssh passes it on

} // namespace

Client::Client(const std::vector<std::string>& command, const std::stop_token& giveUp) {
    start(command);
    m_reader.emplace(m_socket, kLongestAnswer);
    m_writer = std::make_unique<LineWriter>(m_socket);
    m_errorListener = std::thread([this] { listenToErrors(); });
    try {
        const std::stop_callback givingUp(giveUp, [this] { hangUp(); });
        greet(command.front());
    } catch (...) {
        end();
        throw;
    }
    m_listener = std::thread([this] { listen(); });
}

Client::~Client() {
    end();
}

void Client::start(const std::vector<std::string>& command) {
    std::array<int, 2> talk{};
    std::array<int, 2> errors{};
    // Sockets can be shut from this side: what the program leaves behind may keep its standard error for
    // ever.
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk.data()) != 0 ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, errors.data()) != 0) {
        fail(Sentence("no pipe to a server could be opened: {1}", std::strerror(errno)));
    }
    auto words =
        collected<char*>(command, [&](const std::string& word) { return const_cast<char*>(word.c_str()); });
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, talk[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, talk[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
    const int failed = posix_spawnp(&m_child, words.front(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(talk[1]);
    ::close(errors[1]);
    m_socket = talk[0];
    m_errors = errors[0];
    if (failed != 0) {
        ::close(m_socket);
        ::close(m_errors);
        throw ConnectionLost(Sentence("{1} cannot be started: {2}", command.front(), std::strerror(failed)));
    }
}

void Client::greet(const std::string& program) {
    for (int k = 0; k < kMostLinesBeforeHello; ++k) {
        const auto line = m_reader->next();
        if (!line) {
            ::shutdown(m_socket, SHUT_RDWR);
            reap();
            m_errorListener.join(); // it has all that the program said
            if (m_notFound) {
                fail(Sentence(
                    "there is no parsimony-cli on the server: install Parsimony {1} there, where its "
                    "shell finds it ({2})",
                    PARSIMONY_VERSION, m_said.empty() ? std::string("status 127") : m_said));
            }
            throwLost();
        }
        const Json hello = Json::parse(line->text, nullptr, false);
        if (!hello.is_object() || !hello.contains("schema")) {
            continue;
        }
        const std::string version = hello.value("version", "");
        if (!isSchema(hello["schema"]) || version != PARSIMONY_VERSION) {
            fail(Sentence("the server has Parsimony {1} and this is {2}: install the same version on both "
                          "sides",
                          version, PARSIMONY_VERSION));
        }
        m_curator = hello.value("curator", false);
        return;
    }
    fail(Sentence("{1} did not answer as a server of Parsimony does", program));
}

void Client::listen() {
    bool whole = true;
    while (auto line = whole ? m_reader->next() : std::nullopt) {
        Json json = Json::parse(line->text, nullptr, false);
        const std::lock_guard lock(m_mutex);
        if (json.is_object() && json.contains("counter") &&
            json.value("session", Json()).is_number_integer()) {
            m_counters[json["session"]] =
                json["counter"].is_number_integer() ? json["counter"].get<std::int64_t>() : -1;
            continue;
        }
        const bool numbered = json.is_object() && json.value("id", Json()).is_number_integer();
        const auto waiting = numbered ? m_waiting.find(json["id"]) : m_waiting.end();
        if (waiting != m_waiting.end()) {
            waiting->second->lines.push_back(std::move(json));
            waiting->second->wake.notify_one();
        } else if (!numbered) {
            m_said = "what it sent was no answer";
            whole = false; // whatever it is, it keeps to nothing that was agreed on
        }
    }
    const std::lock_guard lock(m_mutex);
    m_lost = true;
    for (const auto& [id, waiting] : m_waiting) {
        waiting->wake.notify_one();
    }
}

void Client::listenToErrors() {
    LineReader reader(m_errors, 4096);
    while (auto line = reader.next()) {
        if (!line->text.empty()) {
            const std::lock_guard lock(m_mutex);
            m_said = std::move(line->text);
        }
    }
}

void Client::throwLost() {
    const std::lock_guard lock(m_mutex);
    throw ConnectionLost(m_said.empty() ? Sentence("the server ended the connection")
                                        : Sentence("the server cannot be reached: {1}", m_said));
}

Json Client::exchange(const char* method, Json params, const Running& with) {
    auto waiting = std::make_shared<Waiting>();
    std::unique_lock lock(m_mutex);
    const std::int64_t id = m_nextId++;
    m_waiting[id] = waiting;
    const auto send = [this](std::int64_t number, const char* name, Json given) {
        m_writer->send(Json{{"id", number}, {"method", name}, {"params", std::move(given)}}.dump(
            -1, ' ', false, Json::error_handler_t::replace));
    };
    send(id, method, std::move(params));
    lock.unlock();
    const std::stop_callback cancel(with.stop, [&] {
        const std::lock_guard again(m_mutex);
        send(m_nextId++, CancelCall::method, {{"request", id}});
    });
    lock.lock();
    while (true) {
        waiting->wake.wait(lock, [&] { return m_lost || !waiting->lines.empty(); });
        if (waiting->lines.empty()) {
            m_waiting.erase(id);
            lock.unlock();
            throwLost();
        }
        const Json line = std::move(waiting->lines.front());
        waiting->lines.pop_front();
        const bool last = !line.contains("event");
        if (last) {
            m_waiting.erase(id);
        }
        lock.unlock();
        try {
            if (line.contains("error")) {
                throwTold(line["error"]);
            }
            if (last) {
                return line.value("result", Json());
            }
            pass(line, with);
        } catch (const Json::exception&) {
            refuseValue("an answer");
        }
        lock.lock();
    }
}

bool Client::lost() const {
    const std::lock_guard lock(m_mutex);
    return m_lost;
}

void Client::hangUp() {
    m_hungUp = true;
    ::shutdown(m_socket, SHUT_RDWR);
    const std::lock_guard lock(m_childMutex);
    if (!m_reaped) {
        kill(m_child, SIGTERM); // one that still connects listens to nobody
    }
}

std::optional<std::int64_t> Client::counterOf(std::int64_t session) const {
    const std::lock_guard lock(m_mutex);
    const auto known = m_counters.find(session);
    return known != m_counters.end() ? std::optional(known->second) : std::nullopt;
}

void Client::forgetCounter(std::int64_t session) {
    const std::lock_guard lock(m_mutex);
    m_counters.erase(session);
}

void Client::learnCounter(std::int64_t session, std::int64_t counter) {
    const std::lock_guard lock(m_mutex);
    m_counters.try_emplace(session, counter);
}

// What it wrote last is still read after that.
void Client::reap() {
    constexpr auto patience = std::chrono::seconds(2);
    auto until = std::chrono::steady_clock::now() + (m_hungUp ? std::chrono::seconds(0) : patience);
    int signal = SIGTERM;
    while (!reaped()) {
        if (std::chrono::steady_clock::now() > until) {
            kill(m_child, std::exchange(signal, SIGKILL));
            until += patience;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ::shutdown(m_errors, SHUT_RDWR);
}

bool Client::reaped() {
    const std::lock_guard lock(m_childMutex);
    int status = 0;
    if (!m_reaped && waitpid(m_child, &status, WNOHANG) != 0) {
        m_reaped = true;
        m_notFound = WIFEXITED(status) && WEXITSTATUS(status) == kNoSuchCommand;
    }
    return m_reaped;
}

void Client::end() {
    ::shutdown(m_socket, SHUT_WR); // it ends when nobody asks any more
    m_writer->close();
    reap();
    ::shutdown(m_socket, SHUT_RDWR);
    for (std::thread* thread : {&m_listener, &m_errorListener}) {
        if (thread->joinable()) {
            thread->join();
        }
    }
    m_writer.reset();
    ::close(m_socket);
    ::close(m_errors);
}

} // namespace parsimony::wire
