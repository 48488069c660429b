// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/start_options.h"

#include "app/common/toml_options.h"

#include <nlohmann/json.hpp>

namespace parsimony::app {

session::RunOptions readStartOptions(const std::filesystem::path& file) {
    nlohmann::json object = nlohmann::json::object();
    for (const ConfigEntry& entry : readTomlOptions(file)) {
        if (entry.key == "ood") { // NAME=FEATURES,LABELS
            for (const std::string& value : entry.values) {
                const auto equals = value.find('=');
                object["ood"][value.substr(0, equals)] =
                    equals == std::string::npos ? std::string() : value.substr(equals + 1);
            }
            continue;
        }
        std::string text;
        for (const std::string& value : entry.values) {
            text += (text.empty() ? "" : ",") + value;
        }
        const auto parsed = nlohmann::json::parse(text, nullptr, false);
        object[entry.key] = parsed.is_number() || parsed.is_boolean() ? parsed : nlohmann::json(text);
    }
    return session::runOptionsFromJson(object);
}

} // namespace parsimony::app
