// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_snapshot.h"

#include <functional>
#include <optional>
#include <string>

namespace parsimony::session {

/// Callbacks of a running experiment. Called on the worker's thread, at most about 20 times a second (phase
/// changes and ends always); the snapshot is a value of its own and holds released or public numbers only.
struct RunObserver {
    std::function<void(const RunSnapshot&)> onSnapshot;
    /// A sentence for the curator's eyes only (standard error, a badge in the window): never part of a
    /// result.
    std::function<void(const std::string&)> onCuratorNotice;
};

/// Told how much of the training is done (0..1) and how many seconds are left, once that can be said.
using TogetherProgress = std::function<void(double done, std::optional<double> secondsLeft)>;

} // namespace parsimony::session
