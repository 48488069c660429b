// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/run_flags.h"
#include "app/cli/text_table.h"
#include "core/base/error.h"
#include "core/data/array_check.h"
#include "core/data/class_names.h"
#include "core/data/formats.h"
#include "core/session/data_columns.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace parsimony::cli {

namespace {

struct InspectState {
    std::vector<std::string> paths;
    bool check = false;
    std::optional<std::uint32_t> classes;
    std::optional<std::uint32_t> labelsPerRecord;
    session::RunOptions asked; ///< columns that are none of the features, and what labels are called
};

/// "600 x any" of lists whose length no type says.
std::string shapeText(const data::ArrayInfo& info) {
    return data::isOfAnyLength(info) ? std::to_string(info.rows()) + " x any" : info.shapeText();
}

nlohmann::json jsonOf(const data::ArrayInfo& info) {
    nlohmann::json array{{"path", info.path},
                         {"key", info.key.empty() ? nlohmann::json() : nlohmann::json(info.key)},
                         {"shape", info.shape},
                         {"dtype", info.type.name},
                         {"order", std::string(1, info.order)},
                         {"bytes", info.bytes}};
    if (data::isOfAnyLength(info)) {
        array["shape"].back() = nullptr;
        array["bytes"] = nullptr;
    }
    return array;
}

/// What --check tells of one path: of a table whose columns are named what a run would read of it.
std::vector<Sentence> checksOf(const InspectState& state, const std::string& path,
                               const std::vector<data::ArrayInfo>& arrays) {
    const session::NamedColumns columns = session::namedColumns(state.asked);
    const bool named = !columns.labels.empty() || !columns.ids.empty();
    std::vector<Sentence> found;
    data::PartFiles files;
    files.labelsPerRecord = state.labelsPerRecord.value_or(1);
    if (!state.asked.classNames.empty()) {
        files.classNames = data::readClassNames(state.asked.classNames);
    }
    files.classes = state.classes.value_or(static_cast<std::uint32_t>(files.classNames.size()));
    if (named) {
        files.features = path;
        session::takeColumns(columns, files);
        session::checkColumnsUsed(columns, std::array<const data::PartFiles*, 1>{&files});
        return data::checkPart(files, state.classes);
    }
    const std::optional<std::uint32_t> classes =
        files.classes > 0 ? std::optional(files.classes) : std::nullopt;
    for (const data::ArrayInfo& info : arrays) {
        const bool oneOfThem = arrays.size() > 1 || files.labelsPerRecord == 1; // else it was named as labels
        if (oneOfThem && !data::mayHoldLabels(info, classes, files.labelsPerRecord)) {
            found.push_back(data::checkArray(info, state.classes)); // features
            continue;
        }
        if (files.classNames.empty()) {
            found.push_back(data::checkArray(info, state.classes, files.labelsPerRecord));
            continue;
        }
        files.labels = data::splitSpec(path).key.empty() ? info.spec() : path;
        std::ranges::move(data::checkPart(files, state.classes), std::back_inserter(found));
    }
    return found;
}

Result inspect(const InspectState& state, Context& context) {
    if (state.paths.empty()) {
        failUsage("'inspect' needs a PATH or PATH:KEY");
    }
    if (state.classes && *state.classes == 0) {
        failUsage("--classes must be at least 1");
    }
    if (state.labelsPerRecord && *state.labelsPerRecord == 0) {
        failUsage("--labels-per-record must be at least 1");
    }
    Result result;
    result.json["arrays"] = nlohmann::json::array();
    TextTable table({{"path", Align::Left},
                     {"key", Align::Left},
                     {"shape"},
                     {"dtype", Align::Left},
                     {"order", Align::Left},
                     {"bytes"}});
    for (const std::string& path : state.paths) {
        const std::vector<data::ArrayInfo> arrays = data::arraysOf(path);
        for (const data::ArrayInfo& info : arrays) {
            result.json["arrays"].push_back(jsonOf(info));
            table.addRow({info.path, info.key.empty() ? "-" : info.key, shapeText(info), info.type.name,
                          std::string(1, info.order),
                          data::isOfAnyLength(info) ? "-" : std::to_string(info.bytes)});
        }
        if (state.check) {
            for (const Sentence& sentence : checksOf(state, path, arrays)) {
                context.console().error("curator: " + sentence.english());
            }
        }
    }
    result.table = table.text();
    return result;
}

} // namespace

void addInspectCommand(CommandLine& line) {
    auto [app, state] = line.addCommand<InspectState>(
        "inspect", "Shape, type, order, keys and size of feature files", inspect);
    app.add_option("paths", state->paths, "Files of arrays")->type_name("PATH[:KEY]...");
    app.add_flag("--check", state->check,
                 "Count invalid rows and labels; shown to the curator on standard error");
    addCount(app, "--classes", state->classes, "Number of classes that --check compares labels with");
    addCount(app, "--labels-per-record", state->labelsPerRecord,
             "Labels that a record may have, for --check: a matrix of classes, or lists");
    addRow(app, "label-column", state->asked, "The column of a table that holds the labels, for --check");
    addRow(app, "id-column", state->asked, "The column of a table that says whose each row is, for --check");
    addRow(app, "class-names", state->asked,
           "A file with the names that labels are to be among, for --check");
}

} // namespace parsimony::cli
