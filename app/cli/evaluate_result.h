// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/text_table.h"
#include "core/export/classifier.h"
#include "core/session/model_evaluation.h"
#include "core/session/public_evaluation.h"

#include <nlohmann/json.hpp>

#include <string>

namespace parsimony::cli {

/// A line a number; with what it took where looks are charged.
[[nodiscard]] TextTable evaluationTable(bool charged);

/// The fields of one set of public rows, exact, and its lines in that table.
[[nodiscard]] nlohmann::json describe(const session::PublicEvaluation& found, const std::string& name,
                                      TextTable& table);

/// The fields of one look at private rows, and its lines in that table. Numbers of records in breakdowns are
/// noisy. Classes are called as `model` calls them.
[[nodiscard]] nlohmann::json describe(const session::PrivateEvaluation& found, const std::string& name,
                                      const exporting::Classifier& model, TextTable& table);

} // namespace parsimony::cli
