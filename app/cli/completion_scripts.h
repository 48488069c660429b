// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace parsimony::cli {

/// What a shell has to know of one option.
struct CompletedOption {
    std::string name;               ///< with its dashes
    std::string shortName;          ///< "-f"; empty: it has none
    std::string help;               ///< one phrase
    std::vector<std::string> words; ///< values that are told from here; one that ends in ':' goes on
    bool takesValue = false;
    bool takesFile = false;
    bool takesName = false;  ///< and a '=' may stand before the file
    bool takesList = false;  ///< of those words, with commas between them
    bool isRepeated = false; ///< may be given more than once
};

/// What a shell has to know of one command; the first is the program itself, without a name.
struct CompletedCommand {
    std::string name; ///< "run", "budget show"
    std::string help;
    std::vector<CompletedOption> options;
    std::vector<std::string> words = {}; ///< that it takes without an option
    bool takesFile = false;              ///< without an option
};

/// The completion script of a shell for the commands. `shell` is bash, zsh or fish.
[[nodiscard]] std::string bashScript(const std::vector<CompletedCommand>& commands);
[[nodiscard]] std::string zshScript(const std::vector<CompletedCommand>& commands);
[[nodiscard]] std::string fishScript(const std::vector<CompletedCommand>& commands);

} // namespace parsimony::cli
