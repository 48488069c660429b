// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_result.h"

#include "app/cli/project.h"
#include "app/cli/run_report.h"
#include "core/session/method_choice.h"
#include "core/session/option_table.h"
#include "core/session/options_toml.h"
#include "core/session/session.h"

#include <algorithm>
#include <string>
#include <vector>

namespace parsimony::cli {

void noteUnused(Context& context, const session::RunOptions& options,
                std::vector<search::MethodKind> methods) {
    if (methods.empty()) {
        methods = {session::methodOf(options)};
    }
    std::string names;
    std::vector<session::RunOptions> byMethod;
    for (const search::MethodKind method : methods) {
        names += (names.empty() ? "" : ", ") + std::string(search::methodName(method));
        byMethod.push_back(options);
        byMethod.back().method = method;
    }
    for (const session::Option& option : session::optionTable()) {
        if (option.textIn(options).empty()) {
            continue;
        }
        const bool ofMethods = option.isFor(methods);
        if (!ofMethods || !option.isFor(session::trainersOf(options))) {
            const std::string chosen = ofMethods ? session::trainersText(options) : names;
            context.console().note("note: " + option.written() + " changes nothing: " + chosen +
                                   " does not look at it");
        } else if (option.group != session::OptionGroup::Data && option.when &&
                   std::none_of(byMethod.begin(), byMethod.end(), option.when)) {
            // Of data, what does not fit together is refused.
            context.console().note("note: " + option.written() +
                                   " changes nothing: the other options have no use for it");
        }
    }
}

Result planResult(Context& context, const std::string& storage, const session::RunOptions& options,
                  const std::string& command) {
    const session::RunSnapshot plan = planIn(storage, options);
    noteUnused(context, options);
    for (const session::Notice notice : plan.notices) {
        context.console().note("note: " + sentenceOf(notice, plan).english());
    }
    Result result;
    result.json = session::toJson(plan, command);
    result.table = planText(plan);
    result.toml = session::planToml(options, storageToName(storage));
    return result;
}

} // namespace parsimony::cli
