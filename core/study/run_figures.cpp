// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/run_figures.h"

#include <cmath>

namespace parsimony::study {

double effectiveNoise(const session::RunSnapshot& run, double rate) {
    const session::TrialSnapshot& trial = run.final->trial;
    const double q = valueOf(trial.knobs, train::Knob::SampleRate).value_or(rate);
    return trial.noiseMultiplier.value_or(0.0) / (q * static_cast<double>(run.dataset.records));
}

std::optional<double> distanceFromStart(const session::Session& session, const session::RunOptions& base,
                                        const session::RunSnapshot& run) {
    if (base.init.kind != train::InitKind::Zero || !base.prior.features.empty()) {
        return std::nullopt;
    }
    const exporting::Classifier model = session.classifier(run.final->trial.id);
    if (model.head.bias || model.preprocessing.map) {
        return std::nullopt;
    }
    double squares = 0.0;
    for (const double weight : model.parameters) {
        squares += weight * weight;
    }
    return std::sqrt(squares);
}

} // namespace parsimony::study
