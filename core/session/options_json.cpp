// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/options_json.h"

#include "core/base/collected.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/session/option_table.h"

namespace parsimony::session {

namespace {

using Json = nlohmann::json;

std::string textOf(const Option& option, const Json& value) {
    if (value.is_string()) {
        return value.get<std::string>();
    }
    if (value.is_number_float()) {
        return realText(value.get<double>());
    }
    if (value.is_number() || value.is_boolean()) {
        return value.dump();
    }
    failUsage(
        Sentence("{1} must be a text, a number, true or false, or an array of those", option.written()));
}

/// The texts that a command line would give for a value of a file.
std::vector<std::string> textsOf(const Option& option, const Json& value) {
    std::vector<std::string> texts;
    if (value.is_object()) {
        for (const auto& [name, inner] : value.items()) {
            texts.push_back(name + "=" + textOf(option, inner));
        }
    } else if (value.is_array()) {
        for (const Json& item : value) {
            texts.push_back(textOf(option, item));
        }
    } else {
        texts.push_back(textOf(option, value));
    }
    return texts;
}

} // namespace

nlohmann::json toJson(const RunOptions& options) {
    static const RunOptions defaults;
    Json object = Json::object();
    for (const Option& option : optionTable()) {
        Json value = option.value.json(options);
        if (!value.is_null() && value != option.value.json(defaults)) {
            object[option.name] = std::move(value);
        }
    }
    return object;
}

nlohmann::json toWholeJson(const RunOptions& options) {
    Json object = Json::object();
    for (const Option& option : optionTable()) {
        Json value = option.value.json(options);
        if (!values::isNothing(value)) {
            object[option.name] = std::move(value);
        }
    }
    return object;
}

nlohmann::json shapingOptions(const nlohmann::json& options) {
    Json shaping = Json::object();
    for (const Option& option : optionTable()) {
        const bool shapes = option.group == OptionGroup::Features || option.group == OptionGroup::Search ||
                            option.group == OptionGroup::Trainer;
        if (shapes && options.is_object() && options.contains(option.name)) {
            shaping[option.name] = options[option.name];
        }
    }
    return shaping;
}

nlohmann::json withListsSplit(nlohmann::json options) {
    for (const Option& option : optionTable()) {
        const auto stored = options.find(option.name);
        if (stored == options.end() || !option.value.takesNumbers() || !stored->is_string()) {
            continue;
        }
        std::vector<std::string> numbers = splitAtCommas(stored->get<std::string>());
        if (numbers.size() > 1) {
            *stored = std::move(numbers);
        }
    }
    return options;
}

RunOptions runOptionsFromJson(const nlohmann::json& object) {
    if (!object.is_object()) {
        failUsage(Sentence("the options must be a table of names and values"));
    }
    RunOptions options;
    for (const auto& [name, value] : object.items()) {
        const Option& option = optionNamed(name);
        option.give(options, textsOf(option, value));
    }
    return options;
}

std::vector<std::string> pathOptionNames() {
    std::vector<std::string> names;
    for (const Option& option : optionTable()) {
        if (option.value.kind == OptionKind::Path) {
            names.push_back(option.name);
        }
    }
    return names;
}

std::vector<std::string> runOptionNames() {
    return collected<std::string>(optionTable(), &Option::name);
}

} // namespace parsimony::session
