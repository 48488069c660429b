// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/trainer.h"

#include <span>
#include <stop_token>
#include <vector>

namespace parsimony::train {

/// What a backend of several processes can do beside its passes: train whole trials in each of them, on
/// public rows that all of them keep (UploadRequest::everywhere).
class TrialSpread {
public:
    virtual ~TrialSpread() = default;
    [[nodiscard]] virtual std::size_t processes() const = 0;
    /// Whether all of them keep these rows.
    [[nodiscard]] virtual bool spreads(const compute::ResidentData& data) const = 0;
    /// trainTogether() of these rows, with the same outcomes.
    [[nodiscard]] virtual std::vector<TrainOutcome> trainSpread(std::span<const TrialJob> jobs,
                                                                const compute::ResidentData& data,
                                                                const std::stop_token& stop) = 0;
};

} // namespace parsimony::train
