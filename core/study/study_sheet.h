// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sheet.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace parsimony::study {

/// The tables of one result: of `compare` or `sweep` from its JSON.
[[nodiscard]] std::vector<Sheet::Table> tablesOf(const nlohmann::json& result);

/// A whole study: the tables of its variants, each under its name, and the plots that it names.
[[nodiscard]] Sheet sheetOf(const nlohmann::json& study);

} // namespace parsimony::study
