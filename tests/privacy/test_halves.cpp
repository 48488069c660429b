// SPDX-License-Identifier: GPL-3.0-or-later
// Two models on halves of the records are one trial: a record, in whichever half, and several of one person
// in both, change what is released by no more than its plan says of one run over all of them.
#include "core/data/halves.h"
#include "tests/privacy/trainer_fixture.h"

#include <gtest/gtest.h>

namespace parsimony::test {

namespace {

constexpr std::size_t kHalvedRows = 300;

std::vector<std::uint8_t> alternating() {
    std::vector<std::uint8_t> halves(kHalvedRows);
    for (std::size_t i = 1; i < kHalvedRows; i += 2) {
        halves[i] = 1;
    }
    return halves;
}

std::unique_ptr<compute::ResidentData> upload(const Synthetic& s, std::vector<std::uint8_t> halves,
                                              compute::ComputeBackend& backend) {
    return backend.upload({data::inHalves(s.source(), std::move(halves)), s.y, s.classes});
}

/// The rows of one person, who is taken out, or whose place others take.
struct Person {
    std::vector<std::size_t> rows;
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    bool otherHalf = false; ///< what takes their place falls into the other one
};

} // namespace

TEST(TwoHalves, WhatARecordMovesIsBoundedAsInOneRun) {
    Synthetic s = Synthetic::make(kHalvedRows, 8, 3);
    for (float& value : s.x) {
        value *= 10.0F; // every gradient passes its bound
    }
    const std::vector<Person> people{{{0}},
                                     {{131}},
                                     {{6, 7, 8}},
                                     {{7}, Adjacency::ReplaceOne},
                                     {{7}, Adjacency::ReplaceOne, true},
                                     {{6, 7, 8}, Adjacency::ReplaceOne, true}};
    for (const Person& person : people) {
        train::TrialSpec spec = trialSpec(s, TrainerKind::DpGd);
        spec.adjacency = person.adjacency;
        spec.rowsPerPerson = static_cast<std::uint32_t>(person.rows.size());
        spec.options.maxGradNorm = 0.6;
        const train::TrialPlan one = train::TrialPlan::forMu(spec, Mu{0.5});
        spec.options.halves = true;
        const train::TrialPlan both = train::TrialPlan::forMu(spec, Mu{0.5});
        EXPECT_EQ(both.events(), one.events()) << "charged as one run";
        EXPECT_EQ(both.noiseSd(), one.noiseSd());

        Bench bench(s);
        bench.data = upload(s, alternating(), *bench.cpu);
        (void)bench.run(both);
        Synthetic neighbour = s;
        std::vector<std::uint8_t> halves = alternating();
        for (const std::size_t row : person.rows) {
            float* const values = neighbour.x.data() + row * s.dim;
            if (person.adjacency == Adjacency::ReplaceOne) {
                std::transform(values, values + s.dim, values, [](float v) { return -v; });
                halves[row] = person.otherHalf ? 1 - halves[row] : halves[row];
            } else {
                std::fill_n(values, s.dim, 0.0F);
                neighbour.y[row] = -1;
            }
        }
        const auto other = upload(neighbour, halves, *bench.cpu);
        double moved = 0.0;
        ASSERT_FALSE(bench.backend.passes.empty());
        for (const RecordedPass& pass : bench.backend.passes) {
            const auto sum = pass.replay(*other).at(train::ReleaseKind::Gradient);
            moved = std::max(moved, distance(sum, pass.sums.at(train::ReleaseKind::Gradient)));
        }
        EXPECT_LE(moved, both.sensitivity().value());
        EXPECT_GE(moved, 0.3 * both.sensitivity().value()) << "the test sees something";
    }
}

} // namespace parsimony::test
