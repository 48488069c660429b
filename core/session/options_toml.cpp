// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/options_toml.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/session/options_json.h"

namespace parsimony::session {

namespace {

std::string tomlQuoted(const std::string& text) {
    static const char* const digits = "0123456789abcdef";
    std::string quoted = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            quoted += '\\';
            quoted += c;
        } else if (byte < 0x20 || byte == 0x7f) {
            quoted += "\\u00";
            quoted += digits[byte >> 4];
            quoted += digits[byte & 15];
        } else {
            quoted += c;
        }
    }
    return quoted + '"';
}

std::string tomlScalar(const std::string& key, const nlohmann::json& value) {
    if (value.is_string()) {
        return tomlQuoted(value.get<std::string>());
    }
    if (value.is_boolean()) {
        return value.get<bool>() ? "true" : "false";
    }
    if (value.is_number_float()) {
        const std::string text = numberText(value.get<double>());
        // TOML tells integers and floats apart by the point or the exponent.
        return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
    }
    if (value.is_number()) {
        return value.dump();
    }
    fail(Sentence("option '{1}' has a value that a configuration file cannot hold", key));
}

std::string tomlValue(const std::string& key, const nlohmann::json& value) {
    if (!value.is_array()) {
        return tomlScalar(key, value);
    }
    std::string text = "[";
    for (std::size_t i = 0; i < value.size(); ++i) {
        text += (i == 0 ? "" : ", ") + tomlScalar(key, value[i]);
    }
    return text + "]";
}

} // namespace

std::string tomlText(const nlohmann::json& object) {
    std::string text;
    for (const auto& [key, value] : object.items()) {
        if (value.is_object()) {
            for (const auto& [name, inner] : value.items()) {
                text += key + "." + tomlQuoted(name) + " = " + tomlScalar(key, inner) + "\n";
            }
        } else if (!value.is_null()) {
            text += key + " = " + tomlValue(key, value) + "\n";
        }
    }
    return text;
}

std::string planToml(const RunOptions& options, const std::string& storage) {
    nlohmann::json rerun = toJson(options);
    if (!storage.empty()) {
        rerun["storage"] = storage;
    }
    return tomlText(rerun);
}

} // namespace parsimony::session
