// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/score_kind.h"

#include "core/base/sentence.h"

#include <string>

namespace parsimony {

const char* toText(ScoreKind kind) {
    switch (kind) {
    case ScoreKind::None:
        return "none";
    case ScoreKind::Noisy:
        return "noisy";
    case ScoreKind::Validation:
        return "validation";
    case ScoreKind::Exact:
        return "exact";
    }
    return "none";
}

ScoreKind scoreKindFromText(std::string_view text) {
    for (const ScoreKind kind :
         {ScoreKind::None, ScoreKind::Noisy, ScoreKind::Validation, ScoreKind::Exact}) {
        if (text == toText(kind)) {
            return kind;
        }
    }
    if (text.empty()) {
        return ScoreKind::None;
    }
    fail(Sentence("the project has a score of an unknown kind, '{1}'", std::string(text)));
}

} // namespace parsimony
