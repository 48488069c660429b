// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/score_kind.h"

#include "core/base/enum_words.h"

namespace parsimony {

namespace {
constexpr std::array kScoreWords{"none", "noisy", "validation", "exact"};
static_assert(kScoreWords.size() == static_cast<std::size_t>(ScoreKind::Exact) + 1);
} // namespace

const char* toText(ScoreKind kind) {
    return wordOf(kScoreWords, kind);
}

std::optional<ScoreKind> scoreKindNamed(std::string_view text) {
    return valueNamed<ScoreKind>(kScoreWords, text);
}

} // namespace parsimony
