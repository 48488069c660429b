// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/completion_scripts.h"

#include "core/base/text.h"

namespace parsimony::cli {

namespace {

/// `text` without the characters that end a word or a description in one of the shells.
std::string plain(const std::string& text) {
    std::string kept;
    for (const char c : text) {
        kept += c == '\'' || c == '"' || c == '`' || c == '\\' || c == '$' || c == ':' ? ' '
                : c == '['                                                             ? '('
                : c == ']'                                                             ? ')'
                                                                                       : c;
    }
    return kept;
}

/// The words that may follow `path` ("", "budget"): each once.
std::vector<const CompletedCommand*> followers(const std::vector<CompletedCommand>& commands,
                                               const std::string& path) {
    std::vector<const CompletedCommand*> found;
    for (const CompletedCommand& command : commands) {
        const auto space = command.name.rfind(' ');
        const std::string parent = space == std::string::npos ? "" : command.name.substr(0, space);
        if (!command.name.empty() && parent == path) {
            found.push_back(&command);
        }
    }
    return found;
}

std::string lastWord(const std::string& name) {
    const auto space = name.rfind(' ');
    return space == std::string::npos ? name : name.substr(space + 1);
}

std::vector<std::string> wordsAfter(const std::vector<CompletedCommand>& commands,
                                    const CompletedCommand& command) {
    std::vector<std::string> words;
    for (const CompletedCommand* follower : followers(commands, command.name)) {
        words.push_back(lastWord(follower->name));
    }
    for (const CompletedOption& option : command.options) {
        words.push_back(option.name);
    }
    return words;
}

} // namespace

std::string bashScript(const std::vector<CompletedCommand>& commands) {
    std::string names, values, words;
    for (const CompletedCommand& command : commands) {
        const std::string path = "'" + command.name + "'";
        if (!command.name.empty()) {
            names += (names.empty() ? "" : "|") + path;
        }
        words += "    " + path + ") words='" + joined(wordsAfter(commands, command), " ") + "' ;;\n";
        for (const CompletedOption& option : command.options) {
            const std::string at = "    '" + command.name + " " + option.name + "') ";
            if (!option.words.empty()) {
                values += at + "words='" + joined(option.words, " ") + "'; value=1 ;;\n";
            } else if (option.takesValue) {
                values += at + "value=1 ;;\n";
            }
        }
    }
    return "# bash completion of parsimony-cli: eval \"$(parsimony-cli completion bash)\"\n"
           "_parsimony_cli() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' words='' "
           "value='' "
           "next i\n"
           "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
           "        next=\"${command:+$command }${COMP_WORDS[i]}\"\n"
           "        case \"$next\" in " +
           names +
           ") command=$next ;; esac\n"
           "    done\n"
           "    case \"$command\" in\n" +
           words +
           "    esac\n"
           "    case \"$command $before\" in\n" +
           values +
           "    esac\n"
           "    if [[ -n $value && $words == *--* ]]; then words=''; fi\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
           "}\n"
           "complete -o default -F _parsimony_cli parsimony-cli\n";
}

std::string zshScript(const std::vector<CompletedCommand>& commands) {
    std::string cases;
    for (const CompletedCommand& command : commands) {
        std::string arguments;
        for (const CompletedOption& option : command.options) {
            std::string value;
            if (option.takesValue) {
                value = ":value:" + (option.words.empty() ? std::string(option.takesFile ? "_files" : "")
                                                          : "(" + joined(option.words, " ") + ")");
            }
            arguments += " \\\n            '" + option.name + "[" + plain(option.help) + "]" + value + "'";
        }
        std::string next;
        for (const CompletedCommand* follower : followers(commands, command.name)) {
            next += (next.empty() ? "" : " ") + lastWord(follower->name);
        }
        arguments +=
            next.empty() ? " \\\n            '*:file:_files'" : " \\\n            '*:command:(" + next + ")'";
        cases += "    '" + command.name + "')\n        _arguments" + arguments + " ;;\n";
    }
    std::string names;
    for (const CompletedCommand& command : commands) {
        names += command.name.empty() ? "" : (names.empty() ? "'" : "|'") + command.name + "'";
    }
    return "#compdef parsimony-cli\n"
           "# zsh completion of parsimony-cli: write it to a file _parsimony-cli in a folder of $fpath\n"
           "_parsimony_cli() {\n"
           "    local command='' next word\n"
           "    for word in ${words[2,CURRENT-1]}; do\n"
           "        next=\"${command:+$command }$word\"\n"
           "        case \"$next\" in " +
           names +
           ") command=$next ;; esac\n"
           "    done\n"
           "    case \"$command\" in\n" +
           cases +
           "    esac\n"
           "}\n"
           "_parsimony_cli \"$@\"\n";
}

std::string fishScript(const std::vector<CompletedCommand>& commands) {
    std::string text = "# fish completion of parsimony-cli: parsimony-cli completion fish | source\n"
                       "function __parsimony_cli_in\n"
                       "    set -l seen (commandline -opc)[2..]\n"
                       "    for word in $argv\n"
                       "        contains -- $word $seen; or return 1\n"
                       "    end\n"
                       "end\n";
    for (const CompletedCommand& command : commands) {
        const std::string where =
            command.name.empty() ? "__fish_use_subcommand" : "__parsimony_cli_in " + command.name;
        for (const CompletedCommand* follower : followers(commands, command.name)) {
            text += "complete -c parsimony-cli -n '" + where + "' -a " + lastWord(follower->name) + " -d '" +
                    plain(follower->help) + "'\n";
        }
        for (const CompletedOption& option : command.options) {
            const std::string condition = command.name.empty() ? "" : " -n '" + where + "'";
            const std::string value = !option.takesValue     ? ""
                                      : option.takesFile     ? " -r"
                                      : option.words.empty() ? " -x"
                                                             : " -x -a '" + joined(option.words, " ") + "'";
            text += "complete -c parsimony-cli" + condition + " -l " + option.name.substr(2) + value +
                    " -d '" + plain(option.help) + "'\n";
        }
    }
    return text;
}

} // namespace parsimony::cli
