// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/decimal_comma.h"

#include "core/base/text.h"

#include <algorithm>

namespace parsimony {

namespace {

bool isDigits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

std::string asOneNumber(std::string_view list) {
    const std::size_t comma = list.find(',');
    if (comma == std::string_view::npos) {
        return {};
    }
    const std::size_t sign = list.starts_with('-') || list.starts_with('+') ? 1 : 0;
    const std::string_view whole = list.substr(0, comma);
    const std::string_view fraction = list.substr(comma + 1);
    return isDigits(whole.substr(sign)) && isDigits(fraction)
               ? std::string(whole) + "." + std::string(fraction)
               : std::string();
}

bool hasDecimalComma(std::string_view list) {
    for (std::size_t comma = list.find(','); comma != std::string_view::npos;) {
        const std::size_t from = comma + 1;
        comma = list.find(',', from);
        const std::string_view number = list.substr(from, comma == list.npos ? comma : comma - from);
        if (number.size() > 1 && number.front() == '0' && isDigits(number)) {
            return true;
        }
    }
    return false;
}

std::string listText(std::vector<std::string> numbers) {
    std::string plain = joined(numbers, ",");
    if (numbers.size() < 2 ||
        (!hasDecimalComma(plain) && (numbers.front() != "0" || asOneNumber(plain).empty()))) {
        return plain;
    }
    std::for_each(numbers.begin() + 1, numbers.end(),
                  [](std::string& number) { number += isDigits(number) ? ".0" : ""; });
    return joined(numbers, ",");
}

Sentence withCommaHint(const Sentence& refusal, const std::string& list) {
    return asOneNumber(list).empty()
               ? refusal
               : Sentence("{1}: {2} is a list of two numbers; the decimal mark is a point", refusal, list);
}

} // namespace parsimony
