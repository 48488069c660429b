// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

// What the program parsimony-hdf5-reader does once it has limited itself; the hunt over damaged files calls
// it without the process.
namespace parsimony::hdf5 {

/// Takes the next bytes of an answer.
using Write = std::function<void(const void* bytes, std::size_t count)>;

/// Answers `words`, which are one of
///   list FILE                         a JSON list of the datasets
///   read FILE FIRST COUNT KEY BYTES   the values of COUNT rows from FIRST on, C order, little-endian; BYTES
///   is
///                                     what the caller expects of all rows
///   texts FILE KEY                    texts of any length, each with its length before it in four bytes; one
///   of
///                                     more than 4,096 comes as none
/// Throws std::runtime_error with one sentence.
void answer(const std::vector<std::string>& words, const Write& write);

} // namespace parsimony::hdf5
