// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace parsimony::ledger {

/// Throws Error(Usage): a part was declared without a number of its records, and looks that a plan has are
/// held to that, whoever names one now, by its files or by its rows.
[[noreturn]] void failDeclaredWithoutNumber(const std::string& part);

} // namespace parsimony::ledger
