// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/trial_role.h"

#include <algorithm>

namespace parsimony {

const std::array<const char*, 8> kTrialRoleNames{"trial",    "final",           "mean",      "class_counts",
                                                 "flatness", "prior_agreement", "selection", "evaluation"};

TrialRole trialRole(std::string_view text) {
    const auto found = std::find(kTrialRoleNames.begin(), kTrialRoleNames.end(), text);
    return static_cast<TrialRole>(found - kTrialRoleNames.begin());
}

} // namespace parsimony
