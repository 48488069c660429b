// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/forwarding_backend.h"

#include <memory>

namespace parsimony::test {

/// A backend that hands every pass to another one, for mutants that change what comes back. The trainers
/// above it are the real ones: nothing in them can be told to add less noise.
class BackendDecorator : public compute::ForwardingBackend {
public:
    explicit BackendDecorator(std::unique_ptr<compute::ComputeBackend> inner) : m_inner(std::move(inner)) {}
    [[nodiscard]] std::string name() const override { return m_inner->name(); }
    [[nodiscard]] std::string description() const override { return m_inner->description(); }

protected:
    compute::ComputeBackend& rest() override { return *m_inner; }

private:
    std::unique_ptr<compute::ComputeBackend> m_inner;
};

/// Gradient sums `factor` times too large. Noise of σc on them is noise of σc/factor on the sums: with factor
/// c noise that was never scaled by the clip, with factor n noise that was divided along with the mean.
class TooLittleNoise final : public BackendDecorator {
public:
    TooLittleNoise(std::unique_ptr<compute::ComputeBackend> inner, double factor)
        : BackendDecorator(std::move(inner)), m_factor(factor) {}

protected:
    [[nodiscard]] bool doClippedGradientSums(const compute::ResidentData& data,
                                             const compute::PassOptions& options,
                                             std::span<const compute::GradientTask> tasks) override;

private:
    double m_factor;
};

/// Takes the rows in turn, a fixed batch a step, where a Poisson sample was asked for; starts over after
/// `steps` passes, as a trial does.
class FixedBatches final : public BackendDecorator {
public:
    FixedBatches(std::unique_ptr<compute::ComputeBackend> inner, std::uint32_t steps)
        : BackendDecorator(std::move(inner)), m_steps(steps) {}

protected:
    [[nodiscard]] bool doClippedGradientSums(const compute::ResidentData& data,
                                             const compute::PassOptions& options,
                                             std::span<const compute::GradientTask> tasks) override;

private:
    std::uint32_t m_steps;
    std::uint32_t m_step = 0;
};

/// Counts every record in the Gram matrix of each class, as a mistaken mask would: all of them together then
/// move √classes times as far as declared.
class GramOfEveryClass final : public BackendDecorator {
public:
    using BackendDecorator::BackendDecorator;

protected:
    [[nodiscard]] bool doMoments(const compute::ResidentData& data, const compute::MomentTask& task,
                                 std::stop_token stop) override;
};

} // namespace parsimony::test
