// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace parsimony::cli {

/// Has the window's program draw, without a display: `parsimony` beside this program, else the one in PATH.
/// Throws its own sentence with its exit code, or Error(Failed) where it is not installed.
void drawByWindow(const std::vector<std::string>& words);

} // namespace parsimony::cli
