// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/toml_options.h"

#include "core/base/decimal_comma.h"
#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/number_text.h"
#include "core/base/toml.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>

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

/// As the command line would give it: one in hexadecimal, octal or binary digits keeps them, so that the
/// option says what it says there.
std::string wholeText(const toml::value<std::int64_t>& number) {
    struct Form {
        toml::value_flags flag;
        const char* prefix;
        int base;
    };
    constexpr std::array forms{Form{toml::value_flags::format_as_hexadecimal, "0x", 16},
                               Form{toml::value_flags::format_as_octal, "0o", 8},
                               Form{toml::value_flags::format_as_binary, "0b", 2}};
    for (const Form& form : forms) {
        if ((number.flags() & form.flag) == form.flag) {
            std::array<char, 64> digits{};
            const auto written =
                std::to_chars(digits.data(), digits.data() + digits.size(), number.get(), form.base);
            return form.prefix + std::string(digits.data(), written.ptr);
        }
    }
    return std::to_string(number.get());
}

std::string scalarText(const toml::node& node, const std::string& where) {
    if (const auto* text = node.as_string()) {
        return text->get();
    }
    if (const auto* number = node.as_integer()) {
        return wholeText(*number);
    }
    if (const auto* number = node.as_floating_point()) {
        // 3.0 is no whole number, as on the command line.
        const std::string shortest = numberText(number->get());
        return shortest.find_first_of(".en") == std::string::npos ? shortest + ".0" : shortest;
    }
    if (const auto* flag = node.as_boolean()) {
        return flag->get() ? "true" : "false";
    }
    failUsage(where + " must be a text, a number, true or false, or an array of those");
}

/// Whether TOML has no such number: an integer of more than 64 bits, or one beyond the largest double.
bool isTooLarge(const std::string& number) {
    const char* first = number.data() + (number.starts_with('+') ? 1 : 0);
    const char* last = number.data() + number.size();
    if (number.find_first_of(".eE") != std::string::npos) {
        char* end = nullptr;
        return std::isinf(std::strtod(number.c_str(), &end)) && end == last;
    }
    std::int64_t ignored = 0;
    const auto [end, error] = std::from_chars(first, last, ignored);
    return error == std::errc::result_out_of_range && end == last;
}

/// The text with quotes around numbers that are too large for TOML, so that the option says what is wrong
/// with them, as it does of the command line.
std::string withLargeNumbersQuoted(const std::string& text) {
    std::string quoted;
    for (std::size_t at = 0; at < text.size();) {
        quoted += text[at];
        if (std::string_view("=[, \n").find(text[at++]) == std::string_view::npos) {
            continue; // a value begins behind these alone
        }
        const std::size_t end = std::min(text.find_first_not_of("+-.0123456789eE", at), text.size());
        const std::string number = text.substr(at, end - at);
        const bool ends =
            end == text.size() || std::string_view(",] \t#\r\n").find(text[end]) != std::string_view::npos;
        quoted += ends && isTooLarge(number) ? '"' + number + '"' : number;
        at = end;
    }
    return quoted;
}

toml::table parsed(const std::filesystem::path& file) {
    try {
        return toml::parse_file(file.string());
    } catch (const toml::parse_error&) {
        std::ifstream in(file, std::ios::binary);
        const std::string text(std::istreambuf_iterator<char>(in), {});
        const std::string quoted = withLargeNumbersQuoted(text);
        if (quoted == text) {
            throw;
        }
        try {
            return toml::parse(quoted, file.string());
        } catch (const toml::parse_error&) { // something else, or it was no number: what the file itself says
        }
        throw;
    }
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
    requireReadable(file);
    toml::table table;
    try {
        table = parsed(file);
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
        entries.push_back(std::move(entry));
    }
    return entries;
}

} // namespace parsimony::app
