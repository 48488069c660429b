// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "core/base/error.h"
#include "core/wire/server.h"

#include <unistd.h>

#include <csignal>

namespace parsimony::cli {

namespace {

struct ServeState {
    bool stdio = false, curator = false;
    std::optional<std::string> root;
};

Result serveLines(const ServeState& state) {
    if (!state.stdio) {
        failUsage("serve speaks over standard input and output alone: give --stdio");
    }
    const wire::Gate gate(state.root, state.curator);
    wire::Runs runs;
    wire::serve(gate, runs, STDIN_FILENO, STDOUT_FILENO);
    return {};
}

} // namespace

void addServeCommand(CommandLine& line) {
    auto state = std::make_shared<ServeState>();
    CLI::App& app = line.addCommand(
        "serve",
        "Answer requests as JSON lines: for a window elsewhere, for Python, as a forced command of ssh",
        [state](Context&) { return serveLines(*state); });
    app.add_flag("--stdio", state->stdio, "Over standard input and output; no port is opened");
    addText(app, "--root", state->root, "Only paths below this folder may be named")->type_name("DIR");
    app.add_flag("--curator", state->curator,
                 "Tell what is the curator's too: remarks, paths, what is known of rows");
}

} // namespace parsimony::cli
