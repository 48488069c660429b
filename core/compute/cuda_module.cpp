// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cuda_module.h"

#include "core/base/sentence_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace parsimony::compute {

void layModuleMessage(const Sentence& sentence, char* message, std::size_t capacity) noexcept {
    try {
        const std::string english = sentence.english();
        std::snprintf(message, capacity, "%s", english.c_str());
        const std::string json = toJson(sentence).dump();
        if (english.size() + 1 + json.size() < capacity) {
            std::memcpy(message + english.size() + 1, json.c_str(), json.size() + 1);
        }
    } catch (const std::exception&) {
        // The English, or nothing: no error passes from a module to the program.
    }
}

Sentence moduleMessage(const char* message, std::size_t capacity) {
    const std::string_view all(message, capacity);
    const std::string_view english = all.substr(0, all.find('\0'));
    const std::string_view rest = all.substr(std::min(english.size() + 1, capacity));
    const nlohmann::json json = nlohmann::json::parse(rest.substr(0, rest.find('\0')), nullptr, false);
    const std::optional<Sentence> said = sentenceFromJson(json);
    return said ? *said : Sentence::of("{1}", {Sentence::Value{std::string(english)}});
}

} // namespace parsimony::compute
