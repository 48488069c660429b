// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/toml_options.h"
#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/session/experiment_plan.h"
#include "core/session/options_json.h"
#include "core/study/study_file.h"
#include "core/train/initial_weights.h"
#include "core/train/trainer.h"
#include "core/wire/json_line.h"
#include "core/wire/server.h"
#include "tests/fuzz/readers.h"

namespace parsimony::fuzzing {

namespace {

/// JSON as SQLite hands it over: text that is no JSON never comes so far.
nlohmann::json jsonOf(const std::string& text) {
    nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        fail("no JSON");
    }
    return json;
}

void usePlan(const std::string& text) {
    const session::ExperimentPlan plan = session::ExperimentPlan::fromJson(jsonOf(text));
    static_cast<void>(plan.toJson().dump());
}

/// The checksum at the end is mended: no mutation would ever pass it.
void useCheckpoint(const std::string& text) {
    std::vector<std::uint8_t> bytes(text.begin(), text.end());
    const Digest digest = sha256(std::span<const std::uint8_t>(bytes));
    bytes.insert(bytes.end(), digest.begin(), digest.end());
    static_cast<void>(train::TrainerState::deserialize(bytes).serialize());
}

/// `json` as what a call says or is answered, and that written again.
template <class T>
void useValue(const wire::Json& json) {
    T value{};
    try {
        if constexpr (wire::Formed<T>) {
            value = wire::Form<T>::read(json);
        } else {
            wire::read(json, value, "params");
        }
    } catch (const Error&) { // the other side of the call may be sound
        return;
    }
    static_cast<void>(wire::write(value).dump(-1, ' ', false, wire::Json::error_handler_t::replace));
}

template <class... Each>
void useCalls(const std::string& method, const wire::Json& json, wire::Calls<Each...>) {
    const auto one = [&]<class Call>(const Call*) {
        if (method == Call::method) {
            useValue<Call>(json.value("params", wire::Json()));
            useValue<typename Call::Answer>(json.value("result", wire::Json()));
        }
    };
    (one(static_cast<const Each*>(nullptr)), ...);
}

/// A line to an engine that is elsewhere, or from it.
void useLine(const std::string& text) {
    wire::Json plain;
    const wire::Json json = wire::jsonOfLine(text, plain).json;
    const auto method = json.find("method");
    if (method == json.end() || !method->is_string()) {
        return;
    }
    useCalls(*method, json, wire::ProjectCalls());
    useCalls(*method, json, wire::RunCalls());
    useCalls(*method, json, wire::FreeCalls());
}

} // namespace

std::vector<Reader> planReaders() {
    return {{"plan", nullptr, usePlan},
            {"request", nullptr,
             [](const std::string& text) {
                 static_cast<void>(toJson(session::runOptionsFromJson(jsonOf(text))).dump());
             }},
            {"line", nullptr, useLine},
            {"checkpoint", nullptr, useCheckpoint},
            {"toml", "options.toml",
             [](const std::string& path) { static_cast<void>(app::readTomlOptions(path)); }},
            {"study", "study.toml",
             [](const std::string& path) { static_cast<void>(study::readStudy(path, true)); }},
            {"init", "init.npy", [](const std::string& path) {
                 const train::InitialWeights weights = train::readInitialWeights(path);
                 static_cast<void>(
                     train::initialParameters(weights, {compute::HeadKind::Linear, 4, 3, 0, 1, true}));
             }}};
}

} // namespace parsimony::fuzzing
