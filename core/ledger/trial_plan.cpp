// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/trial_plan.h"

#include "core/ledger/audit_text.h"
#include "core/ledger/json_members.h"

namespace parsimony::ledger {

namespace {

const std::string kWhole = "a plan";
const std::string kTrial = "the plan of a trial";
const std::string kOptions = "the options of a plan";

} // namespace

TrialPlan::TrialPlan(std::string_view plan)
    : all(objectOr(plan), kWhole), trial(objectOr(all.raw("trial")), kTrial),
      options(objectOr(trial.raw("options")), kOptions), trains(isJsonObject(all.raw("trial"))),
      hasOptions(isJsonObject(trial.raw("options"))) {}

} // namespace parsimony::ledger
