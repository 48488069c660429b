// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace parsimony {

inline constexpr double inf = std::numeric_limits<double>::infinity();

} // namespace parsimony
