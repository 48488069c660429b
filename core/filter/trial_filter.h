// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/filter_index.h"
#include "core/filter/filter_node.h"
#include "core/filter/filter_words.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::filter {

/// The bounds that a filter puts on one column, each absent where there is none.
struct FilterRange {
    TrialField field = TrialField::R;
    std::optional<double> low, high;
    friend bool operator==(const FilterRange&, const FilterRange&) = default;
};

/// A condition on trials, read from a line of text:
///
///     score>70% (phase=2 OR phase=final) NOT tags:bad method~linear
///
/// Terms are `column op value` with =, !=, <, <=, >, >=, ~ (contains) and `:` for =; AND, OR, NOT and
/// parentheses join them, terms side by side must all hold. A word alone must occur in phase, state, method,
/// trainer, tags, note or number of the trial. Text with blanks or signs stands between quotes. `none` is a
/// number that the trial does not have: only `=none`, `!=…` and NOT hold for it. A typed number is rounded:
/// equal means equal in four digits, of whole numbers exactly.
class TrialFilter {
public:
    TrialFilter() = default; ///< takes every trial
    /// Never throws: what cannot be read is in problems() and asks for nothing; of the parts that must all
    /// hold the others count.
    explicit TrialFilter(std::string_view text, const FilterWords& words = {});

    [[nodiscard]] bool empty() const { return m_read.nodes.empty(); }
    [[nodiscard]] const std::vector<FilterProblem>& problems() const { return m_read.problems; }
    /// `names` of the trial's experiment; null: not known.
    [[nodiscard]] bool matches(const session::TrialSnapshot& trial, const ExperimentNames* names) const;
    /// The places of the trials that match, in their order. `index` is of these trials, or empty.
    [[nodiscard]] std::vector<std::uint32_t>
    passing(const FilterIndex::Trials& trials, const ExperimentNamesById& names, FilterIndex& index) const;
    /// The same condition in canonical words, which read alike in every language.
    [[nodiscard]] std::string canonical() const;
    /// Of each column of numbers the bounds that every trial must keep, in the order of the text.
    [[nodiscard]] std::vector<FilterRange> ranges() const;
    /// The numbers of which `field` must be one, as a list to tick writes them: `exp=2 OR exp=5`; empty: the
    /// filter has no such list, or several.
    [[nodiscard]] std::vector<double> listed(TrialField field) const;
    /// The same of one condition; nullopt when it is anything else.
    [[nodiscard]] std::optional<std::vector<double>> listed(const FilterNode& node, TrialField field) const;
    /// Whether a condition says which of several names `field` must be: `encoder=a OR encoder=b`.
    [[nodiscard]] bool listsNames(const FilterNode& node, TrialField field) const;
    /// The conditions that must all hold.
    [[nodiscard]] std::vector<const FilterNode*> conjuncts() const;

private:
    /// A conjunct that compares a number, with the numbers it allows: most trials of most filters are told by
    /// these alone.
    struct Bounds {
        TrialField field = TrialField::R;
        std::optional<double> session::TrialSnapshot::*member = nullptr; ///< null: fieldNumber() knows it
        double low = 0.0, high = 0.0;
        [[nodiscard]] bool hold(const session::TrialSnapshot& trial) const;
        /// Branchless: which of 10^5 numbers are allowed is no pattern to foretell. NaN never is.
        [[nodiscard]] bool allow(double value) const {
            return static_cast<unsigned>(value >= low) & static_cast<unsigned>(value <= high);
        }
    };
    void findBounds();
    /// Whether trials of one kind all keep `node` or all do not.
    [[nodiscard]] bool asksKind(const FilterNode& node) const;
    [[nodiscard]] bool holds(const FilterNode& node, const session::TrialSnapshot& trial,
                             const ExperimentNames* names) const;
    [[nodiscard]] std::string canonical(const FilterNode& node, FilterNode::Kind within) const;

    FilterNodes m_read;
    std::vector<Bounds> m_bounds;
    std::vector<std::size_t> m_others; ///< the conjuncts that are no bounds, as nodes
};

/// The filter of a command line: throws Error(Usage) with the first problem and its place in the text.
[[nodiscard]] TrialFilter demandFilter(std::string_view text, const FilterWords& words);

} // namespace parsimony::filter
