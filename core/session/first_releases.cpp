// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/first_releases.h"

#include "core/base/sentence.h"
#include "core/privacy/gaussian_dp.h"
#include "core/session/method_choice.h"
#include "core/session/search_request.h"
#include "core/train/prototypes.h"

#include <algorithm>
#include <cmath>

namespace parsimony::session {

namespace {

/// The look by which `auto` weighs a prior: enough for kPriorSe, which tells a start that is of use from one
/// that is of none, at most kPriorShare of the whole μ².
std::optional<train::SumPlan> priorLookOf(const RunOptions& options, const Constants& constants, Mu totalMu) {
    constexpr double kPriorSe = 0.04;
    constexpr double kPriorShare = 0.02;
    if (options.prior.features.empty() || options.priorScale || !isAdaptive(options)) {
        return std::nullopt;
    }
    const double enough = constants.rowsPerPerson / (kPriorSe * static_cast<double>(constants.publicRecords));
    return train::SumPlan::forMu(train::ReleaseKind::Count,
                                 Mu{std::min(enough, std::sqrt(kPriorShare) * totalMu.value())}, 1.0,
                                 constants.adjacency, constants.rowsPerPerson);
}

} // namespace

void planMean(ExperimentPlan& plan) {
    const RunOptions& options = plan.options;
    const Constants& constants = plan.constants;
    if (options.mean == MeanKind::None) {
        return;
    }
    if (!options.meanEpsilon) {
        failUsage(Sentence("--mean private needs --mean-epsilon, what the mean may take of the experiment"));
    }
    const Mu mu = muOf(checkedEpsilon(*options.meanEpsilon, "--mean-epsilon"), Delta{plan.delta});
    plan.mean = train::MeanPlan::forMu(mu, options.normBound.value_or(1.0), constants.dim,
                                       static_cast<double>(constants.publicRecords), constants.adjacency,
                                       constants.rowsPerPerson);
}

void planPrior(ExperimentPlan& plan, Mu totalMu) {
    plan.priorLook = priorLookOf(plan.options, plan.constants, totalMu);
    if (!plan.options.prior.features.empty()) {
        plan.priorFactor =
            plan.options.priorScale.value_or(train::priorFactor(signalOf(plan.constants, totalMu)));
    }
}

} // namespace parsimony::session
