// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/planned_release.h"

#include "core/base/enum_words.h"

#include <cmath>

namespace parsimony::train {

namespace {
constexpr std::array kReleaseWords{"gradient", "gram",  "class_sums",   "hessian",  "loss_difference",
                                   "mean",     "count", "class_counts", "flatness", "class_grams"};
static_assert(kReleaseWords.size() == static_cast<std::size_t>(ReleaseKind::ClassGrams) + 1);
} // namespace

std::string_view releaseName(ReleaseKind kind) {
    return wordOf(kReleaseWords, kind);
}

std::optional<ReleaseKind> releaseKindNamed(std::string_view name) {
    return valueNamed<ReleaseKind>(kReleaseWords, name);
}

NoiseMultiplier PlannedRelease::eventMultiplier() const {
    // Rounded down: a smaller multiplier costs more, so the event never claims more noise than there is.
    return NoiseMultiplier{std::nextafter(noiseSd / sensitivity.value(), 0.0)};
}

} // namespace parsimony::train
