// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/study_request.h"
#include "core/study/task_request.h"
#include "core/study/waiting_look.h"

#include <string>
#include <variant>
#include <vector>

namespace parsimony::study {

/// What may wait for its turn: an experiment, a study, a look at private rows, or what needs no project.
using Queueable = std::variant<session::RunOptions, StudyVariant, LookRequest, AttackRequest, BenchRequest>;

struct QueuedRun : Queueable {
    using Queueable::Queueable;

    /// Of one that had its turn and was cut off: the request under which it may have begun (Session::run), so
    /// that what it reserved is not reserved once more. Empty: it has not had its turn.
    std::string request = {};

    friend bool operator==(const QueuedRun& a, const QueuedRun& b) {
        return a.request == b.request && static_cast<const Queueable&>(a) == static_cast<const Queueable&>(b);
    }
};
using QueuedRuns = std::vector<QueuedRun>;

} // namespace parsimony::study
