// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/filter/filter_parser.h"

#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "core/base/trial_state.h"
#include "core/filter/filter_tokens.h"

#include <algorithm>

namespace parsimony::filter {

namespace {

constexpr int kDeepest = 64; ///< parentheses within each other: each level is a call

std::vector<std::string> columnNames() {
    std::vector<std::string> names;
    names.reserve(kTrialFields);
    for (int i = 0; i < kTrialFields; ++i) {
        names.emplace_back(fieldKey(static_cast<TrialField>(i)));
    }
    return names;
}

/// Whether the state of that number goes by `name`.
bool isState(const std::string& name, std::size_t state) {
    return name == toText(static_cast<TrialState>(state));
}

constexpr std::size_t kStates = static_cast<std::size_t>(TrialState::Unknown) + 1;

/// Makes the nodes of a filter from its text, by descent: OR over AND over NOT over terms.
class FilterParser {
public:
    FilterParser(std::string_view text, const FilterWords& words)
        : m_text(text), m_words(words), m_tokens(filterTokens(text, words)) {}
    [[nodiscard]] FilterNodes read();

private:
    using Node = FilterNode;
    using Kind = FilterNode::Kind;
    [[nodiscard]] bool done() const { return m_at >= m_tokens.size(); }
    [[nodiscard]] const FilterToken& now() const { return m_tokens[m_at]; }
    [[nodiscard]] bool at(FilterToken::Kind kind) const { return !done() && now().kind == kind; }
    [[nodiscard]] FilterKeyword keyword() const;
    void blame(std::size_t begin, std::size_t end, Sentence what);
    std::size_t add(Node node);
    std::size_t joined(Kind kind, std::vector<std::size_t> children);

    std::size_t alternatives(int depth);
    std::size_t conjunction(int depth);
    std::size_t negation(int depth);
    std::size_t primary(int depth);
    std::size_t word(const FilterToken& token);
    std::size_t term();
    void readValue(Node& term, const FilterToken& column, const FilterToken& value, std::size_t end);
    void readNamed(Node& term, const FilterToken& value);
    void readNumber(Node& term, const FilterToken& value, std::size_t end);
    static bool mayOccurBeforeNumber(std::string_view word, std::string_view text);
    void wordsOfPhases(Node& node) const;
    /// Of the parts that must all hold those without a problem.
    void keepWhatWasRead();
    void statesLike(Node& node) const;

    FilterNodes m_read;
    std::string_view m_text;
    const FilterWords& m_words;
    std::vector<FilterToken> m_tokens;
    std::size_t m_at = 0;
};

} // namespace

FilterNodes FilterParser::read() {
    if (!m_tokens.empty()) {
        alternatives(0);
        if (!done()) {
            blame(now().begin, now().end, Sentence("a parenthesis is closed that was not opened"));
        }
    }
    if (!m_read.problems.empty() && !m_read.nodes.empty()) {
        keepWhatWasRead();
    }
    return std::move(m_read);
}

void FilterParser::keepWhatWasRead() {
    std::vector<std::size_t> good;
    std::vector<std::size_t> open{m_read.nodes.size() - 1};
    while (!open.empty()) {
        const std::size_t index = open.back();
        const Node& node = m_read.nodes[index];
        open.pop_back();
        if (node.kind == Kind::And) {
            open.insert(open.end(), node.children.rbegin(), node.children.rend());
            continue;
        }
        const auto inside = [&](const FilterProblem& problem) {
            return problem.at < node.end && problem.at + problem.length > node.begin;
        };
        if (node.end > node.begin && std::none_of(m_read.problems.begin(), m_read.problems.end(), inside)) {
            good.push_back(index);
        }
    }
    if (good.empty()) {
        m_read.nodes.clear();
    } else if (good.size() == 1) {
        m_read.nodes.push_back(Node(m_read.nodes[good[0]])); // the last is the root
    } else {
        joined(Kind::And, std::move(good));
    }
}

FilterKeyword FilterParser::keyword() const {
    return at(FilterToken::Kind::Word) &&
                   !(m_at + 1 < m_tokens.size() && m_tokens[m_at + 1].kind == FilterToken::Kind::Op)
               ? keywordOf(now().text, m_words)
               : FilterKeyword::None;
}

void FilterParser::blame(std::size_t begin, std::size_t end, Sentence what) {
    m_read.problems.push_back({begin, end - begin, std::move(what)});
}

std::size_t FilterParser::add(Node node) {
    m_read.nodes.push_back(std::move(node));
    return m_read.nodes.size() - 1;
}

std::size_t FilterParser::joined(Kind kind, std::vector<std::size_t> children) {
    if (children.size() == 1) {
        return children[0];
    }
    Node node;
    node.kind = kind;
    node.begin = m_read.nodes[children.front()].begin;
    node.end = m_read.nodes[children.back()].end;
    node.children = std::move(children);
    return add(std::move(node));
}

std::size_t FilterParser::alternatives(int depth) {
    std::vector<std::size_t> terms{conjunction(depth)};
    while (keyword() == FilterKeyword::Or) {
        ++m_at;
        terms.push_back(conjunction(depth));
    }
    return joined(Kind::Or, std::move(terms));
}

std::size_t FilterParser::conjunction(int depth) {
    std::vector<std::size_t> terms{negation(depth)};
    while (!done() && !at(FilterToken::Kind::Close) && keyword() != FilterKeyword::Or) {
        if (keyword() == FilterKeyword::And) {
            ++m_at;
        }
        terms.push_back(negation(depth));
    }
    return joined(Kind::And, std::move(terms));
}

std::size_t FilterParser::negation(int depth) {
    if (keyword() != FilterKeyword::Not) {
        return primary(depth);
    }
    Node node;
    node.kind = Kind::Not;
    node.begin = now().begin;
    ++m_at;
    node.children = {depth < kDeepest ? negation(depth + 1) : primary(depth)};
    node.end = m_read.nodes[node.children[0]].end;
    return add(std::move(node));
}

std::size_t FilterParser::primary(int depth) {
    if (done() || at(FilterToken::Kind::Close) || keyword() != FilterKeyword::None) {
        const std::size_t begin = done() ? m_text.size() : now().begin;
        const std::size_t end = done() ? m_text.size() : now().end;
        blame(begin, end, Sentence("a condition is missing here"));
        if (keyword() != FilterKeyword::None) {
            ++m_at;
        }
        return add({});
    }
    if (at(FilterToken::Kind::Open)) {
        const FilterToken open = now();
        if (depth >= kDeepest) {
            blame(open.begin, open.end, Sentence("too many parentheses within each other"));
            m_at = m_tokens.size();
            return add({});
        }
        ++m_at;
        const std::size_t inner = alternatives(depth + 1);
        m_read.nodes[inner].begin = open.begin; // so that what is cut out keeps its parentheses
        if (at(FilterToken::Kind::Close)) {
            m_read.nodes[inner].end = now().end;
            m_read.nodes[inner].enclosed = true;
            ++m_at;
        } else {
            blame(open.begin, open.end, Sentence("this parenthesis is not closed"));
        }
        return inner;
    }
    return term();
}

std::size_t FilterParser::word(const FilterToken& token) {
    Node node;
    node.begin = token.begin;
    node.end = token.end;
    node.text = folded(token.text);
    node.written = token.text;
    for (const auto& other : m_words.values) {
        if (folded(other.said) == node.text) {
            node.written = other.canonical;
        }
    }
    statesLike(node);
    wordsOfPhases(node);
    return add(std::move(node));
}

std::size_t FilterParser::term() {
    const FilterToken column = m_tokens[m_at++];
    if (column.kind == FilterToken::Kind::Unclosed) {
        blame(column.begin, column.end, Sentence("this quotation mark is not closed"));
        return add({});
    }
    if (column.kind == FilterToken::Kind::Op) {
        blame(column.begin, column.end, Sentence("a column is missing before {1}", column.text));
        m_at += at(FilterToken::Kind::Word) ? 1 : 0; // its value says nothing either
        return add({});
    }
    if (!at(FilterToken::Kind::Op) || column.kind == FilterToken::Kind::Quoted) {
        return word(column);
    }
    Node node;
    node.kind = Kind::Term;
    node.begin = column.begin;
    node.op = now().op;
    const FilterToken op = m_tokens[m_at++];
    node.end = op.end;
    const auto field = columnOf(column.text, m_words);
    if (!field) {
        const auto names = columnNames();
        const std::string nearest = nearestName(folded(column.text), names);
        blame(column.begin, column.end,
              nearest.empty()
                  ? Sentence("there is no column '{1}': use one of {2}", column.text,
                             parsimony::joined(names, ", "))
                  : Sentence("there is no column '{1}'; did you mean '{2}'?", column.text, nearest));
    }
    if (done() || at(FilterToken::Kind::Close) || at(FilterToken::Kind::Open)) {
        blame(op.begin, op.end, Sentence("a value is missing after {1}", op.text));
        return add(std::move(node));
    }
    const FilterToken value = m_tokens[m_at++];
    std::size_t end = value.end;
    if (!done() && at(FilterToken::Kind::Word) && now().text == "%") {
        end = now().end; // "70 %", as tables show it
        ++m_at;
    }
    node.end = end;
    if (value.kind == FilterToken::Kind::Unclosed || value.kind == FilterToken::Kind::Op) {
        blame(value.begin, value.end,
              value.kind == FilterToken::Kind::Op ? Sentence("a value is missing after {1}", op.text)
                                                  : Sentence("this quotation mark is not closed"));
    } else if (field) {
        node.field = *field;
        readValue(node, column, value, end);
    }
    return add(std::move(node));
}

void FilterParser::readValue(Node& term, const FilterToken& column, const FilterToken& value,
                             std::size_t end) {
    const bool ordered = term.op != FilterOp::Equal && term.op != FilterOp::NotEqual;
    term.written = value.text;
    term.text = folded(value.text);
    if (isText(term.field) && ordered && term.op != FilterOp::Contains) {
        blame(term.begin, end, Sentence("'{1}' is text: compare it with =, != or ~", column.text));
    } else if (term.op == FilterOp::Contains) {
        if (!isText(term.field) && term.field != TrialField::Phase) {
            blame(term.begin, end, Sentence("'{1}' is a number: ~ looks into text", column.text));
        }
        statesLike(term);
        wordsOfPhases(term);
    } else if (isNamed(term.field)) {
        readNamed(term, value);
    } else if (!isText(term.field)) {
        readNumber(term, value, end);
    }
}

void FilterParser::readNamed(Node& term, const FilterToken& value) {
    for (const auto& other : m_words.values) {
        if (other.field == term.field && folded(other.said) == term.text) {
            term.text = folded(other.canonical);
            term.written = other.canonical;
        }
    }
    if (term.field == TrialField::Phase) {
        // "phase 2" is the second one, as a table names it.
        for (const std::string& lead : {std::string("phase "), folded(m_words.phase) + ' '}) {
            if (term.text.rfind(lead, 0) == 0) {
                term.written = term.text.substr(lead.size());
            }
        }
        if (numberOf(term.written, m_words)) {
            readNumber(term, value, value.end);
            return;
        }
        if (term.op != FilterOp::Equal && term.op != FilterOp::NotEqual) {
            blame(value.begin, value.end, Sentence("a number is needed here, not '{1}'", value.text));
            return;
        }
    }
    const auto known = knownValues(term.field, m_words);
    if (!known.empty() && std::find(known.begin(), known.end(), term.text) == known.end()) {
        blame(value.begin, value.end,
              Sentence("'{1}' is no {2}: use one of {3}", value.text, fieldKey(term.field),
                       parsimony::joined(known, ", ")));
    }
    if (term.field == TrialField::State) {
        for (std::size_t i = 0; i < kStates; ++i) {
            term.states.push_back(isState(term.text, i));
        }
    }
}

void FilterParser::readNumber(Node& term, const FilterToken& value, std::size_t end) {
    const bool equality = term.op == FilterOp::Equal || term.op == FilterOp::NotEqual;
    if (equality &&
        (term.text == "none" || (!m_words.nothing.empty() && term.text == folded(m_words.nothing)))) {
        term.none = true;
        term.written = "none";
        return;
    }
    std::string text = term.written;
    const bool percent = (!text.empty() && text.back() == '%') || end != value.end;
    if (!text.empty() && text.back() == '%') {
        text.pop_back();
    }
    if (!text.empty() && text.front() == '#' && term.field <= TrialField::Experiment) {
        text.erase(0, 1); // "#12", as a table writes it
    }
    const auto number = numberOf(text, m_words);
    if (!number) {
        const bool comma = !m_words.decimalComma && text.find(',') != std::string::npos;
        blame(value.begin, value.end,
              comma ? Sentence("a number is needed here, not '{1}'; the decimal mark is a point", value.text)
                    : Sentence("a number is needed here, not '{1}'", value.text));
        return;
    }
    term.number = *number * (percent ? 0.01 : 1.0);
    if (term.field == TrialField::Score && *term.number > 1.0) {
        blame(value.begin, end, Sentence("a score is a share of 1: write {1}%", value.text));
    }
}

void FilterParser::statesLike(Node& node) const {
    for (std::size_t i = 0; i < kStates; ++i) {
        bool found = std::string(toText(static_cast<TrialState>(i))).find(node.text) != std::string::npos;
        for (const auto& other : m_words.values) {
            found = found || (other.field == TrialField::State && isState(other.canonical, i) &&
                              folded(other.said).find(node.text) != std::string::npos);
        }
        node.states.push_back(found);
    }
}

// Whether `text` occurs in `word` with some whole number behind it.
bool FilterParser::mayOccurBeforeNumber(std::string_view word, std::string_view text) {
    const std::size_t digits = text.size() - (text.find_last_not_of("0123456789") + 1);
    const std::string_view head = text.substr(0, text.size() - digits);
    return digits > 0 ? word.ends_with(head) : word.find(head) != std::string_view::npos;
}

void FilterParser::wordsOfPhases(Node& node) const {
    node.phaseWord = folded(m_words.phase);
    for (const auto& other : m_words.values) {
        if (other.field == TrialField::Phase) {
            node.phases.emplace_back(folded(other.said), folded(other.canonical));
        }
    }
    node.inNumberedPhase =
        mayOccurBeforeNumber("phase ", node.text) || mayOccurBeforeNumber(node.phaseWord + ' ', node.text);
}

FilterNodes readFilter(std::string_view text, const FilterWords& words) {
    return FilterParser(text, words).read();
}

} // namespace parsimony::filter
