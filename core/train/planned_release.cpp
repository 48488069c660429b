// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/planned_release.h"

#include <cmath>

namespace parsimony::train {

std::string_view releaseName(ReleaseKind kind) {
    switch (kind) {
    case ReleaseKind::Gradient:
        return "gradient";
    case ReleaseKind::Gram:
        return "gram";
    case ReleaseKind::ClassSums:
        return "class_sums";
    case ReleaseKind::Hessian:
        return "hessian";
    case ReleaseKind::LossDifference:
        return "loss_difference";
    case ReleaseKind::Mean:
        return "mean";
    case ReleaseKind::Count:
        return "count";
    case ReleaseKind::ClassCounts:
        return "class_counts";
    case ReleaseKind::Flatness:
        return "flatness";
    case ReleaseKind::ClassGrams:
        return "class_grams";
    }
    return "?";
}

NoiseMultiplier PlannedRelease::eventMultiplier() const {
    // Rounded down: a smaller multiplier costs more, so the event never claims more noise than there is.
    return NoiseMultiplier{std::nextafter(noiseSd / sensitivity.value(), 0.0)};
}

} // namespace parsimony::train
