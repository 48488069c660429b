// SPDX-License-Identifier: GPL-3.0-or-later
// What the audit holds trials and what they release to: rows of which there can be hundreds of thousands, so
// little of them is parsed.
#include "core/base/part_name.h"
#include "core/base/trial_role.h"
#include "core/ledger/audit_paid.h"
#include "core/ledger/audit_replay.h"
#include "core/ledger/audit_sensitivity.h"
#include "core/ledger/audit_text.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ledger {

namespace {

const std::string kWinnersSelection = "the plan of a private selection";

/// On public data a release without noise costs nothing that anybody counts.
ReleaseGroups counted(ReleaseGroups groups, bool isPublic) {
    if (isPublic) {
        std::erase_if(groups, [](const ReleaseGroup& group) { return group.noiseMultiplier == 0.0; });
    }
    return groups;
}

bool tellsReleases(std::string_view record) {
    return isJsonObject(record) && isJsonArray(JsonMembers(record, "a record").find("releases"));
}

Sentence unpaid(std::string_view what, TrialId trial) {
    return Sentence("releases '{1}', which no charge of trial {2} pays for, or once more", what,
                    trial.value());
}

bool releasesClassifier(TrialRole role) {
    return role == TrialRole::Trial || role == TrialRole::Final || role == TrialRole::Selection;
}

} // namespace

void AuditReplay::takeTrialReserved(const StoredRow& row) {
    if (m_state.trial(row.trial) != nullptr) {
        (void)m_state.apply(row); // a second time, whatever it holds
        return;
    }
    const auto& body = row.as<TrialReservedBody>();
    checkAmounts(row, body.events);
    (void)m_state.apply(row);
    if (m_state.trial(row.trial) == nullptr) {
        return;
    }
    Planned& planned = m_planned[row.trial.value()];
    planned.row = row.seq;
    const TrialPlan plan(body.plan);
    planned.named = !plan.all.members().all().empty();
    const LedgerState::Experiment& experiment = *m_state.experiment(row.experiment);
    planned.told = releasesOfPlan(plan);
    planned.planned = counted(groupsOf(planned.told), experiment.isPublic);
    checkTrialFigures(row);
    checkKnobs(row, plan);
    if (row.part.valid()) {
        const auto& events = m_state.eventsOf(body.events, row);
        planned.complete = events.complete;
        planned.charged = events.groups;
    }
    if (!experiment.isPublic) {
        const PlannedExperiment& outline = m_experiments[row.experiment.value()];
        const TrialRole role = body.role;
        planned.isFree = !row.part.valid();
        planned.paid =
            planned.isFree ? freeBy(role, plan.all) : paidBy(role, plan.all, outline.isValidated());
        planned.isScoredApart = planned.named && outline.isValidated() && !hasOwnScore(plan.all);
        planned.scoreError = outline.scoreError(plan);
        planned.steps = plan.trains ? body.steps : 0;
        planned.shape = WeightShape::of(plan);
        if (role == TrialRole::Evaluation) {
            planned.part = plan.all.text("part");
            planned.look = body.plan;
        }
        checkAsked(row, role, plan);
        checkPart(row, role == TrialRole::Evaluation ? plan.all.text("part") : kTrainPart);
        checkPlannedFor(row, plan);
    }
}

SensitivityTerms AuditReplay::termsOf(ExperimentId experiment) const {
    const DatasetRow& dataset = m_state.dataset(m_state.experiment(experiment)->dataset)->row;
    const auto found = m_records.find(experiment.value());
    const Records records = found == m_records.end() ? Records() : found->second;
    return {dataset.adjacency, dataset.rowsPerPerson, records.mostLabels, records.classes};
}

// Private data: the plan, and what is charged, against the neighbours that the dataset was declared with.
void AuditReplay::checkPlannedFor(const StoredRow& row, const TrialPlan& plan) {
    const auto& body = row.as<TrialReservedBody>();
    const DatasetRow& dataset = m_state.dataset(m_state.experiment(row.experiment)->dataset)->row;
    const auto& charged = m_state.eventsOf(body.events, row);
    const auto& events = charged.events;
    const bool isSampledSo = std::all_of(events.begin(), events.end(), [&](const PrivacyEvent& event) {
        const auto* sampled = event.asPoissonSampled();
        return sampled == nullptr || sampled->adjacency == dataset.adjacency;
    });
    if (!isSampledSo || !isPlannedFor(plan, dataset.adjacency, dataset.rowsPerPerson)) {
        problem(row.seq, Sentence("plans for other neighbours than '{1}' was declared with", dataset.name));
    }
    const SensitivityTerms terms = termsOf(row.experiment);
    if (!areCountsPlannedFor(plan, dataset.adjacency, dataset.rowsPerPerson, terms.mostLabels)) {
        problem(row.seq, Sentence("plans for counts that a person's rows can move further than it says"));
    }
    if (!areMade(m_planned[row.trial.value()].told)) {
        problem(row.seq, Sentence("plans for a release that is made not even once"));
    }
    if (const auto wrong = wrongSensitivity(plan, terms)) {
        problem(row.seq, *wrong);
    }
    if (!charged.complete) {
        m_planned[row.trial.value()].selection = body.plan;
        if (const auto wrong =
                wrongSelection(body.plan, m_selections[row.experiment.value()].plan, events, terms)) {
            problem(row.seq, *wrong);
        }
    }
}

void AuditReplay::takeTrialCharge(const StoredRow& row) {
    const auto text = row.as<ChargeBody>().events;
    checkAmounts(row, text);
    const LedgerState::Trial* trial = m_state.trial(row.trial);
    const bool known = trial != nullptr && trial->row.state == TrialState::Reserved;
    (void)m_state.apply(row);
    if (known && trial->row.experiment == row.experiment) {
        Planned& planned = m_planned[row.trial.value()];
        const auto& events = m_state.eventsOf(text, row);
        planned.complete = planned.complete && events.complete;
        planned.validation.insert(planned.validation.end(), events.groups.begin(), events.groups.end());
        checkPart(row, m_experiments[row.experiment.value()].validationPart());
    }
}

void AuditReplay::takeTrialState(const StoredRow& row) {
    if (m_state.apply(row) && row.kind != RowKind::TrialRunning) {
        checkTrialEvents(row);
    }
}

// What was charged, against the plan and, at the end of a trial, against what its trainer recorded.
void AuditReplay::checkTrialEvents(const StoredRow& row) {
    const auto found = m_planned.find(row.trial.value());
    if (found == m_planned.end()) {
        return; // its reservation could not be read to the end, which is a problem of that row
    }
    const Planned trial = std::move(found->second);
    m_planned.erase(found);
    if (trial.released && row.kind != RowKind::TrialFinished) {
        problem(row.seq, Sentence("ends trial {1}, which released something, otherwise than as finished",
                                  row.trial.value()));
    }
    const bool isPublic = m_state.experiment(row.experiment)->isPublic;
    const auto record = row.kind == RowKind::TrialFinished ? row.as<TrialFinishedBody>().record : "";
    if (!isPublic) {
        m_unplanned += trial.named ? 0 : 1;
        m_unrecorded += row.kind == RowKind::TrialFinished && !tellsReleases(record) ? 1 : 0;
    }
    ReleaseGroups all = trial.charged;
    // The plan of the experiment, not that of the trial, holds the count that scores it on a validation part.
    if (!sameReleases(grouped(trial.validation), m_experiments[row.experiment.value()].validation())) {
        all.insert(all.end(), trial.validation.begin(), trial.validation.end());
    }
    const ReleaseGroups charged = grouped(std::move(all));
    if (!trial.complete) {
        if (!isPublic && row.kind == RowKind::TrialFinished) {
            checkWinner(row, record, trial);
        }
        return;
    }
    if (trial.named && !sameReleases(charged, trial.planned)) {
        problem(trial.row, Sentence("charges {1} for a plan of {2}", releasesSentence(charged),
                                    releasesSentence(trial.planned)));
    }
    if (!record.empty()) {
        const ToldReleases told = releasesOfRecord(record);
        const auto recorded = counted(groupsOf(told), isPublic);
        if (!isPublic && !areMade(told)) {
            problem(row.seq, Sentence("records a release that was made not even once"));
        }
        if (!sameReleases(charged, recorded)) {
            problem(row.seq,
                    Sentence("records {1} for trial {2}, which was charged {3}", releasesSentence(recorded),
                             row.trial.value(), releasesSentence(charged)));
        } else if (trial.named && !isPublic && !sameTold(told, trial.told)) {
            problem(row.seq, Sentence("records other noise or sensitivities for trial {1} than its plan has",
                                      row.trial.value()));
        }
        if (trial.steps > 0 && BodyReader(record, *row.what).integerOr("steps_done", 0) > trial.steps) {
            problem(row.seq,
                    Sentence("records more steps of trial {1} than its plan has", row.trial.value()));
        }
    }
}

void AuditReplay::takeRelease(const StoredRow& row) {
    const bool applied = m_state.apply(row);
    if (!applied || row.text.empty()) {
        return;
    }
    const auto& body = row.as<ReleaseBody>();
    if (!m_state.experiment(row.experiment)->isPublic && body.what == ReleasedValue::Score &&
        isJsonObject(body.values) &&
        scoreKindNamed(BodyReader(body.values, *row.what).text("kind")) == ScoreKind::Exact) {
        problem(row.seq, Sentence("releases an exact score of private data"));
    }
    if (row.members().has("blob")) {
        m_blobs.emplace(body.blob, row.seq);
    }
    const auto trial = m_planned.find(row.trial.value());
    if (trial != m_planned.end() && !m_state.experiment(row.experiment)->isPublic) {
        if (body.what == ReleasedValue::Weights && isJsonObject(body.values) &&
            !trial->second.shape.fits(BodyReader(body.values, *row.what))) {
            problem(row.seq, Sentence("releases weights of another shape than its plan trains"));
        }
        checkPaid(row, trial->second);
    }
}

// A charge buys one release of each kind that its mechanism makes.
void AuditReplay::checkPaid(const StoredRow& row, Planned& trial) {
    trial.released = true;
    const auto& body = row.as<ReleaseBody>();
    const BodyReader values(objectOr(body.values), *row.what);
    // What no charge pays for is of public rows: how many of them are right, and no classifier.
    const bool isOfItsPart =
        !trial.isFree || (body.blob.empty() && takeOnce(trial.paid, paidName(body.what, values)));
    if ((row.valueClass == ValueClass::Public) != trial.isFree || !isOfItsPart) {
        problem(row.seq, Sentence("releases something of private data that nothing was charged for"));
    }
    if (!trial.part.empty() && values.has("part") && values.text("part") != trial.part) {
        problem(row.seq, Sentence("releases something of another part than it looks at"));
    }
    if (trial.isFree) {
        return;
    }
    if (!trial.selection.empty()) {
        takeWinner(body, trial);
    }
    if (!trial.look.empty()) {
        if (const auto wrong =
                m_experiments[row.experiment.value()].wrongError(trial.look, body.what, values)) {
            problem(row.seq, *wrong);
        }
    }
    if (body.what == ReleasedValue::Score) {
        checkScore(row, trial, values);
    }
    if (!takeOnce(trial.paid, paidName(body.what, values))) {
        problem(row.seq, unpaid(body.what.text(), row.trial));
    }
}

// What a private selection releases of its winner, which is held to its record once that is there.
void AuditReplay::takeWinner(const ReleaseBody& body, Planned& trial) {
    if (body.what == ReleasedValue::Selection) {
        trial.winner = body.values;
    } else if (body.what == ReleasedValue::Score) {
        trial.winnersScore = body.values;
    } else if (body.what == ReleasedValue::Weights) {
        trial.weights = body.blob;
    }
}

// A winner is scored on the rows that its run trained on by a share of what the run costs.
bool AuditReplay::isWinnerScored(ExperimentId experiment) {
    const BodyReader selection(objectOr(m_selections[experiment.value()].plan), kWinnersSelection);
    return m_experiments[experiment.value()].isValidated() ||
           BodyReader(objectOr(selection.raw("run")), kWinnersSelection).numberOr("score_mu", 0.0) > 0.0;
}

// A score on rows of its own is a count that each trial is charged, or one of public rows.
void AuditReplay::checkScore(const StoredRow& row, const Planned& trial, const BodyReader& values) {
    const PlannedExperiment& experiment = m_experiments[row.experiment.value()];
    const bool isPaid = experiment.validation().empty()
                            ? isPublicPart(row, experiment.validationPart())
                            : sameReleases(grouped(trial.validation), experiment.validation());
    if ((trial.isScoredApart && !isPaid) || (!trial.selection.empty() && !isWinnerScored(row.experiment))) {
        problem(row.seq, unpaid(toText(ReleasedValue::Score), row.trial));
    }
    const auto se = values.number("se");
    if (trial.scoreError > 0.0 && se && std::abs(*se - trial.scoreError) > 1e-9 * trial.scoreError) {
        problem(row.seq, Sentence("shows another standard error than its count has"));
    }
}

// The classifier that an experiment ends with is of one of its own runs.
void AuditReplay::checkResult(const StoredRow& row) {
    const auto text = row.as<ResultBody>().result;
    const BodyReader result(objectOr(text), *row.what);
    const std::int64_t number = result.integerOr("result_trial", 0);
    const LedgerState::Trial* const trial = number > 0 ? m_state.trial(TrialId{number}) : nullptr;
    const bool isSo = trial != nullptr && trial->row.experiment == row.experiment &&
                      trial->row.state == TrialState::Finished && releasesClassifier(trial->row.role);
    if (number != 0 && !isSo) {
        problem(row.seq, Sentence("ends with a result that is none of its runs"));
    }
}

bool AuditReplay::trialRuns(std::int64_t id) const {
    const LedgerState::Trial* trial = m_state.trial(TrialId{id});
    return trial != nullptr && trial->row.state == TrialState::Running;
}

} // namespace parsimony::ledger
