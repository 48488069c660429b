// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace parsimony {

/// What a trial does in its experiment: a run of the search, its final run, a statistic that its feature
/// map is made of, the winner of a private selection, or a look at a part.
enum class TrialRole { Trial, Final, Mean, ClassCounts, Flatness, Selection, Evaluation, Other };

/// The role that a ledger names; Other for a word of a later version.
[[nodiscard]] TrialRole trialRole(std::string_view text);

} // namespace parsimony
