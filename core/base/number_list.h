// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/collected.h"
#include "core/base/decimal_comma.h"
#include "core/base/number_parse.h"
#include "core/base/number_text.h"

#include <string>
#include <utility>
#include <vector>

namespace parsimony {

/// A LIST of the command line, read once: the numbers it stands for, and the text it was written as, which
/// files keep.
class NumberList {
public:
    /// Throws Error(Usage) naming `what` as parseNumberList does, and of a decimal comma that nobody takes
    /// for a list.
    NumberList(std::string text, const std::string& what) : m_text(std::move(text)) {
        m_values =
            hasDecimalComma(m_text) ? std::vector{parseNumber(m_text, what)} : parseNumberList(m_text, what);
    }
    NumberList(const char* text) : NumberList(text, "a list") {}
    NumberList(double value) : NumberList(std::vector{value}) {}
    explicit NumberList(std::vector<double> values) : m_values(std::move(values)) {
        auto texts = collected<std::string>(m_values, [&](const double value) { return numberText(value); });
        m_text = listText(std::move(texts));
    }

    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] const std::vector<double>& values() const { return m_values; }
    [[nodiscard]] bool single() const { return m_values.size() == 1; }
    [[nodiscard]] double first() const { return m_values.front(); }
    /// Of the numbers: log:1:4:3 is 1,2,4.
    friend bool operator==(const NumberList& a, const NumberList& b) { return a.m_values == b.m_values; }

private:
    std::string m_text;
    std::vector<double> m_values;
};

} // namespace parsimony
