// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace parsimony::session {

/// The manual's page of all options (resources/docs/options.md), in Markdown.
[[nodiscard]] std::string optionManual();

} // namespace parsimony::session
