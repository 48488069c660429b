// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/gaussian_dp.h"
#include "core/search/method_entry.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

namespace parsimony::search {

/// A search at ε = 1, whose runs put all of their μ into their steps.
struct PlannedSearch {
    SearchRequest request;
    Shares shares;
    std::unique_ptr<SequentialMethod> search;

    PlannedSearch(const Method& method, int trials, std::vector<std::uint32_t> steps) {
        request.method = method.traits.kind;
        request.trials = trials;
        request.space.scale.publicRecords = 40000.0;
        request.space.grid.steps = std::move(steps);
        const Delta delta{1e-5};
        const double mu = muOf(Epsilon{1.0}, delta).value();
        Budget budget{{}, {}, Epsilon{1.0}, delta, 0.1};
        budget.total.addProduct(mu, mu);
        shares = method.share(request, budget);
        const Shares known = shares;
        search = method.make(request, shares, [known](int phase, std::uint32_t count, const train::Knobs&) {
            const RunShare& share =
                phase < 0 ? *known.final : known.phases.at(static_cast<std::size_t>(phase));
            return std::sqrt(static_cast<double>(count)) / share.trainingMu;
        });
    }
};

} // namespace parsimony::search
