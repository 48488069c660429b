// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <string>

// What options say of the data, before any file is looked at.
namespace parsimony::session {

/// PROJECT[:PART], as --linked-to has it; no part: the one of the same name.
struct LinkedPart {
    std::string project, part;
};
[[nodiscard]] LinkedPart parseLink(const std::string& text);

/// A file, and what is meant of it, wherever it is named from.
[[nodiscard]] std::string wholeSpec(const std::string& spec);

/// The same options with absolute paths, so that an experiment can be resumed from another folder.
[[nodiscard]] RunOptions withAbsolutePaths(RunOptions options);

/// What two experiments must have in common to share their data: parts, visibility, cap, constants and
/// pre-processing, all other options at their defaults.
[[nodiscard]] RunOptions dataOptionsOf(RunOptions options);

} // namespace parsimony::session
