// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of trials and what they release: there can be hundreds of thousands, so little of them is parsed.
#include "core/base/trial_role.h"
#include "core/ledger/body_text.h"
#include "core/ledger/json_members.h"
#include "core/ledger/ledger_state.h"
#include "core/ledger/slices.h"

namespace parsimony::ledger {

bool LedgerState::applyTrialReserved(const StoredRow& row) {
    Experiment* experiment = goingOn(row);
    if (m_finding && experiment == nullptr) {
        return reject(
            row, Sentence("reserves trial {1} for an experiment that does not go on", row.trial.value()));
    }
    const auto [place, isNew] = m_trials.try_emplace(row.trial.value());
    if (!isNew) {
        return reject(row, Sentence("reserves trial {1} a second time", row.trial.value()));
    }
    const auto& body = row.as<TrialReservedBody>();
    Trial& trial = place->second;
    trial.dataset = row.dataset;
    TrialRow& shown = trial.row;
    shown.id = row.trial;
    shown.experiment = row.experiment;
    shown.phase = body.phase;
    shown.role = body.role;
    if (body.role == TrialRole::Evaluation && isJsonObject(body.plan)) {
        shown.part = BodyReader(body.plan, "").text("part");
    }
    shown.steps = body.steps;
    shown.r = body.r;
    shown.nu = body.nu;
    shown.learningRate = body.learningRate;
    shown.noiseMultiplier = body.noiseMultiplier;
    shown.maxGradNorm = body.maxGradNorm;
    shown.clamped = body.clamped;
    shown.knobs = body.knobs;
    shown.mu = body.mu.value_or(0.0);
    shown.epsilon = body.epsilon.value_or(0.0);
    if (const auto found = m_experiments.find(row.experiment.value()); found != m_experiments.end()) {
        found->second.begunTrials = true;
    }
    return !row.part.valid() || allocate(row, trial, body.events);
}

bool LedgerState::applyTrialCharge(const StoredRow& row) {
    const auto trial = m_trials.find(row.trial.value());
    if (trial == m_trials.end() || trial->second.row.state != TrialState::Reserved) {
        return reject(row, Sentence("charges a trial that was not reserved"));
    }
    return allocate(row, trial->second, row.as<ChargeBody>().events);
}

bool LedgerState::allocate(const StoredRow& row, Trial& trial, std::string_view events) {
    const auto experiment = m_experiments.find(trial.row.experiment.value());
    if (experiment == m_experiments.end()) {
        return true; // its rows alone are looked at
    }
    const auto found = experiment->second.shares.find(row.part.value());
    if (found == experiment->second.shares.end()) {
        return reject(row, Sentence("charges a part of which its experiment reserved nothing"));
    }
    Share& share = found->second;
    if (experiment->second.kind == AccountKind::Slices) {
        const auto& taken = eventsOf(events, row).events;
        share.used.insert(share.used.end(), taken.begin(), taken.end());
        share.used = mergedEvents(share.used);
        return true;
    }
    share.allocated.add(exactSpend(row));
    trial.notStarted.emplace_back(row.part, exactSpend(row));
    return share.allocated.fits(share.muSquared) ||
           reject(row, Sentence("takes more of part {1} than experiment {2} reserved", row.part.value(),
                                trial.row.experiment.value()));
}

void LedgerState::start(Trial& trial) {
    for (const auto& [part, muSquared] : trial.notStarted) {
        m_experiments.at(trial.row.experiment.value()).shares.at(part.value()).started.add(muSquared);
        ++m_accounts[m_parts.at(part.value()).row.account.value()].revision;
    }
    trial.notStarted = {};
}

bool LedgerState::applyTrialState(const StoredRow& row) {
    const auto found = m_trials.find(row.trial.value());
    if (found == m_trials.end()) {
        return reject(row, Sentence("speaks of a trial that was not reserved"));
    }
    TrialRow& trial = found->second.row;
    const TrialState next = *trialStateAfter(row.kind);
    const bool wellEnded = next != TrialState::Finished || trial.state == TrialState::Running;
    if (!isOpen(trial.state) || !wellEnded) {
        return reject(row, Sentence("moves trial {1} from {2} to {3}", row.trial.value(),
                                    sentenceOf(trial.state), sentenceOf(next)));
    }
    start(found->second);
    trial.state = next;
    if (next == TrialState::Running) {
        ++trial.attempts;
        return true;
    }
    if (next != TrialState::Finished) {
        trial.message = row.as<MessageBody>().message;
    }
    return true;
}

bool LedgerState::applyRelease(const StoredRow& row) {
    if (m_finding && m_experiments.count(row.experiment.value()) == 0) {
        return reject(row, Sentence("releases something of no experiment"));
    }
    if (!row.trial.valid()) {
        return true;
    }
    const auto found = m_trials.find(row.trial.value());
    if (found == m_trials.end() || found->second.row.state == TrialState::Reserved) {
        (void)reject(row, Sentence("releases something of a trial that did not run"));
    } else if (m_finding && !isOpen(found->second.row.state)) {
        (void)reject(row, Sentence("releases something of a trial that has ended"));
    }
    if (found == m_trials.end() || row.text.empty()) { // a shared copy may leave it out
        return true;
    }
    const auto& release = row.as<ReleaseBody>();
    if (release.what == ReleasedValue::Score && isJsonObject(release.values)) {
        const BodyReader values(release.values, *row.what);
        TrialRow& trial = found->second.row;
        trial.score = values.number("value");
        trial.scoreSe = values.number("se");
        trial.scoreKind = scoreKindFromText(values.text("kind"));
    }
    return true;
}

bool LedgerState::applyRemark(const StoredRow& row) {
    const auto found = m_trials.find(row.trial.value());
    if (found == m_trials.end()) {
        return reject(row, Sentence("is a remark on a trial that was not reserved"));
    }
    if (row.kind == RowKind::Note) {
        found->second.row.note = row.as<NoteBody>().note;
    } else {
        found->second.row.tags = row.as<TagsBody>().tags;
    }
    return true;
}

TrialRow LedgerState::takeTrial(TrialId id) {
    return std::move(m_trials.at(id.value()).row);
}

} // namespace parsimony::ledger
