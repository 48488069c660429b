// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace parsimony::session {

/// What a text that names a file holds beside the path.
enum class PathForm { WithKey, Link };

/// Is handed texts that name files, and may change them.
using PathVisitor = std::function<void(std::string&, PathForm)>;

} // namespace parsimony::session
