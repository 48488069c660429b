// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/trainer_traits.h"

#include <vector>

namespace parsimony::train::testing {

/// What is tested for every trainer is tested for a new one as soon as it is in the list.
inline std::vector<TrainerKind> everyTrainer() {
    std::vector<TrainerKind> kinds;
    for (const TrainerTraits* trainer : allTrainers()) {
        kinds.push_back(trainer->kind);
    }
    return kinds;
}

} // namespace parsimony::train::testing
