// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace parsimony::ledger {

/// Told a sentence, once in every wait for another program that is longer than a moment; throws nothing.
using WaitNotice = std::function<void(const std::string&)>;

} // namespace parsimony::ledger
