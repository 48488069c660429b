// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence_json.h"

#include <nlohmann/json.hpp>

namespace parsimony {

namespace {

using Json = nlohmann::json;

Sentence readSentence(const Json& json, int depth) {
    std::vector<Sentence::Value> values;
    for (const Json& value : json.at("values")) {
        values.push_back({value.at(0).get<std::string>(), value.at(1).get<bool>()});
        if (value.size() > 2 && depth < kDeepestSentence) {
            values.back().said = std::make_shared<const Sentence>(readSentence(value.at(2), depth + 1));
        }
    }
    return Sentence::of(json.at("pattern").get<std::string>(), std::move(values));
}

} // namespace

Json toJson(const Sentence& sentence) {
    Json values = Json::array();
    for (const Sentence::Value& value : sentence.values()) {
        values.push_back({value.text, value.isNumber});
        if (value.said) {
            values.back().push_back(toJson(*value.said));
        }
    }
    return {{"pattern", sentence.pattern()}, {"values", values}};
}

std::optional<Sentence> sentenceFromJson(const Json& json) {
    try {
        return readSentence(json, 0);
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

Sentence malformedJson() {
    return Sentence("something that is stored, or was sent, is not of the form it has to have; audit tells "
                    "whether it is the project");
}

} // namespace parsimony
