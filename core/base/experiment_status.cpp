// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/experiment_status.h"

#include <algorithm>
#include <iterator>

namespace parsimony {

namespace {

constexpr const char* names[] = {"planned",  "running", "interrupted",
                                 "finished", "failed",  "nothing_to_resume"};

} // namespace

const char* toText(ExperimentStatus status) {
    return names[static_cast<std::size_t>(status)];
}

ExperimentStatus experimentStatus(std::string_view text) {
    const auto found = std::find(std::begin(names), std::end(names), text);
    return found == std::end(names) ? ExperimentStatus::Failed
                                    : static_cast<ExperimentStatus>(found - std::begin(names));
}

} // namespace parsimony
