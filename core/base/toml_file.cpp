// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/toml_file.h"

#include "core/base/decimal_comma.h"
#include "core/base/input_file.h"
#include "core/base/number_parse.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <regex>
#include <string_view>

namespace parsimony {

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

toml::table parsed(const std::string& text, const std::string& name) {
    try {
        return toml::parse(text, name);
    } catch (const toml::parse_error&) {
        const std::string quoted = withLargeNumbersQuoted(text);
        if (quoted == text) {
            throw;
        }
        try {
            return toml::parse(quoted, name);
        } catch (const toml::parse_error&) { // something else, or it was no number: what the file itself says
        }
        throw;
    }
}

/// TOML takes a number with a decimal comma for two values.
void refuseCommas(const std::string& line, const TakeValue& take, const std::string& file,
                  std::size_t number) {
    static const std::regex pattern(
        R"(^\s*["']?([\w-]+)["']?\s*=\s*([+-]?\d[\d.eE+-]*(?:,[+-]?\d[\d.eE+-]*)+)\s*(?:#.*)?$)");
    std::smatch found;
    if (!std::regex_match(line, found, pattern)) {
        return;
    }
    const std::string option = "--" + found[1].str();
    try {
        if (!take) {
            static_cast<void>(parseNumber(found[2].str(), option));
        }
        take(found[1].str(), found[2].str());
        failUsage(
            Sentence("{1}: a list is written [{2}]; the decimal mark is a point", option, found[2].str()));
    } catch (const Error& error) {
        throw SaidError(error.code(), Sentence("{1}, line {2}: {3}", file, number, sentenceOf(error)));
    }
}

} // namespace

toml::table readToml(const std::filesystem::path& file, ErrorCode notToml, const TakeValue& take) {
    const std::string text = contentsOf(file);
    try {
        return parsed(text, file.string());
    } catch (const toml::parse_error& error) {
        const std::size_t line = error.source().begin.line;
        const std::vector<std::string> lines = splitAt(text, '\n');
        if (line > 0 && line <= lines.size()) {
            refuseCommas(lines[line - 1], take, file.string(), line);
        }
        throw SaidError(notToml, Sentence("{1}, line {2}: {3}", file.string(), line,
                                          oneLine(std::string(error.description()))));
    }
}

std::string elementText(std::string text, const std::string& what) {
    if (!asOneNumber(text).empty()) {
        static_cast<void>(parseNumber(text, what));
    }
    return text;
}

std::optional<std::string> scalarText(const toml::node& node) {
    if (const auto* text = node.as_string()) {
        return text->get();
    }
    if (const auto* number = node.as_integer()) {
        return wholeText(*number);
    }
    if (const auto* number = node.as_floating_point()) {
        return realText(number->get());
    }
    if (const auto* flag = node.as_boolean()) {
        return flag->get() ? "true" : "false";
    }
    return std::nullopt;
}

} // namespace parsimony
