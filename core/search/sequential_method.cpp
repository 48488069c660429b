// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/sequential_method.h"

#include "core/base/sentence.h"

#include <cmath>

namespace parsimony::search {

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

std::optional<Proposal> SequentialMethod::waitingFor(int index) {
    for (const Proposal& proposal : nextBatch()) {
        if (proposal.index == index) {
            return proposal;
        }
    }
    return std::nullopt;
}

void SequentialMethod::close(int index, const Closed& how) {
    const auto found = waitingFor(index);
    if (!found) {
        fail(Sentence("run {1} is not one that the search waits for", index));
    }
    if (found->scored && !how.lost && !how.score) {
        fail(Sentence("run {1} needs a score", index));
    }
    if (m_closed.size() <= static_cast<std::size_t>(index)) {
        m_closed.resize(index + 1);
    }
    m_closed[index] = how;
    ++m_closedRuns;
}

bool SequentialMethod::isClosed(int index) const {
    return static_cast<std::size_t>(index) < m_closed.size() && m_closed[index].has_value();
}

void SequentialMethod::failAllLost() {
    fail(Sentence("every scored trial was lost, so nothing says how to choose the final run; what is left of "
                  "the budget is better spent by a new experiment"));
}

void SequentialMethod::requireNoBisection(SamplerKind sampler) const {
    if (sampler == SamplerKind::Bisection) {
        failUsage(Sentence("{1} has no phases to bisect: use another --sampler", name()));
    }
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
