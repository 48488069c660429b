// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/released.h"

#include "core/base/sentence.h"
#include "core/mechanism/model_bytes.h"

#include <algorithm>

namespace parsimony::mechanism {

train::Model releasedModel(const ledger::Project& project, ExperimentId experiment, TrialId trial) {
    const auto releases = project.releases(experiment, trial);
    const auto weights = std::find_if(releases.begin(), releases.end(), [](const ledger::ReleaseRow& row) {
        return row.what == ReleasedValue::Weights;
    });
    if (weights == releases.end() || !weights->blob) {
        fail(Sentence("trial {1} has no released weights; only a finished trial has", trial.value()));
    }
    train::Model model;
    model.head = headFromJson(weights->values);
    model.parameters = parametersFromBytes(project.blob(*weights->blob));
    if (model.parameters.size() != model.head.parameters()) {
        fail(Sentence("the released weights of trial {1} do not have their shape", trial.value()));
    }
    return model;
}

std::optional<std::vector<double>> releasedVector(const ledger::Project& project, ExperimentId experiment,
                                                  const ReleaseName& what) {
    for (const ledger::ReleaseRow& row : project.releases(experiment, {}, what)) {
        if (row.blob) {
            return parametersFromBytes(project.blob(*row.blob));
        }
    }
    return std::nullopt;
}

} // namespace parsimony::mechanism
