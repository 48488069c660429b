// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/compare_rows.h"

#include "core/base/sentence.h"
#include "core/base/text.h"

#include <algorithm>

namespace parsimony::study {

namespace {

double secondsOf(const session::RunSnapshot& run) {
    return run.secondsLoad + run.secondsSearch + run.secondsFinal;
}

} // namespace

void CollectedRuns::add(const session::RunSnapshot& run, const std::string& encoder) {
    if (!run.final || !run.final->test) {
        fail(Sentence("a run has no test accuracy: give a test part"));
    }
    m_accuracies.push_back(run.final->test->accuracy);
    m_rs.push_back(run.final->trial.r.value_or(0.0));
    m_arithmetics.insert(run.arithmetic);
    for (const auto& [name, accuracy] : run.final->ood) {
        m_ood[name].push_back(accuracy.accuracy);
    }
    const std::string& told = run.encoder.empty() ? encoder : run.encoder;
    if (!told.empty()) {
        ++m_encoders[told];
    }
    m_spent = std::max(m_spent, run.experimentEpsilon);
    std::map<std::int64_t, std::uint32_t> steps;
    for (const session::PhaseSnapshot& phase : run.phases) {
        for (const session::TrialSnapshot& trial : phase.trials) {
            steps[trial.id] = trial.steps;
        }
    }
    steps[run.final->trial.id] = run.final->trial.steps;
    if (run.selection) { // of a selection only the winner is known: what its plan expects stands for it
        m_trials += run.selection->runsMean;
        m_passes +=
            run.selection->runsMean * run.selection->subsetFraction.value_or(1.0) * run.final->trial.steps;
    } else {
        for (const auto& [id, count] : steps) {
            m_passes += count;
        }
        m_trials += static_cast<double>(steps.size());
    }
    m_seconds += secondsOf(run);
}

void CollectedRuns::addStep(double effectiveNoise, std::optional<double> distance) {
    m_noise += effectiveNoise;
    if (distance) {
        m_distances.push_back(*distance);
    }
}

CompareRow CollectedRuns::row(session::MethodKind method, double epsilon) const {
    const auto count = static_cast<double>(m_accuracies.size());
    const MeanSd accuracy = meanSd(m_accuracies);
    CompareRow row;
    row.method = method;
    row.epsilon = epsilon;
    row.accuracy = accuracy.mean;
    row.accuracySd = accuracy.sd;
    row.accuracies = m_accuracies;
    row.spentEpsilon = m_spent;
    row.trials = m_trials / count;
    row.passes = m_passes / count;
    row.seconds = m_seconds / count;
    row.r = meanSd(m_rs);
    row.effectiveNoise = m_noise / count;
    if (!m_distances.empty()) {
        row.distance = meanSd(m_distances);
    }
    row.encoders = m_encoders;
    row.arithmetic = joined(m_arithmetics, ", ");
    for (const auto& [name, values] : m_ood) {
        row.ood[name] = meanSd(values);
    }
    return row;
}

} // namespace parsimony::study
