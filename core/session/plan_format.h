// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/session/run_options.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace parsimony::session {

/// How stored plans are written. It rises when a plan of today could not be read as it was meant; the
/// ledger's `plan_version` is another thing, it counts how often one experiment was planned anew.
inline constexpr int kPlanFormat = 5;

/// A stored plan in today's format. The first format left out every option at its default and the numbers
/// that its methods were tuned by, the second those that trainers are tuned by: they are filled in as they
/// were then, so that nothing tuned since changes an old plan. Throws Error(Failed) for a plan of a newer
/// format.
[[nodiscard]] nlohmann::json inThisFormat(nlohmann::json stored);

/// The options of a stored plan, or those stored beside it. Throws Error(Failed) where they are a newer
/// version's or damaged: nobody typed them, so they are no wrong usage.
[[nodiscard]] RunOptions storedRunOptions(const nlohmann::json& options);

/// Options that were stored, without what a look with a released classifier has for method and trainer: it
/// trains nothing, and these are names for people, which no option takes.
[[nodiscard]] nlohmann::json withoutLook(nlohmann::json options);

/// Why options that were stored, or a plan of that format with them, are a newer version's: of a newer
/// format, or with an option, or a word of an option that takes one of few, that this version does not know.
/// None where they are not, whatever else they are.
[[nodiscard]] std::optional<Sentence> newerThanThis(const nlohmann::json& options,
                                                    const std::optional<double>& format = {});

} // namespace parsimony::session
