// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/sequential_method.h"

#include "core/base/sentence.h"

#include <algorithm>
#include <cmath>

namespace parsimony::search {

const char* toText(Role role) {
    return role == Role::Final ? "final" : "trial";
}

SequentialMethod::~SequentialMethod() = default;

std::optional<double> SequentialMethod::selectedR(int) const {
    return std::nullopt;
}

std::optional<FitOutcome> SequentialMethod::fit() const {
    return std::nullopt;
}

void SequentialMethod::observe(int index, std::optional<Score> score) {
    if (score && !(std::isfinite(score->accuracy) && std::isfinite(score->se) && score->se >= 0.0)) {
        fail(Sentence("the score of run {1} is not a finite number", index));
    }
    close(index, {score, false});
}

void SequentialMethod::lose(int index) {
    close(index, {std::nullopt, true});
}

void SequentialMethod::close(int index, const Closed& how) {
    const std::vector<Proposal> open = nextBatch();
    const auto found = std::find_if(open.begin(), open.end(),
                                    [&](const Proposal& proposal) { return proposal.index == index; });
    if (found == open.end()) {
        fail(Sentence("run {1} is not one that the search waits for", index));
    }
    if (found->scored && !how.lost && !how.score) {
        fail(Sentence("run {1} needs a score", index));
    }
    if (m_closed.size() <= static_cast<std::size_t>(index)) {
        m_closed.resize(index + 1);
    }
    m_closed[index] = how;
}

bool SequentialMethod::isClosed(int index) const {
    return static_cast<std::size_t>(index) < m_closed.size() && m_closed[index].has_value();
}

std::optional<int> SequentialMethod::best(int first, int last) const {
    std::optional<int> winner;
    for (int i = first; i < last; ++i) {
        if (isClosed(i) && m_closed[i]->score &&
            (!winner || m_closed[i]->score->accuracy > m_closed[*winner]->score->accuracy)) {
            winner = i;
        }
    }
    return winner;
}

} // namespace parsimony::search
