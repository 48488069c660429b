// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "core/base/error.h"
#include "core/export/model_file.h"
#include "core/export/predict.h"

namespace parsimony::cli {

namespace {

struct State {
    std::string model, features, output;
    std::uint32_t threads = 0;
};

Result predictRows(const State& state, Context& context) {
    if (state.model.empty() || state.features.empty()) {
        failUsage("'predict' needs MODEL and FEATURES: predict classifier.safetensors rows.npy --output "
                  "labels.csv");
    }
    if (state.output.empty()) {
        failUsage("'predict' needs --output FILE.{csv,npz,npy}");
    }
    const exporting::Classifier model = exporting::loadModel(state.model);
    const std::size_t invalid = exporting::predictFile(model, state.features, state.output,
                                                       static_cast<int>(state.threads), context.stopToken());
    if (invalid > 0) {
        context.console().note("curator: " + std::to_string(invalid) + " rows of " + state.features +
                               " hold a value that is no finite number; their label is -1");
    }
    Result result;
    result.json["files"] = {state.output};
    result.table = state.output + "\n";
    return result;
}

} // namespace

void addPredictCommand(CommandLine& line) {
    auto state = std::make_shared<State>();
    CLI::App& app =
        line.addCommand("predict", "Labels and scores of unlabelled rows by an exported classifier",
                        [state](Context& context) { return predictRows(*state, context); });
    app.add_option("model", state->model, "An exported classifier")->type_name("MODEL");
    app.add_option("features", state->features, "Rows to label")->type_name("PATH[:KEY]");
    app.add_option("--output", state->output, "Where to; the ending chooses the format")
        ->type_name("FILE.{csv,npz,npy}");
    addCount(app, "--threads", state->threads, "Threads (0: all)");
}

} // namespace parsimony::cli
