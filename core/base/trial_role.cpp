// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/trial_role.h"

#include <algorithm>
#include <iterator>

namespace parsimony {

TrialRole trialRole(std::string_view text) {
    constexpr std::string_view names[] = {"trial",    "final",     "mean",      "class_counts",
                                          "flatness", "selection", "evaluation"};
    return static_cast<TrialRole>(std::find(std::begin(names), std::end(names), text) - std::begin(names));
}

} // namespace parsimony
