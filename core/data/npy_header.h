// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace parsimony::data {

inline constexpr std::size_t kNpyPrefix =
    12; ///< bytes that tell how long the header is (v1 needs 10 of them)

struct NpyHeader {
    std::size_t length = 0; ///< bytes before the first value
    ElementType type;
    char order = 'C';
    std::vector<std::size_t> shape;
};

/// Reads the header of a .npy file (versions 1 to 3; NumPy Enhancement Proposal 1). `read(offset, count,
/// out)` copies bytes of the file, whose size is `size`. Headers beyond 1 MB are refused before anything is
/// allocated. Throws Error(Failed) naming `name`.
[[nodiscard]] NpyHeader readNpyHeader(const std::string& name, std::size_t size,
                                      const std::function<void(std::size_t, std::size_t, std::byte*)>& read);

/// Fills shape, type, order and bytes of `info` from `header`; throws Error(Failed) when the size does not
/// fit.
void applyNpyHeader(const NpyHeader& header, ArrayInfo& info);

} // namespace parsimony::data
