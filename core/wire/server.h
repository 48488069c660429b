// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/gate.h"
#include "core/wire/lines.h"
#include "core/wire/service.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace parsimony::wire {

inline constexpr std::size_t kLongestRequest = std::size_t{1} << 20U; ///< bytes

/// What runs, whoever asked for it and whether they still listen: a request that may spend by its key.
class Runs {
public:
    Runs() = default;
    ~Runs() { stopAll(); }
    Runs(const Runs&) = delete;
    Runs& operator=(const Runs&) = delete;

    struct Listener {
        std::weak_ptr<LineWriter> out;
        Json id; ///< of the request
    };
    /// Sends a line to all who listen: the members beside the id.
    using Tell = std::function<void(const Json& members, bool mayBeLeftOut)>;
    using Work = std::function<Json(std::stop_token stop, const Tell& tell)>;

    /// Begins `work`, whose last line its result is, or listens to what has begun under that key; a result
    /// that is there already is told at once; what failed is tried again. Throws Error(Usage) where the key
    /// stands for another `request`.
    void begin(const std::string& key, const std::string& request, Listener listener, Work work);
    /// Asks what was begun under that key to stop at its next checkpoint.
    void stop(const std::string& key);
    /// The same of all that runs; waits for it.
    void stopAll();
    [[nodiscard]] bool busy() const;
    /// Whether what was begun under that key goes on.
    [[nodiscard]] bool runs(const std::string& key) const;

private:
    struct One;
    /// Of one that has ended; under the lock.
    void forget(const std::string& ended);
    mutable std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<One>> m_byKey;
    std::vector<std::string> m_ended; ///< keys, the oldest first
};

/// One who asks: lines in, lines out.
class Server {
public:
    /// Says hello. `runs` outlives it.
    Server(Gate gate, Runs& runs, std::shared_ptr<LineWriter> out);
    ~Server(); ///< ends every session; what runs goes on
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Takes one request; answers come when they come. Never throws.
    void take(const LineReader::Line& line);

private:
    class Lane;
    struct Request {
        Json id;
        std::string method;
        Json params;
    };

    [[nodiscard]] static Request parsed(const LineReader::Line& line, Json& id);
    void dispatch(Request request);
    void open(const Request& request);
    void answer(const Json& id, const Gate& gate, const std::function<Json()>& work);
    [[nodiscard]] std::shared_ptr<Lane> laneOf(Json& params);
    template <class... Each>
    [[nodiscard]] bool tryProject(Request& request, Calls<Each...> calls);
    template <class... Each>
    [[nodiscard]] bool tryRun(Request& request, Calls<Each...> calls);
    template <class... Each>
    [[nodiscard]] bool tryFree(Request& request, Calls<Each...> calls);
    template <class Call>
    void beginRun(Request& request);

    const Gate m_gate;
    Runs& m_runs;
    std::shared_ptr<LineWriter> m_out;
    std::mutex m_mutex;
    std::map<std::int64_t, std::shared_ptr<Lane>> m_lanes;
    std::int64_t m_nextLane = 1;
    std::map<std::string, std::string> m_keys; ///< of runs, by the id of their request
    std::shared_ptr<Lane> m_beside;            ///< for what is about no project
};

/// Serves one who asks until they are gone.
void serve(const Gate& gate, Runs& runs, int input, int output);

} // namespace parsimony::wire
