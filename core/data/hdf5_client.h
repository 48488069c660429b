// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace parsimony::data {

/// How long the reader process may be silent before it is ended.
struct Hdf5Limits {
    std::chrono::milliseconds silence{30'000};
};

/// Runs `parsimony-hdf5-reader` with `arguments` and hands what it writes to `sink` piece by piece; `sink`
/// returns false to end it early. libhdf5 has known memory errors on crafted files, so it never runs in this
/// process: a reader that crashes, hangs, runs out of its memory limit or reports an error becomes
/// Error(Failed) naming `path`.
///
/// The program is `$PARSIMONY_HDF5_READER`, else lies beside the running program.
void runHdf5Reader(const std::string& path, const std::vector<std::string>& arguments,
                   const std::function<bool(const std::byte*, std::size_t)>& sink, Hdf5Limits limits = {});

} // namespace parsimony::data
