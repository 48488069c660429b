// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"
#include "tests/core/session/planning.h"

#include <cstdint>
#include <string>

namespace parsimony::session {

/// The digits as two encoders made them, row by row.
inline RunOptions byTwoEncoders(const std::string& method) {
    RunOptions options = digitsOptions();
    options.encoders = {{"a", options.data}, {"b", options.data}};
    options.data.clear();
    options.sameOrder = true;
    give(options, "method", method);
    options.steps = "5";
    return options;
}

/// `auto` where so many records are declared that pilots can tell.
inline RunOptions adaptive(std::uint64_t records) {
    RunOptions options = byTwoEncoders("auto");
    options.steps = "20";
    options.records = records;
    return options;
}

inline RunOptions mappedEncoders(const char* method) {
    RunOptions options = byTwoEncoders(method);
    give(options, "feature-map", "center");
    return options;
}

} // namespace parsimony::session
