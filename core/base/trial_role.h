// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace parsimony {

/// What a trial does in its experiment: a run of the search, its final run, a statistic that its feature
/// map or its start is made of, the winner of a private selection, or a look at a part.
enum class TrialRole {
    Trial,
    Final,
    Mean,
    ClassCounts,
    Flatness,
    PriorAgreement,
    Selection,
    Evaluation,
    Other
};

/// The words of a ledger for them, in their order; Other has none.
extern const std::array<const char*, 8> kTrialRoleNames;

[[nodiscard]] inline const char* toText(TrialRole role) {
    return kTrialRoleNames.at(static_cast<std::size_t>(role));
}
/// The role that a ledger names; Other for a word of a later version.
[[nodiscard]] TrialRole trialRole(std::string_view text);

/// Is it a release that runs build on?
[[nodiscard]] constexpr bool isStatistic(TrialRole role) {
    return role == TrialRole::Mean || role == TrialRole::ClassCounts || role == TrialRole::Flatness ||
           role == TrialRole::PriorAgreement;
}

} // namespace parsimony
