// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <nlohmann/json.hpp>

#include <string>

namespace parsimony::session {

/// A JSON object of scalars, arrays of scalars and objects of scalars as TOML, one `key = value` line each;
/// a configuration file reads it back. Null members are left out; deeper ones throw Error(Failed).
[[nodiscard]] std::string tomlText(const nlohmann::json& object);

/// A configuration file that asks for `options` in the project `storage`; empty: in the one by default.
[[nodiscard]] std::string planToml(const RunOptions& options, const std::string& storage);

} // namespace parsimony::session
