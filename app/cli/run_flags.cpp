// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_flags.h"

#include "core/session/option_table.h"
#include "core/session/requested_parts.h"

namespace parsimony::cli {

namespace {

using session::Option;
using session::OptionKind;

std::string descriptionOf(const Option& option) {
    const bool fixed = !option.standard().empty(); // CLI11 shows that one itself
    return option.help + (fixed || option.otherwise.empty() ? "" : " (default: " + option.fallback() + ")");
}

CLI::Option* addFlag(CLI::App& app, const Option& option, session::RunOptions& target) {
    // As CLI11's own flags, but that a word from a configuration file is read by the table.
    CLI::Option* added = app.add_option(
        option.written(),
        [&target, &option](const CLI::results_t& words) {
            option.give(target, {words.back()});
            return true;
        },
        descriptionOf(option));
    return added->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)->expected(0);
}

CLI::Option* addOption(CLI::App& app, const Option& option, session::RunOptions& target) {
    if (option.value.kind == OptionKind::Flag) {
        return addFlag(app, option, target);
    }
    CLI::Option* added = nullptr;
    if (option.value.repeats) {
        added = app.add_option_function<std::vector<std::string>>(
            option.written(),
            [&target, &option](const std::vector<std::string>& words) { option.give(target, words); },
            descriptionOf(option));
        added->allow_extra_args(false); // never the words after
    } else {
        added = app.add_option_function<std::string>(
            option.written(), [&target, &option](const std::string& word) { option.give(target, {word}); },
            descriptionOf(option));
    }
    return added->type_name(option.value.syntax)->default_str(option.standard());
}

} // namespace

CLI::Option* addRow(CLI::App& app, const char* option, session::RunOptions& target, const std::string& help) {
    CLI::Option* added = addOption(app, session::optionNamed(option), target);
    return help.empty() ? added : added->description(help);
}

void addRowsOfLook(CLI::App& app, session::RunOptions& target) {
    for (const Option& option : session::optionTable()) {
        if (!option.ofLook.empty()) {
            addOption(app, option, target)->description(option.ofLook);
        }
    }
}

CLI::Option* addStorage(CLI::App& app, std::string& target) {
    return app.add_option("--storage", target, "The project file")
        ->type_name("FILE.parsimony")
        ->default_str("./parsimony.parsimony");
}

std::map<std::string, session::PartFiles> setsOf(const std::vector<std::string>& texts) {
    session::RunOptions options;
    session::optionNamed("ood").give(options, texts);
    return options.ood;
}

void RunFlags::bind(CLI::App& app) {
    for (const Option& option : session::optionTable()) {
        addOption(app, option, m_options)->group(session::headingOf(option.group));
    }
}

session::RunOptions RunFlags::options() const {
    session::requireBoth(m_options);
    return m_options;
}

} // namespace parsimony::cli
