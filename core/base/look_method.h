// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace parsimony {

/// What stands in ledgers, plans and snapshots in place of a method's name, for a look with a classifier that
/// was released before.
inline constexpr const char* kLookMethod = "evaluate";
/// Does `method`, as they have it, stand for such a look?
[[nodiscard]] inline bool isLookMethod(std::string_view method) {
    return method == kLookMethod;
}

} // namespace parsimony
