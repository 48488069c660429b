// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/compute/synthetic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

namespace parsimony::compute::testing {

/// Normal weights that are the same in every run.
inline std::vector<double> someWeights(const HeadShape& head, std::uint32_t seed = 5) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> w(head.parameters());
    for (double& v : w) {
        v = normal(random);
    }
    return w;
}

/// The clipped gradient sum of one trial.
inline std::vector<double> gradient(ComputeBackend& backend, const ResidentData& data, const HeadShape& head,
                                    const std::vector<double>& w, double clip, Loss loss = Loss::Softmax,
                                    const std::vector<std::uint32_t>* subset = nullptr) {
    std::vector<double> sum(w.size());
    const GradientTask task{w, clip, sum};
    PassOptions pass;
    pass.head = head;
    pass.loss = loss;
    pass.subset = subset;
    EXPECT_TRUE(backend.clippedGradientSums(data, pass, std::span(&task, 1)));
    return sum;
}

/// The class of the largest logit of each row of `logits` (rows × classes), the lowest on a tie.
inline std::vector<std::int32_t> argmaxRows(std::span<const float> logits, std::size_t classes) {
    std::vector<std::int32_t> labels;
    for (std::size_t row = 0; row < logits.size(); row += classes) {
        const auto first = logits.begin() + static_cast<std::ptrdiff_t>(row);
        const auto best = std::max_element(first, first + static_cast<std::ptrdiff_t>(classes));
        labels.push_back(static_cast<std::int32_t>(best - first));
    }
    return labels;
}

inline HeadShape linear(const Synthetic& s, bool bias = false) {
    HeadShape head;
    head.dim = static_cast<std::uint32_t>(s.dim);
    head.classes = s.classes;
    head.bias = bias;
    return head;
}

} // namespace parsimony::compute::testing
