// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/ledger/json_members.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace parsimony::ledger {

/// Whether two numbers of a ledger are the same: they are decimal texts of doubles that were computed.
[[nodiscard]] inline bool near(double a, double b, double tolerance = 1e-9) {
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

/// Whether a figure is no less than another, but for what its decimal text may have rounded off.
[[nodiscard]] inline bool atLeast(double stated, double least) {
    return std::isfinite(stated) && stated >= least * (1.0 - 1e-12);
}

/// The text of a JSON object, of an empty one where it is something else.
[[nodiscard]] inline std::string_view objectOr(std::string_view text) {
    return isJsonObject(text) ? text : "{}";
}

/// The option that a member of a plan is made from.
[[nodiscard]] inline std::string optionOf(std::string member) {
    std::replace(member.begin(), member.end(), '_', '-');
    return member;
}

[[nodiscard]] inline Sentence unknownTrainer(std::string_view name) {
    return Sentence("plans for a trainer that this version does not know, '{1}'", name.substr(0, 40));
}

[[nodiscard]] inline Sentence otherThanAsked(std::string_view member) {
    return Sentence("plans for another '{1}' than was asked for", member);
}

} // namespace parsimony::ledger
