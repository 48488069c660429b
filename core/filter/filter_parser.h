// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/filter_node.h"
#include "core/filter/filter_words.h"

#include <string_view>

namespace parsimony::filter {

/// Reads the text of a filter. What has a problem has no nodes: of the parts that must all hold the others
/// stay.
[[nodiscard]] FilterNodes readFilter(std::string_view text, const FilterWords& words);

} // namespace parsimony::filter
