// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace parsimony::app {

/// One top-level key of a configuration file: its values as texts, the way they would stand on a command
/// line.
struct ConfigEntry {
    std::string key;
    std::vector<std::string>
        values; ///< one for a scalar, all elements of an array, NAME=VALUE of a table; none of an empty one
    int line = 0;
};

/// Reads a TOML file whose top-level keys are options. Numbers become their shortest exact text, booleans
/// "true" and "false", and a number that is too large for TOML stays as it is written. Throws Error(Failed)
/// when the file cannot be read, Error(Usage) when it is not TOML or a value is a date, or nested deeper than
/// that; both name the file and, where there is one, the line. `take` gives a value to the option of that
/// name, whose sentence is that of a decimal comma.
[[nodiscard]] std::vector<ConfigEntry>
readTomlOptions(const std::filesystem::path& file,
                const std::function<void(const std::string& key, const std::string& text)>& take = {});

} // namespace parsimony::app
