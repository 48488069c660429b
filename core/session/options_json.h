// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace parsimony::session {

/// The options as a JSON object keyed by command-line names without dashes in front ("phase-epsilons":
/// "0.1,0.2"); absent options are left out, so the object reruns the same request.
[[nodiscard]] nlohmann::json toJson(const RunOptions& options);

/// The same with every option that has a value, at its default or not: whoever reads it needs no defaults.
[[nodiscard]] nlohmann::json toWholeJson(const RunOptions& options);

/// Inverse of both. Throws Error(Usage) on an unknown key (naming the nearest) or a value that the option
/// does not take.
[[nodiscard]] RunOptions runOptionsFromJson(const nlohmann::json& object);

/// The same options with every list of numbers that is one text as an array: what was taken for a list once,
/// and stands in a plan or a queue, is one.
[[nodiscard]] nlohmann::json withListsSplit(nlohmann::json options);

/// Those of the features, the search and the trainer. The dataset tells which data it was, ε stands beside
/// them, and machine and seed are what repeats may differ in.
[[nodiscard]] nlohmann::json shapingOptions(const nlohmann::json& options);

/// Names of the options that hold paths: they stay with the curator (PRIVACY rule 30).
[[nodiscard]] std::vector<std::string> pathOptionNames();

/// The names runOptionsFromJson knows, in the order of the documentation.
[[nodiscard]] std::vector<std::string> runOptionNames();

} // namespace parsimony::session
