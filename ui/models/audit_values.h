// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/wire/calls.h"

#include <QMetaType>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <vector>

namespace parsimony::ui {

/// What an audit of a project file found, ready to be shown.
struct AuditFindings {
    struct Account {
        QString dataset, part;
        double epsilon = 0.0, delta = 0.0, targetEpsilon = 0.0, mu = 0.0; ///< μ is 0 for accounts without one
        bool simulated = false;
    };
    struct Finding {
        std::int64_t row = 0; ///< of the ledger; 0: the file as a whole
        QString what;
    };
    /// A moment at which private rows were opened, or reserved to be.
    struct Access {
        std::int64_t row = 0;
        QString time;
        RowKind what = RowKind::Part;
        QString part;
        std::int64_t experiment = 0, trial = 0;
    };
    std::int64_t rows = 0;
    QString tip;     ///< hexadecimal
    QString receipt; ///< of that tip, to give away
    std::vector<Account> accounts;
    std::vector<Finding> problems;
    QStringList notes;
    std::vector<Sentence> forCurator; ///< what follows from private rows alone
    std::vector<Access> accesses;     ///< all there ever were, oldest first
    [[nodiscard]] bool ok() const { return problems.empty(); }
};

[[nodiscard]] AuditFindings findingsOf(const wire::AuditView& found);

} // namespace parsimony::ui
