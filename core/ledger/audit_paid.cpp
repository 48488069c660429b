// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_paid.h"

#include "core/base/breakdown_of.h"
#include "core/ledger/json_members.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace parsimony::ledger {

namespace {

/// What the counts of a look pay for, by what they are of: an accuracy, or one that is a mean of the
/// classes'.
const std::map<std::string, std::string, std::less<>> kAccuracies{{toText(BreakdownOf::All), ""},
                                                                  {toText(BreakdownOf::Classes), kBalanced}};

std::string nameOf(const ReleaseName& what, std::string_view which) {
    switch (what.value()) {
    case ReleasedValue::Mean:
    case ReleasedValue::MeanRest:
        return std::string(toText(ReleasedValue::Mean));
    case ReleasedValue::ClassCounts:
    case ReleasedValue::ClassCountsRest:
        return std::string(toText(ReleasedValue::ClassCounts));
    case ReleasedValue::Breakdown:
    case ReleasedValue::Metric:
        return std::string(toText(what.value())) + ' ' + std::string(which);
    case ReleasedValue::Accuracy: // one of no kind, or a balanced one
        return which.empty() ? what.text() : what.text() + ' ' + std::string(which);
    default:
        return what.text();
    }
}

/// Of each release in a list of a look's plan.
void addLooks(std::vector<std::string>& paid, std::string_view list, ReleasedValue value) {
    const JsonMembers releases(isJsonArray(list) ? list : "[]", "the releases of a plan");
    for (const auto& each : releases.all()) {
        paid.push_back(nameOf(value, BodyReader(each.value, "the releases of a plan").text("what")));
    }
}

/// The count of a look pays for an accuracy, or its right records of all; those of its classes for a balanced
/// one.
void addAccuracies(std::vector<std::string>& paid, const BodyReader& plan) {
    bool isCounted = plan.members().all().empty() || isJsonObject(plan.raw("count"));
    const auto list = plan.raw("breakdowns");
    const JsonMembers bins(isJsonArray(list) ? list : "[]", "the releases of a plan");
    for (const auto& each : bins.all()) {
        const auto found = kAccuracies.find(BodyReader(each.value, "the releases of a plan").text("what"));
        if (found != kAccuracies.end() && found->second.empty()) {
            isCounted = true;
        } else if (found != kAccuracies.end()) {
            paid.push_back(nameOf(ReleasedValue::Accuracy, found->second));
        }
    }
    if (isCounted) {
        paid.push_back(nameOf(ReleasedValue::Accuracy, {}));
    }
}

void addLooks(std::vector<std::string>& paid, const BodyReader& plan) {
    addLooks(paid, plan.raw("breakdowns"), ReleasedValue::Breakdown);
    addLooks(paid, plan.raw("metrics"), ReleasedValue::Metric);
}

} // namespace

std::string paidName(const ReleaseName& what, const BodyReader& values) {
    const bool isMetric = what == ReleasedValue::Metric;
    const bool isOf = what == ReleasedValue::Breakdown || what == ReleasedValue::Accuracy;
    return nameOf(what, isMetric || isOf ? values.text(isMetric ? "what" : "of") : std::string());
}

bool hasOwnScore(const BodyReader& plan) {
    return isJsonObject(plan.raw("score"));
}

std::vector<std::string> paidBy(TrialRole role, const BodyReader& plan, bool isScored) {
    std::vector<std::string> paid;
    const auto add = [&paid](ReleasedValue value) { paid.push_back(nameOf(value, {})); };
    switch (role) {
    case TrialRole::Trial:
    case TrialRole::Final:
        add(ReleasedValue::Weights);
        if (isScored || plan.members().all().empty() || hasOwnScore(plan)) {
            add(ReleasedValue::Score);
        }
        return paid;
    case TrialRole::Mean:
        add(ReleasedValue::Mean);
        return paid;
    case TrialRole::ClassCounts:
        add(ReleasedValue::ClassCounts);
        return paid;
    case TrialRole::Flatness:
        add(ReleasedValue::Flatness);
        return paid;
    case TrialRole::PriorAgreement:
        add(ReleasedValue::PriorAgreement);
        return paid;
    case TrialRole::Selection:
        add(ReleasedValue::Weights);
        add(ReleasedValue::Score);
        add(ReleasedValue::Selection);
        return paid;
    case TrialRole::Evaluation:
        addAccuracies(paid, plan);
        addLooks(paid, plan);
        return paid;
    case TrialRole::Other:
        break;
    }
    return paid;
}

std::vector<std::string> freeBy(TrialRole role, const BodyReader& plan) {
    std::vector<std::string> free;
    if (role == TrialRole::Evaluation) {
        for (const auto& [of, which] : kAccuracies) {
            free.push_back(nameOf(ReleasedValue::Accuracy, which));
        }
        addLooks(free, plan);
    }
    return free;
}

bool takeOnce(std::vector<std::string>& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    const bool isThere = found != names.end();
    if (isThere) {
        names.erase(found);
    }
    return isThere;
}

} // namespace parsimony::ledger
