// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/score_kind.h"

#include "core/base/enum_words.h"
#include "core/base/sentence.h"

#include <string>

namespace parsimony {

namespace {
constexpr std::array kScoreWords{"none", "noisy", "validation", "exact"};
static_assert(kScoreWords.size() == static_cast<std::size_t>(ScoreKind::Exact) + 1);
} // namespace

const char* toText(ScoreKind kind) {
    return wordOf(kScoreWords, kind);
}

ScoreKind scoreKindFromText(std::string_view text) {
    if (const auto kind = valueNamed<ScoreKind>(kScoreWords, text)) {
        return *kind;
    }
    if (text.empty()) {
        return ScoreKind::None;
    }
    fail(Sentence("the project has a score of an unknown kind, '{1}'", std::string(text)));
}

} // namespace parsimony
