// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/device_guard.h"

#include "core/base/sentence.h"
#include "core/compute/backend_factory.h"
#include "core/compute/device_check.h"
#include "core/data/row_cache.h"
#include "core/session/knob_options.h"
#include "core/session/method_choice.h"
#include "core/train/training_run.h"

#include <algorithm>

namespace parsimony::session {

namespace {

/// May runs of the plan read Poisson samples, or full batches?
bool mayRead(const ExperimentPlan& plan, bool samples) {
    const std::vector<double> rates = ratesOf(plan.options, plan.numbers.rates);
    return std::any_of(rates.begin(), rates.end(), [&](double rate) { return (rate < 1.0) == samples; });
}

/// Of what is trained: of two halves both models side by side.
compute::HeadShape trainedShape(const ExperimentPlan& plan, const train::TrainerOptions& options) {
    compute::HeadShape head = plan.headShape();
    head.dim *= options.models();
    return head;
}

CheckedDevice checked(compute::ComputeBackend& backend, const ExperimentPlan& plan,
                      const train::TrainerOptions& options, const compute::DeviceChoice& device) {
    compute::DeviceCheckRequest request;
    request.head = trainedShape(plan, options);
    request.loss = options.loss;
    request.rows = plan.constants.publicRecords;
    compute::DeviceCheck seen;
    const NumberList clips = plan.options.maxGradNorm.value_or(options.maxGradNorm);
    for (const double clip : clips.values()) {
        request.clip = clip;
        seen = compute::checkDevice(backend, request);
        if (!seen.passed()) {
            refuse(
                Sentence("--device {1} failed the check that a run on private data needs ({2}); nothing is "
                         "spent, use --device cpu",
                         device.text(), seen.failure));
        }
    }
    return checkedDevice(seen);
}

} // namespace

bool sumsOnDevice(const ExperimentPlan& plan, const compute::DeviceChoice& device) {
    if (device.isCpu() || plan.isLook()) { // which trains nothing: its options are nobody's
        return false;
    }
    const train::TrainerOptions options = trainerOptionsOf(plan.options, plan.constants, plan.numbers);
    return train::traitsOf(options.trainer).clippedGradients && mayRead(plan, false) &&
           options.head.kind == train::HeadKind::Linear;
}

RunOptions withPrecision(RunOptions options, const Constants& constants) {
    if (options.precision) {
        return options;
    }
    const std::vector<TrainerKind> trainers = trainersOf(options);
    const bool measured = isLinearOnBoundedRows(options) && !options.isNoiseless() &&
                          std::all_of(trainers.begin(), trainers.end(), [](TrainerKind kind) {
                              const train::TrainerTraits& trainer = train::traitsOf(kind);
                              return trainer.clippedGradients && trainer.stepSize && !trainer.matrix;
                          });
    const bool worthwhile = static_cast<double>(constants.publicRecords) * constants.dim >= kManyNumbers;
    options.precision =
        measured && worthwhile && options.device.isCpu() && compute::bfloat16Pays(options.instructions)
            ? compute::Precision::Bfloat16
            : compute::Precision::Float32;
    return options;
}

RunOptions asComparedWith(const RunOptions& wanted, const RunOptions& asked, const RunOptions& planned) {
    RunOptions earlier = asked;
    if (wanted.precision) {
        earlier.precision = precisionOf(planned);
    }
    return earlier;
}

namespace {

void refuseByName(const ExperimentPlan& plan, const compute::DeviceChoice& device) {
    if (plan.constants.labelsPerRecord > 1 && !device.isCpu()) {
        compute::failOneLabel(device.text());
    }
    const compute::Precision precision = precisionOf(plan.options);
    if (plan.constants.isPrivate && !device.isCpu() && precision != compute::Precision::Float32) {
        refuse(Sentence("--precision {1} on --device {2} is for public data only: how tensor cores round is "
                        "not documented, so nothing bounds what it adds to a record's influence; use "
                        "--precision f32, or --device cpu, where every precision is proved",
                        compute::precisionName(precision), device.text()));
    }
}

} // namespace

void refuseByName(const ExperimentPlan& plan) {
    refuseByName(plan, plan.options.device);
}

OpenedDevice openDevice(const ExperimentPlan& plan, const compute::DeviceChoice& device,
                        std::uint32_t threads, const std::string& instructions) {
    refuseByName(plan, device);
    data::checkRowCache();
    compute::requireSharesOf(plan.constants.publicRecords);
    OpenedDevice opened{compute::chooseBackend(device, threads, instructions), std::nullopt};
    if (plan.constants.labelsPerRecord > 1 && !opened.backend->takesLabelSets()) {
        compute::failOneLabel(opened.backend->name());
    }
    const train::TrainerOptions options = trainerOptionsOf(plan.options, plan.constants, plan.numbers);
    if (!plan.constants.isPrivate || !train::traitsOf(options.trainer).clippedGradients) {
        return opened;
    }
    for (const bool samples : {false, true}) {
        if (!mayRead(plan, samples)) {
            continue;
        }
        switch (opened.backend->slackClaim(trainedShape(plan, options), options.precision, samples)) {
        case compute::SlackClaim::Proved:
            break;
        case compute::SlackClaim::Checked:
            opened.check = checked(*opened.backend, plan, options, device);
            break;
        case compute::SlackClaim::Unknown:
            refuse(Sentence("--device {1} is for public data only: nothing is known of the rounding of its "
                            "sums; use --device cpu",
                            device.text()));
        }
    }
    return opened;
}

} // namespace parsimony::session
