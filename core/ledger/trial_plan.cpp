// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/trial_plan.h"

#include "core/ledger/audit_text.h"
#include "core/ledger/json_members.h"

#include <utility>

namespace parsimony::ledger {

namespace {

const std::string kWhole = "a plan";
const std::string kTrial = "the plan of a trial";
const std::string kOptions = "the options of a plan";
const std::string kReleases = "the releases of a plan";
const std::string kRelease = "a release of a plan";

} // namespace

TrialPlan::TrialPlan(std::string_view plan)
    : all(objectOr(plan), kWhole), trial(objectOr(all.raw("trial")), kTrial),
      options(objectOr(trial.raw("options")), kOptions), trains(isJsonObject(all.raw("trial"))),
      hasOptions(isJsonObject(trial.raw("options"))) {}

const std::vector<BodyReader>& TrialPlan::releases() const {
    if (!m_releases) {
        std::vector<BodyReader> found;
        const auto list = trial.raw("releases");
        const JsonMembers members(isJsonArray(list) ? list : "[]", kReleases);
        found.reserve(members.all().size());
        for (const auto& release : members.all()) {
            found.emplace_back(release.value, kRelease);
        }
        m_releases = std::move(found);
    }
    return *m_releases;
}

} // namespace parsimony::ledger
