// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QString>
#include <cstdint>
#include <vector>

namespace parsimony::ui {

/// What this user's registry knows of rows about to be used. Curator values: computed from private rows
/// without a charge.
struct KnownPart {
    QString part;          ///< of the request
    QString project, name; ///< the part that shares rows, and where it lies
    bool isPublic = false;
    bool linked = false; ///< more than a fifth of the smaller one's rows: the same data
    std::uint64_t rows = 0, shared = 0;
    double mu = 0.0; ///< charged to it so far
};
using KnownParts = std::vector<KnownPart>;

/// A sentence per registered part: what it shares and what that means for the budget at `delta`.
[[nodiscard]] QString knownPartText(const KnownPart& known, double delta);

} // namespace parsimony::ui
