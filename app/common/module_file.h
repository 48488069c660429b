// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace parsimony::app {

/// The file of a module: what the environment variable names, else beside the program, else where it is
/// installed. Empty when there is none.
[[nodiscard]] std::filesystem::path modulePath(const char* variable, const char* file);

/// A symbol of the module, loaded for good; null when it cannot be loaded or has none of that name: then
/// loaderMessage() says why.
[[nodiscard]] void* moduleSymbol(const std::filesystem::path& module, const char* name, bool& loaded);

/// Why the last module could not be loaded.
[[nodiscard]] const char* loaderMessage();

} // namespace parsimony::app
