// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/filter/trial_field.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::filter {

enum class FilterOp { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Contains };

/// What is wrong with a filter and where: bytes of its text.
struct FilterProblem {
    std::size_t at = 0, length = 0;
    Sentence what;
};

/// A condition as it was read: a term, a word, or what joins others.
struct FilterNode {
    enum class Kind { And, Or, Not, Term, Word };
    Kind kind = Kind::Word;
    std::size_t begin = 0, end = 0;    ///< bytes of the text
    bool enclosed = false;             ///< in parentheses, which `begin` and `end` hold
    std::vector<std::size_t> children; ///< of And, Or and Not
    TrialField field = TrialField::Id;
    FilterOp op = FilterOp::Equal;
    std::optional<double> number; ///< of a term that compares numbers
    bool none = false;            ///< of a term that asks for a missing number
    std::string text;             ///< folded: what a word or a term of text looks for
    std::string written;          ///< as it stands in the text, for the canonical form
    std::vector<bool> states;     ///< by TrialState: whether a word or a term of states holds
    std::vector<std::pair<std::string, std::string>> phases; ///< of a word: said and canonical, folded
    std::string phaseWord;                                   ///< of a word: "phase", as said
    bool inNumberedPhase =
        false; ///< of a word: whether it can occur in "phase N", in canonical words or as said
};

/// A filter's text as it was read.
struct FilterNodes {
    std::vector<FilterNode> nodes; ///< children before parents: the last is the root
    std::vector<FilterProblem> problems;
};

} // namespace parsimony::filter
