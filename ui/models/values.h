// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/experiment_status.h"
#include "core/base/sheet.h"
#include "core/base/trial_role.h"
#include "core/session/run_options.h"
#include "core/session/run_snapshot.h"
#include "core/session/session.h"

#include <QMetaType>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace parsimony::ui {

/// Snapshots cross threads as shared immutable values: a queued signal copies a pointer, never 10^5 rows.
using RunSnapshotPtr = std::shared_ptr<const session::RunSnapshot>;

/// An engine error as the window shows it, in the section where it arose.
struct Problem {
    ErrorCode code = ErrorCode::Failed;
    QString message; ///< in the language of the window
    QString english; ///< the engine's own sentence, to search and report by
    std::optional<RefusedSpend> spend;
};

/// One array of a file, from its header alone.
struct ArrayInfo {
    QString file, key, dtype;
    std::vector<std::uint64_t> shape;
    std::uint64_t bytes = 0;

    /// `PATH` or `PATH:KEY`, as the command line writes it.
    [[nodiscard]] QString reference() const { return key.isEmpty() ? file : file + QLatin1Char(':') + key; }
    friend bool operator==(const ArrayInfo&, const ArrayInfo&) = default;
};

/// What the headers of a set of files say; `problems` has one sentence per file that could not be read, and
/// `unread` its path.
struct FileListing {
    std::vector<ArrayInfo> arrays;
    QStringList problems, unread{};
};

/// A project as the ledger tells it at one moment.
struct ProjectState {
    QString path;
    QString id; ///< the same in every copy
    bool readOnly = false;
    std::vector<session::ExperimentSummary> experiments;
    std::vector<std::pair<session::DatasetSnapshot, session::BudgetSnapshot>> budgets;
    std::vector<session::TrialSnapshot> trials; ///< of all experiments
    RunSnapshotPtr shown; ///< the experiment being looked at: the newest unless one was chosen
    std::int64_t changeCounter = -1;
};
using ProjectStatePtr = std::shared_ptr<const ProjectState>;

using session::TrialTime;

using SheetPtr = std::shared_ptr<const Sheet>;

/// How far a sweep or a comparison has come.
struct StudyProgress {
    double done = 0.0; ///< of its runs, 0..1
    std::optional<double> secondsLeft;
};

[[nodiscard]] inline ExperimentStatus statusOf(const session::RunSnapshot& run) {
    return run.status;
}
[[nodiscard]] inline ExperimentStatus statusOf(const session::ExperimentSummary& experiment) {
    return experiment.status;
}
[[nodiscard]] inline TrialRole roleOf(const session::TrialSnapshot& trial) {
    return trialRole(trial.role);
}

} // namespace parsimony::ui

Q_DECLARE_METATYPE(parsimony::ui::RunSnapshotPtr)
Q_DECLARE_METATYPE(parsimony::ui::ProjectStatePtr)
Q_DECLARE_METATYPE(parsimony::ui::Problem)
Q_DECLARE_METATYPE(parsimony::ui::SheetPtr)
Q_DECLARE_METATYPE(parsimony::ui::StudyProgress)
