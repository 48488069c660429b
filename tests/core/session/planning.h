// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/session/planner.h"

#include <gtest/gtest.h>

#include <string>

namespace parsimony::session {

/// The bundled digits, private, with a cap of ε = 3.
inline RunOptions digitsOptions() {
    RunOptions options;
    options.data = std::string(PARSIMONY_SAMPLES) + "/digits.npz";
    options.classes = 10;
    options.epsilon = 3.0;
    options.delta = 1e-5;
    return options;
}

/// The plan of an experiment that finds its dataset's whole budget, `options.epsilon` and `delta`, unspent.
inline ExperimentPlan planOf(const RunOptions& options) {
    const DataRequest request = describeData(options);
    return planExperiment(options, request,
                          freshAccounts(request, Epsilon{*options.epsilon}, Delta{*options.delta}));
}

/// The code with which that plan is refused.
inline ErrorCode codeOf(const RunOptions& options) {
    try {
        (void)planOf(options);
    } catch (const Error& error) {
        return error.code();
    }
    ADD_FAILURE() << "the plan should have been refused";
    return ErrorCode::Failed;
}

} // namespace parsimony::session
