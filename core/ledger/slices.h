// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/privacy/event.h"

#include <string>
#include <vector>

namespace parsimony::ledger {

/// The events as the rows of charges list them; empty where there are none.
[[nodiscard]] std::string eventsText(const std::vector<PrivacyEvent>& events);

/// Equal mechanisms as one event with the sum of their counts, in the order in which they first come.
[[nodiscard]] std::vector<PrivacyEvent> mergedEvents(const std::vector<PrivacyEvent>& events);

/// Whether `planned` covers `wanted` on top of `used`: each event by one of the same mechanism (and sample
/// rate) that has as much noise or less. All of them together then cost no more than the plan, in whatever
/// order.
[[nodiscard]] bool arePlanned(const std::vector<PrivacyEvent>& planned, const std::vector<PrivacyEvent>& used,
                              const std::vector<PrivacyEvent>& wanted);

/// Throws Error(Refused) with requested, remaining and missing ε when the events together cost more than (ε,
/// δ), by PLD or RDP (PRIVACY rule 6). No events: nothing to check. `rounding` is for who checks what another
/// machine allowed, whose mathematics library may round otherwise.
void requireSliceHolds(const std::vector<PrivacyEvent>& events, double epsilon, double delta,
                       const Sentence::Value& part, double rounding = 0.0);

} // namespace parsimony::ledger
