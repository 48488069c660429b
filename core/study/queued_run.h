// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/study_request.h"
#include "core/study/task_request.h"
#include "core/study/waiting_look.h"

#include <variant>
#include <vector>

namespace parsimony::study {

/// What may wait for its turn: an experiment, a study, a look at private rows, or what needs no project.
using QueuedRun = std::variant<session::RunOptions, StudyVariant, LookRequest, AttackRequest, BenchRequest>;
using QueuedRuns = std::vector<QueuedRun>;

} // namespace parsimony::study
