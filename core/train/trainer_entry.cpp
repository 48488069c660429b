// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer_entry.h"

#include "core/base/collected.h"
#include "core/base/nearest_name.h"
#include "core/base/sentence.h"

#include <algorithm>

namespace parsimony::train {

const Trainer& trainerOf(TrainerKind kind) {
    return **std::find_if(kTrainers.begin(), kTrainers.end(),
                          [&](const Trainer* trainer) { return trainer->traits.kind == kind; });
}

const TrainerTraits& traitsOf(TrainerKind kind) {
    return trainerOf(kind).traits;
}

std::vector<const TrainerTraits*> allTrainers() {
    return collected<const TrainerTraits*>(kTrainers,
                                           [](const Trainer* trainer) { return &trainer->traits; });
}

std::vector<std::string> trainerNames() {
    return collected<std::string>(kTrainers, [](const Trainer* trainer) { return trainer->traits.name; });
}

std::string_view trainerName(TrainerKind kind) {
    return traitsOf(kind).name;
}

const TrainerTraits* findTrainer(std::string_view name) {
    const auto found = std::find_if(kTrainers.begin(), kTrainers.end(),
                                    [&](const Trainer* trainer) { return trainer->traits.name == name; });
    return found == kTrainers.end() ? nullptr : &(*found)->traits;
}

TrainerKind parseTrainer(std::string_view text, const std::string& what) {
    if (const TrainerTraits* traits = findTrainer(text)) {
        return traits->kind;
    }
    refuseWord(what, std::string(text), trainerNames());
}

} // namespace parsimony::train
