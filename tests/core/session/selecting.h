// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/session/planning.h"

#include <string>

namespace parsimony::session {

/// A private selection on digits.
inline RunOptions selecting(const std::string& method) {
    RunOptions options;
    options.data = std::string(PARSIMONY_SAMPLES) + "/digits.npz";
    options.classes = 10;
    options.epsilon = 3.0;
    options.delta = 1e-5;
    give(options, "method", method);
    options.runsMean = 4.0;
    options.steps = "5";
    return options;
}

} // namespace parsimony::session
