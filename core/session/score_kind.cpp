// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/score_kind.h"

#include "core/base/error.h"

namespace parsimony::session {

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

ScoreKind scoreKindFromText(const std::string& text) {
    for (const ScoreKind kind : {ScoreKind::Noisy, ScoreKind::Validation, ScoreKind::Exact}) {
        if (text == toText(kind)) {
            return kind;
        }
    }
    failUsage("--score must be noisy, validation or exact, not '" + text + "'");
}

} // namespace parsimony::session
