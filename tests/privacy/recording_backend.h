// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/forwarding_backend.h"
#include "core/train/trainer.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::test {

/// One pass over private rows as a trainer asked for it.
struct RecordedPass {
    using Sums = std::map<train::ReleaseKind, std::vector<double>>;
    Sums sums;                                        ///< what it gave back, exact
    double clip = 0.0;                                ///< norm bound it asked for
    std::optional<std::vector<std::uint32_t>> subset; ///< rows of a Poisson sample; absent: all rows
    /// The same pass, at the same parameters, over other rows.
    std::function<Sums(const compute::ResidentData&)> replay;
};

/// Passes every call on to another backend and keeps what was asked and answered. With a script it answers
/// from that instead, whatever the rows are.
class RecordingBackend : public compute::ForwardingBackend {
public:
    explicit RecordingBackend(compute::ComputeBackend& inner) : m_inner(inner) {}

    [[nodiscard]] std::string name() const override { return m_inner.name(); }
    [[nodiscard]] std::string description() const override { return m_inner.description(); }

    std::vector<RecordedPass> passes;
    const std::vector<RecordedPass>* script = nullptr;

protected:
    compute::ComputeBackend& rest() override { return m_inner; }
    bool doClippedGradientSums(const compute::ResidentData& data, const compute::PassOptions& options,
                               std::span<const compute::GradientTask> tasks) override;
    bool doClippedLossDifference(const compute::ResidentData& data, const compute::PassOptions& options,
                                 std::span<const double> plus, std::span<const double> minus, double clip,
                                 double& sum) override;
    bool doMoments(const compute::ResidentData& data, const compute::MomentTask& task,
                   std::stop_token stop) override;
    bool doNewtonSums(const compute::ResidentData& data, const compute::NewtonTask& task,
                      std::stop_token stop) override;

private:
    /// Runs the pass, or answers from the script, and keeps it.
    const RecordedPass::Sums& record(RecordedPass pass, const compute::ResidentData& data);
    compute::ComputeBackend& m_inner;
};

} // namespace parsimony::test
