// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_field.h"

namespace parsimony::filter {

using NumberMember = std::optional<double> session::TrialSnapshot::*;

/// Where a trial keeps the number of a column; null where it has to be made. (No table: GCC 12 fills an array
/// of such pointers with zeros, which are the first member and not null.)
[[nodiscard]] constexpr NumberMember memberOf(TrialField field) {
    using session::TrialSnapshot;
    switch (field) {
    case TrialField::R:
        return &TrialSnapshot::r;
    case TrialField::Nu:
        return &TrialSnapshot::nu;
    case TrialField::LearningRate:
        return &TrialSnapshot::learningRate;
    case TrialField::NoiseMultiplier:
        return &TrialSnapshot::noiseMultiplier;
    case TrialField::Clip:
        return &TrialSnapshot::maxGradNorm;
    case TrialField::Score:
        return &TrialSnapshot::score;
    default:
        return nullptr;
    }
}

} // namespace parsimony::filter
