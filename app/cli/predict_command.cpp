// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/run_flags.h"
#include "core/base/error.h"
#include "core/export/atomic_file.h"
#include "core/export/model_file.h"
#include "core/export/predict.h"
#include "core/session/data_columns.h"
#include "core/session/output_files.h"

namespace parsimony::cli {

namespace {

struct PredictState {
    std::string model, features, output;
    std::uint32_t threads = 0;
    session::RunOptions asked; ///< which columns are none of the features
};

Result predictRows(const PredictState& state, Context& context) {
    if (state.model.empty() || state.features.empty()) {
        failUsage("'predict' needs MODEL and FEATURES: predict classifier.safetensors rows.npy --output "
                  "labels.csv");
    }
    if (state.output.empty()) {
        failUsage("'predict' needs --output FILE.{csv,npz,npy}");
    }
    session::checkOutputs({state.output}, {state.model, state.features, context.config()});
    exporting::checkWritable(state.output);
    const exporting::Classifier model = exporting::loadModel(state.model);
    exporting::checkEncoder(model, state.model, state.asked.encoderId);
    data::PartFiles files{state.features, {}};
    session::takeColumns(session::namedColumns(state.asked), files);
    files.labels.clear();
    const std::size_t invalid = exporting::predictFile(model, std::move(files), state.output,
                                                       static_cast<int>(state.threads), context.stopToken());
    if (invalid > 0) {
        context.console().note("curator: " + std::to_string(invalid) +
                               (invalid == 1 ? " row of " : " rows of ") + state.features +
                               (invalid == 1 ? " holds a value that is no finite number; its label is -1"
                                             : " hold a value that is no finite number; their label is -1"));
    }
    Result result;
    result.json["files"] = {state.output};
    if (!model.card.classNames.empty()) {
        result.json["class_names"] = model.card.classNames;
    }
    result.table = state.output + "\n";
    return result;
}

} // namespace

void addPredictCommand(CommandLine& line) {
    auto [app, state] = line.addCommand<PredictState>(
        "predict", "Labels and scores of unlabelled rows by an exported classifier", predictRows);
    app.add_option("model", state->model, "An exported classifier")->type_name("MODEL");
    app.add_option("features", state->features, "Rows to label")->type_name("PATH[:KEY]");
    addRow(app, "label-column", state->asked, "A column that is no feature");
    addRow(app, "id-column", state->asked, "A column that is no feature");
    addRow(app, "encoder-id", state->asked,
           "What made the features; refused where the classifier names another");
    app.add_option("--output", state->output, "Where to; the ending chooses the format")
        ->type_name("FILE.{csv,npz,npy}");
    addCount(app, "--threads", state->threads, "Threads (0: all)");
}

} // namespace parsimony::cli
