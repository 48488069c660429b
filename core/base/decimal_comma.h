// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <string>
#include <string_view>
#include <vector>

namespace parsimony {

/// "0.5" of "0,5": what may have been meant by two whole numbers with a comma between them; empty for another
/// text.
[[nodiscard]] std::string asOneNumber(std::string_view list);

/// Whether a number after a comma begins with a zero as digits after a decimal mark do: 0,01 and 1,05. Nobody
/// writes the numbers of a list so.
[[nodiscard]] bool hasDecimalComma(std::string_view list);

/// Numbers that surely are several, as a list that nothing takes for one number: 0,5.0.
[[nodiscard]] std::string listText(std::vector<std::string> numbers);

/// `refusal` of a list, with a word on the decimal mark where one number may have been meant.
[[nodiscard]] Sentence withCommaHint(const Sentence& refusal, const std::string& list);

} // namespace parsimony
