// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/option_rows_traits.h"

#include <algorithm>

namespace parsimony::session::rows {

using search::MethodTraits;
using train::TrainerTraits;

std::vector<MethodKind> methodsThat(bool MethodTraits::*trait) {
    std::vector<MethodKind> methods;
    for (const MethodTraits* method : search::allMethods()) {
        if (method->*trait) {
            methods.push_back(method->kind);
        }
    }
    return methods;
}

std::vector<TrainerKind> trainersThat(bool TrainerTraits::*trait, bool wanted) {
    std::vector<TrainerKind> trainers;
    for (const TrainerTraits* trainer : train::allTrainers()) {
        if (trainer->*trait == wanted) {
            trainers.push_back(trainer->kind);
        }
    }
    return trainers;
}

void add(std::vector<OptionException>& exceptions, const std::string& value, std::string_view name) {
    const auto known = std::find_if(exceptions.begin(), exceptions.end(),
                                    [&](const OptionException& each) { return each.value == value; });
    if (known != exceptions.end()) {
        known->of.emplace_back(name);
    } else {
        exceptions.push_back({value, {std::string(name)}});
    }
}

} // namespace parsimony::session::rows
