// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/toml_options.h"

#include "core/base/decimal_comma.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/base/toml.h"

namespace parsimony::app {

namespace {

std::string oneLine(std::string text) {
    for (char& c : text) {
        if (c == '\n' || c == '\r' || c == '\t') {
            c = ' ';
        }
    }
    return text;
}

std::string scalarText(const toml::node& node, const std::string& where) {
    if (const auto* text = node.as_string()) {
        return text->get();
    }
    if (const auto* number = node.as_integer()) {
        return std::to_string(number->get());
    }
    if (const auto* number = node.as_floating_point()) {
        return numberText(number->get());
    }
    if (const auto* flag = node.as_boolean()) {
        return flag->get() ? "true" : "false";
    }
    failUsage(where + " must be a text, a number, true or false, or an array of those");
}

} // namespace

std::vector<ConfigEntry> readTomlOptions(const std::filesystem::path& file) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) {
        fail(file.string() + " is a folder; --config takes a TOML file");
    }
    if (!std::filesystem::exists(file, ignored)) {
        fail(file.string() + ": no such configuration file");
    }
    if (!std::filesystem::is_regular_file(file, ignored)) { // a pipe would be waited for, a device never ends
        fail(Sentence("{1} is not a regular file", file.string()));
    }
    toml::table table;
    try {
        table = toml::parse_file(file.string());
    } catch (const toml::parse_error& error) {
        const auto line = error.source().begin.line;
        const std::string where = file.string() + ", line " + std::to_string(line);
        refuseDecimalComma(file, line, where);
        failUsage(where + ": " + oneLine(std::string(error.description())));
    }
    std::vector<ConfigEntry> entries;
    for (const auto& [key, node] : table) {
        ConfigEntry entry;
        entry.key = std::string(key.str());
        entry.line = static_cast<int>(node.source().begin.line);
        const std::string where =
            file.string() + ", line " + std::to_string(entry.line) + ": '" + entry.key + "'";
        if (const auto* inner = node.as_table()) {
            for (const auto& [name, value] : *inner) {
                entry.values.push_back(std::string(name.str()) + "=" + scalarText(value, where));
            }
        } else if (const auto* array = node.as_array()) {
            for (const auto& element : *array) {
                entry.values.push_back(scalarText(element, where));
            }
        } else {
            entry.values.push_back(scalarText(node, where));
        }
        if (entry.values.empty()) {
            failUsage(where + " is empty");
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

} // namespace parsimony::app
