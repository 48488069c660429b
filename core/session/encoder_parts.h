// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/constants.h"
#include "core/session/requested_parts.h"

#include <vector>

// The same records by several encoders (`--data A=DIR --data B=DIR`): from headers alone.
namespace parsimony::session {

/// The parts, with the first encoder's files in front, or those of the one that is trained on alone, and the
/// others' beside them. Throws Error(Usage) for
/// parts that differ and for options that only one encoder can have, Error(Failed) as requestedParts.
[[nodiscard]] std::vector<RequestedPart> partsByEncoders(const RunOptions& options);

/// Throws Error(Usage) where two encoders are said to be the same model.
void checkOwnIds(const RunOptions& options);

/// Reads the headers of a part that is described itself by the encoders beyond the first. Throws Error(Usage)
/// where nothing ties their rows, or `--same-order` is said of different record counts; Error(Failed) as
/// data::describePart, and for rows of another width than those of `train`.
void describeOthers(RequestedPart& part, const RequestedPart& train, const RunOptions& options);

/// What a plan keeps of them; empty where one alone is trained on.
[[nodiscard]] std::vector<EncoderFacts> encodersOf(const RunOptions& options, const RequestedPart& train);

} // namespace parsimony::session
