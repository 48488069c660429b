// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/path_form.h"
#include "core/session/run_options.h"

#include <string>

namespace parsimony::session {

/// Does `--init` name a file?
[[nodiscard]] bool startsFromFile(const RunOptions& options);

/// The file that it names.
[[nodiscard]] const std::string& startFile(const RunOptions& options);

/// Hands every text of the options that names a file to `change`, empty ones left out.
void forEachPath(RunOptions& options, const PathVisitor& change);

/// A file, or a folder, that lies elsewhere now.
struct MovedFile {
    std::string from, to;
    friend bool operator==(const MovedFile&, const MovedFile&) = default;
};

/// `options` with another file, or folder, in the place of `from` wherever it is named, with the files in it.
[[nodiscard]] RunOptions withFileMoved(RunOptions options, const std::string& from, const std::string& to);

} // namespace parsimony::session
