// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_field.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace parsimony::filter {

/// What filters ask of many trials, side by side. A trial fills several lines of memory, and reading those of
/// 10^5 trials again takes most of a keystroke. Good for the trials that it is given first, until clear().
class FilterIndex {
public:
    using Trials = std::vector<session::TrialSnapshot>;
    static constexpr std::uint32_t kOwn = ~std::uint32_t{0};

    void clear();
    /// Of each trial the number of a column; not a number where it has none.
    const std::vector<double>& numbers(TrialField field, const Trials& trials);
    /// Drops the numbers of other columns.
    void keep(const std::set<TrialField>& fields);
    /// Of each trial its kind: those of one kind agree in experiment, phase, role and state, and have neither
    /// knobs nor tags nor a note. kOwn: it has.
    const std::vector<std::uint32_t>& kinds(const Trials& trials);
    [[nodiscard]] std::size_t kindCount() const { return m_kindCount; }

private:
    std::map<TrialField, std::vector<double>> m_numbers;
    std::vector<std::uint32_t> m_kinds;
    std::size_t m_kindCount = 0;
};

} // namespace parsimony::filter
