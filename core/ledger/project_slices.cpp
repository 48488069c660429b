// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/project_impl.h"
#include "core/ledger/slices.h"
#include "core/privacy/accountant.h"

#include <algorithm>

namespace parsimony::ledger {

std::string eventsText(const std::vector<PrivacyEvent>& events) {
    return events.empty() ? std::string() : canonicalJson(toJson(std::span<const PrivacyEvent>(events)));
}

std::vector<PrivacyEvent> mergedEvents(const std::vector<PrivacyEvent>& events) {
    std::vector<PrivacyEvent> merged;
    for (const auto& event : events) {
        const auto same = std::find_if(merged.begin(), merged.end(), [&event](const PrivacyEvent& other) {
            return other.mechanism() == event.mechanism();
        });
        if (same == merged.end()) {
            merged.push_back(event);
        } else {
            *same = same->withCount(same->count() + event.count());
        }
    }
    return merged;
}

namespace {

/// Does an event that was planned cover one that runs: the same mechanism, with no less noise? More noise is
/// the same release with noise added afterwards.
bool covers(const PrivacyEvent& planned, const PrivacyEvent& runs) {
    const GaussianEvent* const whole = runs.asGaussian();
    if (const GaussianEvent* const other = planned.asGaussian(); whole != nullptr && other != nullptr) {
        return other->noiseMultiplier.value() <= whole->noiseMultiplier.value();
    }
    const PoissonSampledGaussianEvent* const sampled = runs.asPoissonSampled();
    if (const PoissonSampledGaussianEvent* const other = planned.asPoissonSampled();
        sampled != nullptr && other != nullptr) {
        PoissonSampledGaussianEvent alike = *other;
        alike.noiseMultiplier = sampled->noiseMultiplier;
        return alike == *sampled && other->noiseMultiplier.value() <= sampled->noiseMultiplier.value();
    }
    return planned.mechanism() == runs.mechanism();
}

} // namespace

bool arePlanned(const std::vector<PrivacyEvent>& planned, const std::vector<PrivacyEvent>& used,
                const std::vector<PrivacyEvent>& wanted) {
    const auto plan = mergedEvents(planned);
    auto all = used;
    all.insert(all.end(), wanted.begin(), wanted.end());
    const auto merged = mergedEvents(all);
    // Each planned event covers one that runs. What covers an event covers all with more noise, so that they
    // can be matched when there are enough for every event and all that have less noise than it (Hall).
    const auto upTo = [](const std::vector<PrivacyEvent>& events, const PrivacyEvent& last) {
        long double count = 0.0L; // whole numbers of up to 2^53 each
        for (const PrivacyEvent& event : events) {
            count += covers(event, last) ? static_cast<long double>(event.count()) : 0.0L;
        }
        return count;
    };
    return std::all_of(merged.begin(), merged.end(),
                       [&](const PrivacyEvent& event) { return upTo(merged, event) <= upTo(plan, event); });
}

void requireSliceHolds(const std::vector<PrivacyEvent>& events, double epsilon, double delta,
                       const Sentence::Value& part, double rounding) {
    if (events.empty()) {
        return;
    }
    const auto merged = mergedEvents(events);
    const double cost = chargedEpsilon(merged, checkedDelta(delta, "δ of a slice")).value;
    if (cost > epsilon * (1.0 + rounding)) {
        refuse(Sentence("the events of this experiment cost ε = {1} on {2}, more than the ε = {3} it takes; "
                        "nothing was spent",
                        cost, part, epsilon),
               {cost, epsilon, cost - epsilon});
    }
}

// The events of an experiment of kind slices are fixed by its plan. Where the reservation lists them a trial
// may only take from that list; where it doesn't, what trials took so far is composed anew.
void Project::Impl::requireSlice(ExperimentId id, const LedgerState::Experiment& experiment,
                                 const DatasetRow& datasetRow, const Charge& charge) const {
    if (experiment.isPublic || charge.events.empty()) {
        return;
    }
    const LedgerState::Share& share = experiment.shares.at(charge.part.value());
    const Sentence title = partTitle(datasetRow, part(charge.part));
    if (share.planned.empty()) {
        auto used = share.used;
        used.insert(used.end(), charge.events.begin(), charge.events.end());
        requireSliceHolds(used, share.epsilon.upper(), share.delta.upper(), Sentence::value(title));
    } else if (!arePlanned(share.planned, share.used, charge.events)) {
        refuse(Sentence("experiment {1} did not plan these events on {2}; an experiment of kind slices keeps "
                        "to its plan: this run was not started, and what is reserved stays reserved",
                        id.value(), title));
    }
}

} // namespace parsimony::ledger
