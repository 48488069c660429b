// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/trial_role.h"

#include "core/base/error.h"

#include <string>

namespace parsimony {

const char* toText(TrialRole role) {
    switch (role) {
    case TrialRole::Trial:
        return "trial";
    case TrialRole::Final:
        return "final";
    case TrialRole::Selection:
        return "selection";
    case TrialRole::Mean:
        return "mean";
    case TrialRole::Score:
        return "score";
    case TrialRole::Evaluation:
        break;
    }
    return "evaluation";
}

TrialRole trialRoleFromText(std::string_view text) {
    for (const TrialRole role : {TrialRole::Trial, TrialRole::Final, TrialRole::Selection, TrialRole::Mean,
                                 TrialRole::Score, TrialRole::Evaluation}) {
        if (text == toText(role)) {
            return role;
        }
    }
    fail("the project has a trial of an unknown role, '" + std::string(text) + "'");
}

} // namespace parsimony
