// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/ledger/audit_report.h"
#include "core/ledger/project.h"
#include "core/session/experiment_plan.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace parsimony::session {

/// The plan of an experiment of `project`. Throws Error(Failed), naming experiment and file, where it is
/// damaged or was written by a newer version.
[[nodiscard]] ExperimentPlan storedPlan(const ledger::Project& project, const ledger::ExperimentRow& row);
[[nodiscard]] ExperimentPlan storedPlan(const ledger::Project& project, ExperimentId experiment);

/// The same for options that were asked for, as the project keeps them beside the plan.
[[nodiscard]] RunOptions storedOptions(const ledger::Project& project, ExperimentId experiment,
                                       const nlohmann::json& options);

/// Why a plan that stands in a ledger can't be read (for ledger::AuditOptions).
[[nodiscard]] std::optional<ledger::UnreadPlan> whyUnread(std::string_view plan);

/// Remembers which plans this version knows.
class KnownPlans {
public:
    /// Throws Error(Failed) where an experiment of `project` was planned by a newer version: what that one
    /// meant is not known here, so nothing is written, or spent, beside it. Looks at plans that are new.
    void require(const ledger::Project& project);

private:
    std::map<std::int64_t, int> m_versions; ///< by experiment
};

[[noreturn]] void failDamaged(const ledger::Project& project, ExperimentId experiment);

/// What `read` makes of rows of an experiment. Their JSON can hold anything: where it is not of the form that
/// is read, throws Error(Failed) naming experiment and file.
template <class Read>
decltype(auto) readStored(const ledger::Project& project, ExperimentId experiment, const Read& read) {
    try {
        return read();
    } catch (const nlohmann::json::exception&) {
        failDamaged(project, experiment);
    }
}

} // namespace parsimony::session
