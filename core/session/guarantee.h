// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/experiment_plan.h"

#include <string>

namespace parsimony::session {

/// The guarantee of an experiment in one sentence: who is protected, by how much, under which adjacency, by
/// which accounting; for public data that nothing is claimed.
[[nodiscard]] std::string guaranteeOf(const ExperimentPlan& plan);

} // namespace parsimony::session
