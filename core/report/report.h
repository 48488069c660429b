// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/wanted.h"
#include "core/session/session.h"

#include <filesystem>
#include <vector>

namespace parsimony::report {

/// Writes what a project released, with plots, in the format that the ending of `output` names: .html (one
/// page), .md (and its plots as SVG files beside it, all of them or none), .tex (pgfplots), .json; as .yaml
/// an entry for the OpenDP registry of deployments; as NAME.cdx.json the bill of materials and as
/// NAME.model-card.md the card of NAME.safetensors, as `export` writes them. Returns the files; each is whole
/// or as it was before. Throws Error(Usage) on another ending or when there is nothing to report,
/// Error(Failed) when a file cannot be written.
std::vector<std::filesystem::path> writeReport(const session::Session& session, const Wanted& wanted,
                                               const std::filesystem::path& output);

} // namespace parsimony::report
