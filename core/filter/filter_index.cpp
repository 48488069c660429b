// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/filter/filter_index.h"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>

namespace parsimony::filter {

using session::TrialSnapshot;

void FilterIndex::clear() {
    *this = FilterIndex();
}

const std::vector<double>& FilterIndex::numbers(TrialField field, const Trials& trials) {
    std::vector<double>& numbers = m_numbers[field];
    if (numbers.size() != trials.size()) {
        numbers.resize(trials.size());
        std::transform(trials.begin(), trials.end(), numbers.begin(), [&](const TrialSnapshot& trial) {
            return fieldNumber(trial, field).value_or(std::numeric_limits<double>::quiet_NaN());
        });
    }
    return numbers;
}

void FilterIndex::keep(const std::set<TrialField>& fields) {
    std::erase_if(m_numbers, [&](const auto& column) { return !fields.contains(column.first); });
}

const std::vector<std::uint32_t>& FilterIndex::kinds(const Trials& trials) {
    if (m_kinds.size() == trials.size()) {
        return m_kinds;
    }
    const auto agree = [](const TrialSnapshot& a, const TrialSnapshot& b) {
        return a.experiment == b.experiment && a.phase == b.phase && a.state == b.state && a.role == b.role;
    };
    std::map<std::tuple<std::int64_t, int, session::TrialState, std::string>, std::uint32_t> known;
    const TrialSnapshot* last = nullptr; // most trials are of the kind of the one before
    std::uint32_t kind = 0;
    m_kinds.resize(trials.size());
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const TrialSnapshot& trial = trials[i];
        if (!trial.knobs.empty() || !trial.tags.empty() || !trial.note.empty()) {
            m_kinds[i] = kOwn;
            continue;
        }
        if (last == nullptr || !agree(*last, trial)) {
            const auto next = static_cast<std::uint32_t>(known.size());
            kind = known.emplace(std::tuple(trial.experiment, trial.phase, trial.state, trial.role), next)
                       .first->second;
            last = &trial;
        }
        m_kinds[i] = kind;
    }
    m_kindCount = known.size();
    return m_kinds;
}

} // namespace parsimony::filter
