// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/method_entry.h"

#include <optional>

namespace parsimony::search {

struct SingleRunSettings {
    StepScale scale;
    NoiseFor noise;
    std::uint32_t steps = 100;
    /// One of the two at most; neither for a trainer without a step size.
    std::optional<double> nu;
    std::optional<double> learningRate;
    /// What η·c may be at most where η follows from ν, on rows of norm 1: longer steps leave a hidden layer
    /// without gradients, however little noise there is.
    std::optional<double> mostStep;
    std::optional<double> mu; ///< the whole budget; absent for sub-sampled trainers
};

/// One run that takes the whole budget; every knob from declared constants, so there is nothing to select.
class SingleRun final : public SequentialMethod {
public:
    SingleRun(std::string name, SingleRunSettings settings);

    [[nodiscard]] std::string name() const override { return m_name; }
    [[nodiscard]] std::vector<Proposal> outline() const override { return {m_run}; }
    [[nodiscard]] std::vector<Proposal> nextBatch() override;
    [[nodiscard]] bool finished() const override { return isClosed(0); }
    [[nodiscard]] std::optional<int> result() const override;

private:
    std::string m_name;
    Proposal m_run;
};

/// What `single` and `unit-noise` have in common: everything for one run. Throws Error(Refused) when other
/// releases leave nothing.
[[nodiscard]] Shares wholeShare(const SearchRequest& request, const Budget& budget);
/// Settings without a learning rate and ν.
[[nodiscard]] SingleRunSettings singleRunSettings(const SearchRequest& request, const Shares& shares,
                                                  const NoiseFor& noise);

} // namespace parsimony::search
