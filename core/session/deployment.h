// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/deployment_entry.h"
#include "core/ledger/project.h"

#include <filesystem>
#include <vector>

namespace parsimony::session {

/// How a released classifier of the project was made, for registries of deployments: from its experiment's
/// plan, so from declared and public values alone.
[[nodiscard]] exporting::Deployment deploymentOf(const ledger::Project& project,
                                                 const exporting::Classifier& classifier);

/// Writes beside an exported `model` what registries and hubs ask of it: MODEL.cdx.json, a CycloneDX bill of
/// materials, and for private data MODEL.opendp.yaml, an entry for the OpenDP registry. Returns the files.
std::vector<std::filesystem::path> writeRegistryFiles(const ledger::Project& project,
                                                      const exporting::Classifier& classifier,
                                                      const std::filesystem::path& model);

} // namespace parsimony::session
