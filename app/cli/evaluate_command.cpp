// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/model_data.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/run_report.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/export/evaluate.h"
#include "core/export/model_file.h"
#include "core/session/data_columns.h"
#include "core/session/data_request.h"
#include "core/session/session.h"

#include <algorithm>
#include <cmath>

namespace parsimony::cli {

namespace {

struct State {
    std::string model, data, labelMap, groups, storage;
    session::PartFiles test;
    std::vector<std::string> ood;
    session::RunOptions asked; ///< visibility and threads
    bool perClass = false;
    std::vector<std::string> groupNames, linkedTo, leaveOut;
    std::optional<std::uint64_t> testRecords;
};

nlohmann::json countJson(const exporting::Count& count) {
    const bool some = count.records > 0;
    const double accuracy =
        static_cast<double>(count.correct) / static_cast<double>(some ? count.records : 1);
    return {{"accuracy", some ? nlohmann::json(accuracy) : nlohmann::json()},
            {"se", some ? nlohmann::json(0.0) : nlohmann::json()},
            {"records", count.records}};
}

/// The group of the lowest accuracy.
std::optional<std::string> worstOf(const nlohmann::json& groups) {
    std::optional<std::string> worst;
    for (const auto& [name, group] : groups.items()) {
        if (group.at("accuracy").is_number() &&
            (!worst || group.at("accuracy").get<double>() < groups.at(*worst).at("accuracy").get<double>())) {
            worst = name;
        }
    }
    return worst;
}

void addCountRow(TextTable& table, const std::string& what, const exporting::Count& count) {
    const double records = static_cast<double>(count.records);
    table.addRow(
        {what, std::to_string(count.records),
         count.records == 0 ? "-" : accuracyText(static_cast<double>(count.correct) / records, 0.0)});
}

/// What is compared: the test part that the options name, and sets by name.
struct Request {
    std::optional<data::PartFiles> test;
    std::map<std::string, data::PartFiles> ood;
};

Request requestOf(const State& state) {
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

class Evaluator {
public:
    Evaluator(const State& state, Context& context)
        : m_state(state), m_context(context), m_model(exporting::loadModel(state.model)) {
        if (!state.labelMap.empty()) {
            m_map = exporting::readLabelMap(state.labelMap, static_cast<std::size_t>(m_model.head.classes));
        }
    }

    [[nodiscard]] exporting::Evaluation evaluate(data::PartFiles files) {
        files.guessColumns = true;
        files.classNames = m_model.card.classNames;
        refuseKnownPrivateRows(files);
        const auto classes = static_cast<int>(m_map ? m_map->classOf.size() : m_model.head.classes);
        const data::LoadedPart part = loadFor(m_model, files, classes, m_state.asked.threads,
                                              m_context.stopToken(), m_context.console());
        m_groups.reset();
        if (!m_state.groups.empty()) {
            m_groups = exporting::readGroups(m_state.groups, part.info.rows);
        }
        return exporting::evaluate(m_model, *part.features, part.labels, m_map ? &*m_map : nullptr,
                                   m_groups ? &*m_groups : nullptr, static_cast<int>(m_state.asked.threads),
                                   m_context.stopToken());
    }

    /// Fields of one set, and its lines in the table.
    [[nodiscard]] nlohmann::json describe(const exporting::Evaluation& evaluation, const std::string& name,
                                          TextTable& table) const {
        nlohmann::json object = countJson(evaluation.all);
        addCountRow(table, name, evaluation.all);
        object["per_class"] = nlohmann::json::array();
        for (std::size_t k = 0; k < evaluation.perClass.size(); ++k) {
            nlohmann::json row = countJson(evaluation.perClass[k]);
            const auto& names = m_model.card.classNames;
            row["class"] = k;
            object["per_class"].push_back(std::move(row));
            addCountRow(table, "  class " + (k < names.size() ? names[k] : std::to_string(k)),
                        evaluation.perClass[k]);
        }
        object["groups"] = nlohmann::json::object();
        for (std::size_t g = 0; m_groups && g < evaluation.perGroup.size(); ++g) {
            object["groups"][m_groups->names[g]] = countJson(evaluation.perGroup[g]);
            addCountRow(table, "  group " + m_groups->names[g], evaluation.perGroup[g]);
        }
        if (const auto worst = worstOf(object["groups"])) {
            object["worst_group"] = *worst;
        }
        object["ignored"] = evaluation.ignored;
        return object;
    }

private:
    const State& m_state;
    Context& m_context;
    exporting::Classifier m_model;
    std::optional<exporting::LabelMap> m_map;
    std::optional<exporting::Groups> m_groups;
};

nlohmann::json orNull(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? nlohmann::json(*value) : nlohmann::json();
}

/// The fields of one look at private rows. Numbers of records in breakdowns are noisy.
nlohmann::json lookJson(const session::PrivateEvaluation& found) {
    nlohmann::json object{{"accuracy", orNull(found.accuracy)},
                          {"se", orNull(found.se)},
                          {"records", found.records},
                          {"epsilon", found.epsilon},
                          {"remaining_epsilon", found.remainingEpsilon},
                          {"noise_sd", found.noiseSd},
                          {"sensitivity", found.sensitivity},
                          {"per_class", nlohmann::json::array()},
                          {"groups", nlohmann::json::object()},
                          {"releases", nlohmann::json::array()}};
    for (const session::PrivateBreakdown& breakdown : found.breakdowns) {
        object["releases"].push_back({{"of", toText(breakdown.of)},
                                      {"noise_sd", breakdown.noiseSd},
                                      {"sensitivity", breakdown.sensitivity}});
        for (std::size_t k = 0; k < breakdown.bins.size(); ++k) {
            const auto& [name, share] = breakdown.bins[k];
            nlohmann::json bin{
                {"accuracy", orNull(share.accuracy)}, {"se", orNull(share.se)}, {"records", share.records}};
            if (breakdown.of == mechanism::BreakdownOf::Groups) {
                object["groups"][name] = bin;
            } else if (breakdown.of == mechanism::BreakdownOf::Classes) {
                bin["class"] = k;
                object["per_class"].push_back(bin);
            }
        }
    }
    if (const auto worst = worstOf(object["groups"])) {
        object["worst_group"] = *worst;
    }
    return object;
}

/// Private rows: noisy counts of each set, charged to a part of its own in the project.
Result evaluatePrivately(const State& state, const Request& request, Context& context) {
    if (state.storage.empty()) {
        refuse(
            "exact counts of private rows may not be shown: name the project whose budget pays for a noisy "
            "one with --storage, or, if these rows are public, say --visibility public");
    }
    demandProject(state.storage);
    auto session = openSession(context, state.storage, false);
    session::RunObserver observer;
    observer.onCuratorNotice = [&](const std::string& sentence) {
        context.console().note("curator: " + sentence);
    };
    Result result;
    TextTable table({{"rows", Align::Left}, {"records"}, {"accuracy"}, {"took ε"}, {"remaining ε"}});
    const auto look = [&](const std::string& name, const data::PartFiles& files) {
        const session::PrivateEvaluation found = session.evaluate(
            {state.model, name, files, state.perClass, state.groups, state.groupNames, state.labelMap,
             state.leaveOut, state.linkedTo, name == session::kTestPart ? state.testRecords : std::nullopt},
            context.stopToken(), observer);
        table.addRow({name, (found.recordsNoisy ? "~" : "") + std::to_string(found.records),
                      accuracyText(found.accuracy, found.se), roundedText(found.epsilon, 4),
                      roundedText(found.remainingEpsilon, 4)});
        for (const session::PrivateBreakdown& breakdown : found.breakdowns) {
            for (const auto& [bin, share] : breakdown.bins) {
                table.addRow({"  " + bin, "~" + roundedText(std::max(0.0, std::round(share.records)), 6),
                              share.accuracy ? accuracyText(*share.accuracy, *share.se) : "-", "", ""});
            }
        }
        return lookJson(found);
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

Result evaluateModel(const State& state, Context& context) {
    if (state.model.empty()) {
        failUsage("'evaluate' needs MODEL, an exported classifier");
    }
    const Request request = requestOf(state);
    if (!state.groups.empty() && !(request.test && request.ood.empty())) {
        failUsage("--groups names a group for each row of one set: give the test rows alone");
    }
    exporting::checkEncoder(exporting::loadModel(state.model), state.model, state.asked.encoderId);
    if (state.asked.visibility == session::Visibility::Private) {
        return evaluatePrivately(state, request, context);
    }
    Evaluator evaluator(state, context);
    Result result;
    TextTable table({{"rows", Align::Left}, {"records"}, {"accuracy"}});
    if (request.test) {
        result.json = evaluator.describe(evaluator.evaluate(*request.test), "test", table);
    }
    for (const auto& [name, files] : request.ood) {
        result.json["ood"][name] = evaluator.describe(evaluator.evaluate(files), name, table);
    }
    result.json["visibility"] = "public";
    result.table = table.text() + "\npublic data, exact counts\n";
    return result;
}

} // namespace

void addEvaluateCommand(CommandLine& line) {
    auto state = std::make_shared<State>();
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
    addRow(app, "visibility", state->asked,
           "public: your claim that these rows are; exact counts of private rows are refused");
    app.add_option("--storage", state->storage, "The project that pays for a look at private rows")
        ->type_name("FILE");
    addRow(app, "threads", state->asked);
}

} // namespace parsimony::cli
