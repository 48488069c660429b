// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QString>
#include <vector>

namespace parsimony::ui {

/// A question to the accountants; all of `account` on the command line.
struct AccountQuestion {
    enum class Find { Epsilon, Noise, Steps, Rate, Composition };
    Find find = Find::Epsilon;
    double noiseMultiplier = 1.0, steps = 1.0, sampleRate = 1.0, delta = 1e-5;
    double epsilon = 1.0; ///< the target, where something else is looked for
    bool replaceOne = false;
    QString events; ///< a composition as a JSON list
};

struct AccountAnswer {
    struct Figure {
        QString accountant;
        double value = 0.0, lower = 0.0, upper = 0.0; ///< may be infinite
        bool hasLower = false, hasUpper = false, charged = false, approximate = false;
    };
    AccountQuestion::Find find = AccountQuestion::Find::Epsilon;
    double found = 0.0; ///< what was looked for
    std::vector<Figure> figures;
    QString problem; ///< in place of an answer
};

/// Asks core/privacy. May take a second for sub-sampled mechanisms: not for the UI thread. Never throws.
[[nodiscard]] AccountAnswer answerOf(const AccountQuestion& question);

} // namespace parsimony::ui
