// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/evaluate_result.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "core/base/error.h"
#include "core/export/evaluate.h"
#include "core/export/model_file.h"
#include "core/session/data_columns.h"
#include "core/session/data_request.h"
#include "core/session/session.h"

#include <algorithm>

namespace parsimony::cli {

namespace {

struct EvaluateState {
    std::string model, data, labelMap, groups, storage;
    session::PartFiles test;
    std::vector<std::string> ood;
    session::RunOptions asked; ///< visibility and threads
    bool perClass = false;
    std::vector<std::string> groupNames, linkedTo, leaveOut, metrics;
    std::string positive;                       ///< a class's number or name
    std::optional<std::uint32_t> positiveClass; ///< the same, once the classifier is there
    std::optional<double> lossBound;
    std::optional<std::uint64_t> testRecords;
};

/// What is compared: the test part that the options name, and sets by name.
struct Request {
    std::optional<data::PartFiles> test;
    std::map<std::string, data::PartFiles> ood;
};

Request requestOf(const EvaluateState& state) {
    demandBoth(state.asked, state.test, "test");
    const session::NamedColumns columns{state.asked.labelColumn, state.asked.idColumn};
    Request request;
    if (!state.test.features.empty()) {
        request.test = state.test;
    } else if (!state.data.empty()) {
        request.test = session::resolveData(state.data, columns).test;
        if (!request.test) {
            fail(state.data + " has no test part; name the rows with --test and --test-labels");
        }
        request.test->ids = state.test.ids;
    }
    request.ood = setsOf(state.ood);
    if (request.test) {
        session::takeColumns(columns, *request.test);
    }
    for (auto& [name, files] : request.ood) {
        session::takeColumns(columns, files);
    }
    if (!request.test && request.ood.empty()) {
        failUsage(
            "'evaluate' needs rows: --data DIR|FILE, --test P --test-labels P or --ood NAME=P,LABELS[,IDS]");
    }
    return request;
}

std::vector<mechanism::MetricOf> metricsOf(const std::vector<std::string>& names) {
    std::vector<mechanism::MetricOf> metrics;
    for (const std::string& name : names) {
        const auto metric = mechanism::metricNamed(name);
        if (!metric) {
            failUsage("--metrics is a list of top5, log_loss, auc and confusion, not '" + name + "'");
        }
        if (std::count(metrics.begin(), metrics.end(), *metric) > 0) {
            failUsage("--metrics names " + name + " twice");
        }
        metrics.push_back(*metric);
    }
    return metrics;
}

/// Public rows: exact counts of each set.
Result evaluatePublicly(const EvaluateState& state, const Request& request,
                        const exporting::Classifier& model, Context& context) {
    Result result;
    TextTable table = evaluationTable(false);
    const auto look = [&](const std::string& name, const data::PartFiles& files) {
        const session::PublicEvaluation found = session::evaluatePublicly(
            model,
            {files, state.labelMap, state.groups, static_cast<int>(state.asked.threads), state.positiveClass,
             state.lossBound},
            context.stopToken());
        if (found.invalidFeatures + found.invalidLabels > 0) {
            context.console().note(
                "curator: " + files.features + ": " + std::to_string(found.invalidFeatures) +
                " rows hold a value that is no finite number, " + std::to_string(found.invalidLabels) +
                " others a label outside those of the classifier");
        }
        return describe(found, name, table);
    };
    if (request.test) {
        result.json = look(session::kTestPart, *request.test);
    }
    for (const auto& [name, files] : request.ood) {
        result.json["ood"][name] = look(name, files);
    }
    result.json["visibility"] = "public";
    result.table = table.text() + "\npublic data, exact counts\n";
    return result;
}

/// Private rows: noisy counts of each set, charged to a part of its own in the project.
Result evaluatePrivately(const EvaluateState& state, const Request& request, Context& context) {
    if (state.storage.empty()) {
        refuse(
            "exact counts of private rows may not be shown: name the project whose budget pays for a noisy "
            "one with --storage, or, if these rows are public, say --visibility public");
    }
    demandProject(state.storage);
    const auto metrics = metricsOf(state.metrics);
    auto session = openSession(context, state.storage, false);
    session::RunObserver observer;
    observer.onCuratorNotice = curatorNotices(context);
    Result result;
    TextTable table = evaluationTable(true);
    const auto look = [&](const std::string& name, const data::PartFiles& files) {
        const session::PrivateEvaluation found =
            session.evaluate({.model = state.model,
                              .name = name,
                              .files = files,
                              .perClass = state.perClass,
                              .metrics = metrics,
                              .positive = state.positiveClass,
                              .lossBound = state.lossBound,
                              .groups = state.groups,
                              .groupNames = state.groupNames,
                              .labelMap = state.labelMap,
                              .leaveOut = state.leaveOut,
                              .linkedTo = state.linkedTo,
                              .records = name == session::kTestPart ? state.testRecords : std::nullopt},
                             context.stopToken(), observer);
        return describe(found, name, table);
    };
    if (request.test) {
        result.json = look("test", *request.test);
    }
    for (const auto& [name, files] : request.ood) {
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
    const Request request = requestOf(state);
    if (!state.groups.empty() && !(request.test && request.ood.empty())) {
        failUsage("--groups names a group for each row of one set: give the test rows alone");
    }
    const exporting::Classifier model = exporting::loadModel(state.model);
    exporting::checkEncoder(model, state.model, state.asked.encoderId);
    EvaluateState asked = state;
    if (!state.positive.empty()) {
        asked.positiveClass = exporting::classOf(model, state.positive);
    }
    return state.asked.visibility == session::Visibility::Private
               ? evaluatePrivately(asked, request, context)
               : evaluatePublicly(asked, request, model, context);
}

} // namespace

void addEvaluateCommand(CommandLine& line) {
    auto state = std::make_shared<EvaluateState>();
    CLI::App& app = line.addCommand("evaluate", "An exported classifier on other feature files",
                                    [state](Context& context) { return evaluateModel(*state, context); });
    app.add_option("model", state->model, "An exported classifier")->type_name("MODEL");
    app.add_option("--data", state->data, "Folder or file whose test part is taken")->type_name("DIR|FILE");
    app.add_option("--test", state->test.features, "Features")->type_name("PATH[:KEY]");
    app.add_option("--test-labels", state->test.labels, "Labels")->type_name("PATH[:KEY]");
    addTexts(app, "--ood", state->ood, 0, "An out-of-distribution set; may be given several times")
        ->type_name("NAME=FEATURES,LABELS[,IDS]");
    app.add_option("--test-record-ids", state->test.ids,
                   "Whose each of the test rows is: integers or text, one id a row")
        ->type_name("PATH[:KEY]");
    addRow(app, "label-column", state->asked);
    addRow(app, "id-column", state->asked);
    addRow(app, "encoder-id", state->asked,
           "What made the features; refused where the classifier names another");
    addLinkedTo(app, state->linkedTo);
    addTexts(
        app, "--leave-out", state->leaveOut, 0,
        "Rows of people in that project's part (default: any) count as empty; may be given several times")
        ->type_name("PROJECT[:PART]");
    addCount(app, "--test-records", state->testRecords, "Public record count of the test rows");
    app.add_option("--label-map", state->labelMap, "Which class a label of these rows means, or \"ignored\"")
        ->type_name("FILE");
    app.add_option("--groups", state->groups, "A group for each row; accuracies are shown for each")
        ->type_name("FILE");
    addTexts(app, "--group-names", state->groupNames, ',',
             "The groups of private rows, declared: which there are is private")
        ->type_name("LIST");
    app.add_flag("--per-class", state->perClass,
                 "Accuracies of each class of private rows too, for half of what the look takes");
    addTexts(app, "--metrics", state->metrics, ',',
             "What else a look at private rows counts, in equal shares of half of what it takes: top5, "
             "log_loss, auc, confusion; of public rows all are shown")
        ->type_name("LIST");
    app.add_option("--positive-class", state->positive,
                   "The class that AUC tells from the rest, by number or name (of two: the second)")
        ->type_name("CLASS");
    addNumber(app, "--loss-bound", state->lossBound,
              "What a private record adds to the log loss at most, in nats (2 ln C)");
    addRow(app, "visibility", state->asked,
           "public: your claim that these rows are; exact counts of private rows are refused");
    app.add_option("--storage", state->storage, "The project that pays for a look at private rows")
        ->type_name("FILE");
    addRow(app, "threads", state->asked);
}

} // namespace parsimony::cli
