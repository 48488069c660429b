// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/text_table.h"
#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/data/array_reader.h"

#include <algorithm>
#include <cmath>

namespace parsimony::cli {

namespace {

struct InspectState {
    std::vector<std::string> paths;
    bool check = false;
    std::optional<std::uint32_t> classes;
};

std::vector<data::ArrayInfo> arraysOf(const std::string& spec) {
    const data::ArraySpec parts = data::splitSpec(spec);
    std::vector<data::ArrayInfo> arrays = data::listArrays(parts.path);
    if (!parts.key.empty()) {
        std::erase_if(arrays, [&](const data::ArrayInfo& info) { return info.key != parts.key; });
        if (arrays.empty()) {
            arrays.push_back(data::openArray(spec)->info()); // says which keys there are
        }
    }
    return arrays;
}

/// Rows of a block that is at most some 8 MB as float64.
std::size_t blockRows(std::size_t width) {
    return std::max<std::size_t>(1, (1U << 20U) / std::max<std::size_t>(1, width));
}

std::size_t rowsNotFinite(const data::ArrayReader& reader) {
    const std::size_t rows = reader.info().rows();
    const std::size_t width = reader.info().width();
    std::vector<double> block(std::min(blockRows(width), std::max<std::size_t>(rows, 1)) * width);
    std::size_t bad = 0;
    for (std::size_t first = 0; first < rows;) {
        const std::size_t count = std::min(blockRows(width), rows - first);
        reader.readRowsF64(first, count, block.data());
        for (std::size_t row = 0; row < count; ++row) {
            const auto begin = block.begin() + static_cast<std::ptrdiff_t>(row * width);
            bad += std::all_of(begin, begin + static_cast<std::ptrdiff_t>(width),
                               [](double value) { return std::isfinite(value); })
                       ? 0U
                       : 1U;
        }
        first += count;
    }
    return bad;
}

std::size_t labelsOutside(const data::ArrayReader& reader, std::int64_t classes) {
    const std::size_t rows = reader.info().rows();
    std::vector<std::int64_t> block(std::min(blockRows(1), std::max<std::size_t>(rows, 1)));
    std::size_t bad = 0;
    for (std::size_t first = 0; first < rows;) {
        const std::size_t count = std::min(blockRows(1), rows - first);
        reader.readIntegers(first, count, block.data());
        bad += static_cast<std::size_t>(
            std::count_if(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count),
                          [&](std::int64_t label) { return label < 0 || label >= classes; }));
        first += count;
    }
    return bad;
}

/// What a curator wants to know of an array before it is used. Computed from private values: never on
/// standard output.
std::string checkLine(const data::ArrayInfo& info, const std::optional<std::uint32_t>& classes) {
    const std::string rows = std::to_string(info.rows());
    const data::DType dtype = info.type.dtype;
    if (dtype == data::DType::Other || info.shape.empty()) {
        return info.spec() + ": holds no numbers; not checked";
    }
    if (info.rows() > 0 && info.width() == 0) {
        fail(Sentence("{1} has rows without values ({2})", info.spec(), info.shapeText()));
    }
    const auto reader = data::openArray(info.spec());
    if (info.width() == 1 && (data::isInteger(dtype) || dtype == data::DType::Text)) {
        const std::int64_t limit =
            classes ? static_cast<std::int64_t>(*classes) : std::numeric_limits<std::int64_t>::max();
        const std::string range =
            classes ? "outside 0.." + std::to_string(*classes - 1) : "negative or not whole";
        return info.spec() + ": " + std::to_string(labelsOutside(*reader, limit)) + " of " + rows +
               " labels are " + range;
    }
    return info.spec() + ": " + std::to_string(rowsNotFinite(*reader)) + " of " + rows +
           " rows hold a value that is no finite number";
}

Result inspect(const InspectState& state, Context& context) {
    if (state.paths.empty()) {
        failUsage("'inspect' needs a PATH or PATH:KEY");
    }
    if (state.classes && *state.classes == 0) {
        failUsage("--classes must be at least 1");
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
        for (const data::ArrayInfo& info : arraysOf(path)) {
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
                context.console().error("curator: " + checkLine(info, state.classes));
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
}

} // namespace parsimony::cli
