// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/completion_scripts.h"
#include "core/base/collected.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/study/study_file.h"

#include <algorithm>
#include <array>

namespace parsimony::cli {

namespace {

struct Shell {
    std::string name;
    std::string (*script)(const std::vector<CompletedCommand>&);
};
const std::array<Shell, 3> kShells{{{"bash", bashScript}, {"zsh", zshScript}, {"fish", fishScript}}};

const Shell& shellNamed(const std::string& name) {
    const auto found =
        std::find_if(kShells.begin(), kShells.end(), [&](const Shell& s) { return s.name == name; });
    if (found == kShells.end()) {
        failUsage(name.empty() ? "completion needs the name of a shell: bash, zsh or fish"
                               : "completion: '" + name + "' is none of bash|zsh|fish");
    }
    return *found;
}

bool isLiteral(const std::string& word) {
    return word.size() > 1 && std::all_of(word.begin(), word.end(), [](unsigned char letter) {
               return std::islower(letter) != 0 || std::isdigit(letter) != 0 || letter == '-' ||
                      letter == '_' || letter == '+';
           });
}

/// The alternatives that `-h` shows: those within brackets, as of "cuda[:N,M|:all]", belong to what is
/// before.
std::vector<std::string> alternativesOf(const std::string& syntax) {
    std::vector<std::string> alternatives{""};
    int depth = 0;
    for (const char c : syntax) {
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c == '|' && depth == 0) {
            alternatives.emplace_back();
        } else {
            alternatives.back() += c;
        }
    }
    return alternatives;
}

/// The words of an alternative that is more than words: "cuda" and "cuda:all" of "cuda[:N,M|:all]",
/// "hidden:", which something has to follow, of "hidden:H[,H…]".
std::vector<std::string> headsOf(const std::string& alternative) {
    const std::string head = alternative.substr(0, alternative.find_first_of("[:"));
    if (!isLiteral(head) || head == alternative) {
        return {};
    }
    if (alternative[head.size()] == ':') {
        return {head + ":"};
    }
    std::vector<std::string> words{head};
    const std::string behind = alternative.substr(head.size() + 1, alternative.find(']') - head.size() - 1);
    for (const std::string& one : splitAt(behind, '|')) {
        if (one.starts_with(':') && isLiteral(one.substr(1))) {
            words.push_back(head + one);
        }
    }
    return words;
}

/// The words with commas between them that an alternative consists of, as "dirac,random-unit" does.
std::vector<std::string> listedWords(const std::string& alternative) {
    std::vector<std::string> listed = splitAt(alternative, ',');
    return std::all_of(listed.begin(), listed.end(), isLiteral) ? listed : std::vector<std::string>{};
}

/// The words among the alternatives that `-h` shows: "auto" of "auto|LO,HI", both of "dirac,random-unit".
std::vector<std::string> wordsOf(const std::string& syntax) {
    std::vector<std::string> words;
    for (const std::string& alternative : alternativesOf(syntax)) {
        const std::vector<std::string> listed = listedWords(alternative);
        const std::vector<std::string> heads = headsOf(alternative);
        words.insert(words.end(), listed.begin(), listed.end());
        words.insert(words.end(), heads.begin(), heads.end());
    }
    return words;
}

/// Does `-h` show words with commas between them, or say that there may be several?
bool listsWords(const std::string& syntax) {
    const std::vector<std::string> alternatives = alternativesOf(syntax);
    return std::any_of(alternatives.begin(), alternatives.end(), [](const std::string& one) {
        return one.starts_with("LIST") || listedWords(one).size() > 1;
    });
}

bool namesFile(const std::string& syntax) {
    constexpr std::array files{"PATH", "FILE", "DIR", "FEATURES", "MODEL", "PROJECT"};
    return std::any_of(files.begin(), files.end(),
                       [&](const char* file) { return syntax.find(file) != std::string::npos; });
}

/// Those that come with the program.
std::vector<std::string> studyNames() {
    return collected<std::string>(study::builtInStudies(),
                                  [](study::StudyTitle& title) { return std::move(title.name); });
}

CompletedOption completed(const CLI::Option& option) {
    const std::string syntax = option.get_type_name();
    CompletedOption one{"--" + option.get_lnames().front(), "", option.get_description(), {}};
    if (!option.get_snames().empty()) {
        one.shortName = "-" + option.get_snames().front();
    }
    one.takesValue = option.get_items_expected_max() > 0;
    one.words = one.takesValue ? wordsOf(syntax) : std::vector<std::string>{};
    one.takesList = !one.words.empty() && listsWords(syntax);
    one.isRepeated = option.get_items_expected_max() > 1;
    one.takesFile = namesFile(syntax);
    one.takesName = one.takesFile && syntax.find("NAME=") != std::string::npos;
    return one;
}

/// What follows the command itself.
void addPositional(CompletedCommand& command, const CLI::Option& option) {
    const std::string syntax = option.get_type_name();
    const bool namesStudy = syntax.find("STUDY") != std::string::npos;
    for (std::string& word : namesStudy ? studyNames() : wordsOf(syntax)) {
        command.words.push_back(std::move(word));
    }
    command.takesFile = command.takesFile || namesFile(syntax);
}

void addCompleted(std::vector<CompletedCommand>& commands, const CLI::App& app, const std::string& name,
                  const std::vector<CompletedOption>& everywhere) {
    CompletedCommand command{name, app.get_description(), everywhere};
    for (const CLI::Option* option : app.get_options()) {
        if (!option->get_lnames().empty()) {
            command.options.push_back(completed(*option));
        } else {
            addPositional(command, *option);
        }
    }
    const std::vector<CompletedOption> global = name.empty() ? command.options : everywhere;
    commands.push_back(std::move(command));
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
        addCompleted(commands, *sub, (name.empty() ? "" : name + " ") + sub->get_name(), global);
    }
}

std::vector<CompletedCommand> completedCommands(const CLI::App& program) {
    std::vector<CompletedCommand> commands;
    addCompleted(commands, program, "", {});
    for (CompletedCommand& command : commands) { // --help is both everywhere and each command's own
        auto& options = command.options;
        for (auto one = options.begin(); one != options.end(); ++one) {
            options.erase(
                std::remove_if(one + 1, options.end(),
                               [&](const CompletedOption& other) { return other.name == one->name; }),
                options.end());
        }
    }
    return commands;
}

Result complete(const CommandLine& line, const std::string& shell, Context& context) {
    Result result;
    result.table = shellNamed(shell).script(completedCommands(line.program()));
    if (context.format() == Format::Json) {
        result.json["script"] = result.table;
    }
    return result;
}

} // namespace

void addCompletionCommand(CommandLine& line) {
    auto shell = std::make_shared<std::string>();
    CLI::App& app =
        line.addCommand("completion", "The completion script of a shell",
                        [shell, &line](Context& context) { return complete(line, *shell, context); });
    app.add_option("SHELL", *shell, "The shell")->type_name("bash|zsh|fish");
}

} // namespace parsimony::cli
