// SPDX-License-Identifier: GPL-3.0-or-later
// The range of a number, and what is said of one that is outside.
#include "core/base/limits.h"

#include "core/base/decimal_comma.h"
#include "core/base/number_parse.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"

#include <cmath>

namespace parsimony {

namespace {

/// 100000 and not the shorter 1e+05.
std::string plainText(double value) {
    const bool whole = std::abs(value) <= 1e9 && value == std::floor(value);
    return whole ? std::to_string(static_cast<std::int64_t>(value)) : numberText(value);
}

} // namespace

bool Limits::allow(double value) const {
    if (orInfinite && std::isinf(value)) {
        return value > 0.0;
    }
    return (std::isnormal(value) || value == 0.0) && (aboveLeast ? value > least : value >= least) &&
           (belowMost ? value < most : value <= most);
}

void Limits::refuse(const std::string& option, const std::string& given, bool whole) const {
    const Sentence::Value from = Sentence::number(plainText(least));
    const Sentence::Value to = Sentence::number(plainText(most));
    const Sentence::Value value = Sentence::number(given);
    const bool low = least > kAnyNumber.least;
    const bool high = most < kAnyNumber.most;
    if (whole) {
        failUsage(
            high ? Sentence("{1} must be a whole number from {2} to {3}, not {4}", option, from, to, value)
                 : Sentence("{1} must be a whole number of at least {2}, not {3}", option, from, value));
    }
    if (!low && !high) {
        failUsage(Sentence("{1} must be a finite number, not {2}", option, value));
    }
    if (!high) {
        failUsage(aboveLeast
                      ? Sentence("{1} must be a number above {2}, not {3}", option, from, value)
                      : Sentence("{1} must be a number of at least {2}, not {3}", option, from, value));
    }
    if (aboveLeast) {
        failUsage(belowMost ? Sentence("{1} must be a number above {2} and below {3}, not {4}", option, from,
                                       to, value)
                            : Sentence("{1} must be a number above {2} and at most {3}, not {4}", option,
                                       from, to, value));
    }
    failUsage(belowMost ? Sentence("{1} must be a number of at least {2} and below {3}, not {4}", option,
                                   from, to, value)
                        : Sentence("{1} must be a number from {2} to {3}, not {4}", option, from, to, value));
}

void Limits::require(double value, const std::string& option) const {
    if (!allow(value)) {
        refuse(option, numberText(value), false);
    }
}

void Limits::requireWhole(std::uint32_t value, const std::string& option) const {
    if (!allow(value)) {
        refuse(option, std::to_string(value), true);
    }
}

double numberWithin(const std::string& text, const std::string& option, const Limits& limits) {
    const double value = parseNumber(text, option);
    limits.require(value, option);
    return value;
}

NumberList numbersWithin(const std::string& text, const std::string& option, const Limits& limits,
                         bool whole) {
    NumberList list(text, option);
    for (const double value : list.values()) {
        if (limits.allow(value) && (!whole || value == std::floor(value))) {
            continue;
        }
        try {
            limits.refuse(option, numberText(value), whole);
        } catch (const Error& error) {
            failUsage(withCommaHint(sentenceOf(error), text));
        }
    }
    const std::string one = asOneNumber(text);
    if (limits.small && !one.empty() && list.first() == 0.0) {
        failUsage(
            Sentence("{1}: {2} may be meant for {3}; the decimal mark is a point, and a list of the two "
                     "is written {2}.0",
                     option, text, one));
    }
    return list;
}

} // namespace parsimony
