// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/evaluate_result.h"
#include "app/cli/look_flags.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "core/base/error.h"
#include "core/export/evaluate.h"
#include "core/export/model_file.h"
#include "core/session/requested_parts.h"
#include "core/session/session.h"

namespace parsimony::cli {

namespace {

struct EvaluateState {
    std::string model, storage;
    LookFlags look;
    session::RunOptions asked; ///< visibility and threads
    std::string positive;      ///< a class's number or name
};

/// Public rows: exact counts of each set.
Result evaluatePublicly(const EvaluateState& state, const LookSets& sets, const exporting::Classifier& model,
                        std::optional<std::uint32_t> positive, Context& context) {
    Result result;
    TextTable table = evaluationTable(false);
    const auto look = [&](const std::string& name, const data::PartFiles& files) {
        const session::PublicEvaluation found = session::evaluatePublicly(
            model,
            {files, state.look.labelMap(), state.look.groups(), static_cast<int>(state.asked.threads),
             positive, state.look.lossBound(), state.look.splitOf(name)},
            context.stopToken(), {{}, curatorNotices(context)});
        if (found.invalidFeatures + found.invalidLabels > 0) {
            context.console().note(
                "curator: " + files.features + ": " + std::to_string(found.invalidFeatures) +
                (found.invalidFeatures == 1 ? " row holds" : " rows hold") +
                " a value that is no finite number, " + std::to_string(found.invalidLabels) +
                (found.invalidLabels == 1 ? " other" : " others") +
                " a label outside those of the classifier");
        }
        return describe(found, name, table);
    };
    if (sets.test) {
        result.json = look(kTestPart, *sets.test);
    }
    for (const auto& [name, files] : sets.ood) {
        result.json["ood"][name] = look(name, files);
    }
    result.json["visibility"] = "public";
    result.table = table.text() + "\npublic data, exact counts\n";
    return result;
}

/// Private rows: noisy counts of each set, charged to a part of its own in the project.
Result evaluatePrivately(const EvaluateState& state, const LookSets& sets, const exporting::Classifier& model,
                         std::optional<std::uint32_t> positive, Context& context) {
    if (state.storage.empty()) {
        refuse(
            "exact counts of private rows may not be shown: name the project whose budget pays for a noisy "
            "one with --storage, or, if these rows are public, say --visibility public");
    }
    demandProject(state.storage);
    auto session = openSession(context, state.storage, false);
    session::RunObserver observer;
    observer.onCuratorNotice = curatorNotices(context);
    Result result;
    TextTable table = evaluationTable(true);
    const auto look = [&](const std::string& name, const data::PartFiles& files) {
        session::PrivateEvaluationRequest request = state.look.lookAt(name, files);
        request.model = state.model;
        request.positive = positive;
        const session::PrivateEvaluation found = session.evaluate(request, context.stopToken(), observer);
        return describe(found, name, model, table);
    };
    if (sets.test) {
        result.json = look("test", *sets.test);
    }
    for (const auto& [name, files] : sets.ood) {
        result.json["ood"][name] = look(name, files);
    }
    result.json["visibility"] = "private";
    result.table = table.text();
    return result;
}

Result evaluateModel(const EvaluateState& state, Context& context) {
    if (state.model.empty()) {
        failUsage("'evaluate' needs MODEL, an exported classifier");
    }
    const LookSets sets = state.look.sets("evaluate");
    const exporting::Classifier model = exporting::loadModel(state.model);
    exporting::checkEncoder(model, state.model, state.look.encoderId());
    const auto positive =
        state.positive.empty() ? std::nullopt : std::optional(exporting::classOf(model, state.positive));
    if (state.asked.visibility == session::Visibility::Private) {
        return evaluatePrivately(state, sets, model, positive, context);
    }
    state.look.checkPublic();
    return evaluatePublicly(state, sets, model, positive, context);
}

} // namespace

void addEvaluateCommand(CommandLine& line) {
    auto [app, state] = line.addCommand<EvaluateState>(
        "evaluate", "An exported classifier on other feature files", evaluateModel);
    app.add_option("model", state->model, "An exported classifier")->type_name("MODEL");
    state->look.bind(app);
    app.add_option("--positive-class", state->positive,
                   "The class that AUC tells from the rest, by number or name (of two: the second)")
        ->type_name("CLASS");
    addRow(app, "visibility", state->asked,
           "public: your claim that these rows are; exact counts of private rows are refused");
    app.add_option("--storage", state->storage, "The project that pays for a look at private rows")
        ->type_name("FILE");
    addRow(app, "threads", state->asked);
}

} // namespace parsimony::cli
