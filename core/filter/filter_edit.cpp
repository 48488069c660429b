// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/filter/filter_edit.h"

#include "core/base/collected.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/filter/filter_tokens.h"

#include <algorithm>
#include <utility>

namespace parsimony::filter {

namespace {

constexpr int kBrushDigits = 4;

/// The parts that must all hold, as they were written, without those that `dropped` names.
template <class Dropped>
std::vector<std::string> partsWithout(const TrialFilter& filter, std::string_view text, Dropped dropped) {
    std::vector<std::string> parts;
    for (const FilterNode* node : filter.conjuncts()) {
        if (!dropped(*node)) {
            const std::string part(text.substr(node->begin, node->end - node->begin));
            const bool bare = node->kind == FilterNode::Kind::Or && !node->enclosed;
            parts.push_back(bare ? '(' + part + ')' : part);
        }
    }
    return parts;
}

bool beginsWith(const std::string& text, const std::string& part) {
    return folded(text).rfind(part, 0) == 0;
}

void addValues(std::vector<std::string>& into, TrialField field, const FilterWords& words) {
    for (const auto& value : words.values) {
        if (value.field == field && folded(value.said) != value.canonical) {
            into.push_back(quotedIfNeeded(value.said, words));
        }
    }
    for (const std::string& name : knownValues(field, words)) {
        into.push_back(quotedIfNeeded(name, words));
    }
}

void addStarts(std::vector<std::string>& into, const FilterWords& words) {
    for (int i = 0; i < kTrialFields; ++i) {
        into.emplace_back(fieldKey(static_cast<TrialField>(i)));
    }
    for (const auto& [name, field] : words.columns) {
        if (folded(name) != fieldKey(field) && quotedIfNeeded(name, words) == name) {
            into.push_back(name);
        }
    }
    into.emplace_back("AND");
    into.emplace_back("OR");
    into.emplace_back("NOT");
    for (const auto& word : {words.conjunction, words.disjunction, words.negation}) {
        if (!word.empty()) {
            into.push_back(word);
        }
    }
}

} // namespace

FilterCompletion completeFilter(std::string_view text, std::size_t cursor, const FilterWords& words) {
    const auto tokens = filterTokens(text.substr(0, cursor), words);
    FilterCompletion completion{cursor, cursor, {}};
    std::size_t before = tokens.size(); // of the tokens before the word that is being typed
    std::string typed;
    if (!tokens.empty() && tokens.back().end == cursor &&
        (tokens.back().kind == FilterToken::Kind::Word ||
         tokens.back().kind == FilterToken::Kind::Unclosed)) {
        --before;
        completion.begin = tokens.back().begin;
        typed = folded(tokens.back().text);
    }
    std::vector<std::string> all;
    const bool value = before >= 2 && tokens[before - 1].kind == FilterToken::Kind::Op;
    if (value) {
        if (const auto field = columnOf(tokens[before - 2].text, words)) {
            addValues(all, *field, words);
        }
    } else if (!typed.empty()) {
        addStarts(all, words);
    }
    for (auto& candidate : all) {
        const std::string plain = candidate.front() == '"' ? candidate.substr(1) : candidate;
        if (beginsWith(plain, typed) && folded(plain) != typed &&
            std::find(completion.candidates.begin(), completion.candidates.end(), candidate) ==
                completion.candidates.end()) {
            completion.candidates.push_back(std::move(candidate));
        }
    }
    return completion;
}

std::optional<std::string> withRange(std::string_view text, const FilterRange& range,
                                     const FilterWords& words) {
    const TrialFilter filter(text, words);
    if (!filter.problems().empty()) {
        return std::nullopt;
    }
    auto parts = partsWithout(filter, text, [&](const FilterNode& node) {
        return node.kind == FilterNode::Kind::Term && node.field == range.field && node.number &&
               node.op != FilterOp::NotEqual;
    });
    const auto add = [&](const char* op, const std::optional<double>& bound) {
        if (bound) {
            parts.push_back(fieldKey(range.field) + std::string(op) + roundedText(*bound, kBrushDigits));
        }
    };
    add(">=", range.low);
    add("<=", range.high);
    return joined(parts, " ");
}

namespace {
/// `parts` and that one of these terms holds.
std::string withOneOf(std::vector<std::string> parts, const std::vector<std::string>& terms) {
    if (!terms.empty()) {
        parts.push_back(terms.size() == 1 ? terms.front() : '(' + joined(terms, " OR ") + ')');
    }
    return joined(parts, " ");
}
} // namespace

std::optional<std::string> withListed(std::string_view text, TrialField field,
                                      const std::vector<double>& values, const FilterWords& words) {
    const TrialFilter filter(text, words);
    if (!filter.problems().empty()) {
        return std::nullopt;
    }
    auto parts = partsWithout(filter, text,
                              [&](const FilterNode& node) { return filter.listed(node, field).has_value(); });
    auto terms = collected<std::string>(
        values, [&](const double value) { return fieldKey(field) + std::string("=") + numberText(value); });
    return withOneOf(std::move(parts), terms);
}

std::optional<std::string> withNamed(std::string_view text, TrialField field,
                                     const std::vector<std::string>& names, const FilterWords& words) {
    const TrialFilter filter(text, words);
    if (!filter.problems().empty()) {
        return std::nullopt;
    }
    auto parts =
        partsWithout(filter, text, [&](const FilterNode& node) { return filter.listsNames(node, field); });
    const auto terms = collected<std::string>(names, [&](const std::string& name) {
        return fieldKey(field) + std::string("=") + quotedIfNeeded(name, words);
    });
    return withOneOf(std::move(parts), terms);
}

} // namespace parsimony::filter
