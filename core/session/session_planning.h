// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/session/account_state.h"
#include "core/session/data_request.h"
#include "core/session/experiment_plan.h"
#include "core/session/run_snapshot.h"

#include <exception>

// How a request is planned in a project as things stand there, or in none.
namespace parsimony::session {

/// Accounts that nothing was taken of, with the cap that the options give. Throws Error(Usage) where they
/// give none.
[[nodiscard]] AccountStates accountsAskedFor(const DataRequest& request, const RunOptions& options);

/// What the plan would do and cost in a project that does not know the dataset, or in none.
[[nodiscard]] RunSnapshot planFresh(const RunOptions& options, const DataRequest& request,
                                    const ledger::Project* project = nullptr);

/// The same in a project that may know it.
[[nodiscard]] RunSnapshot planOn(const ledger::Project& project, const RunOptions& options,
                                 const DataRequest& request);

/// The plan by which a device is chosen and the request looked through before a private row is read.
struct Draft {
    ExperimentPlan plan;
    std::exception_ptr refused; ///< what that account said where it has nothing left

    /// The dataset is known by its name alone here: its account may have nothing left and still not be that
    /// of these rows, which have one of their own. The plan that is run is made when they are declared, with
    /// their account.
    static Draft of(const ledger::Project& project, const RunOptions& options, const DataRequest& request);
};

} // namespace parsimony::session
