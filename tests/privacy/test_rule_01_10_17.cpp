// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 1: sampler, clip, noise and event come from one plan. Rule 10: Poisson sampling is real. Rule 17: what
// the second-order trainers read of the data is a charged release.
#include "tests/core/train/record_events.h"
#include "tests/privacy/mutants.h"
#include "tests/privacy/trainer_fixture.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace parsimony::test {

namespace {

using compute::kArithmeticSlack;
using train::ReleaseKind;
using train::TrialPlan;

std::vector<Adjacency> bothAdjacencies() {
    return {Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne};
}

// How often a trainer looked at the rows, by what it took from them.
std::map<ReleaseKind, std::uint32_t> looks(const RecordingBackend& backend) {
    std::map<ReleaseKind, std::uint32_t> counts;
    for (const RecordedPass& pass : backend.passes) {
        for (const auto& [kind, sum] : pass.sums) {
            counts[kind] += sum.empty() ? 0 : 1;
        }
    }
    std::erase_if(counts, [](const auto& entry) { return entry.second == 0; });
    return counts;
}

} // namespace

TEST(Rule01, EventsFollowFromWhatTheTrainerDid) {
    for (const TrainerKind kind : allTrainers) {
        for (const Adjacency adjacency : bothAdjacencies()) {
            for (train::TrialSpec spec : trialSpecs(Synthetic::make(300, 10, 3), kind)) {
                Bench bench(Synthetic::make(300, 10, 3));
                spec.adjacency = adjacency;
                spec.options.maxGradNorm = 0.7;
                const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{2.0});
                const auto outcome = bench.run(plan);
                SCOPED_TRACE(std::string(train::trainerName(kind)));
                // Recomputed from the record, and from the record as a ledger keeps it.
                EXPECT_EQ(train::recordEvents(outcome.record, spec), plan.events());
                const auto seen = looks(bench.backend);
                ASSERT_EQ(seen.size(), plan.releases().size());
                const auto events = plan.events();
                for (std::size_t i = 0; i < plan.releases().size(); ++i) {
                    const train::PlannedRelease& release = plan.releases()[i];
                    EXPECT_EQ(seen.at(release.kind), release.count);
                    EXPECT_EQ(events[i].count(), release.count);
                    const auto* sampled = events[i].asPoissonSampled();
                    const double z = sampled != nullptr ? sampled->noiseMultiplier.value()
                                                        : events[i].asGaussian()->noiseMultiplier.value();
                    EXPECT_EQ(sampled != nullptr, kind == TrainerKind::DpSgd);
                    EXPECT_LE(z, release.noiseSd / release.sensitivity.value());
                    EXPECT_NEAR(z, release.noiseSd / release.sensitivity.value(), 1e-14 * z);
                }
                for (const RecordedPass& pass : bench.backend.passes) {
                    EXPECT_EQ(pass.clip, spec.options.maxGradNorm);
                    EXPECT_EQ(pass.subset.has_value(), kind == TrainerKind::DpSgd);
                }
            }
        }
    }
}

TEST(Rule10, RowsAreIncludedIndependentlyAndWithoutACap) {
    constexpr std::size_t rows = 24;
    constexpr std::uint32_t steps = 20000;
    constexpr double q = 0.3;
    Bench bench(Synthetic::make(rows, 2, 2));
    train::TrialSpec spec = trialSpec(bench.s, TrainerKind::DpSgd);
    spec.options.sampleRate = q;
    spec.steps = steps;
    spec.learningRate = 1e-6;
    (void)bench.run(TrialPlan::forNoise(spec, NoiseMultiplier{1.0}));
    ASSERT_EQ(bench.backend.passes.size(), steps);
    std::vector<double> single(rows);
    std::vector<double> pairs(rows * rows);
    std::size_t largest = 0;
    for (const RecordedPass& pass : bench.backend.passes) {
        ASSERT_TRUE(pass.subset.has_value());
        largest = std::max(largest, pass.subset->size());
        for (const std::uint32_t a : *pass.subset) {
            single[a] += 1.0 / steps;
            for (const std::uint32_t b : *pass.subset) {
                pairs[a * rows + b] += 1.0 / steps;
            }
        }
    }
    const double rateError = std::sqrt(q * (1 - q) / steps);
    const double covarianceError = q * (1 - q) / std::sqrt(double{steps});
    for (std::size_t a = 0; a < rows; ++a) {
        EXPECT_NEAR(single[a], q, 4 * rateError) << a;
        for (std::size_t b = 0; b < a; ++b) {
            EXPECT_NEAR(pairs[a * rows + b] - single[a] * single[b], 0.0, 4 * covarianceError)
                << a << ' ' << b;
        }
    }
    EXPECT_GE(largest, 17U); // of 24 rows at q = 0.3: 5 sd above the mean, seen once in 5,000 steps
}

TEST(Rule10, EmptyBatchesAreNoisedAndCharged) {
    Bench bench(Synthetic::make(10, 40, 25));
    train::TrialSpec spec = trialSpec(bench.s, TrainerKind::DpSgd);
    spec.options.sampleRate = 1e-6;
    spec.options.momentum = 0.0;
    spec.options.freeStep = false;
    spec.steps = 1000;
    spec.learningRate = 1e-9;
    const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{1.0});
    const auto outcome = bench.run(plan);
    ASSERT_EQ(bench.backend.passes.size(), 1000U);
    for (const RecordedPass& pass : bench.backend.passes) {
        EXPECT_TRUE(pass.subset && pass.subset->empty());
    }
    ASSERT_EQ(plan.events().size(), 1U);
    EXPECT_EQ(plan.events()[0].count(), 1000U);
    EXPECT_EQ(train::recordEvents(outcome.record, spec), plan.events());
    // The weights hold 1,000 noises of sd σc, each times η/(q·n_pub).
    double squares = 0.0;
    for (const double weight : outcome.model.parameters) {
        squares += weight * weight;
    }
    const double scale = 1e-9 / (1e-6 * 10);
    EXPECT_NEAR(squares / (1000.0 * 1000.0 * scale * scale), 1.0, 5 * std::sqrt(2.0 / 1000));
}

TEST(Rule17, EverySumChangesByAtMostItsDeclaredSensitivity) {
    for (const TrainerKind kind : allTrainers) {
        for (const Adjacency adjacency : bothAdjacencies()) {
            SCOPED_TRACE(std::string(train::trainerName(kind)) + ' ' + std::string(adjacencyName(adjacency)));
            Synthetic s = Synthetic::make(300, 8, 3);
            for (float& value : s.x) {
                value *= 10.0F; // every row passes its bound
            }
            for (train::TrialSpec spec : trialSpecs(s, kind)) {
                Bench bench(s);
                spec.adjacency = adjacency;
                spec.options.maxGradNorm = 0.6;
                const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{0.05});
                (void)bench.run(plan);
                std::map<ReleaseKind, double> used;
                for (const std::size_t victim : {0UL, 131UL, 255UL, 299UL}) {
                    for (int variant = 0; variant < 3; ++variant) {
                        Synthetic neighbour = s;
                        float* const row = neighbour.x.data() + victim * s.dim;
                        if (adjacency == Adjacency::AddOrRemoveOne) {
                            std::fill_n(row, s.dim, 0.0F);
                            neighbour.y[victim] = -1;
                        } else if (variant == 0) { // sums of a class move the most
                            std::transform(row, row + s.dim, row, [](float v) { return -v; });
                        } else { // outer products move the most
                            std::fill_n(row, s.dim, 0.0F);
                            row[variant] = 9.0F;
                            neighbour.y[victim] = (s.y[victim] + 1) % 3;
                        }
                        const auto other = neighbour.upload(*bench.cpu);
                        for (const RecordedPass& pass : bench.backend.passes) {
                            for (const auto& [release, sum] : pass.replay(*other)) {
                                const double moved = distance(sum, pass.sums.at(release));
                                used[release] = std::max(used[release], moved);
                            }
                        }
                    }
                }
                for (const train::PlannedRelease& release : plan.releases()) {
                    EXPECT_LE(used[release.kind], release.sensitivity.value())
                        << train::releaseName(release.kind);
                    EXPECT_GE(used[release.kind],
                              0.15 * release.sensitivity.value()) // the test sees something
                        << train::releaseName(release.kind);
                }
            }
        }
    }
}

/// A mutant of the kind that an ε lower bound can't see: replay does.
TEST(Rule17, ARecordInTheMatrixOfEveryClassIsCaught) {
    const Synthetic s = Synthetic::make(300, 8, 4);
    Synthetic neighbour = s;
    std::fill_n(neighbour.x.begin(), s.dim, 0.0F);
    neighbour.y[0] = -1;
    train::TrialSpec spec = trialSpec(s, TrainerKind::DpLs);
    spec.options.alpha = 0.5;
    spec.options.maxGradNorm = 0.1; // every row reaches it
    const double bound =
        TrialPlan::forNoise(spec, NoiseMultiplier{1.0}).release(ReleaseKind::ClassGrams).sensitivity.value();
    const auto moved = [&](compute::ComputeBackend& backend) {
        std::vector<double> with(4 * s.dim * s.dim), without(with.size());
        compute::MomentTask task;
        task.rowClip = spec.options.maxGradNorm;
        task.classGrams = with;
        EXPECT_TRUE(backend.moments(*s.upload(backend), task, {}));
        task.classGrams = without;
        EXPECT_TRUE(backend.moments(*neighbour.upload(backend), task, {}));
        return distance(with, without);
    };
    const auto honest = compute::makeCpuBackend({1});
    GramOfEveryClass mutant(compute::makeCpuBackend({1}));
    EXPECT_LE(moved(*honest), bound);
    EXPECT_GE(moved(*honest), 0.98 * bound);
    EXPECT_GT(moved(mutant), 1.9 * bound); // √4
}

TEST(Rule17, NothingButTheNoisyReleasesReachesTheModel) {
    for (const TrainerKind kind : allTrainers) {
        for (const train::TrialSpec& spec : trialSpecs(Synthetic::make(300, 8, 3), kind)) {
            Bench bench(Synthetic::make(300, 8, 3));
            const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{1.0});
            const auto outcome = bench.run(plan);
            // Nearly the same sums, over rows that say nothing. The change is too small to pass the rounding
            // of a release: regularisers, floors and step sizes that read an exact sum would show it, or the
            // rows.
            auto script = bench.backend.passes;
            for (RecordedPass& pass : script) {
                for (const train::PlannedRelease& release : plan.releases()) {
                    for (double& value : pass.sums[release.kind]) {
                        value += 1e-6 * compute::releaseGrid(release.noiseSd);
                    }
                }
            }
            Synthetic nothing = bench.s;
            std::fill(nothing.x.begin(), nothing.x.end(), 0.0F);
            std::fill(nothing.y.begin(), nothing.y.end(), -1);
            Bench scripted(nothing);
            scripted.backend.script = &script;
            const auto again = scripted.run(plan);
            EXPECT_EQ(again.model.parameters, outcome.model.parameters) << train::trainerName(kind);
            EXPECT_EQ(again.record, outcome.record) << train::trainerName(kind);
        }
    }
}

} // namespace parsimony::test
