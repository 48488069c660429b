// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/fuzz/readers.h"

#include <string>

namespace parsimony::fuzzing {

/// A project as text (ledger_text.h) in which a few things are others; equal seeds do equal things.
[[nodiscard]] std::string mutatedLedger(const std::string& text, unsigned seed,
                                        const TextMutation& mutateText);

/// One of a project's experiments, or some of its lines, among those of another.
[[nodiscard]] std::string crossedLedgers(const std::string& text, const std::string& other, unsigned seed);

} // namespace parsimony::fuzzing
