// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/call_answers.h"

#include <QMetaType>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <vector>

namespace parsimony::ui {

/// Everything that the ledger has on one trial, in words and as it stands.
struct TrialRecord {
    struct Event {
        std::int64_t row = 0;
        QString time, text;
    };
    std::int64_t trial = 0;
    QStringList mechanisms;    ///< what it asks of private rows: the events that its account is charged for
    QStringList settings;      ///< what the trainer was told, "momentum 0.9"
    std::vector<Event> events; ///< a line for each row of the ledger, oldest first
    QString json;              ///< the rows, for who wants all of it
};

/// Reads the rows of `trial`; one that cannot be read keeps its kind as text.
[[nodiscard]] TrialRecord trialRecordOf(std::int64_t trial, const std::vector<wire::TrialRow>& rows);

} // namespace parsimony::ui
