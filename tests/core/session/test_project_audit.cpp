// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project_audit.h"

#include <gtest/gtest.h>

namespace parsimony::session {

TEST(ProjectAudit, RoundingUpTellsNoMoreThanTheCap) {
    ledger::AuditReport report;
    report.figures = {{"d", "train", 3.0000000000000004, 1e-5, 0.7, 3.0},
                      {"d", "test", 3.00001, 1e-5, 0.7, 3.0},
                      {"d", "validation", 2.5, 1e-5, 0.7, 3.0}};
    report.earlierFigures = {report.figures.front()};
    const ledger::AuditReport told = withinCaps(report);
    EXPECT_EQ(told.figures[0].epsilon, 3.0);
    EXPECT_EQ(told.figures[1].epsilon, 3.00001) << "which is more than rounding adds";
    EXPECT_EQ(told.figures[2].epsilon, 2.5);
    EXPECT_EQ(told.earlierFigures[0].epsilon, 3.0);
}

} // namespace parsimony::session
