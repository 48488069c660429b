// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/enum_words.h"

#include <array>
#include <optional>
#include <string_view>

namespace parsimony::wire {

/// What a server tells of a call that runs, before its answer.
enum class RunEvent { Snapshot, Curator, Progress };

inline constexpr std::array kRunEvents{"snapshot", "curator", "progress"};

[[nodiscard]] constexpr const char* toText(RunEvent event) {
    return wordOf(kRunEvents, event);
}
/// None: an event that only a later version knows.
[[nodiscard]] inline std::optional<RunEvent> runEventNamed(std::string_view word) {
    return valueNamed<RunEvent>(kRunEvents, word);
}

} // namespace parsimony::wire
