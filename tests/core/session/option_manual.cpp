// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/session/option_manual.h"

#include "core/session/option_table.h"

namespace parsimony::session {

namespace {

/// A text inside a cell of a table.
std::string cell(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        escaped += c == '|' ? "\\|" : std::string(1, c);
    }
    return escaped;
}

std::string lookedAtBy(const Option& option) {
    std::string methods, trainers;
    for (const MethodKind method : option.methods) {
        methods += (methods.empty() ? "" : ", ") + std::string(search::methodName(method));
    }
    for (const TrainerKind trainer : option.trainers) {
        trainers += (trainers.empty() ? "" : ", ") + std::string(train::trainerName(trainer));
    }
    return methods + (methods.empty() || trainers.empty() ? "" : "; ") + trainers;
}

std::string rowOf(const Option& option) {
    const std::string syntax = option.value.syntax.empty() ? "" : " " + option.value.syntax;
    const std::string standard = option.value.kind == OptionKind::Flag ? "off" : option.fallback();
    std::string meaning = option.meaning.empty() ? option.help : option.meaning;
    for (const OptionWord& word : option.value.words) {
        meaning += word.meaning.empty() ? "" : "<br>`" + word.word + "`: " + word.meaning;
    }
    return "| `" + option.written() + cell(syntax) + "` | " + cell(standard) + " | " + cell(meaning) + " | " +
           lookedAtBy(option) + " |\n";
}

} // namespace

std::string optionManual() {
    std::string text =
        "# Options of `plan` and `run`\n\n"
        "Each may stand on the command line, as a key of a configuration file (`--config`, without "
        "the dashes) and in the\nwindow. A LIST is `1,2,5`, `log:LO:HI:N` or `lin:LO:HI:N`; X is a "
        "number with a decimal point, N a whole number. The\nlast column names the methods and "
        "trainers that look at an option; where it is empty, all do.\n";
    const OptionGroup* group = nullptr;
    for (const Option& option : optionTable()) {
        if (group == nullptr || *group != option.group) {
            text += std::string("\n## ") + headingOf(option.group) +
                    "\n\n| option | default | what it does | looked at by |\n|---|---|---|---|\n";
            group = &option.group;
        }
        text += rowOf(option);
    }
    return text;
}

} // namespace parsimony::session
