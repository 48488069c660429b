// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/train/trainer.h"

#include <optional>
#include <vector>

namespace parsimony::mechanism {

/// A finished trial's released model, read back from the ledger. Throws Error(Failed) when there is none.
[[nodiscard]] train::Model releasedModel(const ledger::Project& project, ExperimentId experiment,
                                         TrialId trial);

/// The vector of that name that an experiment released (its mean, its class counts); absent while there is
/// none.
[[nodiscard]] std::optional<std::vector<double>>
releasedVector(const ledger::Project& project, ExperimentId experiment, const ReleaseName& what);

} // namespace parsimony::mechanism
