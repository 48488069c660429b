// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_result.h"

#include "app/cli/project.h"
#include "app/cli/run_report.h"
#include "core/session/options_toml.h"
#include "core/session/session.h"

namespace parsimony::cli {

Result planResult(Context& context, const std::string& storage, const session::RunOptions& options,
                  const std::string& command) {
    const session::RunSnapshot plan = planIn(storage, options);
    for (const session::Notice notice : plan.notices) {
        context.console().note("note: " + sentenceOf(notice).english());
    }
    Result result;
    result.json = session::toJson(plan, command);
    result.table = planText(plan);
    result.toml = session::planToml(options, storage != defaultStorage ? storage : "");
    return result;
}

} // namespace parsimony::cli
