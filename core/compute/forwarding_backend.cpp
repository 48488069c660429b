// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/forwarding_backend.h"

#include <utility>

namespace parsimony::compute {

std::unique_ptr<ResidentData> ForwardingBackend::doUpload(const UploadRequest& request) {
    return rest().upload(request);
}

bool ForwardingBackend::doClippedGradientSums(const ResidentData& data, const PassOptions& options,
                                              std::span<const GradientTask> tasks) {
    return rest().clippedGradientSums(restOf(data), options, tasks);
}

bool ForwardingBackend::doClippedLossDifference(const ResidentData& data, const PassOptions& options,
                                                std::span<const double> plus, std::span<const double> minus,
                                                double clip, double& sum) {
    return rest().clippedLossDifference(restOf(data), options, plus, minus, clip, sum);
}

bool ForwardingBackend::doMoments(const ResidentData& data, const MomentTask& task, std::stop_token stop) {
    return rest().moments(restOf(data), task, std::move(stop));
}

bool ForwardingBackend::doNewtonSums(const ResidentData& data, const NewtonTask& task, std::stop_token stop) {
    return rest().newtonSums(restOf(data), task, std::move(stop));
}

bool ForwardingBackend::doCountCorrect(const ResidentData& data, const HeadShape& head,
                                       std::span<const std::span<const double>> models,
                                       std::span<CorrectCounts> counts, std::stop_token stop) {
    return rest().countCorrect(restOf(data), head, models, counts, std::move(stop));
}

void ForwardingBackend::doLogits(const ResidentData& data, const HeadShape& head,
                                 std::span<const double> parameters, std::size_t first, std::size_t count,
                                 std::span<float> out) {
    rest().logits(restOf(data), head, parameters, first, count, out);
}

} // namespace parsimony::compute
