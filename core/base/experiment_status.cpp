// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/experiment_status.h"

#include <algorithm>
#include <iterator>

namespace parsimony {

namespace {

constexpr const char* kNames[] = {"planned",  "running", "interrupted",
                                  "finished", "failed",  "nothing_to_resume"};

} // namespace

const char* toText(ExperimentStatus status) {
    return kNames[static_cast<std::size_t>(status)];
}

ExperimentStatus experimentStatus(std::string_view text) {
    const auto found = std::find(std::begin(kNames), std::end(kNames), text);
    return found == std::end(kNames) ? ExperimentStatus::Failed
                                     : static_cast<ExperimentStatus>(found - std::begin(kNames));
}

} // namespace parsimony
