// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 8 of records of several labels: what F1 is released from moves no further than its plan says.
#include "core/mechanism/look_metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace parsimony::test {

namespace {

using mechanism::BreakdownPlan;

constexpr std::size_t kClasses = 12, kRows = 25;

/// A record is its scores, and its labels: at most `most` of them.
struct Record {
    std::vector<float> scores;
    std::vector<std::int32_t> labels;
};

struct LabelCounts {
    std::uint32_t most;
    exporting::Classifier model = {};

    explicit LabelCounts(std::uint32_t labels) : most(labels) {
        model.head.dim = model.head.classes = kClasses;
        model.head.bias = false;
        model.parameters.assign(kClasses * kClasses, 0.0);
        for (std::size_t j = 0; j < kClasses; ++j) {
            model.parameters[j * kClasses + j] = 1.0;
        }
        model.card.labelsPerRecord = most;
        model.card.threshold = 0.5;
    }

    /// What is released but for noise of 1e-9. `cut`: of the labels predicted of a record.
    [[nodiscard]] std::vector<double> of(const std::vector<Record>& records, std::uint32_t cut) const {
        std::vector<float> scores;
        data::LabelSets sets{most, {}};
        for (const Record& record : records) {
            scores.insert(scores.end(), record.scores.begin(), record.scores.end());
            sets.values.insert(sets.values.end(), record.labels.begin(), record.labels.end());
            sets.values.resize(scores.size() / kClasses * most, -1);
        }
        const auto exact = exporting::evaluateSets(
            model, data::MatrixSource(scores, records.size(), kClasses), sets, nullptr, 1, {}, cut);
        const auto noise = compute::NoiseSource::seeded(compute::PublicDataSeed(5), 1, 1);
        const mechanism::MetricPlan quiet{
            mechanism::MetricOf::F1,
            BreakdownPlan::forLabels(Mu{1e9}, Adjacency::AddOrRemoveOne, 1, most),
            0.0,
            {}};
        return quiet.release(exact, {}, noise, 1).counts;
    }
};

double movedBy(const std::vector<double>& a, const std::vector<double>& b) {
    EXPECT_EQ(a.size(), 3 * kClasses);
    double squares = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        squares += (a[k] - b.at(k)) * (a[k] - b.at(k));
    }
    return std::sqrt(squares);
}

/// Says the classes of [firstSaid, firstSaid + said) and has those of [firstOwn, firstOwn + own).
Record record(std::size_t firstSaid, std::size_t said, std::size_t firstOwn, std::size_t own) {
    Record one{std::vector<float>(kClasses), {}};
    for (std::size_t j = firstSaid; j < firstSaid + said; ++j) {
        one.scores[j] = 1.0F - 0.01F * static_cast<float>(j);
    }
    for (std::size_t j = firstOwn; j < firstOwn + own; ++j) {
        one.labels.push_back(static_cast<std::int32_t>(j));
    }
    return one;
}

class Draw {
public:
    explicit Draw(std::uint32_t most) : m_most(most) {}
    Record one() {
        return record(below(4), below(kClasses - 3), below(kClasses - m_most + 1), below(m_most + 1));
    }
    std::size_t below(std::size_t end) { return m_random() % end; }

private:
    std::uint32_t m_most;
    std::mt19937 m_random{17};
};

double bound(Adjacency adjacency, std::uint32_t rows, std::uint32_t most) {
    return BreakdownPlan::forLabels(Mu{1.0}, adjacency, rows, most).sensitivity().value() + 1e-6;
}

} // namespace

TEST(Rule08Labels, NeighboursMoveTheCountsNoFurtherThanThePlanSays) {
    for (const std::uint32_t most : {2U, 3U, 5U}) {
        const LabelCounts counts(most);
        Draw draw(most);
        for (const std::uint32_t rows : {1U, 3U}) { // of a person
            for (int round = 0; round < 150; ++round) {
                std::vector<Record> all(kRows);
                std::generate(all.begin(), all.end(), [&] { return draw.one(); });
                std::vector<Record> replaced = all, zeroed = all;
                for (std::uint32_t row = 0; row < rows; ++row) {
                    replaced[row] = draw.one();
                    zeroed[row] = Record{std::vector<float>(kClasses), {}};
                }
                const std::vector<Record> removed(all.begin() + rows, all.end());
                const auto before = counts.of(all, most);
                EXPECT_LE(movedBy(before, counts.of(removed, most)),
                          bound(Adjacency::AddOrRemoveOne, rows, most));
                EXPECT_LE(movedBy(before, counts.of(zeroed, most)),
                          bound(Adjacency::AddOrRemoveOne, rows, most));
                EXPECT_LE(movedBy(before, counts.of(replaced, most)),
                          bound(Adjacency::ReplaceOne, rows, most));
            }
        }
    }
}

/// Records that say and have as much as they may, and nothing twice, move the counts just as far. A smaller
/// sensitivity would be wrong, and so would be a look that does not cut what it predicts.
TEST(Rule08Labels, TheWorstNeighboursAreFoundAndSoIsALookThatDoesNotCut) {
    for (const std::uint32_t most : {2U, 3U}) {
        const LabelCounts counts(most);
        const std::vector<Record> others(kRows, record(0, 1, 0, 1));
        for (const std::uint32_t rows : {1U, 3U}) {
            const auto with = [&](const Record& one) {
                std::vector<Record> all = others;
                all.insert(all.end(), rows, one);
                return all;
            };
            const Record first = record(0, most, most, most), second = record(2 * most, most, 3 * most, most);
            const double added = movedBy(counts.of(others, most), counts.of(with(first), most));
            const double changed = movedBy(counts.of(with(second), most), counts.of(with(first), most));
            EXPECT_NEAR(added, bound(Adjacency::AddOrRemoveOne, rows, most), 1e-5);
            EXPECT_NEAR(changed, bound(Adjacency::ReplaceOne, rows, most), 1e-5);
            const Record greedy = record(0, kClasses, 0, most);
            EXPECT_LE(movedBy(counts.of(others, most), counts.of(with(greedy), most)),
                      bound(Adjacency::AddOrRemoveOne, rows, most));
            EXPECT_GT(movedBy(counts.of(others, 0), counts.of(with(greedy), 0)),
                      bound(Adjacency::AddOrRemoveOne, rows, most))
                << "the mutant is not caught";
        }
    }
}

} // namespace parsimony::test
