// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/model_export.h"

#include "core/base/sentence.h"
#include "core/base/trial_role.h"
#include "core/base/whole_number.h"
#include "core/mechanism/released.h"
#include "core/session/data_request.h"
#include "core/session/guarantee.h"
#include "core/session/knob_options.h"
#include "core/session/plan_mechanisms.h"
#include "core/session/snapshot_reader.h"
#include "core/session/stored_plan.h"
#include "core/session/weights_origin.h"

#include <cmath>

namespace parsimony::session {

namespace {

/// The result of the newest finished experiment.
TrialId newestResult(const ledger::Project& project) {
    const auto experiments = project.experiments();
    for (auto row = experiments.rbegin(); row != experiments.rend(); ++row) {
        if (row->status == ExperimentStatus::Finished) {
            const nlohmann::json result = project.experiment(row->id).result;
            const auto trial = readStored(project, row->id, [&] {
                return result.is_object() ? wholeNumberOr(result, "result_trial", std::int64_t{0}) : 0;
            });
            if (trial > 0) {
                return TrialId{trial};
            }
        }
    }
    failUsage(Sentence("the project has no finished experiment yet, so there is no classifier to export"));
}

std::string mechanismOf(const ExperimentPlan& plan) {
    if (std::isinf(plan.epsilon)) {
        return plan.method().text() + " over " + plan.trainer() +
               " runs without noise and clipping: not private";
    }
    return plan.method().text() + " over " + plan.trainer() +
           " runs; every run, score and evaluation is charged";
}

exporting::Classifier classifierIn(const ledger::Project& project, const ledger::TrialRow& row) {
    const ExperimentPlan plan = storedPlan(project, row.experiment);
    exporting::Classifier classifier;
    const std::string chosen = encoderOf(project, plan, row.id);
    const train::Model model = predicting(plan, project, row.experiment,
                                          mechanism::releasedModel(project, row.experiment, row.id), chosen);
    classifier.head = model.head;
    classifier.parameters = model.parameters;
    classifier.preprocessing = preprocessingOf(plan.constants);
    const EncoderFacts* encoder = plan.constants.encoder(chosen);
    classifier.preprocessing.blocks = encoder != nullptr ? encoder->blocks : plan.constants.blocks;
    const ReleaseName meanRelease =
        plan.featureMap ? plan.featureMap->meanReleaseOf(chosen) : ReleaseName(ReleasedValue::Mean);
    if (const auto mean = mechanism::releasedVector(project, row.experiment, meanRelease)) {
        if (plan.featureMap) {
            const auto rest = plan.featureMap->meanRest ? mechanism::releasedVector(project, row.experiment,
                                                                                    ReleasedValue::MeanRest)
                                                        : std::nullopt;
            classifier.preprocessing.map =
                featureMapOf(plan.featureMap->of(chosen), *mean,
                             rest ? std::span<const double>(*rest) : std::span<const double>());
        } else {
            classifier.preprocessing.mean = {mean->begin(), mean->end()};
        }
    }
    const Guarantee guarantee = guaranteeOf(plan, project);
    classifier.card.guarantee = sentenceOf(guarantee);
    classifier.card.encoder = encoder != nullptr ? encoder->told() : onlyEncoder(plan.options);
    classifier.card.classNames = plan.constants.classNames;
    classifier.card.privateData = plan.constants.isPrivate;
    classifier.card.epsilon = std::isfinite(plan.epsilon) ? std::optional(plan.epsilon) : std::nullopt;
    classifier.card.delta = plan.delta;
    classifier.card.tuningIncluded = guarantee.reusedFit == 0;
    classifier.card.adjacency = printedAdjacency(plan.constants.adjacency);
    classifier.card.trainer = trainerOf(project, plan, row.id);
    if (const compute::Precision precision = precisionOf(plan.options);
        precision != compute::Precision::Float32) {
        classifier.card.arithmetic = compute::precisionName(precision);
    }
    classifier.card.priorTaken = plan.priorTaken;
    classifier.card.labelsPerRecord = plan.constants.labelsPerRecord;
    if (plan.constants.labelsPerRecord > 1) {
        classifier.card.threshold = labelThresholdOf(project, plan, row.id);
    }
    classifier.card.mechanism = mechanismOf(plan);
    if (plan.priorFactor > 0.0) {
        classifier.card.start = "class means of public rows, the part prior";
    }
    nlohmann::json provenance{{"project", project.projectId()},
                              {"experiment", row.experiment.value()},
                              {"trial", row.id.value()},
                              {"method", plan.method().text()},
                              {"dataset", project.dataset(project.experiment(row.experiment).dataset).name}};
    if (guarantee.privateWeights) {
        provenance[kPrivateWeightsOf] = *plan.constants.initProject;
    }
    classifier.card.provenance = provenance.dump();
    return classifier;
}

} // namespace

exporting::Classifier classifierOf(const ledger::Project& project, std::optional<TrialId> trial) {
    const ledger::TrialRow row = project.trial(trial ? *trial : newestResult(project));
    // Weights that a look or a sum calls its own were trained at nobody's expense.
    if (isStatistic(row.role) || row.role == TrialRole::Evaluation) {
        fail(Sentence("trial {1} has no released weights; only a finished trial has", row.id.value()));
    }
    return readStored(project, row.experiment, [&] { return classifierIn(project, row); });
}

} // namespace parsimony::session
