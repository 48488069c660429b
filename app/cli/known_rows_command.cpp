// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/run_flags.h"
#include "core/base/number_text.h"
#include "core/session/known_rows.h"

#include <memory>

namespace parsimony::cli {

namespace {

std::string sentenceOf(const session::KnownRows& known) {
    std::string text = known.part + ": " + std::to_string(known.shared) + " of its rows lie in part '" +
                       known.name + "' of " + known.project + " (" + std::to_string(known.rows) + " rows)";
    if (known.sharedPeople > 0) {
        text += ", " + std::to_string(known.sharedPeople) + " people in both";
    }
    if (known.isPublic) {
        return text + ", which is public" +
               (known.linked ? ": no guarantee can cover them any more" : std::string());
    }
    if (!known.linked) {
        return text + ": too few to count as the same data";
    }
    text += ": the same data";
    if (known.mu > 0.0) {
        text += ", with mu " + roundedText(known.mu, 4) + " spent on it so far";
    }
    if (known.epsilon > 0.0) {
        text += ", with epsilon " + roundedText(known.epsilon, 4) + " of slices";
    }
    return known.mu > 0.0 || known.epsilon > 0.0 ? text : text + ", nothing spent on it yet";
}

/// What is found depends on private rows and is charged to nobody: it goes to standard error, and output and
/// exit code are the same whatever it is.
Result knownRows(const session::RunOptions& options, Context& context) {
    const auto found = session::knownRows(options);
    for (const session::KnownRows& known : found) {
        context.console().error("curator: " + sentenceOf(known));
    }
    if (found.empty()) {
        context.console().error("curator: none of these rows was used in a project of yours before");
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
