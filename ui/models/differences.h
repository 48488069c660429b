// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

namespace parsimony::ui {

class TrialTableModel;

/// Two things side by side, as the window shows them.
struct Differences {
    struct Row {
        QString name, left, right, meaning;
        bool differs = false;
        friend bool operator==(const Row&, const Row&) = default;
    };
    QString leftTitle, rightTitle;
    std::vector<Row> rows;
};

/// Every column that one of them has, in the order of the table.
[[nodiscard]] Differences betweenTrials(const session::TrialSnapshot& left,
                                        const session::TrialSnapshot& right, const TrialTableModel& trials);

/// What they took and reached, then the options that shape a result.
[[nodiscard]] Differences betweenExperiments(const session::ExperimentSummary& left,
                                             const session::ExperimentSummary& right);

} // namespace parsimony::ui
