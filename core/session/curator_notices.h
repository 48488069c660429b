// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/mechanism/noisy_count.h"
#include "core/session/requested_parts.h"
#include "core/session/run_observer.h"

#include <cstddef>
#include <cstdint>
#include <string>

// What the curator alone is told of rows that are read.
namespace parsimony::session {

/// Records that count as empty, since a value or a label of theirs is not valid; there are some.
[[nodiscard]] Sentence invalidRecords(const std::string& part, std::size_t features, std::size_t labels,
                                      std::uint32_t perRecord);

/// Follows from the plan alone, so that nobody pays for a figure that noise will hide without having been
/// told.
void tellOfNoise(const mechanism::NoisyCount& look, const RequestedPart& part, std::uint32_t classes,
                 const RunObserver& observer);

} // namespace parsimony::session
