// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/filter/filter_tokens.h"

#include "core/base/enum_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace parsimony::filter {

namespace {

/// Longer ones before those that they begin with.
constexpr std::array<std::pair<std::string_view, FilterOp>, 12> kOps{{{"<=", FilterOp::LessEqual},
                                                                      {">=", FilterOp::GreaterEqual},
                                                                      {"!=", FilterOp::NotEqual},
                                                                      {"==", FilterOp::Equal},
                                                                      {"\u2264", FilterOp::LessEqual},
                                                                      {"\u2265", FilterOp::GreaterEqual},
                                                                      {"\u2260", FilterOp::NotEqual},
                                                                      {"<", FilterOp::Less},
                                                                      {">", FilterOp::Greater},
                                                                      {"=", FilterOp::Equal},
                                                                      {"~", FilterOp::Contains},
                                                                      {":", FilterOp::Equal}}};

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

const std::pair<std::string_view, FilterOp>* opAt(std::string_view rest) {
    for (const auto& op : kOps) {
        if (rest.substr(0, op.first.size()) == op.first) {
            return &op;
        }
    }
    return nullptr;
}

} // namespace

const char* toText(FilterOp op) {
    static constexpr std::array words{"=", "!=", "<", "<=", ">", ">=", "~"};
    static_assert(words.size() == static_cast<std::size_t>(FilterOp::Contains) + 1);
    return wordOf(words, op);
}

std::optional<TrialField> columnOf(std::string_view name, const FilterWords& words) {
    if (const auto field = fieldOf(name)) {
        return field;
    }
    const std::string wanted = folded(name);
    for (const auto& [other, field] : words.columns) {
        if (folded(other) == wanted) {
            return field;
        }
    }
    return std::nullopt;
}

FilterKeyword keywordOf(std::string_view text, const FilterWords& words) {
    const std::string word = folded(text);
    const auto is = [&](std::string_view own, const std::string& other) {
        return word == own || (!other.empty() && word == folded(other));
    };
    return is("and", words.conjunction)  ? FilterKeyword::And
           : is("or", words.disjunction) ? FilterKeyword::Or
           : is("not", words.negation)   ? FilterKeyword::Not
                                         : FilterKeyword::None;
}

std::vector<FilterToken> filterTokens(std::string_view text, const FilterWords& words) {
    std::vector<FilterToken> tokens;
    std::size_t at = 0;
    const auto add = [&](FilterToken::Kind kind, std::size_t end, std::string said,
                         FilterOp op = FilterOp::Equal) {
        tokens.push_back({kind, at, end, std::move(said), op});
        at = end;
    };
    const auto colonIsOp = [&](std::size_t from, std::size_t colon) {
        return colon > from ? columnOf(text.substr(from, colon - from), words).has_value()
                            : !tokens.empty() && tokens.back().kind == FilterToken::Kind::Word &&
                                  columnOf(tokens.back().text, words).has_value();
    };
    while (at < text.size()) {
        const char c = text[at];
        if (isBlank(c)) {
            ++at;
        } else if (c == '(' || c == ')') {
            add(c == '(' ? FilterToken::Kind::Open : FilterToken::Kind::Close, at + 1, std::string(1, c));
        } else if (c == '"') {
            std::string said;
            std::size_t end = at + 1;
            while (end < text.size() && text[end] != '"') {
                end += text[end] == '\\' && end + 1 < text.size() ? 1 : 0;
                said += text[end++];
            }
            const bool closed = end < text.size();
            add(closed ? FilterToken::Kind::Quoted : FilterToken::Kind::Unclosed, end + (closed ? 1 : 0),
                std::move(said));
        } else if (const auto* op = opAt(text.substr(at)); op != nullptr && (c != ':' || colonIsOp(at, at))) {
            add(FilterToken::Kind::Op, at + op->first.size(), std::string(op->first), op->second);
        } else {
            std::size_t end = at + 1;
            while (end < text.size() && !isBlank(text[end]) && text[end] != '(' && text[end] != ')' &&
                   text[end] != '"') {
                const auto* next = opAt(text.substr(end));
                if (next != nullptr && (text[end] != ':' || colonIsOp(at, end))) {
                    break;
                }
                ++end;
            }
            add(FilterToken::Kind::Word, end, std::string(text.substr(at, end - at)));
        }
    }
    return tokens;
}

std::string quotedIfNeeded(const std::string& text, const FilterWords& words) {
    const auto tokens = filterTokens(text, words);
    if (tokens.size() == 1 && tokens[0].kind == FilterToken::Kind::Word && tokens[0].text == text &&
        keywordOf(text, words) == FilterKeyword::None) {
        return text;
    }
    std::string out = "\"";
    for (const char c : text) {
        out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return out + "\"";
}

std::optional<double> numberOf(std::string text, const FilterWords& words) {
    if (words.decimalComma && std::count(text.begin(), text.end(), ',') == 1 &&
        text.find('.') == std::string::npos) {
        text[text.find(',')] = '.';
    }
    const char* begin = text.data() + (text.size() > 1 && text[0] == '+' && text[1] != '-' ? 1 : 0);
    double value = 0.0;
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace parsimony::filter
