// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace parsimony::fuzzing {

/// What libFuzzer's programs have for a file system, for one file: the product's own calls to open, measure,
/// map and read `path` (FileBytes) are answered from `bytes`, without the kernel. A mapping has a copy of its
/// own that ends at the last byte, so that AddressSanitizer sees what is read beyond, where the kernel would
/// show the zeros of the last page. The bytes are not copied here and have to stay until the next call.
void setMemoryFile(const std::string& path, std::span<const std::uint8_t> bytes);

} // namespace parsimony::fuzzing
