// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "core/base/error.h"
#include "core/compute/backend_factory.h"
#include "core/wire/engine_process.h"

#include <unistd.h>

namespace parsimony::cli {

namespace {

struct ServeState {
    bool stdio = false, curator = false, engine = false;
    std::optional<std::string> root;
    std::uint32_t patience = 60;
};

/// Passes requests on to the engine of this user and this root, which goes on when whoever asks is cut off.
Result passOn(const ServeState& state) {
    const wire::Gate checked(state.root, state.curator); // what is wrong is said here
    std::vector<std::string> start{"parsimony-cli", "serve", "--engine", "--patience",
                                   std::to_string(state.patience)};
    if (state.root) {
        start.insert(start.end(), {"--root", *state.root});
    }
    if (state.curator) {
        start.emplace_back("--curator");
    }
    const int connection = wire::attach(wire::EnginePlace::of(state.root, state.curator), start);
    wire::relay(connection, STDIN_FILENO, STDOUT_FILENO);
    ::close(connection);
    return {};
}

Result serveLines(const ServeState& state, Context& context) {
    if (compute::leadsRanks()) { // the engine that it starts would be one more of them
        failUsage("serve is for one process: start it without mpirun or srun");
    }
    if (state.stdio == state.engine) {
        failUsage("serve speaks over standard input and output alone: give --stdio");
    }
    if (state.stdio) {
        return passOn(state);
    }
    wire::serveAll({state.root, state.curator}, wire::EnginePlace::of(state.root, state.curator),
                   std::chrono::seconds(state.patience), context.stopToken());
    return {};
}

} // namespace

void addServeCommand(CommandLine& line) {
    auto [app, state] = line.addCommand<ServeState>(
        "serve",
        "Answer requests as JSON lines: for a window elsewhere, for Python, as a forced command of ssh",
        serveLines);
    app.add_flag("--stdio", state->stdio, "Over standard input and output; no port is opened");
    addText(app, "--root", state->root, "Only paths below this folder may be named")->type_name("DIR");
    app.add_flag("--curator", state->curator,
                 "Tell what is the curator's too: remarks, paths, what is known of rows");
    addCount(app, "--patience", state->patience,
             "Seconds after which the engine ends when nothing runs and nobody is there");
    app.add_flag("--engine", state->engine)->group(""); // how --stdio starts the engine itself
}

} // namespace parsimony::cli
