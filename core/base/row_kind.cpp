// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/row_kind.h"

#include "core/base/sentence.h"
#include "core/base/told.h"

#include <algorithm>
#include <array>
#include <utility>

namespace parsimony {

namespace {

using Named = std::pair<std::string_view, RowKind>;

/// In the order of the names, so that one is found by halving.
constexpr std::array kinds = {
    Named{"cap", RowKind::Cap},
    Named{"cap_raised", RowKind::CapRaised},
    Named{"curator_shown", RowKind::CuratorShown},
    Named{"dataset", RowKind::Dataset},
    Named{"experiment", RowKind::Experiment},
    Named{"experiment_curator", RowKind::ExperimentCurator},
    Named{"experiment_failed", RowKind::ExperimentFailed},
    Named{"experiment_finished", RowKind::ExperimentFinished},
    Named{"experiment_interrupted", RowKind::ExperimentInterrupted},
    Named{"experiment_remarks", RowKind::ExperimentRemarks},
    Named{"experiment_resumed", RowKind::ExperimentResumed},
    Named{"link_declared", RowKind::LinkDeclared},
    Named{"linked_charge", RowKind::LinkedCharge},
    Named{"moved_here", RowKind::MovedHere},
    Named{"note", RowKind::Note},
    Named{"opening_balance", RowKind::OpeningBalance},
    Named{"part", RowKind::Part},
    Named{"part_curator", RowKind::PartCurator},
    Named{"people_left_out", RowKind::PeopleLeftOut},
    Named{"plan_version", RowKind::PlanVersion},
    Named{"project", RowKind::Project},
    Named{"release", RowKind::Release},
    Named{"reservation", RowKind::Reservation},
    Named{"tags", RowKind::Tags},
    Named{"trial_cancelled", RowKind::TrialCancelled},
    Named{"trial_charge", RowKind::TrialCharge},
    Named{"trial_failed", RowKind::TrialFailed},
    Named{"trial_finished", RowKind::TrialFinished},
    Named{"trial_lost", RowKind::TrialLost},
    Named{"trial_reserved", RowKind::TrialReserved},
    Named{"trial_running", RowKind::TrialRunning},
};
static_assert(std::is_sorted(kinds.begin(), kinds.end()));

} // namespace

const char* toText(RowKind kind) {
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [kind](const Named& one) { return one.second == kind; });
    return found->first.data(); // every kind is there, and each name is a literal of its own
}

std::optional<RowKind> rowKindFromText(std::string_view text) {
    const auto found =
        std::lower_bound(kinds.begin(), kinds.end(), text,
                         [](const Named& one, std::string_view wanted) { return one.first < wanted; });
    return found != kinds.end() && found->first == text ? std::optional(found->second) : std::nullopt;
}

RowKind knownRowKind(std::string_view text, std::int64_t row, const std::string& file) {
    if (const auto kind = rowKindFromText(text)) {
        return *kind;
    }
    fail(Sentence("row {1} of '{2}' is of a kind that this version of Parsimony does not know: '{3}'; a "
                  "newer version wrote it, update Parsimony",
                  told(row), file, told(std::string(text.substr(0, 40)))));
}

std::string sqlKinds(std::initializer_list<RowKind> wanted) {
    std::string list;
    for (const RowKind kind : wanted) {
        list += (list.empty() ? "('" : ", '") + std::string(toText(kind)) + "'";
    }
    return list + ")";
}

std::optional<TrialState> trialStateAfter(RowKind kind) {
    switch (kind) {
    case RowKind::TrialReserved:
        return TrialState::Reserved;
    case RowKind::TrialRunning:
        return TrialState::Running;
    case RowKind::TrialFinished:
        return TrialState::Finished;
    case RowKind::TrialFailed:
        return TrialState::Failed;
    case RowKind::TrialCancelled:
        return TrialState::Cancelled;
    case RowKind::TrialLost:
        return TrialState::Lost;
    default:
        return std::nullopt;
    }
}

} // namespace parsimony
