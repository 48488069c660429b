// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/filter/trial_filter.h"

#include "core/base/number_text.h"
#include "core/base/trial_role.h"
#include "core/filter/field_members.h"
#include "core/filter/filter_parser.h"
#include "core/filter/filter_tokens.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace parsimony::filter {

namespace {

using session::TrialSnapshot;
using Kind = FilterNode::Kind;

bool contains(std::string_view text, const std::string& part) {
    return text.find(part) != std::string_view::npos;
}

bool compares(double value, FilterOp op, double bound, bool whole) {
    // Typed numbers are rounded: equal means equal in the four digits that a table shows.
    const bool equal =
        whole ? value == bound : std::abs(value - bound) <= 5e-4 * std::max(std::abs(bound), 1e-12);
    switch (op) {
    case FilterOp::Less:
        return value < bound;
    case FilterOp::LessEqual:
        return value <= bound;
    case FilterOp::Greater:
        return value > bound;
    case FilterOp::GreaterEqual:
        return value >= bound;
    case FilterOp::NotEqual:
        return !equal;
    default:
        return equal;
    }
}

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Whether the words that a phase goes by hold what `node` looks for, in canonical words or as said.
bool phaseLike(const TrialSnapshot& trial, const FilterNode& node) {
    if (trial.phase >= 0 && trialRole(trial.role) == TrialRole::Trial) {
        if (!node.inNumberedPhase) { // most trials of most filters end here
            return false;
        }
        const std::string number = ' ' + std::to_string(trial.phase + 1);
        return contains("phase" + number, node.text) || contains(node.phaseWord + number, node.text);
    }
    const std::string canonical = fieldText(trial, TrialField::Phase);
    return contains(canonical, node.text) ||
           std::any_of(node.phases.begin(), node.phases.end(), [&](const auto& other) {
               return other.second == canonical && contains(other.first, node.text);
           });
}

bool tagsLike(const TrialSnapshot& trial, const std::string& part) {
    return !trial.tags.empty() && contains(folded(fieldText(trial, TrialField::Tags)), part);
}

bool noteLike(const TrialSnapshot& trial, const std::string& part) {
    return !trial.note.empty() && contains(folded(trial.note), part);
}

bool termHolds(const FilterNode& term, const TrialSnapshot& trial, const ExperimentNames* names) {
    if (term.number || term.none) {
        const auto value = fieldNumber(trial, term.field);
        if (term.none) {
            return value.has_value() == (term.op == FilterOp::NotEqual);
        }
        if (!value) {
            return term.op == FilterOp::NotEqual;
        }
        return compares(*value, term.op, *term.number, isWhole(term.field));
    }
    const bool like = term.op == FilterOp::Contains;
    const auto says = [&](const std::string& text) {
        return like ? contains(folded(text), term.text) : folded(text) == term.text;
    };
    bool found = false;
    switch (term.field) {
    case TrialField::Phase:
        found = like ? phaseLike(trial, term) : fieldText(trial, TrialField::Phase) == term.text;
        break;
    case TrialField::State:
        found = term.states[static_cast<std::size_t>(trial.state)];
        break;
    case TrialField::Method:
    case TrialField::Trainer:
        found = says(fieldName(trial, term.field, names));
        break;
    case TrialField::Encoder:
        found = says(fieldName(trial, term.field, names)) || says(otherEncoderName(trial, names));
        break;
    case TrialField::Tags:
        found = like ? tagsLike(trial, term.text) : std::any_of(trial.tags.begin(), trial.tags.end(), says);
        break;
    default:
        found = like ? noteLike(trial, term.text) : says(trial.note);
    }
    return found == (term.op != FilterOp::NotEqual);
}

/// Whether a word may be the number of a trial, or a part of it.
bool asksId(const FilterNode& word) {
    const char first = word.text.empty() ? ' ' : word.text.front();
    return first == '#' || (first >= '0' && first <= '9');
}

bool wordHolds(const FilterNode& word, const TrialSnapshot& trial, const ExperimentNames* names) {
    if (word.states[static_cast<std::size_t>(trial.state)] || phaseLike(trial, word)) {
        return true;
    }
    if (asksId(word) && contains('#' + std::to_string(trial.id), word.text)) {
        return true;
    }
    const bool chosen =
        std::any_of(trial.knobs.begin(), trial.knobs.end(), [&](const train::KnobValue& knob) {
            return contains(folded(std::string(knob.name())), word.text);
        });
    return chosen || tagsLike(trial, word.text) || noteLike(trial, word.text) ||
           (names != nullptr && (contains(names->method, word.text) || contains(names->trainer, word.text)));
}

} // namespace

TrialFilter::TrialFilter(std::string_view text, const FilterWords& words) : m_read(readFilter(text, words)) {
    findBounds();
}

bool TrialFilter::Bounds::hold(const TrialSnapshot& trial) const {
    const double value = (member != nullptr ? trial.*member : fieldNumber(trial, field))
                             .value_or(std::numeric_limits<double>::quiet_NaN());
    return allow(value);
}

void TrialFilter::findBounds() {
    constexpr double inf = std::numeric_limits<double>::infinity();
    for (const FilterNode* node : conjuncts()) {
        const bool ordered = node->kind == Kind::Term && node->number && node->op != FilterOp::Equal &&
                             node->op != FilterOp::NotEqual;
        if (!ordered) {
            m_others.push_back(static_cast<std::size_t>(node - m_read.nodes.data()));
            continue;
        }
        Bounds bounds{node->field, memberOf(node->field), -inf, inf};
        if (node->op == FilterOp::Less || node->op == FilterOp::LessEqual) {
            bounds.high = node->op == FilterOp::Less ? std::nextafter(*node->number, -inf) : *node->number;
        } else {
            bounds.low = node->op == FilterOp::Greater ? std::nextafter(*node->number, inf) : *node->number;
        }
        m_bounds.push_back(bounds);
    }
}

bool TrialFilter::matches(const TrialSnapshot& trial, const ExperimentNames* names) const {
    return std::all_of(m_bounds.begin(), m_bounds.end(),
                       [&](const Bounds& bounds) { return bounds.hold(trial); }) &&
           std::all_of(m_others.begin(), m_others.end(),
                       [&](std::size_t node) { return holds(m_read.nodes[node], trial, names); });
}

std::vector<std::uint32_t> TrialFilter::passing(const FilterIndex::Trials& trials,
                                                const ExperimentNamesById& names, FilterIndex& index) const {
    std::vector<std::uint32_t> rows(trials.size());
    std::iota(rows.begin(), rows.end(), 0U);
    // Written always and kept where it passes: which do is no pattern to foretell.
    const auto keepThose = [&](const auto& pass) {
        std::size_t kept = 0;
        for (const std::uint32_t row : rows) {
            rows[kept] = row;
            kept += pass(row) ? 1 : 0;
        }
        rows.resize(kept);
    };
    std::set<TrialField> asked;
    for (const Bounds& bounds : m_bounds) {
        asked.insert(bounds.field);
        const auto& numbers = index.numbers(bounds.field, trials);
        keepThose([&](std::uint32_t row) { return bounds.allow(numbers[row]); });
    }
    index.keep(asked);
    const ExperimentNames* known = nullptr; // trials of an experiment stand together
    std::optional<std::int64_t> knownOf;
    const auto keeps = [&](const FilterNode& node, std::uint32_t row) {
        const TrialSnapshot& trial = trials[row];
        if (knownOf != trial.experiment) {
            const auto found = names.find(trial.experiment);
            known = found == names.end() ? nullptr : &found->second;
            knownOf = trial.experiment;
        }
        return holds(node, trial, known);
    };
    for (const std::size_t other : m_others) {
        const FilterNode& node = m_read.nodes[other];
        if (rows.empty() || !asksKind(node)) {
            keepThose([&](std::uint32_t row) { return keeps(node, row); });
            continue;
        }
        const auto& kinds = index.kinds(trials);
        std::vector<std::optional<bool>> verdicts(index.kindCount());
        keepThose([&](std::uint32_t row) {
            const std::uint32_t kind = kinds[row];
            if (kind == FilterIndex::kOwn) {
                return keeps(node, row);
            }
            if (!verdicts[kind]) {
                verdicts[kind] = keeps(node, row);
            }
            return *verdicts[kind];
        });
    }
    return rows;
}

bool TrialFilter::asksKind(const FilterNode& node) const {
    switch (node.kind) {
    case Kind::Word:
        return !asksId(node);
    case Kind::Term:
        return !(node.number || node.none) || node.field == TrialField::Experiment ||
               node.field == TrialField::Phase;
    default:
        return std::all_of(node.children.begin(), node.children.end(),
                           [&](std::size_t child) { return asksKind(m_read.nodes[child]); });
    }
}

bool TrialFilter::holds(const FilterNode& node, const TrialSnapshot& trial,
                        const ExperimentNames* names) const {
    const auto child = [&](std::size_t i) { return holds(m_read.nodes[i], trial, names); };
    switch (node.kind) {
    case Kind::And:
        return std::all_of(node.children.begin(), node.children.end(), child);
    case Kind::Or:
        return std::any_of(node.children.begin(), node.children.end(), child);
    case Kind::Not:
        return !child(node.children[0]);
    case Kind::Term:
        return termHolds(node, trial, names);
    case Kind::Word:
        break;
    }
    return wordHolds(node, trial, names);
}

std::vector<const FilterNode*> TrialFilter::conjuncts() const {
    std::vector<const FilterNode*> found;
    std::vector<const FilterNode*> open;
    if (!m_read.nodes.empty()) {
        open.push_back(&m_read.nodes.back());
    }
    while (!open.empty()) {
        const FilterNode* node = open.back();
        open.pop_back();
        if (node->kind != Kind::And) {
            found.push_back(node);
        }
        for (auto child = node->children.rbegin(); node->kind == Kind::And && child != node->children.rend();
             ++child) {
            open.push_back(&m_read.nodes[*child]);
        }
    }
    return found;
}

std::vector<FilterRange> TrialFilter::ranges() const {
    std::vector<FilterRange> ranges;
    for (const FilterNode* conjunct : conjuncts()) {
        const FilterNode& node = *conjunct;
        if (node.kind != Kind::Term || !node.number || node.op == FilterOp::NotEqual) {
            continue;
        }
        auto found = std::find_if(ranges.begin(), ranges.end(),
                                  [&](const FilterRange& range) { return range.field == node.field; });
        if (found == ranges.end()) {
            found = ranges.insert(ranges.end(), {node.field, {}, {}});
        }
        if (node.op != FilterOp::Less && node.op != FilterOp::LessEqual) {
            found->low = std::max(found->low.value_or(*node.number), *node.number);
        }
        if (node.op != FilterOp::Greater && node.op != FilterOp::GreaterEqual) {
            found->high = std::min(found->high.value_or(*node.number), *node.number);
        }
    }
    return ranges;
}

std::vector<double> TrialFilter::listed(TrialField field) const {
    std::vector<std::vector<double>> lists;
    for (const FilterNode* conjunct : conjuncts()) {
        if (auto numbers = listed(*conjunct, field)) {
            lists.push_back(std::move(*numbers));
        }
    }
    return lists.size() == 1 ? lists.front() : std::vector<double>();
}

std::optional<std::vector<double>> TrialFilter::listed(const FilterNode& node, TrialField field) const {
    if (node.kind == Kind::Term && node.field == field && node.number && node.op == FilterOp::Equal) {
        return std::vector{*node.number};
    }
    if (node.kind != Kind::Or) {
        return std::nullopt;
    }
    std::vector<double> all;
    for (const std::size_t child : node.children) {
        const auto some = listed(m_read.nodes[child], field);
        if (!some) {
            return std::nullopt;
        }
        all.insert(all.end(), some->begin(), some->end());
    }
    return all;
}

bool TrialFilter::listsNames(const FilterNode& node, TrialField field) const {
    if (node.kind == Kind::Or) {
        return std::all_of(node.children.begin(), node.children.end(),
                           [&](std::size_t child) { return listsNames(m_read.nodes[child], field); });
    }
    return node.kind == Kind::Term && node.field == field && !node.number && node.op == FilterOp::Equal;
}

std::string TrialFilter::canonical() const {
    return m_read.nodes.empty() ? std::string() : canonical(m_read.nodes.back(), Kind::Or);
}

std::string TrialFilter::canonical(const FilterNode& node, Kind within) const {
    const bool list = node.kind == Kind::And || node.kind == Kind::Or;
    std::string text;
    if (list) {
        for (const std::size_t child : node.children) {
            text += (text.empty()             ? ""
                     : node.kind == Kind::And ? " AND "
                                              : " OR ") +
                    canonical(m_read.nodes[child], node.kind);
        }
        const bool looser = within == Kind::Not || (within == Kind::And && node.kind == Kind::Or);
        return looser ? '(' + text + ')' : text;
    }
    if (node.kind == Kind::Not) {
        return "NOT " + canonical(m_read.nodes[node.children[0]], Kind::Not);
    }
    if (node.kind == Kind::Word) {
        return quotedIfNeeded(node.written);
    }
    return std::string(fieldKey(node.field)) + toText(node.op) +
           (node.number ? numberText(*node.number) : quotedIfNeeded(node.written));
}

TrialFilter demandFilter(std::string_view text, const FilterWords& words) {
    TrialFilter filter(text, words);
    if (!filter.problems().empty()) {
        const FilterProblem& first = filter.problems().front();
        failUsage(Sentence("--filter, character {1}: {2}", characters(text.substr(0, first.at)) + 1,
                           first.what.english()));
    }
    return filter;
}

} // namespace parsimony::filter
