// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

namespace parsimony {

/// Where a trial stands. Planned: nothing is reserved yet, so no ledger holds it. Reserved → Running → one of
/// the last four, all of which stay charged. Interrupted: it began, and nobody runs its experiment now; no
/// ledger holds that either. Unknown: a server of a later version said what this one has no word for.
enum class TrialState { Planned, Reserved, Running, Interrupted, Finished, Failed, Cancelled, Lost, Unknown };

/// "planned", "reserved", "running", "interrupted", "finished", "failed", "cancelled", "lost" or "unknown".
[[nodiscard]] const char* toText(TrialState state);
/// The same word where a sentence holds it: other languages have their own.
[[nodiscard]] Sentence sentenceOf(TrialState state);

/// Reserved, running or interrupted: its end is still owed.
[[nodiscard]] constexpr bool isOpen(TrialState state) {
    return state == TrialState::Reserved || state == TrialState::Running || state == TrialState::Interrupted;
}

} // namespace parsimony
