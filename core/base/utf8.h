// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace parsimony {

/// Whether a ledger and JSON can hold the text: UTF-8 throughout, each code point in its shortest form.
[[nodiscard]] bool isUtf8(std::string_view text);

} // namespace parsimony
