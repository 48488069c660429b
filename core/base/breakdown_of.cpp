// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/breakdown_of.h"

#include "core/base/enum_words.h"

namespace parsimony {

namespace {
constexpr std::array kWords{"all", "classes", "groups"};
} // namespace

const char* toText(BreakdownOf of) {
    return wordOf(kWords, of);
}

std::optional<BreakdownOf> breakdownOfNamed(std::string_view word) {
    return valueNamed<BreakdownOf>(kWords, word);
}

} // namespace parsimony
