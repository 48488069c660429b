// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/run_flags.h"
#include "core/session/known_rows.h"

#include <exception>
#include <new>
#include <string>

namespace parsimony::cli {

namespace {

/// What is found depends on private rows and is charged to nobody: it goes to standard error, and output and
/// exit code are the same whatever it is. That holds for what is wrong with files, options and registry as
/// well: some of it shows only once rows are read, and nobody has to tell which.
void tellKnownRows(const session::RunOptions& options, Context& context) {
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
}

Result knownRows(const RunFlags& flags, Context& context) {
    try {
        tellKnownRows(flags.options(), context);
    } catch (const std::bad_alloc&) {
        context.console().error("curator: memory ran out; close other programs or take a smaller data set");
    } catch (const std::exception& error) {
        context.console().error(std::string("curator: ") + error.what());
    }
    Result result;
    result.always = true;
    return result;
}

} // namespace

void addKnownRowsCommand(CommandLine& line) {
    auto [app, flags] = line.addCommand<RunFlags>(
        "known-rows", "What your registry knows of rows, for the curator, on standard error", knownRows);
    flags->bind(app);
}

} // namespace parsimony::cli
