// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::data {

/// A program of its own that reads files of a format whose library is not trusted, or not there, in this one.
struct ReaderProgram {
    std::vector<std::string>
        command;      ///< the program, looked for in PATH if it names no folder, and its first words
    std::string mark; ///< begins the one line on standard error that is the program's own sentence
    std::optional<Sentence> wayOut = {}; ///< for whom it does not start
};

/// How long a reader may be silent before it is ended.
struct ReaderLimits {
    std::chrono::milliseconds silence{30'000};
};

/// The file `name` beside the running program, or what the environment variable `variable` names instead.
/// Throws Error(Failed) that names `path` where there is none.
[[nodiscard]] std::string readerBeside(const std::string& name, const char* variable,
                                       const std::string& path);

/// Runs `program` with `arguments` and hands what it writes to `sink` piece by piece; `sink` returns false to
/// end it early. A reader that crashes, hangs, runs out of its memory limit or reports an error becomes
/// Error(Failed) naming `path`.
void runReader(const ReaderProgram& program, const std::string& path,
               const std::vector<std::string>& arguments,
               const std::function<bool(const std::byte*, std::size_t)>& sink, ReaderLimits limits = {});

} // namespace parsimony::data
