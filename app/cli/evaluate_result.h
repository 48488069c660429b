// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/text_table.h"
#include "core/session/model_evaluation.h"
#include "core/session/public_evaluation.h"

#include <nlohmann/json.hpp>

#include <string>

namespace parsimony::cli {

/// The fields of one set of public rows, exact, and its lines in a table of `rows, records, accuracy`.
[[nodiscard]] nlohmann::json describe(const session::PublicEvaluation& found, const std::string& name,
                                      TextTable& table);

/// The fields of one look at private rows, and its lines in a table of `rows, records, accuracy, took ε,
/// remaining ε`. Numbers of records in breakdowns are noisy.
[[nodiscard]] nlohmann::json describe(const session::PrivateEvaluation& found, const std::string& name,
                                      TextTable& table);

} // namespace parsimony::cli
