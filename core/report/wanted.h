// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_filter.h"

#include <cstdint>
#include <optional>

namespace parsimony::report {

/// What of a project is told.
struct Wanted {
    std::optional<std::int64_t> experiment = {}; ///< only this one; absent: all, in detail the newest 20
    filter::TrialFilter trials = {}; ///< those listed and drawn; experiments with none of them are left out
};

} // namespace parsimony::report
