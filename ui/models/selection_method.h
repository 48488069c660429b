// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/method_choice.h"
#include "ui/models/values.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <set>
#include <vector>

namespace parsimony::ui {

/// True when nothing but the winner of a run may be shown: neither how many runs there are nor how far they
/// got, nor anything of the losers.
[[nodiscard]] inline bool showsWinnerOnly(const session::RunSnapshot& run) {
    return run.isPrivate && session::isPrivateSelection(run.method);
}

/// What may be shown of a run: all of it, or the winner once there is one. The engine holds the rest back
/// itself; the window does not rely on that.
[[nodiscard]] inline RunSnapshotPtr shownPart(const RunSnapshotPtr& run) {
    if (!run || !showsWinnerOnly(*run)) {
        return run;
    }
    auto shown = std::make_shared<session::RunSnapshot>(*run);
    shown->phases.clear();
    shown->fit.reset();
    shown->secondsLeft.reset();
    if (statusOf(*shown) != ExperimentStatus::Finished) {
        shown->final.reset();
    }
    return shown;
}

/// Trials as they may be shown: of a private selection the winner alone, beside what other mechanisms of its
/// experiment (means, looks at a part) release.
[[nodiscard]] inline std::shared_ptr<const std::vector<session::TrialSnapshot>>
shownTrials(const ProjectStatePtr& state) {
    const auto held = [](const session::TrialSnapshot& trial) {
        switch (roleOf(trial)) {
        case TrialRole::Trial:
        case TrialRole::Other:
            return true;
        case TrialRole::Final:
        case TrialRole::Selection:
            return trial.state != session::TrialState::Finished;
        default:
            return false;
        }
    };
    const bool isPublic = !state->budgets.empty() && state->budgets.front().second.simulated;
    std::set<std::int64_t> selections;
    for (const auto& experiment : state->experiments) {
        if (!isPublic && session::isPrivateSelection(experiment.method)) {
            selections.insert(experiment.id);
        }
    }
    if (selections.empty()) {
        return {state, &state->trials}; // the same: 10^5 of them are not copied
    }
    auto shown = std::make_shared<std::vector<session::TrialSnapshot>>();
    shown->reserve(state->trials.size());
    std::copy_if(state->trials.begin(), state->trials.end(), std::back_inserter(*shown),
                 [&](const auto& trial) { return !selections.contains(trial.experiment) || !held(trial); });
    return shown;
}

} // namespace parsimony::ui
