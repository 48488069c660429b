// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

// Which process something belongs to, as a file can keep it: another one that has its number later is not it.
namespace parsimony {

/// Its number, when it began, and since when the machine runs.
[[nodiscard]] std::string thisProcess();

/// Is the process of that name there, on this machine? False for any other text.
[[nodiscard]] bool isRunning(const std::string& process);

} // namespace parsimony
