// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/backend.h"

#include "core/base/sentence.h"

#include <algorithm>
#include <cmath>

namespace parsimony::compute {

namespace {

void demandSize(std::size_t got, std::size_t wanted, const std::string& what) {
    if (got != wanted) {
        failUsage(Sentence("{1} has {2} numbers instead of {3}", what, got, wanted));
    }
}

void checkHead(const HeadShape& head, const ResidentData& data) {
    if (head.recordDim() != data.dim() || head.dim == 0) {
        failUsage(Sentence("the model reads records of {1} numbers, the data has {2}", head.recordDim(),
                           data.dim()));
    }
    if (head.classes != data.classes()) {
        failUsage(Sentence("the model has {1} classes, the data has {2}", head.classes, data.classes()));
    }
    const bool gaps = std::any_of(
        head.deeper.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(head.hiddenLayers(), 1) - 1),
        head.deeper.end(), [](std::uint32_t units) { return units > 0; });
    if ((head.kind == HeadKind::Hidden) != (head.hidden > 0) || gaps ||
        (!head.ofVectors() && head.sequenceLength != 1)) {
        failUsage(Sentence("the shape of the model's head is not consistent"));
    }
}

void checkSubset(const std::vector<std::uint32_t>* subset, const ResidentData& data) {
    if (subset == nullptr || subset->empty()) {
        return;
    }
    if (!std::is_sorted(subset->begin(), subset->end()) || subset->back() >= data.rows()) {
        failUsage(Sentence("a sample of rows must be ascending and inside the data"));
    }
}

void checkClip(double clip, bool mayBeInfinite) {
    if (std::isnan(clip) || clip <= 0.0 || (!mayBeInfinite && std::isinf(clip))) {
        failUsage(Sentence("a clipping norm must be a positive number, not {1}", clip));
    }
    if (clip < 1e-20) {
        failUsage(Sentence("a clipping norm must be at least 1e-20, not {1}", clip));
    }
}

} // namespace

ResidentData::~ResidentData() = default;
ComputeBackend::~ComputeBackend() = default;

SlackClaim ComputeBackend::slackClaim(const HeadShape&, Precision, bool) const {
    return SlackClaim::Unknown;
}

void checkLoss(Loss loss, std::uint32_t labelsPerRecord) {
    if (loss == Loss::Softmax && labelsPerRecord > 1) {
        failUsage(Sentence("softmax cross-entropy takes one label a record; records of several need --loss "
                           "sigmoid"));
    }
}

void failOneLabel(const std::string& device) {
    failUsage(Sentence("{1} takes one label a record; with --labels-per-record use --device cpu", device));
}

std::unique_ptr<ResidentData> ComputeBackend::upload(const UploadRequest& request) {
    if (request.features == nullptr || request.features->rows() == 0 || request.features->dim() == 0) {
        failUsage(Sentence("features need at least one row and one column"));
    }
    if (request.features->rows() > kMaxRows) {
        failUsage(Sentence("a part may have 2^25 rows at most"));
    }
    if (request.features->dim() > (std::size_t{1} << 24)) {
        failUsage(Sentence("a record may have 2^24 numbers at most"));
    }
    if (request.labelSets != nullptr) {
        if (!takesLabelSets()) {
            failOneLabel(name());
        }
        demandSize(request.labelSets->values.size(),
                   request.features->rows() * std::size_t{request.labelSets->perRecord}, "the label array");
    } else {
        demandSize(request.labels.size(), request.features->rows(), "the label array");
    }
    if (request.classes < 1 || request.classes > 100'000) {
        failUsage(Sentence("the number of classes must lie in 1..1e5, not {1}", request.classes));
    }
    return doUpload(request);
}

std::size_t ComputeBackend::preferredTrials(const HeadShape& head) const {
    constexpr std::size_t columns = 192;
    return head.kind == HeadKind::Linear ? std::max<std::size_t>(1, columns / head.classes) : 1;
}

bool ComputeBackend::clippedGradientSums(const ResidentData& data, const PassOptions& options,
                                         std::span<const GradientTask> tasks) {
    checkHead(options.head, data);
    checkLoss(options.loss, data.labelsPerRecord());
    checkSubset(options.subset, data);
    for (const GradientTask& task : tasks) {
        demandSize(task.parameters.size(), options.head.parameters(), "the parameter vector");
        demandSize(task.sum.size(), options.head.parameters(), "the gradient sum");
        checkClip(task.clip, true);
    }
    return tasks.empty() || (!options.stop.stop_requested() && doClippedGradientSums(data, options, tasks));
}

std::optional<std::uint32_t> ComputeBackend::descend(const ResidentData& data, const PassOptions& options,
                                                     std::span<const DescentTask> tasks,
                                                     std::uint32_t steps) {
    checkHead(options.head, data);
    checkLoss(options.loss, data.labelsPerRecord());
    checkSubset(options.subset, data);
    for (const DescentTask& task : tasks) {
        demandSize(task.weights.size(), options.head.parameters(), "the parameter vector");
        demandSize(task.velocity.size(), options.head.parameters(), "the momentum");
        checkClip(task.clip, true);
        (void)releaseGrid(task.noiseSd); // throws for what is no standard deviation
        if (!(task.divisor > 0.0) || std::isinf(task.divisor) || !std::isfinite(task.momentum) ||
            !std::isfinite(task.learningRate) || !std::isfinite(task.weightDecay) ||
            (task.noise == nullptr && task.noiseSd != 0.0)) {
            failUsage(Sentence("a descent needs a positive divisor, finite rates and a source of noise"));
        }
    }
    return tasks.empty() ? std::optional(steps) : doDescend(data, options, tasks, steps);
}

std::optional<std::uint32_t> ComputeBackend::doDescend(const ResidentData&, const PassOptions&,
                                                       std::span<const DescentTask>, std::uint32_t) {
    return std::nullopt;
}

std::optional<double> ComputeBackend::productSeconds(const ResidentData&, const HeadShape&, std::size_t,
                                                     unsigned) {
    return std::nullopt;
}

bool ComputeBackend::clippedLossDifference(const ResidentData& data, const PassOptions& options,
                                           std::span<const double> plus, std::span<const double> minus,
                                           double clip, double& sum) {
    checkHead(options.head, data);
    if (options.head.kind != HeadKind::Linear) {
        failUsage(Sentence("zeroth-order training works on the linear head only"));
    }
    checkLoss(options.loss, data.labelsPerRecord());
    checkSubset(options.subset, data);
    demandSize(plus.size(), options.head.parameters(), "the parameter vector");
    demandSize(minus.size(), options.head.parameters(), "the parameter vector");
    checkClip(clip, true);
    return !options.stop.stop_requested() && doClippedLossDifference(data, options, plus, minus, clip, sum);
}

bool ComputeBackend::moments(const ResidentData& data, const MomentTask& task, std::stop_token stop) {
    checkClip(task.rowClip, true);
    const std::size_t size = data.dim() + (task.bias ? 1 : 0);
    const auto check = [](std::span<double> span, std::size_t wanted, const char* what) {
        if (!span.empty()) {
            demandSize(span.size(), wanted, what);
        }
    };
    check(task.gram, size * size, "the Gram matrix");
    check(task.classSums, data.classes() * size, "the class sums");
    check(task.rowSum, size, "the row sum");
    check(task.classGrams, data.classes() * size * size, "the Gram matrices of the classes");
    return !stop.stop_requested() && doMoments(data, task, std::move(stop));
}

bool ComputeBackend::newtonSums(const ResidentData& data, const NewtonTask& task, std::stop_token stop) {
    checkClip(task.rowClip, true);
    const std::size_t size = data.dim();
    demandSize(task.parameters.size(), data.classes() * size, "the parameter vector");
    demandSize(task.offsets.size(), data.classes(), "the offsets");
    demandSize(task.gradients.size(), data.classes() * size, "the gradients");
    demandSize(task.hessians.size(), data.classes() * size * size, "the Hessians");
    return !stop.stop_requested() && doNewtonSums(data, task, std::move(stop));
}

bool ComputeBackend::countCorrect(const ResidentData& data, const HeadShape& head,
                                  std::span<const std::span<const double>> models,
                                  std::span<CorrectCounts> counts, std::stop_token stop) {
    const HeadShape own = head.onRecordsOf(data.dim());
    checkHead(own, data);
    demandSize(counts.size(), models.size(), "the list of counts");
    for (const std::span<const double> model : models) {
        demandSize(model.size(), head.parameters(), "the parameter vector");
    }
    return models.empty() ||
           (!stop.stop_requested() && doCountCorrect(data, own, models, counts, std::move(stop)));
}

void ComputeBackend::logits(const ResidentData& data, const HeadShape& head,
                            std::span<const double> parameters, std::size_t first, std::size_t count,
                            std::span<float> out) {
    const HeadShape own = head.onRecordsOf(data.dim());
    checkHead(own, data);
    demandSize(parameters.size(), head.parameters(), "the parameter vector");
    demandSize(out.size(), count * head.classes, "the logits");
    if (first > data.rows() || count > data.rows() - first) {
        failUsage(Sentence("rows outside the data were asked for"));
    }
    if (count > 0) {
        doLogits(data, own, parameters, first, count, out);
    }
}

} // namespace parsimony::compute
