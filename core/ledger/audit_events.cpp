// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_events.h"

#include "core/base/number_text.h"
#include "core/ledger/json_members.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace parsimony::ledger {

namespace {

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

double numberOr(const JsonMembers& object, std::string_view key, double otherwise) {
    const auto value = object.find(key);
    return value.empty() ? otherwise : jsonNumber(value, "'" + std::string(key) + "' of a release");
}

std::uint64_t countOr(const JsonMembers& object, std::string_view key, double otherwise) {
    const double count = numberOr(object, key, otherwise);
    if (!(count >= 0.0 && count <= static_cast<double>(maxEventCount) && count == std::floor(count))) {
        fail(Sentence("'{1}' of a release is no count", key));
    }
    return static_cast<std::uint64_t>(count);
}

// Noise sd over sensitivity, of a release as it is written down.
double multiplier(const JsonMembers& release, std::string_view sensitivityKey, double otherwise) {
    const double z = numberOr(release, "noise_sd", 0.0) / numberOr(release, sensitivityKey, otherwise);
    if (!(z >= 0.0 && std::isfinite(z))) {
        fail(Sentence("a release has a noise multiplier that is no number"));
    }
    return z;
}

void collect(std::string_view plan, double sampleRate, ReleaseGroups& groups) {
    if (!isJsonArray(plan) && !isJsonObject(plan)) {
        return;
    }
    const JsonMembers members(plan, "a plan");
    if (const auto options = members.find("options"); isJsonObject(options)) {
        sampleRate = numberOr(JsonMembers(options, "the options of a plan"), "sample_rate", sampleRate);
    }
    if (!members.find("noise_sd").empty()) {
        if (!members.find("sensitivity").empty()) {
            groups.push_back(
                {multiplier(members, "sensitivity", 0.0), sampleRate, countOr(members, "count", 1.0)});
        } else if (!members.find("counts").empty()) {
            // A count's sensitivity is the number of rows that one person has.
            groups.push_back(
                {multiplier(members, "rows_per_person", 1.0), 1.0, countOr(members, "counts", 0.0)});
        }
        return;
    }
    for (const auto& [key, child] : members.all()) {
        if (key != "options") {
            collect(child, sampleRate, groups);
        }
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

ReleaseGroups groupsOfPlan(std::string_view plan) {
    ReleaseGroups groups;
    collect(plan, 1.0, groups);
    return grouped(std::move(groups));
}

ReleaseGroups groupsOfRecord(std::string_view record) {
    ReleaseGroups groups;
    const auto releases =
        isJsonObject(record) ? JsonMembers(record, "a record").find("releases") : std::string_view();
    if (isJsonArray(releases)) {
        const JsonMembers list(releases, "a record");
        for (const auto& release : list.all()) {
            const JsonMembers members(release.value, "a release of a record");
            groups.push_back({multiplier(members, "sensitivity", 0.0), numberOr(members, "sample_rate", 1.0),
                              countOr(members, "count", 1.0)});
        }
    }
    return grouped(std::move(groups));
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
