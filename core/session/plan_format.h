// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace parsimony::session {

/// How stored plans are written. It rises when a plan of today could not be read as it was meant; the
/// ledger's `plan_version` is another thing, it counts how often one experiment was planned anew.
inline constexpr int kPlanFormat = 4;

/// A stored plan in today's format. The first format left out every option at its default and the numbers
/// that its methods were tuned by, the second those that trainers are tuned by: they are filled in as they
/// were then, so that nothing tuned since changes an old plan. Throws Error(Failed) for a plan of a newer
/// format.
[[nodiscard]] nlohmann::json inThisFormat(nlohmann::json stored);

} // namespace parsimony::session
