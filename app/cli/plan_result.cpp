// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_result.h"

#include "app/cli/project.h"
#include "app/cli/run_report.h"
#include "core/base/decimal_comma.h"
#include "core/base/error.h"
#include "core/session/method_choice.h"
#include "core/session/option_table.h"
#include "core/session/options_toml.h"
#include "core/session/session.h"
#include "core/study/experiments.h"

#include <algorithm>

namespace parsimony::cli {

namespace {

/// 1,5 of an option that takes 1.5 too and is one number as a rule; nobody ends a decimal fraction with a
/// zero.
bool mayBeOneNumber(const session::Option& option, session::RunOptions options) {
    const std::string one = asOneNumber(option.textIn(options));
    if (one.empty() || one.ends_with('0') || option.value.kind != session::OptionKind::Number) {
        return false;
    }
    try {
        option.give(options, {one});
        return true;
    } catch (const Error&) {
        return false;
    }
}

} // namespace

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
    const bool searchesLists = std::all_of(methods.begin(), methods.end(), [](search::MethodKind method) {
        return search::traitsOf(method).takesAxes; // others refuse a list, and say so
    });
    for (const session::Option& option : session::optionTable()) {
        if (option.textIn(options).empty()) {
            continue;
        }
        if (searchesLists && mayBeOneNumber(option, options)) {
            context.console().note(
                withCommaHint(Sentence("note: {1}", option.written()), option.textIn(options)).english());
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

namespace {

/// A plan may be made on another machine than the run.
void noteWhatIsNotHere(Context& context, const session::RunOptions& options,
                       const session::RunSnapshot& plan) {
    try {
        study::checkMachine(options, plan.dataset.records);
    } catch (const Error& error) {
        context.console().note("note: 'run' is refused here: " + std::string(error.what()));
    }
}

} // namespace

Result planResult(Context& context, const std::string& storage, const session::RunOptions& options,
                  const std::string& command) {
    const session::RunSnapshot plan = planIn(storage, options);
    noteUnused(context, options);
    noteWhatIsNotHere(context, options, plan);
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
