// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/run_flags.h"
#include "core/session/known_rows.h"

#include <memory>

namespace parsimony::cli {

namespace {

/// What is found depends on private rows and is charged to nobody: it goes to standard error, and output and
/// exit code are the same whatever it is.
Result knownRows(const session::RunOptions& options, Context& context) {
    const auto found = session::knownRows(options);
    for (const session::KnownRows& known : found) {
        std::string line = "curator:";
        for (const Sentence& sentence : known.words) {
            line += ' ' + sentence.english();
        }
        context.console().error(line);
    }
    if (found.empty()) {
        context.console().error("curator: " + session::noKnownRows().english());
    }
    Result result;
    result.table = "{}\n";
    return result;
}

} // namespace

void addKnownRowsCommand(CommandLine& line) {
    auto flags = std::make_shared<RunFlags>();
    CLI::App& app =
        line.addCommand("known-rows", "What your registry knows of rows, for the curator, on standard error",
                        [flags](Context& context) { return knownRows(flags->options(), context); });
    flags->bind(app);
}

} // namespace parsimony::cli
