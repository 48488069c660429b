// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace parsimony {

/// Throws Error(Usage), as of an option, where that line of a TOML file (from 1) gives a key a number with a
/// decimal comma, which TOML takes for two values. `where` names file and line.
void refuseDecimalComma(const std::filesystem::path& file, std::size_t line, const std::string& where);

} // namespace parsimony
