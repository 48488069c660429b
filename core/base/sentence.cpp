// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"

#include <algorithm>

namespace parsimony {

std::string Sentence::inNumber(std::string_view pattern) const {
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool place = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '|';
        const auto index = place ? static_cast<std::size_t>(pattern[i + 1] - '1') : m_values.size();
        const std::size_t between = index < m_values.size() ? pattern.find('|', i + 3) : pattern.npos;
        const std::size_t end = pattern.find('}', between);
        if (end != pattern.npos) {
            const bool one = m_values[index].text == "1";
            text +=
                one ? pattern.substr(i + 3, between - i - 3) : pattern.substr(between + 1, end - between - 1);
            i = end;
        } else {
            text += pattern[i];
        }
    }
    return text;
}

// A value may be a name that somebody gave in a file: a line break in it would begin a line that looks like
// ours.
std::string Sentence::english() const {
    std::string text;
    for (std::size_t i = 0; i < m_pattern.size(); ++i) {
        const bool place = m_pattern[i] == '{' && i + 2 < m_pattern.size() && m_pattern[i + 2] == '}';
        const auto index = place ? static_cast<std::size_t>(m_pattern[i + 1] - '1') : m_values.size();
        if (index < m_values.size()) {
            std::string value = m_values[index].text;
            std::replace_if(
                value.begin(), value.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
            text += value;
            i += 2;
        } else {
            text += m_pattern[i];
        }
    }
    return text;
}

Sentence sentenceOf(const Error& error) {
    const auto* said = dynamic_cast<const SaidError*>(&error);
    return said != nullptr ? said->sentence() : Sentence::of("{1}", {Sentence::Value{error.what()}});
}

void fail(const Sentence& sentence) {
    throw SaidError(ErrorCode::Failed, sentence);
}
void failUsage(const Sentence& sentence) {
    throw SaidError(ErrorCode::Usage, sentence);
}
void refuse(const Sentence& sentence) {
    throw SaidError(ErrorCode::Refused, sentence);
}
void interrupted(const Sentence& sentence) {
    throw SaidError(ErrorCode::Interrupted, sentence);
}
void refuse(const Sentence& sentence, RefusedSpend spend) {
    throw SaidError(sentence, spend);
}

} // namespace parsimony
