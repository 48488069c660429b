// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_events.h"

#include "core/base/number_text.h"
#include "core/ledger/audit_text.h"
#include "core/ledger/json_members.h"
#include "core/ledger/records.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace parsimony::ledger {

namespace {

/// A word as it is written; empty for anything else.
std::string textOf(std::string_view value) {
    const bool isText = value.size() >= 2 && value.front() == '"' && value.back() == '"';
    return isText ? std::string(value.substr(1, value.size() - 2)) : std::string();
}

double numberOr(const JsonMembers& object, std::string_view key, double otherwise) {
    const auto value = object.find(key);
    const auto number = value.empty() ? std::optional(otherwise) : jsonNumberIn(value);
    return number ? *number : jsonNumber(value, "'" + std::string(key) + "' of a release"); // which throws
}

std::uint64_t countOr(const JsonMembers& object, std::string_view key, double otherwise) {
    const double count = numberOr(object, key, otherwise);
    if (!(count >= 0.0 && count <= static_cast<double>(maxEventCount) && count == std::floor(count))) {
        fail(Sentence("'{1}' of a release is no count", key));
    }
    return static_cast<std::uint64_t>(count);
}

double multiplierOf(const ToldRelease& release) {
    const double z = release.noiseSd / release.sensitivity;
    if (!(z >= 0.0 && std::isfinite(z))) {
        fail(Sentence("a release has a noise multiplier that is no number"));
    }
    return z;
}

/// A release of a plan or a record, its count and rate as told beside it. `key`: of what it is called.
ToldRelease releaseOf(const JsonMembers& release, std::string_view key, double sampleRate) {
    return {textOf(release.find(key)), countOr(release, "count", 1.0), numberOr(release, "noise_sd", NAN),
            numberOr(release, "sensitivity", 0.0), sampleRate};
}

/// How a place of a trial's plan holds what it releases.
enum class Shape { Trial, Counts, Release, Bins, Metrics };

struct Place {
    std::string_view key;
    Shape shape;
    std::optional<train::ReleaseKind> sum = {}; ///< of a release that is a plan of its own
};

/// All places there are: what each mechanism writes (core/mechanism), and nothing else.
constexpr std::array kPlaces{
    Place{"trial", Shape::Trial},
    Place{toText(ReleasedValue::Score), Shape::Counts},
    Place{"count", Shape::Counts},
    Place{toText(ReleasedValue::Mean), Shape::Release, train::ReleaseKind::Mean},
    Place{toText(ReleasedValue::ClassCounts), Shape::Release, train::ReleaseKind::ClassCounts},
    Place{toText(ReleasedValue::Flatness), Shape::Release, train::ReleaseKind::Flatness},
    Place{toText(ReleasedValue::PriorAgreement), Shape::Release, train::ReleaseKind::Count},
    Place{"breakdowns", Shape::Bins},
    Place{"metrics", Shape::Metrics}};

const Place* placeOf(std::string_view key) {
    const auto* const place =
        std::find_if(kPlaces.begin(), kPlaces.end(), [key](const Place& each) { return each.key == key; });
    return place == kPlaces.end() ? nullptr : place;
}

/// A metric of a look: whether it is one sum, which a replaced record moves no further than a removed one,
/// and whether a record is in it with each of its labels.
struct Metric {
    std::string_view what;
    bool isOneSum = false, isOfLabels = false;
};
constexpr std::array kMetrics{Metric{"auc"}, Metric{"confusion"}, Metric{"top5", true},
                              Metric{"log_loss", true}, Metric{"f1", false, true}};

/// By which a person's rows can move it at most.
double movedBy(const Metric& metric, Adjacency adjacency, std::uint32_t rowsPerPerson,
               std::int64_t mostLabels) {
    // Of right, wrong and missed labels a record of K, of which K are predicted, adds 2·K at most.
    const double length = metric.isOfLabels ? 2.0 * static_cast<double>(mostLabels) : 1.0;
    const double records = adjacency == Adjacency::ReplaceOne && !metric.isOneSum ? 2.0 : 1.0;
    return rowsPerPerson * std::sqrt(length * records);
}

/// A release where no place is known for one would be charged for by nobody.
void refuseNoise(std::string_view value, std::string_view key) {
    if (!isJsonArray(value) && !isJsonObject(value)) {
        return;
    }
    const JsonMembers members(value, "a plan");
    if (!members.find("noise_sd").empty()) {
        fail(Sentence("has noise in '{1}' of its plan, where no release is known to stand", key));
    }
    for (const auto& member : members.all()) {
        refuseNoise(member.value, key);
    }
}

void takeCounts(std::string_view plan, ToldReleases& releases) {
    const JsonMembers members(plan, "the plan of a count");
    // A count's sensitivity is the number of rows that one person has.
    releases.push_back({"count", countOr(members, "counts", 0.0), numberOr(members, "noise_sd", NAN),
                        numberOr(members, "rows_per_person", 1.0), 1.0});
}

void takeReleases(std::string_view list, std::string_view key, double sampleRate, ToldReleases& releases) {
    const JsonMembers members(list, "the releases of a plan");
    for (const auto& release : members.all()) {
        releases.push_back(releaseOf(JsonMembers(release.value, "a release of a plan"), key, sampleRate));
    }
}

void takeTrial(const TrialPlan& plan, std::string_view trial, ToldReleases& releases) {
    if (!plan.trains || trial.data() != plan.all.raw("trial").data()) { // a second one is no place
        const JsonMembers members(trial, "the plan of a trial");
        refuseNoise(trial, "trial");
        return;
    }
    const auto list = plan.trial.raw("releases");
    for (const auto& [key, value] : plan.trial.members().all()) {
        if (value.data() != list.data()) {
            refuseNoise(value, key);
        }
    }
    if (isJsonArray(list)) {
        const double sampleRate = numberOr(plan.options.members(), "sample_rate", 1.0);
        for (const BodyReader& release : plan.releases()) {
            releases.push_back(releaseOf(release.members(), "kind", sampleRate));
        }
    }
}

void takePlace(const Place& place, const TrialPlan& plan, std::string_view value, ToldReleases& releases) {
    switch (place.shape) {
    case Shape::Trial:
        takeTrial(plan, value, releases);
        return;
    case Shape::Counts:
        takeCounts(value, releases);
        return;
    case Shape::Release:
        releases.push_back(releaseOf(JsonMembers(value, "the plan of a release"), "", 1.0));
        releases.back().what = train::releaseName(place.sum.value());
        return;
    case Shape::Bins:
    case Shape::Metrics:
        takeReleases(value, "what", 1.0, releases);
        return;
    }
}

// By halves, so that a long list is not nested as deep as it is long.
Sentence joined(std::span<const Sentence> each) {
    const std::size_t half = each.size() / 2;
    return half == 0 ? each.front()
                     : Sentence("{1} and {2}", joined(each.first(half)), joined(each.subspan(half)));
}

} // namespace

ReleaseGroups grouped(ReleaseGroups groups) {
    std::erase_if(groups,
                  [](const ReleaseGroup& group) { return group.count == 0 || group.sampleRate == 0.0; });
    std::sort(groups.begin(), groups.end(), [](const ReleaseGroup& a, const ReleaseGroup& b) {
        return a.sampleRate != b.sampleRate ? a.sampleRate < b.sampleRate
                                            : a.noiseMultiplier < b.noiseMultiplier;
    });
    ReleaseGroups result;
    for (const auto& group : groups) {
        if (!result.empty() && near(result.back().noiseMultiplier, group.noiseMultiplier) &&
            near(result.back().sampleRate, group.sampleRate)) {
            result.back().count += group.count;
        } else {
            result.push_back(group);
        }
    }
    return result;
}

ReleaseGroups groupsOfEvents(const std::vector<PrivacyEvent>& events, bool& complete) {
    ReleaseGroups groups;
    complete = true;
    for (const auto& event : events) {
        if (const auto* gaussian = event.asGaussian()) {
            groups.push_back({gaussian->noiseMultiplier.value(), 1.0, event.count()});
        } else if (const auto* sampled = event.asPoissonSampled()) {
            groups.push_back({sampled->noiseMultiplier.value(), sampled->sampleRate.value(), event.count()});
        } else {
            complete = false;
        }
    }
    return grouped(std::move(groups));
}

ToldReleases releasesOfPlan(const TrialPlan& plan) {
    ToldReleases releases;
    for (const auto& [key, value] : plan.all.members().all()) {
        const auto* const place = placeOf(key);
        if (place == nullptr) {
            refuseNoise(value, key);
        } else {
            takePlace(*place, plan, value, releases);
        }
    }
    return releases;
}

ReleaseGroups groupsOf(const ToldReleases& releases) {
    ReleaseGroups groups;
    for (const ToldRelease& release : releases) {
        groups.push_back({multiplierOf(release), release.sampleRate, release.count});
    }
    return grouped(std::move(groups));
}

double squaresOf(std::span<const ToldRelease> releases) {
    double squares = 0.0;
    for (const ToldRelease& release : releases) {
        squares += static_cast<double>(release.count) * std::pow(release.sensitivity / release.noiseSd, 2.0);
    }
    return squares;
}

std::optional<train::ReleaseKind> sumAt(std::string_view key) {
    const auto* const place = placeOf(key);
    return place == nullptr ? std::nullopt : place->sum;
}

bool isPlannedFor(const TrialPlan& plan, Adjacency adjacency, std::uint32_t rowsPerPerson) {
    const auto isSo = [&](const JsonMembers::Member& member) {
        if (!isJsonObject(member.value)) {
            return true;
        }
        const bool isTrial = member.value.data() == plan.all.raw("trial").data(); // found already
        const auto other = isTrial ? std::nullopt : std::optional(JsonMembers(member.value, "a plan"));
        const JsonMembers& members = other ? *other : plan.trial.members();
        const auto* const place = placeOf(member.key);
        const bool isSum =
            place != nullptr && (place->shape == Shape::Trial || place->shape == Shape::Release);
        const bool isCharged = isSum || (place != nullptr && place->shape == Shape::Counts);
        const auto said = members.find("adjacency");
        return (said.empty() ? !isSum : adjacencyNamed(textOf(said)) == adjacency) &&
               numberOr(members, "rows_per_person", isCharged ? 0.0 : rowsPerPerson) == rowsPerPerson;
    };
    const auto& all = plan.all.members().all();
    return std::all_of(all.begin(), all.end(), isSo);
}

bool areCountsPlannedFor(const TrialPlan& plan, Adjacency adjacency, std::uint32_t rowsPerPerson,
                         std::int64_t mostLabels) {
    const auto holds = [&](const Metric& metric, const JsonMembers& release) {
        return numberOr(release, "sensitivity", 0.0) >=
               movedBy(metric, adjacency, rowsPerPerson, mostLabels) * (1.0 - 1e-12);
    };
    for (const Place& place : kPlaces) {
        const bool isBins = place.shape == Shape::Bins;
        const auto list = isBins || place.shape == Shape::Metrics ? plan.all.members().find(place.key) : "";
        if (!isJsonArray(list)) {
            continue;
        }
        const JsonMembers releases(list, "the releases of a plan");
        for (const auto& each : releases.all()) {
            const JsonMembers release(each.value, "a release of a plan");
            const auto what = release.find("what");
            const auto* const metric =
                std::find_if(kMetrics.begin(), kMetrics.end(), [&](const Metric& known) {
                    return what == '"' + std::string(known.what) + '"';
                });
            if (isBins ? !holds(Metric{}, release) : metric == kMetrics.end() || !holds(*metric, release)) {
                return false;
            }
        }
    }
    return true;
}

bool isOneSum(std::string_view metric) {
    return std::any_of(kMetrics.begin(), kMetrics.end(),
                       [metric](const Metric& known) { return known.what == metric && known.isOneSum; });
}

ReleaseGroups groupsOfCount(std::string_view count) {
    ToldReleases releases;
    if (isJsonObject(count)) {
        takeCounts(count, releases);
    }
    return groupsOf(releases);
}

ToldReleases releasesOfRecord(std::string_view record) {
    ToldReleases releases;
    const auto list =
        isJsonObject(record) ? JsonMembers(record, "a record").find("releases") : std::string_view();
    if (isJsonArray(list)) {
        const JsonMembers members(list, "a record");
        for (const auto& release : members.all()) {
            const JsonMembers each(release.value, "a release of a record");
            releases.push_back(releaseOf(each, "what", numberOr(each, "sample_rate", 1.0)));
        }
    }
    return releases;
}

bool areMade(std::span<const ToldRelease> releases) {
    return std::all_of(releases.begin(), releases.end(), [](const ToldRelease& release) {
        return release.count > 0 && release.sampleRate > 0.0;
    });
}

bool sameTold(ToldReleases a, ToldReleases b) {
    for (ToldReleases* const list : {&a, &b}) {
        std::erase_if(*list, [](const ToldRelease& release) { return release.count == 0; });
        std::sort(list->begin(), list->end(), [](const ToldRelease& x, const ToldRelease& y) {
            return std::tie(x.what, x.noiseSd, x.count) < std::tie(y.what, y.noiseSd, y.count);
        });
    }
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ToldRelease& x, const ToldRelease& y) {
        return x.what == y.what && x.count == y.count && near(x.noiseSd, y.noiseSd) &&
               near(x.sensitivity, y.sensitivity) && near(x.sampleRate, y.sampleRate);
    });
}

bool sameReleases(const ReleaseGroups& a, const ReleaseGroups& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const ReleaseGroup& x, const ReleaseGroup& y) {
                          return x.count == y.count && near(x.noiseMultiplier, y.noiseMultiplier) &&
                                 near(x.sampleRate, y.sampleRate);
                      });
}

Sentence releasesSentence(const ReleaseGroups& groups) {
    std::vector<Sentence> each;
    for (const auto& group : groups) {
        const auto noise = Sentence::number(roundedText(group.noiseMultiplier, 8));
        each.push_back(group.sampleRate == 1.0
                           ? Sentence("{1} releases of noise multiplier {2}", group.count, noise)
                           : Sentence("{1} releases of noise multiplier {2} sampled at {3}", group.count,
                                      noise, Sentence::number(roundedText(group.sampleRate, 6))));
    }
    return each.empty() ? Sentence("no release") : joined(each);
}

} // namespace parsimony::ledger
