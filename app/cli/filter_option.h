// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_filter.h"
#include "core/session/session.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace parsimony::cli {

/// `--filter`, of a command that shows trials.
void addFilter(CLI::App& app, std::optional<std::string>& target);

/// Reads what `--filter` holds. Throws Error(Usage) with the first problem and its place in the text.
[[nodiscard]] filter::TrialFilter filterOf(const std::optional<std::string>& text,
                                           const filter::ExperimentNamesById& names);

} // namespace parsimony::cli
