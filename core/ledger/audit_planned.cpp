// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_planned.h"

#include "core/ledger/body_text.h"
#include "core/ledger/json_members.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace parsimony::ledger {

namespace {

const std::string kPlan = "the plan of an experiment";
const std::string kTrial = "the plan of a trial";

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

std::string_view objectOr(std::string_view text) {
    return isJsonObject(text) ? text : "{}";
}

/// A place of a trial's plan for what a role does; its trial has the first of its role's, unless it may do
/// without.
struct RolePlace {
    TrialRole role;
    const char* place;
    bool isNeeded = true;
};

constexpr std::array kRolePlaces{RolePlace{TrialRole::Trial, "trial"},
                                 RolePlace{TrialRole::Trial, "score", false},
                                 RolePlace{TrialRole::Final, "trial"},
                                 RolePlace{TrialRole::Final, "score", false},
                                 RolePlace{TrialRole::Mean, "mean"},
                                 RolePlace{TrialRole::ClassCounts, "class_counts"},
                                 RolePlace{TrialRole::Flatness, "flatness"},
                                 RolePlace{TrialRole::PriorAgreement, "prior_agreement"},
                                 RolePlace{TrialRole::Selection, "selection"},
                                 RolePlace{TrialRole::Evaluation, "count", false},
                                 RolePlace{TrialRole::Evaluation, "breakdowns", false},
                                 RolePlace{TrialRole::Evaluation, "metrics", false}};

bool mayHave(TrialRole role, const char* place) {
    return std::any_of(kRolePlaces.begin(), kRolePlaces.end(), [&](const RolePlace& one) {
        return one.role == role && std::string_view(one.place) == place;
    });
}

} // namespace

PlannedExperiment::Sum PlannedExperiment::sumOf(std::string_view text) {
    const BodyReader sum(text, kPlan);
    return {sum.numberOr("clip", 0.0), sum.numberOr("noise_sd", 0.0), sum.numberOr("sensitivity", 0.0)};
}

void PlannedExperiment::takeSum(std::string_view place, std::string_view text) {
    if (isJsonObject(text)) {
        m_sums[std::string(place)].push_back(sumOf(text));
    }
}

// A mean of a feature map is one of rows as they are, and not clipped for it.
void PlannedExperiment::takeFeatureMap(const BodyReader& map) {
    const auto takeMean = [this](std::string_view mean) {
        takeSum("mean", mean);
        m_shortensRows =
            m_shortensRows || (isJsonObject(mean) && !(sumOf(mean).clip >= m_rowBound * (1.0 - 1e-12)));
    };
    takeMean(map.raw("mean"));
    takeMean(BodyReader(objectOr(map.raw("mean_rest")), kPlan).raw("mean"));
    const auto others = map.raw("other_means");
    const JsonMembers all(isJsonArray(others) ? others : "[]", kPlan);
    for (const auto& other : all.all()) {
        takeMean(BodyReader(objectOr(other.value), kPlan).raw("mean"));
    }
    takeSum("class_counts", map.raw("class_counts"));
    takeSum("class_counts", map.raw("class_counts_rest"));
    takeSum("flatness", map.raw("flatness"));
}

void PlannedExperiment::takeValidation(std::string_view text) {
    const BodyReader validation(text, kPlan);
    m_isValidated = true;
    m_validationPart = validation.text("part");
    m_validationRecords = validation.numberOr("records", 0.0);
    const auto count = validation.raw("count");
    m_validation = groupsOfCount(count);
    m_validationSd = BodyReader(objectOr(count), kPlan).numberOr("noise_sd", 0.0);
}

void PlannedExperiment::takeLooks(std::string_view list) {
    const JsonMembers all(list, kPlan);
    m_looks.clear();
    for (const auto& each : all.all()) {
        const BodyReader look(objectOr(each.value), kPlan);
        if (const auto count = look.raw("count"); isJsonObject(count)) {
            m_looks.push_back({look.text("part"), BodyReader(count, kPlan).integerOr("counts", 0),
                               look.numberOr("records", 0.0) > 0.0});
        }
    }
}

void PlannedExperiment::take(const BodyReader& plan) {
    const BodyReader constants(objectOr(plan.raw("constants")), kPlan);
    m_records = constants.numberOr("records", 0.0);
    m_rowBound = constants.numberOr("row_bound", 0.0);
    const BodyReader parts(objectOr(plan.raw("parts")), kPlan);
    for (const auto& [name, number] : parts.members().all()) {
        m_parts[std::string(name)] = static_cast<std::int64_t>(jsonNumber(number, kPlan));
    }
    takeSum("mean", plan.raw("mean"));
    takeSum("prior_agreement", plan.raw("prior_look"));
    if (const auto map = plan.raw("feature_map"); isJsonObject(map)) {
        takeFeatureMap(BodyReader(map, kPlan));
    }
    if (const auto validation = plan.raw("validation"); isJsonObject(validation)) {
        takeValidation(validation);
    }
    if (const auto looks = plan.raw("evaluations"); isJsonArray(looks)) {
        takeLooks(looks);
    }
}

std::optional<std::int64_t> PlannedExperiment::part(const std::string& name) const {
    const auto found = m_parts.find(name);
    return found == m_parts.end() ? std::nullopt : std::optional(found->second);
}

bool PlannedExperiment::names(std::int64_t part) const {
    return m_parts.empty() || std::any_of(m_parts.begin(), m_parts.end(),
                                          [part](const auto& named) { return named.second == part; });
}

std::optional<Sentence> PlannedExperiment::wrongPlaces(TrialRole role, const TrialPlan& plan) const {
    for (const RolePlace& one : kRolePlaces) {
        const bool isThere = plan.all.has(one.place);
        if ((isThere && !mayHave(role, one.place)) || (one.role == role && one.isNeeded && !isThere)) {
            return Sentence("plans for something else than what it is reserved for");
        }
    }
    return role == TrialRole::Other ? std::optional(Sentence("is reserved for something that is not known"))
                                    : std::nullopt;
}

std::optional<Sentence> PlannedExperiment::wrongSums(const TrialPlan& plan) const {
    for (const auto& [key, value] : plan.all.members().all()) {
        if (!sumAt(key) || !isJsonObject(value)) {
            continue;
        }
        const Sum told = sumOf(value);
        const auto found = m_sums.find(key);
        if (found == m_sums.end() ||
            std::none_of(found->second.begin(), found->second.end(), [&told](const Sum& planned) {
                return near(planned.clip, told.clip) && near(planned.noiseSd, told.noiseSd) &&
                       near(planned.sensitivity, told.sensitivity);
            })) {
            return Sentence("plans for a release '{1}' that its experiment has not planned", key);
        }
    }
    return std::nullopt;
}

std::optional<Sentence> PlannedExperiment::wrongLook(const TrialPlan& plan) const {
    const auto count = plan.all.raw("count");
    if (!isJsonObject(count)) {
        return std::nullopt;
    }
    const std::string part = plan.all.text("part");
    const std::int64_t counts = BodyReader(count, kTrial).integerOr("counts", 0);
    for (const Look& look : m_looks) {
        const std::int64_t least = look.knowsRecords ? 1 : 2; // the right ones, and of how many
        if (look.part == part && counts != std::max(look.counts, least)) {
            return Sentence("counts other records than its experiment planned");
        }
    }
    return std::nullopt;
}

std::optional<Sentence> PlannedExperiment::wrongPlan(TrialRole role, const TrialPlan& plan) const {
    if (plan.all.members().all().empty()) {
        return std::nullopt;
    }
    auto wrong = wrongPlaces(role, plan);
    wrong = wrong ? wrong : wrongSums(plan);
    return wrong ? wrong : wrongLook(plan);
}

double PlannedExperiment::scoreError(const TrialPlan& plan) const {
    const auto own = plan.all.raw("score");
    const bool isOwn = isJsonObject(own);
    const double sd = isOwn         ? BodyReader(own, kTrial).numberOr("noise_sd", 0.0)
                      : plan.trains ? m_validationSd
                                    : 0.0;
    const double records = isOwn ? m_records : m_validationRecords;
    return records > 0.0 ? sd / records : 0.0;
}

} // namespace parsimony::ledger
