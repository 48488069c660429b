// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

namespace parsimony::exporting {

/// Writes `bytes` to `path` so that the file is either whole or as it was before: to a temporary name in the
/// same folder, flushed to the disk, then renamed. An existing file keeps its permissions. Throws
/// Error(Failed) when the folder is missing or not writable or the disk is full; nothing is left behind then.
void writeFileAtomically(const std::filesystem::path& path, std::string_view bytes);

} // namespace parsimony::exporting
