// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"

namespace parsimony::compute {

/// A backend that leaves to another what it does not compute itself: it overrides what it does, and says
/// where the rest goes. Of the rest it claims nothing: slackClaim() is Unknown unless overridden.
class ForwardingBackend : public ComputeBackend {
protected:
    /// Who computes the rest.
    [[nodiscard]] virtual ComputeBackend& rest() = 0;
    /// `data` as rest() made it resident; by default it did so in doUpload().
    [[nodiscard]] virtual const ResidentData& restOf(const ResidentData& data) { return data; }

    [[nodiscard]] std::unique_ptr<ResidentData> doUpload(const UploadRequest& request) override;
    [[nodiscard]] bool doClippedGradientSums(const ResidentData& data, const PassOptions& options,
                                             std::span<const GradientTask> tasks) override;
    [[nodiscard]] bool doClippedLossDifference(const ResidentData& data, const PassOptions& options,
                                               std::span<const double> plus, std::span<const double> minus,
                                               double clip, double& sum) override;
    [[nodiscard]] bool doMoments(const ResidentData& data, const MomentTask& task,
                                 std::stop_token stop) override;
    [[nodiscard]] bool doNewtonSums(const ResidentData& data, const NewtonTask& task,
                                    std::stop_token stop) override;
    [[nodiscard]] bool doCountCorrect(const ResidentData& data, const HeadShape& head,
                                      std::span<const std::span<const double>> models,
                                      std::span<CorrectCounts> counts, std::stop_token stop) override;
    void doLogits(const ResidentData& data, const HeadShape& head, std::span<const double> parameters,
                  std::size_t first, std::size_t count, std::span<float> out) override;
};

} // namespace parsimony::compute
