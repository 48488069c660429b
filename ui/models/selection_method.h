// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/method_choice.h"
#include "ui/models/values.h"

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
    if (shown->status != ExperimentStatus::Finished) {
        shown->final.reset();
    }
    return shown;
}

} // namespace parsimony::ui
