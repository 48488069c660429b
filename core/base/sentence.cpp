// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"

namespace parsimony {

std::string Sentence::english() const {
    std::string text;
    for (std::size_t i = 0; i < m_pattern.size(); ++i) {
        const bool place = m_pattern[i] == '{' && i + 2 < m_pattern.size() && m_pattern[i + 2] == '}';
        const auto index = place ? static_cast<std::size_t>(m_pattern[i + 1] - '1') : m_values.size();
        if (index < m_values.size()) {
            text += m_values[index].text;
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
