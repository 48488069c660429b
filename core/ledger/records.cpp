// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/records.h"

#include "core/base/enum_words.h"
#include "core/base/told.h"
#include "core/ledger/newer_word.h"

#include <algorithm>
#include <iterator>

namespace parsimony::ledger {

namespace {

constexpr std::array kValueClasses{"released", "public", "curator"};
constexpr std::array kVisibilities{"private", "public"};
constexpr std::array kAccountKinds{"gaussian", "slices"};

std::string beginningOf(std::string_view word) {
    return std::string(word.substr(0, 40));
}

/// The first of its kind where nothing is said.
template <class Enum>
Enum valueOfWord(std::string_view text, std::optional<Enum> (*named)(std::string_view)) {
    const auto known = text.empty() ? std::optional(Enum{}) : named(text);
    if (!known) {
        throw NewerWord(text);
    }
    return *known;
}

std::optional<Visibility> visibilityNamed(std::string_view text) {
    return valueNamed<Visibility>(kVisibilities, text);
}

} // namespace

NewerWord::NewerWord(std::string_view word)
    : SaidError(
          ErrorCode::Failed,
          Sentence("the project holds a word that this version does not know, '{1}': a newer version of "
                   "Parsimony wrote it, update Parsimony",
                   beginningOf(word))),
      m_word(beginningOf(word)) {}

Sentence NewerWord::in(std::int64_t row, const std::string& file) const {
    return Sentence(
        "row {1} of '{2}' has a word that this version of Parsimony does not know: '{3}'; a newer "
        "version wrote it, update Parsimony",
        told(row), file, told(m_word));
}

const char* toText(ValueClass valueClass) {
    return wordOf(kValueClasses, valueClass);
}

const char* toText(Visibility visibility) {
    return wordOf(kVisibilities, visibility);
}

const char* toText(AccountKind kind) {
    return wordOf(kAccountKinds, kind);
}

std::optional<ValueClass> valueClassNamed(std::string_view text) {
    return valueNamed<ValueClass>(kValueClasses, text);
}

ValueClass valueClassFromText(std::string_view text) {
    if (const auto known = valueClassNamed(text)) {
        return *known;
    }
    fail(Sentence("no value is of class '{1}'", beginningOf(text))); // the table takes no other
}

Visibility visibilityFromText(std::string_view text) {
    return valueOfWord(text, visibilityNamed);
}

std::optional<AccountKind> accountKindNamed(std::string_view text) {
    return valueNamed<AccountKind>(kAccountKinds, text);
}

AccountKind accountKindFromText(std::string_view text) {
    return valueOfWord(text, accountKindNamed);
}

ScoreKind scoreKindFromText(std::string_view text) {
    return valueOfWord(text, scoreKindNamed);
}

void addTags(std::vector<RowTag>& tags, std::span<const RowTag> more) {
    std::vector<RowTag> all;
    all.reserve(tags.size() + more.size());
    std::set_union(tags.begin(), tags.end(), more.begin(), more.end(), std::back_inserter(all));
    tags = std::move(all);
}

PartId DeclaredDataset::part(const std::string& name) const {
    for (const auto& [partName, partId] : parts) {
        if (partName == name) {
            return partId;
        }
    }
    failUsage(Sentence("the dataset has no part '{1}'", name));
}

} // namespace parsimony::ledger
