// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace parsimony {

/// Throws Error(Failed) where `file` is there and is neither a regular file nor what a shell hands over, as
/// `<(…)` and /dev/stdin are: a named pipe would be waited for, and a device never ends.
void requireReadable(const std::filesystem::path& file);

/// All of a file that somebody named. Throws Error(Failed) where it can't be read, too.
[[nodiscard]] std::string contentsOf(const std::filesystem::path& file);

} // namespace parsimony
