// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/server.h"

#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/base/sha256.h"
#include "core/wire/error_json.h"
#include "core/wire/json_line.h"
#include "core/wire/run_event.h"
#include "core/wire/schema.h"

#include "parsimony_version.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <optional>
#include <thread>
#include <utility>

namespace parsimony::wire {

namespace {

constexpr std::size_t kMostSessions = 64; ///< of one who asks
constexpr std::size_t kMostJobs = 1000;   ///< that wait for a session
constexpr std::size_t kMostKeys = 1000;   ///< of requests on one connection that can be stopped by their ids
constexpr std::size_t kLongestName = 256; ///< bytes of an id, or of a key
constexpr auto kLook = std::chrono::milliseconds(400); ///< between looks at what other programs write

std::string lineOf(const Json& json) {
    // Paths need not be UTF-8; the line has to be.
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json event(RunEvent which, const char* member, Json value) {
    return Json{{"event", toText(which)}, {member, std::move(value)}};
}

/// Takes a member out of the parameters; null where it is absent.
Json taken(Json& params, const char* name) {
    Json value;
    if (const auto found = params.find(name); found != params.end()) {
        value = std::move(*found);
        params.erase(found);
    }
    return value;
}

template <class Call>
Call callOf(const Json& params) {
    Call call;
    read(params, call, "params");
    return call;
}

bool isId(const Json& id) {
    return (id.is_string() && id.get_ref<const std::string&>().size() <= kLongestName) ||
           id.is_number_integer();
}

/// Throws Error(Usage) of numbers with commas between them in these params: the sentence of what reads the
/// member, or, where it takes a list, of a list that lacks its brackets.
template <class... Each>
void refuseComma(const std::string& method, Json params, const CommaMember& comma, Calls<Each...>) {
    static_cast<void>(taken(params, "session"));
    static_cast<void>(taken(params, "key"));
    ((method == Each::method ? static_cast<void>(callOf<Each>(params)) : void()), ...);
    failUsage(Sentence("{1}: a list is written [{2}]; the decimal mark is a point", "--" + comma.name,
                       comma.numbers));
}

} // namespace

/// A thread for the calls on one open project, or on none, one after the other.
class Server::Lane {
public:
    using Job = std::function<void(Served*)>;

    Lane(std::optional<session::Session> opened, std::function<void(std::int64_t)> onChange)
        : m_onChange(std::move(onChange)) {
        if (opened) {
            m_served.emplace(std::move(*opened));
            path = m_served->session.path();
        }
        m_thread = std::thread([this] { work(); });
    }
    ~Lane() {
        {
            const std::lock_guard lock(m_mutex);
            m_ended = true; // once what was asked is answered
        }
        m_wake.notify_one();
        m_thread.join();
    }
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    void add(Job job) {
        {
            const std::lock_guard lock(m_mutex);
            if (m_jobs.size() >= kMostJobs) {
                failUsage(Sentence("{1} requests wait for this session; read its answers first", kMostJobs));
            }
            m_jobs.push_back(std::move(job));
        }
        m_wake.notify_one();
    }
    /// From a job: changes after this counter are told.
    void watchFrom(std::int64_t counter) { m_told = counter; }

    std::filesystem::path path; ///< of the project

private:
    void work() {
        auto looked = std::chrono::steady_clock::now();
        std::unique_lock lock(m_mutex);
        while (true) {
            m_wake.wait_for(lock, kLook, [this] { return m_ended || !m_jobs.empty(); });
            if (m_ended && m_jobs.empty()) {
                return;
            }
            Job job;
            if (!m_jobs.empty()) {
                job = std::move(m_jobs.front());
                m_jobs.pop_front();
            }
            lock.unlock();
            if (job) {
                job(m_served ? &*m_served : nullptr);
            }
            if (std::chrono::steady_clock::now() - looked >= kLook) { // however much is asked
                look();
                looked = std::chrono::steady_clock::now();
            }
            lock.lock();
        }
    }
    void look() {
        if (!m_told) {
            return;
        }
        std::int64_t counter = -1; // it can be read no more: who asks next is told why
        try {
            counter = m_served->session.changeCounter();
        } catch (const std::exception&) {
        }
        if (counter != *m_told) {
            m_told = counter;
            m_onChange(counter);
        }
    }

    std::optional<Served> m_served;
    std::optional<std::int64_t> m_told; ///< set once somebody watches
    std::function<void(std::int64_t)> m_onChange;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Job> m_jobs;
    bool m_ended = false;
    std::thread m_thread;
};

Server::Server(Gate gate, Runs& runs, std::shared_ptr<LineWriter> out)
    : m_gate(std::move(gate)), m_runs(runs), m_out(std::move(out)),
      m_beside(std::make_shared<Lane>(std::nullopt, nullptr)) {
    m_out->send(lineOf({{"schema", kSchema}, {"version", PARSIMONY_VERSION}, {"curator", m_gate.curator()}}));
}

Server::~Server() {
    m_beside.reset(); // first: what waits there may open another session
}

Server::Request Server::parsed(const LineReader::Line& line, Json& id) {
    if (line.tooLong) {
        failUsage(Sentence("a request has at most {1} bytes, and this line has more", kLongestRequest));
    }
    Json plain;
    const auto readLine = [&] {
        try {
            return jsonOfLine(line.text, plain);
        } catch (const Error&) {
            const Json named = taken(plain, "id");
            id = isId(named) ? named : Json();
            throw;
        }
    };
    auto [json, comma] = readLine();
    Request request;
    request.id = taken(json, "id");
    if (!isId(request.id)) {
        failUsage(Sentence("a request needs an id, a text or a whole number"));
    }
    id = request.id;
    if (const Json schema = taken(json, "schema"); !schema.is_null() && !isSchema(schema)) {
        failUsage(
            Sentence("this server speaks {1}; install the same version of Parsimony on both sides", kSchema));
    }
    const Json method = taken(json, "method");
    if (!method.is_string()) {
        failUsage(Sentence("a request needs a method, a text"));
    }
    request.method = method.get<std::string>();
    request.params = taken(json, "params");
    if (request.params.is_null()) {
        request.params = Json::object();
    }
    if (!request.params.is_object()) {
        failUsage(Sentence("the params of a request are an object"));
    }
    if (comma) {
        refuseComma(request.method, request.params, *comma,
                    decltype(joined(ProjectCalls(), decltype(joined(RunCalls(), FreeCalls()))()))());
    }
    return request;
}

void Server::take(const LineReader::Line& line) {
    Json id;
    answer(id, m_gate, [&] {
        dispatch(parsed(line, id));
        return Json();
    });
}

/// Sends what `work` gives, unless that is nothing, or why it failed. `id` may become known meanwhile.
void Server::answer(const Json& id, const Gate& gate, const std::function<Json()>& work) {
    Json said;
    try {
        said = work();
        if (said.is_null()) {
            return;
        }
        said = Json{{"result", std::move(said)}};
    } catch (...) {
        said = Json{{"error", errorJson(gate)}};
    }
    said["id"] = id;
    m_out->send(lineOf(said));
}

std::shared_ptr<Server::Lane> Server::laneOf(Json& params) {
    const Json number = taken(params, "session");
    const std::lock_guard lock(m_mutex);
    const auto found = number.is_number_integer() ? m_lanes.find(number.get<std::int64_t>()) : m_lanes.end();
    if (found == m_lanes.end()) {
        failUsage(Sentence("params need a session, the number that the method open gave"));
    }
    return found->second;
}

template <class... Each>
bool Server::tryProject(Request& request, Calls<Each...>) {
    const auto one = [&]<class Call>(const Call*) {
        if (request.method != Call::method) {
            return false;
        }
        const auto lane = laneOf(request.params);
        lane->add(
            [this, lane = lane.get(), id = request.id, call = callOf<Call>(request.params)](Served* in) {
                Gate gate = m_gate;
                gate.know(lane->path);
                answer(id, gate, [&] {
                    auto found = carryOut(*in, gate, call);
                    if constexpr (requires { found.changeCounter; }) {
                        lane->watchFrom(found.changeCounter);
                    }
                    return write(found);
                });
            });
        return true;
    };
    return (one(static_cast<const Each*>(nullptr)) || ...);
}

template <class... Each>
bool Server::tryFree(Request& request, Calls<Each...>) {
    const auto one = [&]<class Call>(const Call*) {
        if (request.method != Call::method) {
            return false;
        }
        m_beside->add([this, id = request.id, call = callOf<Call>(request.params)](Served*) {
            Gate gate = m_gate;
            answer(id, gate, [&] { return write(carryOut(gate, call)); });
        });
        return true;
    };
    return (one(static_cast<const Each*>(nullptr)) || ...);
}

template <class... Each>
bool Server::tryRun(Request& request, Calls<Each...>) {
    return ((request.method == Each::method ? (beginRun<Each>(request), true) : false) || ...);
}

template <class Call>
void Server::beginRun(Request& request) {
    constexpr bool inProject = ProjectRunCalls::has<Call>;
    const auto project = inProject ? laneOf(request.params)->path : std::filesystem::path();
    const Json key = taken(request.params, "key");
    if (!key.is_string() || key.get_ref<const std::string&>().empty() ||
        key.get_ref<const std::string&>().size() > kLongestName) {
        failUsage(
            Sentence("{1} needs a key: a text of your own, new for each request and the same when it is "
                     "repeated, so that nothing is paid twice",
                     request.method));
    }
    const std::string same =
        toHex(sha256(request.method + " " + project.string() + " " + request.params.dump()));
    if (m_keys.size() > kMostKeys) { // of what can be stopped, few are left
        std::erase_if(m_keys, [this](const auto& each) { return !m_runs.runs(each.second); });
    }
    m_runs.begin(
        key.get<std::string>(), same, {m_out, request.id},
        [project, gate = m_gate, call = callOf<Call>(request.params),
         // What was asked is hashed with the key, which nobody guesses: a ledger that is shared confirms no
         // path.
         hash = toHex(sha256(key.get<std::string>())) + " " +
                toHex(sha256(key.get<std::string>() + "\n" + request.method + " " + request.params.dump()))](
            std::stop_token stop, const Runs::Tell& tell) mutable {
            if (inProject) {
                gate.know(project);
            }
            Running with{std::move(stop), {}, {}, hash};
            with.observer.onSnapshot = [&](const session::RunSnapshot& now) {
                tell(event(RunEvent::Snapshot, "snapshot", write(now)), true);
            };
            if (gate.curator()) {
                with.observer.onCuratorNotice = [&](const Sentence& notice) {
                    Json told = write(notice);
                    told["event"] = toText(RunEvent::Curator);
                    tell(told, false);
                };
            }
            with.progress = [&](const std::string& what, double done, std::optional<double> secondsLeft) {
                Json progress = event(RunEvent::Progress, "what", what);
                progress["done"] = done;
                progress["seconds_left"] = write(secondsLeft);
                tell(progress, true);
            };
            try {
                if constexpr (inProject) {
                    Served in(opened(gate, project, false));
                    return Json{{"result", write(carryOut(in, gate, call, with))}};
                } else {
                    return Json{{"result", write(carryOut(gate, call, with))}};
                }
            } catch (...) {
                return Json{{"error", errorJson(gate)}};
            }
        });
    m_keys[request.id.dump()] = key.get<std::string>();
}

void Server::open(const Request& request) {
    m_beside->add([this, id = request.id, call = callOf<OpenCall>(request.params)](Served*) {
        Gate gate = m_gate;
        answer(id, gate, [&] {
            auto session = opened(gate, gate.path(call.project), call.create);
            const std::lock_guard lock(m_mutex);
            if (m_lanes.size() >= kMostSessions) {
                failUsage(Sentence("{1} sessions are open; close one first", kMostSessions));
            }
            const Opened opened{m_nextLane++, session.readOnly()};
            m_lanes[opened.session] = std::make_shared<Lane>(
                std::move(session), [out = m_out, number = opened.session](std::int64_t counter) {
                    out->send(lineOf({{"event", "changed"}, {"session", number}, {"counter", counter}}));
                });
            return write(opened);
        });
    });
}

void Server::dispatch(Request request) {
    using std::shared_ptr;
    if (request.method == OpenCall::method) {
        open(request);
    } else if (request.method == CloseCall::method) {
        shared_ptr<Lane> closed = laneOf(request.params);
        {
            const std::lock_guard lock(m_mutex);
            std::erase_if(m_lanes, [&](const auto& each) { return each.second == closed; });
        }
        closed.reset();
        answer(request.id, m_gate, [] { return Json::object(); });
    } else if (request.method == CancelCall::method) {
        const auto call = callOf<CancelCall>(request.params);
        const auto key = m_keys.find(call.request.value.dump());
        if (key != m_keys.end()) {
            m_runs.stop(key->second);
        }
        answer(request.id, m_gate, [] { return Json::object(); });
    } else if (!tryProject(request, ProjectCalls()) && !tryRun(request, RunCalls()) &&
               !tryFree(request, FreeCalls())) {
        failUsage(Sentence("this server knows no method {1}", request.method.substr(0, 40)));
    }
}

} // namespace parsimony::wire
