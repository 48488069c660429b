// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/completion_scripts.h"

#include "core/base/collected.h"
#include "core/base/text.h"

namespace parsimony::cli {

namespace {

/// `text` between single quotes of bash and zsh.
std::string singleQuoted(const std::string& text) {
    std::string kept;
    for (const char c : text) {
        kept += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return kept;
}

/// A description in a specification of zsh's `_arguments`, in single quotes.
std::string zshHelp(const std::string& text) {
    std::string kept;
    for (const char c : text) {
        kept += (c == '[' || c == ']' || c == ':' || c == '\\' ? "\\" : "") + std::string(1, c);
    }
    return singleQuoted(kept);
}

/// `text` between single quotes of fish.
std::string fishHelp(const std::string& text) {
    std::string kept;
    for (const char c : text) {
        kept += (c == '\'' || c == '\\' ? "\\" : "") + std::string(1, c);
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

/// What may follow the command without an option before it.
std::vector<std::string> wordsAfter(const std::vector<CompletedCommand>& commands,
                                    const CompletedCommand& command) {
    std::vector<std::string> words = command.words;
    for (const CompletedCommand* follower : followers(commands, command.name)) {
        words.push_back(lastWord(follower->name));
    }
    return words;
}

std::vector<std::string> optionNames(const CompletedCommand& command) {
    return collected<std::string>(command.options, &CompletedOption::name);
}

/// The pattern of a `case` for an option of a command, by either of its names.
std::string bashPattern(const CompletedCommand& command, const CompletedOption& option) {
    const std::string before = "'" + command.name + " ";
    return before + option.name + "'" +
           (option.shortName.empty() ? "" : "|" + before + option.shortName + "'");
}

/// Every command in quotes, with `between` them.
std::string allNames(const std::vector<CompletedCommand>& commands, const std::string& between) {
    std::vector<std::string> names;
    for (const CompletedCommand& command : commands) {
        if (!command.name.empty()) {
            names.push_back("'" + command.name + "'");
        }
    }
    return joined(names, between);
}

} // namespace

std::string bashScript(const std::vector<CompletedCommand>& commands) {
    std::string values, words;
    for (const CompletedCommand& command : commands) {
        const std::string path = "'" + command.name + "'";
        words += "    " + path + ") words='" + joined(wordsAfter(commands, command), " ") + "'; options='" +
                 joined(optionNames(command), " ") + "'" + (command.takesFile ? "; files=1" : "") + " ;;\n";
        for (const CompletedOption& option : command.options) {
            if (option.takesValue) {
                values += "    " + bashPattern(command, option) + ") value=1; words='" +
                          joined(option.words, " ") + "'; files=" + (option.takesFile ? "1" : "''") +
                          (option.takesList ? "; list=1" : "") + (option.takesName ? "; name=1" : "") +
                          " ;;\n";
            }
        }
    }
    return "# bash completion of parsimony-cli: eval \"$(parsimony-cli completion bash)\"\n"
           "_parsimony_cli() {\n"
           // bash breaks words at '=' and ':', and hands these over as words: they are put together again.
           "    local rest=$COMP_LINE last='' next i\n"
           "    local -a typed=()\n"
           "    for ((i = 0; i <= COMP_CWORD; i++)); do\n"
           "        next=${COMP_WORDS[i]}\n"
           "        if [[ $i -gt 0 && $rest != [[:blank:]]* && ( $next =~ ^[=:]+$ || $last =~ ^[=:]+$ ) ]]; "
           "then\n"
           "            typed[-1]+=$next\n"
           "        else\n"
           "            typed+=(\"$next\")\n"
           "        fi\n"
           "        rest=${rest#\"${rest%%[![:blank:]]*}\"}\n"
           "        rest=${rest#\"$next\"}\n"
           "        last=$next\n"
           "    done\n"
           "    local whole=${typed[-1]} before=${typed[-2]} command=''\n"
           "    local word=$whole words='' options='' value='' list='' files='' name=''\n"
           "    for ((i = 1; i < ${#typed[@]} - 1; i++)); do\n"
           "        next=\"${command:+$command }${typed[i]}\"\n"
           "        case \"$next\" in " +
           allNames(commands, "|") +
           ") command=$next ;; esac\n"
           "    done\n"
           "    if [[ $word == --*=* ]]; then before=${word%%=*}; word=${word#*=}; fi\n"
           "    case \"$command\" in\n" +
           words +
           "    esac\n"
           "    case \"$command $before\" in\n" +
           values +
           "    esac\n"
           // Files are looked for where a name is due, and options where a dash was typed or no file is due.
           "    if [[ -z $value && ( $word == -* || -z $files ) ]]; then words=\"$words $options\"; fi\n"
           "    if [[ -n $name && $word == *=* ]]; then word=${word#*=}; fi\n"
           "    if [[ -n $list && $word == *,* ]]; then\n"
           "        COMPREPLY=($(compgen -P \"${word%,*},\" -W \"$words\" -- \"${word##*,}\"))\n"
           "    else\n"
           "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
           "    fi\n"
           "    if [[ ${COMPREPLY[*]} == *: ]]; then compopt -o nospace 2>/dev/null; fi\n"
           "    if [[ -n $files && $word != -* ]]; then\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$word\")\n"
           "    fi\n"
           // What bash replaces is what it takes for the last word.
           "    if [[ $last =~ ^[=:]+$ ]]; then last=''; fi\n"
           "    for i in \"${!COMPREPLY[@]}\"; do\n"
           "        next=${whole%\"$word\"}${COMPREPLY[i]}\n"
           "        COMPREPLY[i]=${next#\"${whole%\"$last\"}\"}\n"
           "    done\n"
           "}\n"
           "complete -o default -F _parsimony_cli parsimony-cli\n";
}

namespace {

std::string zshWordsOrFiles(const std::string& words) {
    return "{_alternative \"words:word:(" + words + ")\" \"files:file:_files\"}";
}

/// `words` as an action of `_arguments` adds them: nothing follows one that goes on.
std::string zshWords(const std::vector<std::string>& words) {
    std::string whole, open;
    for (const std::string& word : words) {
        std::string escaped;
        for (const char c : word) {
            escaped += (c == ':' ? "\\" : "") + std::string(1, c);
        }
        (word.ends_with(':') ? open : whole) += " " + escaped;
    }
    return open.empty() ? "(" + whole.substr(1) + ")"
                        : "{compadd --" + whole + "; compadd -S \"\" --" + open + "}";
}

/// How `_arguments` completes the option's value.
std::string zshValue(const CompletedOption& option) {
    if (!option.takesValue) {
        return {};
    }
    if (option.takesList) {
        return ":value:_values -s , value " + joined(option.words, " ");
    }
    if (option.takesFile && !option.words.empty()) {
        return ":value:" + zshWordsOrFiles(joined(option.words, " "));
    }
    if (option.takesFile) {
        return option.takesName ? ":value:{compset -P \"*=\"; _files}" : ":value:_files";
    }
    return ":value:" + (option.words.empty() ? "" : zshWords(option.words));
}

/// How fish completes the option's value.
std::string fishValue(const CompletedOption& option) {
    if (!option.takesValue) {
        return {};
    }
    const std::string words = joined(option.words, " ");
    const std::string offered = option.words.empty() ? ""
                                : option.takesList   ? " -a '(__fish_append , " + words + ")'"
                                                     : " -a '" + words + "'";
    return (option.takesFile ? " -r" : " -x") + offered;
}

} // namespace

std::string zshScript(const std::vector<CompletedCommand>& commands) {
    std::string cases;
    for (const CompletedCommand& command : commands) {
        std::string arguments;
        for (const CompletedOption& option : command.options) {
            for (const std::string& name : {option.shortName, option.name}) {
                if (!name.empty()) {
                    const bool joins = option.takesValue && name.starts_with("--"); // by a '=' too
                    arguments += " \\\n            '" + std::string(option.isRepeated ? "*" : "") + name +
                                 (joins ? "=[" : "[") + zshHelp(option.help) + "]" + zshValue(option) + "'";
                }
            }
        }
        const std::string next = joined(wordsAfter(commands, command), " ");
        arguments += " \\\n            ";
        arguments += next.empty()        ? "'*:file:_files'"
                     : command.takesFile ? "'*:word:" + zshWordsOrFiles(next) + "'"
                                         : "'*:word:(" + next + ")'";
        cases += "    '" + command.name + "')\n        _arguments" + arguments + " ;;\n";
    }
    return "#compdef parsimony-cli\n"
           "# zsh completion of parsimony-cli: eval \"$(parsimony-cli completion zsh)\" behind compinit, or\n"
           "# write it to a file _parsimony-cli in a folder of $fpath\n"
           "_parsimony_cli() {\n"
           "    local command='' next word\n"
           "    for word in ${words[2,CURRENT-1]}; do\n"
           "        next=\"${command:+$command }$word\"\n"
           "        case \"$next\" in " +
           allNames(commands, "|") +
           ") command=$next ;; esac\n"
           "    done\n"
           "    case \"$command\" in\n" +
           cases +
           "    esac\n"
           "}\n"
           "if [[ \"${funcstack[1]}\" = _parsimony-cli ]]; then\n"
           "    _parsimony_cli \"$@\"\n"
           "else\n"
           "    compdef _parsimony_cli parsimony-cli\n"
           "fi\n";
}

std::string fishScript(const std::vector<CompletedCommand>& commands) {
    std::string text = "# fish completion of parsimony-cli: parsimony-cli completion fish | source\n"
                       "function __parsimony_cli_in\n"
                       "    set -l names " +
                       allNames(commands, " ") +
                       "\n"
                       "    set -l command ''\n"
                       "    for word in (commandline -opc)[2..]\n"
                       "        set -l next (string trim -- \"$command $word\")\n"
                       "        contains -- $next $names; and set command $next\n"
                       "    end\n"
                       "    test \"$command\" = \"$argv\"\n"
                       "end\n";
    for (const CompletedCommand& command : commands) {
        const std::string where = "complete -c parsimony-cli -n '__parsimony_cli_in " + command.name + "'";
        for (const std::string& word : command.words) {
            text.append(where).append(command.takesFile ? " -a " : " -f -a ").append(word).append("\n");
        }
        for (const CompletedCommand* follower : followers(commands, command.name)) {
            text.append(where).append(" -f -a ").append(lastWord(follower->name));
            text.append(" -d '").append(fishHelp(follower->help)).append("'\n");
        }
        for (const CompletedOption& option : command.options) {
            text += (command.name.empty() ? "complete -c parsimony-cli" : where) +
                    (option.shortName.empty() ? "" : " -s " + option.shortName.substr(1)) + " -l " +
                    option.name.substr(2) + fishValue(option) + " -d '" + fishHelp(option.help) + "'\n";
        }
    }
    return text;
}

} // namespace parsimony::cli
