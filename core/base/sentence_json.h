// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace parsimony {

/// `{"pattern": …, "values": […]}`: of each value its text, whether it is a number and, where it is a
/// sentence itself, that one. What is kept or sent so can be said in any language later.
[[nodiscard]] nlohmann::json toJson(const Sentence& sentence);
/// Sentences in one another that are read; English alone where it goes on.
inline constexpr int kDeepestSentence = 32;
/// None where the JSON holds no sentence.
[[nodiscard]] std::optional<Sentence> sentenceFromJson(const nlohmann::json& json);

/// For whoever catches an error of the JSON library at last: all that is known then.
[[nodiscard]] Sentence malformedJson();

} // namespace parsimony
