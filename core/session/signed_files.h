// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/export/classifier.h"
#include "core/ledger/project.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <vector>

namespace parsimony::session {

/// What is wrong with a statement, and what of it there was nothing to compare with.
struct StatementFindings {
    std::vector<Sentence> wrong, unchecked;
};

/// Compares the files of a statement, those that lie beside it, with what this program writes of `released`,
/// the classifier of the statement's trial with the statement's guarantee. One of them must be a model that
/// holds its weights, and so must each model that is there, do the same with a record, and promise what the
/// statement does; texts must be the same, letter for letter, but for the day of the export. What this
/// program does not write, or another version wrote otherwise, is unchecked.
void compareFiles(const nlohmann::json& statement, const std::vector<std::filesystem::path>& files,
                  const ledger::Project& project, const exporting::Classifier& released,
                  StatementFindings& findings);

} // namespace parsimony::session
