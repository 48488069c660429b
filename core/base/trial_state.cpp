// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/trial_state.h"

namespace parsimony {

const char* toText(TrialState state) {
    switch (state) {
    case TrialState::Planned:
        return "planned";
    case TrialState::Reserved:
        return "reserved";
    case TrialState::Running:
        return "running";
    case TrialState::Interrupted:
        return "interrupted";
    case TrialState::Finished:
        return "finished";
    case TrialState::Failed:
        return "failed";
    case TrialState::Cancelled:
        return "cancelled";
    case TrialState::Lost:
        return "lost";
    case TrialState::Unknown:
        break;
    }
    return "unknown";
}

Sentence sentenceOf(TrialState state) {
    switch (state) {
    case TrialState::Planned:
        return Sentence("planned");
    case TrialState::Reserved:
        return Sentence("reserved");
    case TrialState::Running:
        return Sentence("running");
    case TrialState::Interrupted:
        return Sentence("interrupted");
    case TrialState::Finished:
        return Sentence("finished");
    case TrialState::Failed:
        return Sentence("failed");
    case TrialState::Cancelled:
        return Sentence("cancelled");
    case TrialState::Lost:
        return Sentence("lost");
    case TrialState::Unknown:
        break;
    }
    return Sentence("unknown");
}

} // namespace parsimony
