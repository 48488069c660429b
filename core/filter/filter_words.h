// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_field.h"

#include <string>
#include <utility>
#include <vector>

namespace parsimony::filter {

/// The words a filter is read with beside its own: those of another language, and the names that a project
/// knows.
struct FilterWords {
    struct Value {
        TrialField field = TrialField::State;
        std::string said;      ///< as a person reads it
        std::string canonical; ///< as files and the command line have it
    };
    std::vector<std::pair<std::string, TrialField>> columns; ///< other names of columns
    std::vector<Value> values;                               ///< other words of phases and states
    std::string conjunction, disjunction, negation, nothing; ///< other words for AND, OR, NOT and none
    std::string phase = "phase";                             ///< what "phase 2" begins with
    bool decimalComma = true; ///< 0,5 is a number, as windows of other languages have it
    /// Methods and trainers that there are; empty: any name is taken.
    std::vector<std::string> methods, trainers;
    std::vector<std::string> encoders, tags; ///< that trials have, offered where a person types
};

/// The names that the experiments of a project have, each once, into `words`.
void addProjectNames(FilterWords& words, const ExperimentNamesById& experiments);

/// The encoders and tags that trials have, each once, into `words`.
void addTrialNames(FilterWords& words, const std::vector<session::TrialSnapshot>& trials);

/// What a column of text can be: states, phases, methods, trainers, in canonical words; encoders and tags.
[[nodiscard]] std::vector<std::string> knownValues(TrialField field, const FilterWords& words);

} // namespace parsimony::filter
