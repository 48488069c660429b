// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace parsimony::exporting {

/// SHA-256 of a file in hexadecimal digits. Throws Error(Failed) when it can't be read.
[[nodiscard]] std::string fileDigest(const std::filesystem::path& file);

} // namespace parsimony::exporting
