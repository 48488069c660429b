// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/ledger/trial_plan.h"
#include "core/privacy/event.h"
#include "core/train/planned_release.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::ledger {

/// Gaussian releases of one noise multiplier and sampling rate.
struct ReleaseGroup {
    double noiseMultiplier = 0.0; ///< noise sd / sensitivity
    double sampleRate = 1.0;
    std::uint64_t count = 0;
};

/// Sorted, equal ones (to 1e-9) added up; a sampling rate or count of zero is dropped.
using ReleaseGroups = std::vector<ReleaseGroup>;

[[nodiscard]] ReleaseGroups grouped(ReleaseGroups groups);

/// A release as a plan or a trainer's record tells it, `count` times.
struct ToldRelease {
    std::string what;
    std::uint64_t count = 0;
    double noiseSd = 0.0, sensitivity = 0.0, sampleRate = 1.0;
    /// Absent for what no trainer releases.
    [[nodiscard]] std::optional<train::ReleaseKind> kind() const { return train::releaseKindNamed(what); }
};
using ToldReleases = std::vector<ToldRelease>;

/// Throws Error(Failed) where one has no noise multiplier.
[[nodiscard]] ReleaseGroups groupsOf(const ToldReleases& releases);

/// What releases cost together, as μ².
[[nodiscard]] double squaresOf(std::span<const ToldRelease> releases);

/// Whether each is made at least once, of some records: else its noise costs nothing.
[[nodiscard]] bool areMade(std::span<const ToldRelease> releases);

/// Whether both tell the same, in whatever order; numbers may differ by 1e-9.
[[nodiscard]] bool sameTold(ToldReleases a, ToldReleases b);

/// Of charged events; false in `complete` when there are events of another kind (a Rényi curve).
[[nodiscard]] ReleaseGroups groupsOfEvents(const std::vector<PrivacyEvent>& events, bool& complete);

/// What stands at the places of a trial's plan where mechanisms write what they release. Throws Error(Failed)
/// when that does not hold together, and when noise stands anywhere else.
[[nodiscard]] ToldReleases releasesOfPlan(const TrialPlan& plan);

/// Which sum a member of a trial's plan is, whose plan stands there by itself; none where it is none.
[[nodiscard]] std::optional<train::ReleaseKind> sumAt(std::string_view key);

/// Whether all that a trial's plan releases is planned for such neighbours. Sums and counts must say so.
[[nodiscard]] bool isPlannedFor(const TrialPlan& plan, Adjacency adjacency, std::uint32_t rowsPerPerson);

/// Whether the vectors of counts in a look's plan are as sensitive as one person's rows can move them, where
/// a record has `mostLabels` labels at most.
[[nodiscard]] bool areCountsPlannedFor(const TrialPlan& plan, Adjacency adjacency,
                                       std::uint32_t rowsPerPerson, std::int64_t mostLabels);

/// Whether a metric is one sum over records, and its figure a share of them.
[[nodiscard]] bool isOneSum(std::string_view metric);

/// Of the JSON text of a count's plan alone; none where there is no count.
[[nodiscard]] ReleaseGroups groupsOfCount(std::string_view count);

/// Of what a trainer recorded, likewise.
[[nodiscard]] ToldReleases releasesOfRecord(std::string_view record);

/// Whether both are the same releases; z may differ by 1e-9.
[[nodiscard]] bool sameReleases(const ReleaseGroups& a, const ReleaseGroups& b);

/// To stand in another sentence: 50 releases of noise multiplier 31.2.
[[nodiscard]] Sentence releasesSentence(const ReleaseGroups& groups);

} // namespace parsimony::ledger
