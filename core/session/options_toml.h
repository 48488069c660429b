// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace parsimony::session {

/// A JSON object of scalars, arrays of scalars and objects of scalars as TOML, one `key = value` line each;
/// a configuration file reads it back. Null members are left out; deeper ones throw Error(Failed).
[[nodiscard]] std::string tomlText(const nlohmann::json& object);

} // namespace parsimony::session
