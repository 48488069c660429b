// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/session/run_snapshot.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace parsimony::session {

/// Callbacks of a running experiment. Called on the worker's thread, at most about 20 times a second (phase
/// changes and ends always); the snapshot is a value of its own and holds released or public numbers only.
struct RunObserver {
    std::function<void(const RunSnapshot&)> onSnapshot;
    /// A sentence for the curator's eyes only (standard error, a badge in the window): never part of a
    /// result.
    std::function<void(const Sentence&)> onCuratorNotice;
};

/// Tells the curator of each.
inline void tell(const std::vector<Sentence>& sentences, const RunObserver& observer) {
    if (observer.onCuratorNotice) {
        for (const Sentence& sentence : sentences) {
            observer.onCuratorNotice(sentence);
        }
    }
}

/// The same observer, whose curator's sentences `keep` is told too.
[[nodiscard]] inline RunObserver keeping(const RunObserver& observer,
                                         std::function<void(const Sentence&)> keep) {
    return {observer.onSnapshot,
            [told = observer.onCuratorNotice, keep = std::move(keep)](const Sentence& sentence) {
                keep(sentence);
                if (told) {
                    told(sentence);
                }
            }};
}

/// Told how much of the training is done (0..1) and how many seconds are left, once that can be said.
using TogetherProgress = std::function<void(double done, std::optional<double> secondsLeft)>;

} // namespace parsimony::session
