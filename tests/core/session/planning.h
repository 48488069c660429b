// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/session/option_table.h"
#include "core/session/planner.h"
#include "core/session/search_request.h"

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

/// Gives an option as a file or the command line would.
inline void give(RunOptions& options, const char* name, const std::string& text) {
    optionNamed(name).give(options, {text});
}

/// The plan of an experiment that finds its dataset's whole budget, `options.epsilon` and `delta`, unspent.
inline ExperimentPlan planOf(const RunOptions& options) {
    const DataRequest request = describeData(options);
    return planExperiment(options, request,
                          freshAccounts(request, Epsilon{*options.epsilon}, Delta{*options.delta}));
}

/// The code with which that request, changed, is refused.
template <class Change>
ErrorCode codeOf(RunOptions options, const Change& change) {
    try {
        change(options);
        (void)planOf(options);
    } catch (const Error& error) {
        return error.code();
    }
    ADD_FAILURE() << "the plan should have been refused";
    return ErrorCode::Failed;
}

inline ErrorCode codeOf(const RunOptions& options) {
    return codeOf(options, [](RunOptions&) {});
}

/// What `act` says of a wrong usage; empty when it is none.
template <class Act>
std::string usageErrorOf(Act&& act) {
    try {
        act();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage) << error.what();
        return error.what();
    }
    return "";
}

} // namespace parsimony::session
