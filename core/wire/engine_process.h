// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/gate.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

// The engine that outlives who asks: a process group of its own behind a Unix socket that its user alone can
// open (0600, in a folder of 0700 beside the registry). It listens on no port.
namespace parsimony::wire {

/// Which engine is meant: one for each root, right and version of the program.
struct EnginePlace {
    std::filesystem::path folder; ///< of the sockets
    std::string name;             ///< of the socket, without an ending

    [[nodiscard]] static EnginePlace of(const std::optional<std::string>& root, bool curator);
};

/// Connects to the engine, which is started as `program` with the words of `start` when there is none: its
/// descriptor 3 is the socket that it accepts on. Returns the connection. Throws Error(Failed).
[[nodiscard]] int attach(const EnginePlace& place, const std::vector<std::string>& start);

/// Passes bytes on between a connection and two descriptors until the connection ends. Nothing that is broken
/// on this side stops the engine.
void relay(int connection, int input, int output);

/// The engine that `attach` started: serves whoever connects until it is stopped, or until nobody is
/// connected and nothing runs for `patience`. What runs stops at its next checkpoint.
void serveAll(const Gate& gate, const EnginePlace& place, std::chrono::seconds patience,
              const std::stop_token& stop);

} // namespace parsimony::wire
