// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/experiment_status.h"

namespace parsimony {

const char* toText(ExperimentStatus status) {
    switch (status) {
    case ExperimentStatus::Planned:
        return "planned";
    case ExperimentStatus::Running:
        return "running";
    case ExperimentStatus::Interrupted:
        return "interrupted";
    case ExperimentStatus::Finished:
        return "finished";
    case ExperimentStatus::Failed:
        return "failed";
    case ExperimentStatus::NothingToResume:
        return "nothing_to_resume";
    }
    return "failed";
}

} // namespace parsimony
