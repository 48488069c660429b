// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/toml.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace parsimony {

/// Takes the value of a key as the command line would, and throws with its sentence where it does not.
using TakeValue = std::function<void(const std::string& key, const std::string& text)>;

/// Reads a TOML file; a number that is too large for TOML becomes a text, as it is written, so that the
/// option says what is wrong with it. Throws Error(Failed) where the file can't be read, and an error of
/// `notToml` that names the line where it is no TOML. Numbers with commas between them and no brackets, as
/// 0,5, are given to `take`, whose sentence names the option; where it takes them, or is none, they are
/// refused as well.
[[nodiscard]] toml::table readToml(const std::filesystem::path& file, ErrorCode notToml,
                                   const TakeValue& take);

/// An element of a list, as texts have it: throws Error(Usage), with the sentence of a decimal comma, for one
/// like 0,5, which a list would take for two. `what` is how messages name the list.
[[nodiscard]] std::string elementText(std::string text, const std::string& what);

/// What a text, number or flag is on the command line; nothing of another node. 3.0 and 0x10 stay what they
/// are, no whole numbers in digits.
[[nodiscard]] std::optional<std::string> scalarText(const toml::node& node);

} // namespace parsimony
