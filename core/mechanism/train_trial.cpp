// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/train_trial.h"

#include "core/base/sentence.h"

namespace parsimony::mechanism {

namespace {

/// What the trainer did, in the ledger's words. The sensitivity is the plan's; the clip it belongs to must be
/// the one the trainer used.
nlohmann::json recordOf(const train::TrainRecord& record, const train::TrialPlan& plan) {
    nlohmann::json releases = nlohmann::json::array();
    for (const train::TrainRecord::Release& release : record.releases) {
        const train::PlannedRelease& planned = plan.release(release.kind);
        if (release.clip != planned.clip) {
            fail(Sentence(
                "the trainer clipped to another norm than its plan; the trial is not recorded as finished"));
        }
        releases.push_back(releaseRecord(train::releaseName(release.kind), release.count, release.noiseSd,
                                         planned.sensitivity, record.sampleRate));
    }
    return {{"releases", releases}, {"steps_done", record.stepsDone}, {"notes", record.notes}};
}

} // namespace

TrainTrial::TrainTrial(Label label, train::TrialPlan plan, PartRows part, std::optional<Scoring> score,
                       std::optional<train::TrainerState> start, std::span<const double> initialWeights)
    : m_label(std::move(label)), m_plan(std::move(plan)), m_part(std::move(part)), m_score(std::move(score)),
      m_start(std::move(start)), m_initialWeights(initialWeights) {}

ledger::TrialSpec TrainTrial::reservation() const {
    ledger::TrialSpec spec;
    spec.phase = m_label.phase;
    spec.role = m_label.role;
    spec.r = m_label.r;
    spec.nu = m_label.nu;
    spec.learningRate = m_label.learningRate;
    spec.noiseMultiplier = m_plan.noiseMultiplier().value();
    spec.maxGradNorm = m_plan.options().maxGradNorm;
    spec.steps = m_plan.steps();
    spec.clamped = m_label.clamped;
    if (!m_label.knobs.empty()) {
        spec.knobs = train::toJson(m_label.knobs);
    }
    spec.plan = {{"index", m_label.index}, {"trial", m_plan.toJson()}};
    if (!m_plan.isPrivate()) {
        return spec; // without noise, on public data: no account has a price for it
    }
    spec.charges.push_back({m_part.id, m_plan.events(), {}, 0.0, 0.0});
    if (scoresOwnRows()) {
        spec.plan["score"] = m_score->count->toJson();
        spec.charges.front().events.push_back(m_score->count->event());
    } else if (m_score && m_score->count) {
        // The count on a part of its own stands in the experiment's plan.
        spec.charges.push_back({m_score->part.id, {m_score->count->event()}, {}, 0.0, 0.0});
    }
    return spec;
}

bool TrainTrial::scoresOwnRows() const {
    return m_score && m_score->count && m_score->part.name == m_part.name;
}

train::TrialJob TrainTrial::job(const compute::NoiseSource& noise) const {
    train::TrialJob job;
    job.plan = &m_plan;
    job.noise = &noise;
    job.from = m_start;
    job.initial = m_initialWeights;
    return job;
}

Release TrainTrial::scored(train::TrainOutcome outcome, Rows& rows, const compute::NoiseSource& noise,
                           const std::stop_token& stop) const {
    Release release;
    release.outcome.record = recordOf(outcome.record, m_plan);
    if (m_score) {
        release.outcome.score =
            scoreOf(*m_score, outcome.model, rows.all(m_score->part.rows()), rows.backend(), noise, stop);
    }
    if (scoresOwnRows()) {
        release.outcome.record["releases"].push_back(mechanism::recordOf(*m_score->count));
    }
    release.outcome.releases.push_back(weightsRelease(outcome.model));
    release.model = std::move(outcome.model);
    return release;
}

Release TrainTrial::run(const Attempt& attempt) const {
    train::TrainControl control;
    control.stop = attempt.stop;
    control.checkpoint = attempt.checkpoint;
    control.progress = [&](const train::TrainProgress& progress) {
        if (attempt.progress) {
            attempt.progress(progress.stepsDone);
        }
    };
    const compute::NoiseSource noise = attempt.noise(1);
    train::TrainOutcome outcome =
        train::train(m_plan, attempt.rows.backend(), attempt.rows.all(m_part.rows()), noise,
                     attempt.from ? attempt.from : m_start, control, m_initialWeights);
    if (outcome.status != train::TrainStatus::Finished) {
        interrupted(Sentence("training was stopped; its last checkpoint is durable"));
    }
    return scored(std::move(outcome), attempt.rows, noise, attempt.stop);
}

} // namespace parsimony::mechanism
