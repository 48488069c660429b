// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/trial_state.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace parsimony {

/// What a row of the ledger says. Its body is one of the structs in core/ledger/dataset_bodies.h,
/// experiment_bodies.h and trial_bodies.h.
enum class RowKind {
    Project, ///< the first row
    Dataset,
    Cap,
    CapRaised,
    Part,
    PartCurator,
    OpeningBalance, ///< what the rows of a part were charged before they were declared here
    LinkDeclared,   ///< the user's word that rows of a part are also those of another project's
    PeopleLeftOut,  ///< the user's word that people of another project's part count nowhere in this one
    LinkedCharge,   ///< what another project charged to the rows of a part since
    Experiment,
    ExperimentCurator,
    Reservation, ///< of one part, for a whole experiment
    ExperimentResumed,
    MovedHere, ///< the curator's word that it goes on nowhere else
    PlanVersion,
    ExperimentInterrupted,
    ExperimentRemarks, ///< what the curator was told, of one length whatever it was
    ExperimentFinished,
    ExperimentFailed,
    TrialReserved, ///< with its charge to the part that it works on
    TrialCharge,   ///< to another part
    TrialRunning,
    TrialFinished,
    TrialFailed,
    TrialCancelled,
    TrialLost,
    Release,
    Note,
    Tags,
    CuratorShown,
};

/// The name in column `kind`: "trial_reserved".
[[nodiscard]] const char* toText(RowKind kind);
/// Inverse of toText(); none for a kind of a newer program.
[[nodiscard]] std::optional<RowKind> rowKindFromText(std::string_view text);
/// The same. Throws Error(Failed) for a kind of a newer program: `row` of `file`.
[[nodiscard]] RowKind knownRowKind(std::string_view text, std::int64_t row, const std::string& file);

/// The names for SQL: `('note', 'tags')`.
[[nodiscard]] std::string sqlKinds(std::initializer_list<RowKind> kinds);

/// Where a row leaves its trial; none where it leaves it as it was.
[[nodiscard]] std::optional<TrialState> trialStateAfter(RowKind kind);

} // namespace parsimony
