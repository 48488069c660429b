// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/export/atomic_file.h"
#include "core/ledger/receipt.h"
#include "core/session/output_files.h"

#include <cstring>

namespace parsimony::cli {

namespace {

struct WitnessState {
    std::string storage = defaultStorage;
    std::string output;
    std::optional<std::string> timeStampRequest;
};

std::uint64_t freshNonce() {
    std::array<std::uint8_t, sizeof(std::uint64_t)> bytes{};
    fillSecureRandom(bytes);
    std::uint64_t nonce = 0;
    std::memcpy(&nonce, bytes.data(), bytes.size());
    return nonce;
}

Result witness(const WitnessState& state, Context& context) {
    if (state.output.empty()) {
        failUsage("'witness' needs --output FILE, the receipt to mail or print");
    }
    std::vector<std::filesystem::path> outputs{state.output};
    if (state.timeStampRequest) {
        outputs.emplace_back(*state.timeStampRequest);
    }
    session::checkOutputs(outputs, {state.storage, context.config()});
    // A project that is new gets its first row, so that there is a receipt before any data is opened.
    static_cast<void>(openSession(context, state.storage, true));
    const ledger::Receipt receipt = ledger::receiptOf(state.storage);
    const std::string text = receipt.text();
    exporting::writeFileAtomically(state.output, text);
    Result result;
    result.json = {{"project", receipt.project},
                   {"row", receipt.row},
                   {"head", toHex(receipt.tip)},
                   {"day", receipt.day},
                   {"files", {state.output}}};
    result.table = text;
    if (state.timeStampRequest) {
        const auto request = ledger::timeStampRequest(sha256(text), freshNonce());
        exporting::writeFileAtomically(*state.timeStampRequest, std::string(request.begin(), request.end()));
        result.json["files"].push_back(*state.timeStampRequest);
    }
    for (const auto& file : result.json["files"]) {
        context.console().note("written: " + file.get<std::string>());
    }
    return result;
}

} // namespace

void addWitnessCommand(CommandLine& line) {
    auto [app, state] = line.addCommand<WitnessState>(
        "witness", "A receipt of the ledger's tip, to give away before data is opened", witness);
    addStorage(app, state->storage);
    app.add_option("--output", state->output, "The receipt, a small text to mail or print")
        ->type_name("FILE");
    addText(app, "--rfc3161", state->timeStampRequest,
            "Also a request to a time-stamping authority that dates the receipt")
        ->type_name("FILE.tsq");
}

} // namespace parsimony::cli
