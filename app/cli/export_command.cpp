// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "core/base/error.h"
#include "core/base/trial_role.h"
#include "core/session/output_files.h"
#include "core/session/session.h"

namespace parsimony::cli {

namespace {

struct ExportState {
    std::string storage = defaultStorage;
    std::string trial = toText(TrialRole::Final);
    std::string output;
    std::optional<std::string> key; ///< signs a statement on what was written
};

std::optional<std::int64_t> trialId(const std::string& text) {
    if (trialRole(text) == TrialRole::Final) {
        return std::nullopt;
    }
    const bool digits =
        !text.empty() && text.size() < 19 && text.find_first_not_of("0123456789") == std::string::npos;
    if (!digits) {
        failUsage("--trial: '" + text + "' is neither a trial's number nor 'final'");
    }
    return std::stoll(text);
}

Result exportModel(const ExportState& state, Context& context) {
    if (state.output.empty()) {
        failUsage("'export' needs --output FILE.safetensors or another of the formats that -h names");
    }
    session::checkOutputs({state.output}, {context.config()});
    const auto trial = trialId(state.trial);
    demandProject(state.storage);
    const auto session = session::Session::open(state.storage, false);
    const auto files = session.exportModel(trial, state.output, state.key.value_or(""));
    Result result;
    result.json["files"] = nlohmann::json::array();
    for (const auto& file : files) {
        result.json["files"].push_back(file.string());
        result.table += file.string() + "\n";
    }
    return result;
}

} // namespace

void addExportCommand(CommandLine& line) {
    auto [app, state] = line.addCommand<ExportState>(
        "export", "A trained classifier with its model card and privacy statement", exportModel);
    addStorage(app, state->storage);
    app.add_option("--trial", state->trial, "Which weights")
        ->type_name("ID|final")
        ->default_str(state->trial);
    app.add_option("--output", state->output, "Where to; the ending chooses the format")
        ->type_name("FILE.{safetensors,npz,onnx,csv}");
    addText(
        app, "--sign", state->key,
        "Write a signed statement beside the model, with this key of `openssl genpkey -algorithm ed25519`")
        ->type_name("KEY.pem");
}

} // namespace parsimony::cli
