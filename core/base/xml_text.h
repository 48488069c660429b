// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace parsimony {

/// `text` as it stands in HTML, SVG and XML, between tags and inside quoted attributes.
[[nodiscard]] std::string xmlText(std::string_view text);

} // namespace parsimony
