// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/number_text.h"
#include "core/search/method_kind.h"
#include "core/session/option_table.h"
#include "core/train/trainer_traits.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::session::rows {

// What rows of the table of options take from the traits of methods and trainers.

[[nodiscard]] std::vector<MethodKind> methodsThat(bool search::MethodTraits::*trait);
[[nodiscard]] std::vector<TrainerKind> trainersThat(bool train::TrainerTraits::*trait, bool wanted = true);

/// `name` takes `value` where nobody asks for another.
void add(std::vector<OptionException>& exceptions, const std::string& value, std::string_view name);

inline constexpr std::optional<double> search::MethodTraits::*kNoMethod = nullptr;
inline constexpr std::optional<double> train::TrainerTraits::*kNoTrainer = nullptr;

/// Who takes another value than most where nobody asks for one.
template <class OfMethod, class OfTrainer>
std::vector<OptionException> exceptions(OfMethod search::MethodTraits::*method,
                                        OfTrainer train::TrainerTraits::*trainer) {
    std::vector<OptionException> found;
    if (method != nullptr) {
        for (const search::MethodTraits* traits : search::allMethods()) {
            if (const auto& value = traits->*method) {
                add(found, numberText(*value), traits->name);
            }
        }
    }
    if (trainer == nullptr) {
        return found;
    }
    for (const train::TrainerTraits* traits : train::allTrainers()) {
        if (std::optional<double> value = traits->*trainer;
            traits->*trainer != train::TrainerTraits{}.*trainer) {
            add(found, numberText(*value), traits->name);
        }
    }
    return found;
}

} // namespace parsimony::session::rows
