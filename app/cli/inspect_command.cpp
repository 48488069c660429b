// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/text_table.h"
#include "core/base/error.h"
#include "core/data/array_check.h"

namespace parsimony::cli {

namespace {

struct InspectState {
    std::vector<std::string> paths;
    bool check = false;
    std::optional<std::uint32_t> classes;
    std::optional<std::uint32_t> labelsPerRecord;
};

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
        for (const data::ArrayInfo& info : data::arraysOf(path)) {
            result.json["arrays"].push_back(
                {{"path", info.path},
                 {"key", info.key.empty() ? nlohmann::json() : nlohmann::json(info.key)},
                 {"shape", info.shape},
                 {"dtype", info.type.name},
                 {"order", std::string(1, info.order)},
                 {"bytes", info.bytes}});
            table.addRow({info.path, info.key.empty() ? "-" : info.key, info.shapeText(), info.type.name,
                          std::string(1, info.order), std::to_string(info.bytes)});
            if (state.check) {
                context.console().error(
                    "curator: " +
                    data::checkArray(info, state.classes, state.labelsPerRecord.value_or(1)).english());
            }
        }
    }
    result.table = table.text();
    return result;
}

} // namespace

void addInspectCommand(CommandLine& line) {
    auto state = std::make_shared<InspectState>();
    CLI::App& app = line.addCommand("inspect", "Shape, type, order, keys and size of feature files",
                                    [state](Context& context) { return inspect(*state, context); });
    app.add_option("paths", state->paths, "Files of arrays")->type_name("PATH[:KEY]...");
    app.add_flag("--check", state->check,
                 "Count invalid rows and labels; shown to the curator on standard error");
    addCount(app, "--classes", state->classes, "Number of classes that --check compares labels with");
    addCount(app, "--labels-per-record", state->labelsPerRecord,
             "Labels that a record may have, for --check: a matrix of classes, or lists");
}

} // namespace parsimony::cli
