// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/experiment_status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::ledger {
class Project;
}

namespace parsimony::session {

/// An experiment in a list.
struct ExperimentSummary {
    std::int64_t id = 0;
    std::string method, trainer, started;
    ExperimentStatus status = ExperimentStatus::Interrupted;
    double epsilon = 0.0;
    std::optional<double> testAccuracy, testAccuracySe;
    std::string dataset = {};   ///< its name
    std::uint32_t classes = 0;  ///< as the experiment declared them
    bool severalLabels = false; ///< a record of its data may have more than one
    std::string options = {};   ///< those that shape a result, ε aside: alike in repeats and nowhere else
};

/// Every experiment of a project, oldest first.
[[nodiscard]] std::vector<ExperimentSummary> summariesOf(const ledger::Project& project);

} // namespace parsimony::session
