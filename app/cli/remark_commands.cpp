// SPDX-License-Identifier: GPL-3.0-or-later
// What a person adds to a trial: `note` and `tag`. Neither touches a budget.
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "core/base/error.h"
#include "core/base/text.h"

#include <memory>

namespace parsimony::cli {

namespace {

struct RemarkState {
    std::string storage = defaultStorage;
    std::optional<std::int64_t> trial;
    std::vector<std::string> words;
};

std::int64_t trialOf(const RemarkState& state, const std::string& command) {
    if (!state.trial) {
        failUsage("'" + command + "' needs --trial N, as `trials` lists them");
    }
    demandProject(state.storage);
    return *state.trial;
}

Result writeNote(const RemarkState& state, Context& context) {
    const std::int64_t trial = trialOf(state, "note");
    const std::string text = joined(state.words, " ");
    openSession(context, state.storage, false).addNote(trial, text);
    Result result;
    result.json = {{"trial", trial}, {"note", text}};
    result.table = "trial " + std::to_string(trial) + (text.empty() ? " has no note\n" : ": " + text + "\n");
    return result;
}

Result writeTags(const RemarkState& state, Context& context) {
    const std::int64_t trial = trialOf(state, "tag");
    openSession(context, state.storage, false).setTags(trial, state.words);
    Result result;
    result.json = {{"trial", trial}, {"tags", state.words}};
    result.table = "trial " + std::to_string(trial) +
                   (state.words.empty() ? " has no tags\n" : ": " + joined(state.words, " ") + "\n");
    return result;
}

CLI::App& addRemark(CommandLine& line, const std::string& name, const std::string& what,
                    Result (*write)(const RemarkState&, Context&), const std::string& words) {
    auto state = std::make_shared<RemarkState>();
    CLI::App& app =
        line.addCommand(name, what, [state, write](Context& context) { return write(*state, context); });
    addStorage(app, state->storage);
    addCount(app, "--trial", state->trial, "Which trial");
    app.add_option("words", state->words, words)->type_name("TEXT...");
    return app;
}

} // namespace

void addRemarkCommands(CommandLine& line) {
    addRemark(line, "note", "Write a note on a trial; it replaces the one before", writeNote,
              "The note (none: there is none any more)");
    addRemark(line, "tag", "Give a trial its tags; they replace those before", writeTags,
              "The tags (none: it has none any more)");
}

} // namespace parsimony::cli
