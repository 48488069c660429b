// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace parsimony::mechanism {

/// A noisy accuracy over a number of records that is private itself. Both come from two noisy counts, of
/// right and of wrong predictions; where noise leaves too little of them the accuracy is absent.
struct NoisyAccuracy {
    std::optional<double> accuracy, se; ///< 0..1, and the noise's standard error (delta method)
    double records = 0.0;               ///< noisy
};

} // namespace parsimony::mechanism
