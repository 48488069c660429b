// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/toml_options.h"

#include "core/base/error.h"
#include "core/base/toml_file.h"

#include <optional>

namespace parsimony::app {

namespace {

std::string textOf(const toml::node& node, const std::string& where) {
    std::optional<std::string> text = scalarText(node);
    if (!text) {
        failUsage(where + " must be a text, a number, true or false, or an array of those");
    }
    return *text;
}

} // namespace

std::vector<ConfigEntry> readTomlOptions(const std::filesystem::path& file, const TakeValue& take) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) {
        fail(file.string() + " is a folder; --config takes a TOML file");
    }
    if (!std::filesystem::exists(file, ignored)) {
        fail(file.string() + ": no such configuration file");
    }
    const toml::table table = readToml(file, ErrorCode::Usage, take);
    std::vector<ConfigEntry> entries;
    for (const auto& [key, node] : table) {
        ConfigEntry entry;
        entry.key = std::string(key.str());
        entry.line = static_cast<int>(node.source().begin.line);
        const std::string where =
            file.string() + ", line " + std::to_string(entry.line) + ": '" + entry.key + "'";
        if (const auto* inner = node.as_table()) {
            for (const auto& [name, value] : *inner) {
                entry.values.push_back(std::string(name.str()) + "=" + textOf(value, where));
            }
        } else if (const auto* array = node.as_array()) {
            for (const auto& element : *array) {
                entry.values.push_back(elementText(textOf(element, where), where));
            }
        } else {
            entry.values.push_back(textOf(node, where));
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

} // namespace parsimony::app
