// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/release_name.h"
#include "core/base/trial_role.h"
#include "core/ledger/body_text.h"

#include <string>
#include <vector>

namespace parsimony::ledger {

/// What one charge pays for once: the rest of a mean or of counts is one itself, and of a look's breakdowns
/// and metrics each is.
[[nodiscard]] std::string paidName(const ReleaseName& what, const BodyReader& values);

/// Whether the plan of a trial has a count that scores it.
[[nodiscard]] bool hasOwnScore(const BodyReader& plan);
/// What the mechanism of a trial releases: `isScored` says whether something pays for a score.
[[nodiscard]] std::vector<std::string> paidBy(TrialRole role, const BodyReader& plan, bool isScored);
/// What a trial of private data releases that charges nothing: what a look at a public part finds there.
[[nodiscard]] std::vector<std::string> freeBy(TrialRole role, const BodyReader& plan);

/// Whether a name was there, which then is there once less.
bool takeOnce(std::vector<std::string>& names, const std::string& name);

} // namespace parsimony::ledger
