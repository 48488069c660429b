// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/filter/filter_words.h"

#include "core/base/text.h"
#include "core/base/trial_role.h"
#include "core/base/trial_state.h"

#include <algorithm>

namespace parsimony::filter {

namespace {

void add(std::vector<std::string>& names, const std::string& name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
    }
}

} // namespace

void addProjectNames(FilterWords& words, const ExperimentNamesById& experiments) {
    for (const auto& [id, names] : experiments) {
        add(words.methods, names.method);
        for (const std::string& trainer : splitAtCommas(names.trainer)) { // a search may be among several
            add(words.trainers, trainer);
        }
        for (const auto& [name, model] : names.encoders) {
            add(words.encoders, name);
            add(words.encoders, model);
        }
    }
}

void addTrialNames(FilterWords& words, const std::vector<session::TrialSnapshot>& trials) {
    for (const session::TrialSnapshot& trial : trials) {
        add(words.encoders, fieldText(trial, TrialField::Encoder));
        for (const std::string& tag : trial.tags) {
            add(words.tags, tag);
        }
    }
}

std::vector<std::string> knownValues(TrialField field, const FilterWords& words) {
    std::vector<std::string> names;
    if (field == TrialField::State) {
        for (std::size_t i = 0; i <= static_cast<std::size_t>(TrialState::Lost); ++i) {
            names.emplace_back(toText(static_cast<TrialState>(i)));
        }
    } else if (field == TrialField::Phase) {
        names = {"1", "2", "3"};
        for (const char* role : kTrialRoleNames) {
            if (trialRole(role) != TrialRole::Trial) {
                names.emplace_back(role);
            }
        }
    } else if (field == TrialField::Method) {
        names = words.methods;
    } else if (field == TrialField::Trainer) {
        names = words.trainers;
    } else if (field == TrialField::Encoder) {
        names = words.encoders;
    } else if (field == TrialField::Tags) {
        names = words.tags;
    }
    return names;
}

} // namespace parsimony::filter
