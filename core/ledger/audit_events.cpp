// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_events.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ledger {

namespace {

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

void collect(const nlohmann::json& plan, double sampleRate, ReleaseGroups& groups) {
    if (plan.is_array()) {
        for (const auto& element : plan) {
            collect(element, sampleRate, groups);
        }
        return;
    }
    if (!plan.is_object()) {
        return;
    }
    if (plan.contains("options") && plan["options"].is_object()) {
        sampleRate = plan["options"].value("sample_rate", sampleRate);
    }
    if (plan.contains("noise_sd")) {
        const double sd = plan["noise_sd"].get<double>();
        if (plan.contains("sensitivity")) {
            groups.push_back(
                {sd / plan["sensitivity"].get<double>(), sampleRate, plan.value("count", std::uint64_t{1})});
        } else if (plan.contains("counts")) {
            // A count's sensitivity is the number of rows that one person has.
            groups.push_back(
                {sd / plan.value("rows_per_person", 1.0), 1.0, plan["counts"].get<std::uint64_t>()});
        }
        return;
    }
    for (const auto& [key, child] : plan.items()) {
        if (key != "options") {
            collect(child, sampleRate, groups);
        }
    }
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

ReleaseGroups groupsOfPlan(const nlohmann::json& plan) {
    ReleaseGroups groups;
    collect(plan, 1.0, groups);
    return grouped(std::move(groups));
}

ReleaseGroups groupsOfRecord(const nlohmann::json& record) {
    ReleaseGroups groups;
    const auto releases = record.find("releases");
    if (releases != record.end() && releases->is_array()) {
        for (const auto& release : *releases) {
            groups.push_back({release.at("noise_sd").get<double>() / release.at("sensitivity").get<double>(),
                              release.value("sample_rate", 1.0), release.value("count", std::uint64_t{1})});
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

std::string releasesText(const ReleaseGroups& groups) {
    std::string text;
    for (const auto& group : groups) {
        text += (text.empty() ? "" : " and ") + std::to_string(group.count) +
                " releases of noise multiplier " + roundedText(group.noiseMultiplier, 8);
        if (group.sampleRate != 1.0) {
            text += " sampled at " + roundedText(group.sampleRate, 6);
        }
    }
    return text.empty() ? "no release" : text;
}

} // namespace parsimony::ledger
