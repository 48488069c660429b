// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace parsimony::ui {

/// How long the whisker of a share is, in points of a hundred: an exact one has none, since one of no length
/// would strike its symbol through.
[[nodiscard]] inline double whiskerOf(double error) {
    return error > 0.0 ? 100.0 * error : std::numeric_limits<double>::quiet_NaN();
}

} // namespace parsimony::ui
