// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_parse.h"

#include "core/base/collected.h"
#include "core/base/sentence.h"

#include <charconv>
#include <cmath>

namespace parsimony {

double parseNumber(std::string_view text, const std::string& what) {
    const std::string original(text);
    if (!text.empty() && text.front() == '+') {
        text.remove_prefix(1);
    }
    double value = 0.0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || result.ec != std::errc{} || result.ptr != text.data() + text.size()) {
        const bool comma = original.find(',') != std::string::npos;
        failUsage(comma ? Sentence("{1}: '{2}' is not a number; the decimal mark is a point", what, original)
                        : Sentence("{1}: '{2}' is not a number", what, original));
    }
    return value;
}

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> fields;
    while (true) {
        const auto at = text.find(separator);
        fields.push_back(text.substr(0, at));
        if (at == std::string_view::npos) {
            return fields;
        }
        text.remove_prefix(at + 1);
    }
}

std::vector<double> parseRange(std::string_view text, bool logarithmic, const std::string& what) {
    const auto fields = split(text, ':');
    if (fields.size() != 3) {
        failUsage(Sentence("{1}: a range is written log:LO:HI:N or lin:LO:HI:N", what));
    }
    const double low = parseNumber(fields[0], what);
    const double high = parseNumber(fields[1], what);
    const double count = parseNumber(fields[2], what);
    if (!(count >= 1.0 && count <= 1e6) || count != std::floor(count)) {
        failUsage(Sentence("{1}: N must be a whole number from 1 to 1000000", what));
    }
    if (!std::isfinite(low) || !std::isfinite(high) || (logarithmic && (low <= 0.0 || high <= 0.0))) {
        failUsage(logarithmic ? Sentence("{1}: the ends of the range must be finite and positive", what)
                              : Sentence("{1}: the ends of the range must be finite", what));
    }
    const auto points = static_cast<std::size_t>(count);
    std::vector<double> values(points, low);
    for (std::size_t i = 1; i < points; ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(points - 1);
        values[i] = logarithmic ? low * std::pow(high / low, t) : low + (high - low) * t;
    }
    if (points > 1) {
        values.back() = high;
    }
    return values;
}

} // namespace

std::vector<double> parseNumberList(std::string_view text, const std::string& what) {
    if (text.starts_with("log:") || text.starts_with("lin:")) {
        return parseRange(text.substr(4), text.starts_with("log:"), what);
    }
    return collected<double>(split(text, ','), [&](const auto field) { return parseNumber(field, what); });
}

} // namespace parsimony
