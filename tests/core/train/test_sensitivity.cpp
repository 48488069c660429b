// SPDX-License-Identifier: GPL-3.0-or-later
// PRIVACY rules 1, 14 and 17: whatever a trainer hands to its noise source is recorded, computed again on
// neighbouring data, and compared with the sensitivity that the plan declares for that release.
#include "core/compute/forwarding_backend.h"
#include "tests/core/train/every_trainer.h"
#include "tests/core/train/trial_bench.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace parsimony::train {
namespace {

using compute::testing::norm;
using testing::specFor;
using testing::Synthetic;

/// A backend that computes on one dataset what the trainer asks for, and at the same parameters, sample and
/// clip on a neighbour, and keeps the largest distance of each kind of sum.
class NeighbourBackend final : public compute::ForwardingBackend {
public:
    std::unique_ptr<compute::ComputeBackend> inner = compute::makeCpuBackend({2});
    std::unique_ptr<compute::ResidentData> neighbour;
    std::map<ReleaseKind, double> largest;

    [[nodiscard]] std::string name() const override { return "neighbours"; }
    [[nodiscard]] std::string description() const override { return name(); }
    [[nodiscard]] bool takesLabelSets() const override { return true; }

protected:
    compute::ComputeBackend& rest() override { return *inner; }
    bool doClippedGradientSums(const compute::ResidentData& data, const compute::PassOptions& options,
                               std::span<const compute::GradientTask> tasks) override {
        for (const compute::GradientTask& task : tasks) {
            std::vector<double> other(task.sum.size());
            const compute::GradientTask twin{task.parameters, task.clip, other};
            EXPECT_TRUE(inner->clippedGradientSums(data, options, std::span(&task, 1)));
            EXPECT_TRUE(inner->clippedGradientSums(*neighbour, options, std::span(&twin, 1)));
            keep(ReleaseKind::Gradient, task.sum, other);
        }
        return true;
    }
    bool doClippedLossDifference(const compute::ResidentData& data, const compute::PassOptions& options,
                                 std::span<const double> plus, std::span<const double> minus, double clip,
                                 double& sum) override {
        std::vector<double> other(1);
        EXPECT_TRUE(inner->clippedLossDifference(data, options, plus, minus, clip, sum));
        EXPECT_TRUE(inner->clippedLossDifference(*neighbour, options, plus, minus, clip, other[0]));
        keep(ReleaseKind::LossDifference, std::span(&sum, 1), other);
        return true;
    }
    bool doMoments(const compute::ResidentData& data, const compute::MomentTask& task,
                   std::stop_token) override {
        std::vector<double> gram(task.gram.size()), classSums(task.classSums.size()),
            classGrams(task.classGrams.size());
        compute::MomentTask twin = task;
        twin.gram = gram;
        twin.classSums = classSums;
        twin.classGrams = classGrams;
        EXPECT_TRUE(inner->moments(data, task, {}));
        EXPECT_TRUE(inner->moments(*neighbour, twin, {}));
        keep(ReleaseKind::Gram, task.gram, gram);
        keep(ReleaseKind::ClassSums, task.classSums, classSums);
        keep(ReleaseKind::ClassGrams, task.classGrams, classGrams);
        return true;
    }
    bool doNewtonSums(const compute::ResidentData& data, const compute::NewtonTask& task,
                      std::stop_token) override {
        std::vector<double> gradients(task.gradients.size()), hessians(task.hessians.size());
        compute::NewtonTask twin = task;
        twin.gradients = gradients;
        twin.hessians = hessians;
        EXPECT_TRUE(inner->newtonSums(data, task, {}));
        EXPECT_TRUE(inner->newtonSums(*neighbour, twin, {}));
        keep(ReleaseKind::Gradient, task.gradients, gradients);
        keep(ReleaseKind::Hessian, task.hessians, hessians);
        return true;
    }

private:
    void keep(ReleaseKind kind, std::span<const double> a, const std::vector<double>& b) {
        double squares = 0;
        for (std::size_t i = 0; i < b.size(); ++i) {
            squares += (a[i] - b[i]) * (a[i] - b[i]);
        }
        largest[kind] = std::max(largest[kind], std::sqrt(squares));
    }
};

/// What became of rows 100 to 100 + changed − 1.
Synthetic neighbourOf(Synthetic s, Adjacency adjacency, std::uint32_t changed) {
    for (std::size_t row = 100; row < 100 + changed; ++row) {
        for (std::size_t k = 0; k < s.dim; ++k) {
            float& v = s.x[row * s.dim + k];
            v = adjacency == Adjacency::AddOrRemoveOne ? 0.0F : k % 2 == 0 ? v : -v;
        }
        // Replaced by a row across to it: the Gram matrix of its opposite would be the same.
        s.y[row] = adjacency == Adjacency::AddOrRemoveOne ? -1 : s.y[row];
    }
    return s;
}

/// Rows of one class that push the sums one way, the ones that change the most of all.
Synthetic adversary(const TrialSpec& spec, std::int32_t label) {
    Synthetic s = Synthetic::make(300, spec.dim, spec.classes);
    for (std::size_t i = 0; i < s.rows; ++i) {
        s.y[i] = label;
        for (std::size_t k = 0; k < s.dim; ++k) {
            s.x[i * s.dim + k] = 1e3F * (1.0F + 0.37F * static_cast<float>((i * 7 + k) % 11));
        }
    }
    return s;
}

/// The matrices of all classes are one vector: what a person's rows move it by, whichever classes they are
/// of, before and after.
TEST(ClassMatrices, MoveByWhatThePlanDeclares) {
    for (const Adjacency adjacency : {Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne}) {
        for (const std::uint32_t rows : {1U, 3U}) {
            for (const double alpha : {0.0, 0.25, 8.0}) {
                for (const bool bias : {false, true}) {
                    double closest = 0.0;
                    for (const bool otherClass : {false, true}) {
                        TrialSpec spec;
                        spec.options.trainer = TrainerKind::DpLs;
                        spec.options.alpha = alpha;
                        spec.options.bias = bias;
                        spec.options.maxGradNorm = 0.7;
                        spec.adjacency = adjacency;
                        spec.rowsPerPerson = rows;
                        spec.publicRecords = 300;
                        spec.dim = 24;
                        spec.classes = 3;
                        const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{2.0});
                        Synthetic s = adversary(spec, 1);
                        for (std::size_t row = 101; row < 100 + rows; ++row) { // a person's rows agree
                            std::copy_n(s.x.begin() + 100 * 24, 24,
                                        s.x.begin() + static_cast<std::ptrdiff_t>(row * 24));
                        }
                        Synthetic other = neighbourOf(s, adjacency, rows);
                        for (std::size_t row = 100; otherClass && row < 100 + rows; ++row) {
                            other.y[row] = adjacency == Adjacency::ReplaceOne ? 2 : -1;
                        }
                        NeighbourBackend backend;
                        const auto data = s.upload(backend);
                        backend.neighbour = other.upload(backend);
                        (void)train(plan, backend, *data, testing::TrialBench::noise());
                        const double bound = plan.release(ReleaseKind::ClassGrams).sensitivity.value();
                        const double moved = backend.largest[ReleaseKind::ClassGrams];
                        EXPECT_LE(moved, bound) << alpha << ' ' << bias << ' ' << otherClass;
                        closest = std::max(closest, moved / bound);
                        EXPECT_EQ(backend.largest[ReleaseKind::Gram] > 0.0, alpha > 0.0);
                        EXPECT_EQ(plan.releases().size(), alpha > 0.0 ? 3U : 2U);
                    }
                    EXPECT_GE(closest, 0.95) << "the test would not notice a bound that is too low";
                }
            }
        }
    }
}

/// α moves μ² between the matrices of one run; all of it together is what the run is charged.
TEST(ClassMatrices, CostWhatTheRunIsCharged) {
    TrialSpec spec;
    spec.options.trainer = TrainerKind::DpLs;
    spec.publicRecords = 300;
    spec.dim = 24;
    spec.classes = 3;
    for (const double fraction : {0.1, 0.5, 0.9}) {
        spec.options.gramFraction = fraction;
        for (const double alpha : {0.0, 1e-6, 0.3, 1.0, 30.0, 1e6}) {
            spec.options.alpha = alpha;
            const TrialPlan plan = TrialPlan::forMu(spec, Mu{0.4});
            EXPECT_LE(plan.mu().value(), 0.4);
            EXPECT_GE(plan.mu().value(), 0.4 * (1 - 1e-9));
            double matrices = 0.0, all = 0.0;
            for (const PlannedRelease& release : plan.releases()) {
                const double z = release.eventMultiplier().value();
                all += 1.0 / (z * z);
                matrices += release.kind == ReleaseKind::ClassSums ? 0.0 : 1.0 / (z * z);
            }
            EXPECT_NEAR(all, 0.16, 1e-9);
            EXPECT_NEAR(matrices, 0.16 * fraction, 1e-9);
        }
    }
}

/// Every record has the classes from `first` on, as many as it may.
void giveLabels(Synthetic& s, std::uint32_t perRecord, std::size_t first) {
    s.sets = {perRecord, std::vector<std::int32_t>(s.rows * perRecord)};
    for (std::size_t i = 0; i < s.sets.values.size(); ++i) {
        s.sets.values[i] = static_cast<std::int32_t>(first + i % perRecord);
    }
}

/// Records of K labels: whatever neighbours have, K labels where there were none, K others, or the same K.
TEST(SeveralLabels, MoveNoReleaseByMoreThanThePlanDeclares) {
    for (const TrainerKind kind : testing::everyTrainer()) {
        if (!traitsOf(kind).severalLabels) {
            continue;
        }
        for (const Adjacency adjacency : {Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne}) {
            for (const std::uint32_t rows : {1U, 3U}) {
                for (const std::optional<double> alpha : {std::optional<double>(), std::optional(0.5)}) {
                    if (alpha && kind != TrainerKind::DpLs) {
                        continue;
                    }
                    std::map<ReleaseKind, double> closest;
                    for (const bool otherClasses : {false, true}) {
                        TrialSpec spec;
                        spec.options.trainer = kind;
                        spec.options.alpha = alpha;
                        spec.options.loss = Loss::Sigmoid;
                        spec.options.bias = true;
                        spec.steps = traitsOf(kind).oneStep ? 1 : 3;
                        spec.learningRate = 1e-12;
                        spec.adjacency = adjacency;
                        spec.rowsPerPerson = rows;
                        spec.publicRecords = 300;
                        spec.dim = 24;
                        spec.classes = 8;
                        spec.labelsPerRecord = 4;
                        const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{2.0});
                        Synthetic s = adversary(spec, 0);
                        for (std::size_t row = 101; row < 100 + rows; ++row) { // a person's rows agree
                            std::copy_n(s.x.begin() + 100 * 24, 24,
                                        s.x.begin() + static_cast<std::ptrdiff_t>(row * 24));
                        }
                        giveLabels(s, 4, 0);
                        Synthetic other = neighbourOf(s, adjacency, rows);
                        for (std::size_t row = 100; row < 100 + rows; ++row) {
                            for (std::size_t k = 0; k < 4; ++k) {
                                other.sets.values[row * 4 + k] += otherClasses ? 4 : 0;
                            }
                            if (adjacency == Adjacency::AddOrRemoveOne) {
                                other.sets.invalidate(row);
                            }
                        }
                        NeighbourBackend backend;
                        const auto data = s.upload(backend);
                        backend.neighbour = other.upload(backend);
                        (void)train(plan, backend, *data, testing::TrialBench::noise());
                        for (const PlannedRelease& release : plan.releases()) {
                            const double part = backend.largest[release.kind] / release.sensitivity.value();
                            EXPECT_LE(part, 1.0) << traitsOf(kind).name << ' ' << releaseName(release.kind);
                            closest[release.kind] = std::max(closest[release.kind], part);
                        }
                    }
                    if (kind == TrainerKind::DpLs) {
                        const bool removed = adjacency == Adjacency::AddOrRemoveOne;
                        EXPECT_GE(closest[ReleaseKind::ClassSums], removed ? 0.95 : 0.7);
                        EXPECT_GE(closest[ReleaseKind::ClassGrams], alpha ? 0.95 : 0.0);
                        EXPECT_GE(closest[ReleaseKind::Gram], 0.6);
                    }
                }
            }
        }
    }
}

/// √K of what is summed for each class, nothing more of what is summed once.
TEST(SeveralLabels, CostLeastSquaresTheRootOfTheirNumber) {
    TrialSpec spec;
    spec.options.trainer = TrainerKind::DpLs;
    spec.options.loss = Loss::Sigmoid;
    spec.options.alpha = 0.5;
    spec.publicRecords = 300;
    spec.dim = 24;
    spec.classes = 9;
    const TrialPlan one = TrialPlan::forMu(spec, Mu{0.5});
    spec.labelsPerRecord = 4;
    const TrialPlan four = TrialPlan::forMu(spec, Mu{0.5});
    const auto ratio = [&](ReleaseKind kind) {
        return four.release(kind).noiseSd / one.release(kind).noiseSd;
    };
    EXPECT_NEAR(ratio(ReleaseKind::ClassSums), 2.0, 1e-12);
    EXPECT_NEAR(ratio(ReleaseKind::ClassGrams), 2.0, 1e-12);
    EXPECT_NEAR(ratio(ReleaseKind::Gram), 1.0, 1e-12);
    EXPECT_LE(four.mu().value(), 0.5);
    EXPECT_EQ(four.toJson().at("labels_per_record"), 4);
    EXPECT_FALSE(one.toJson().contains("labels_per_record"));
}

TEST(SeveralLabels, AreRefusedWhereABoundIsOfOne) {
    for (const TrainerKind kind : testing::everyTrainer()) {
        TrialSpec spec;
        spec.options.trainer = kind;
        spec.options.loss = traitsOf(kind).onlyLoss.value_or(Loss::Sigmoid);
        spec.options.bias = traitsOf(kind).initBias.has_value();
        spec.publicRecords = 300;
        spec.dim = 24;
        spec.classes = 9;
        spec.labelsPerRecord = 3;
        if (traitsOf(kind).severalLabels) {
            EXPECT_NO_THROW((void)TrialPlan::forNoise(spec, NoiseMultiplier{2.0})) << traitsOf(kind).name;
        } else {
            EXPECT_THROW((void)TrialPlan::forNoise(spec, NoiseMultiplier{2.0}), Error) << traitsOf(kind).name;
        }
        spec.labelsPerRecord = 10; // than there are classes
        EXPECT_THROW((void)TrialPlan::forNoise(spec, NoiseMultiplier{2.0}), Error);
    }
    TrialSpec spec;
    spec.dim = 24;
    spec.classes = 9;
    spec.labelsPerRecord = 3;
    EXPECT_THROW((void)TrialPlan::forNoise(spec, NoiseMultiplier{2.0}), Error); // softmax
    spec.options.loss = Loss::Sigmoid;
    const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{2.0});
    testing::TrialBench bench(Synthetic::make(300, 24, 9)); // whose records have one label each
    EXPECT_THROW((void)bench.run(plan), Error);
}

class Sensitivity
    : public ::testing::TestWithParam<std::tuple<TrainerKind, HeadKind, Adjacency, std::uint32_t>> {};

TEST_P(Sensitivity, NoReleaseMovesByMoreThanThePlanDeclares) {
    const auto [kind, headKind, adjacency, rowsPerPerson] = GetParam();
    for (const double clip : {0.3, 1.0, 20.0}) {
        for (const bool bias : {false, true}) {
            TrialSpec spec;
            spec.options.trainer = kind;
            spec.options.head.kind = headKind;
            spec.options.head.hidden = headKind == HeadKind::Hidden ? 6 : 0;
            spec.options.head.deeper = {headKind == HeadKind::Hidden && clip == 1.0 ? 5U : 0U};
            spec.options.head.sequenceLength =
                headKind == HeadKind::Sequence || headKind == HeadKind::Views ? 3 : 1;
            spec.options.init = headKind == HeadKind::Hidden ? InitKind::He : InitKind::Zero;
            spec.options.maxGradNorm = clip;
            spec.options.bias = bias;
            spec.options.loss = kind == TrainerKind::DpNewton ? Loss::Sigmoid : Loss::Softmax;
            const bool samples = kind == TrainerKind::DpSgd && rowsPerPerson == 1;
            spec.options.sampleRate = samples ? 0.7 : 1.0;
            spec.steps = traitsOf(kind).oneStep ? 1 : 5;
            spec.learningRate = 1e-12; // the adversary stays where its gradients are largest
            spec.adjacency = adjacency;
            spec.rowsPerPerson = rowsPerPerson;
            spec.publicRecords = 300;
            spec.dim = 24;
            spec.classes = clip == 1.0 ? 2 : 3;
            const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{2.0});
            const Synthetic s =
                adversary(spec, clip == 0.3 ? 0 : static_cast<std::int32_t>(spec.classes) - 1);
            NeighbourBackend backend;
            const auto data = s.upload(backend);
            backend.neighbour = neighbourOf(s, adjacency, rowsPerPerson).upload(backend);
            const TrainOutcome outcome = train(plan, backend, *data, testing::TrialBench::noise());
            EXPECT_EQ(outcome.status, TrainStatus::Finished);
            for (const PlannedRelease& release : plan.releases()) {
                const double bound = release.sensitivity.value();
                EXPECT_GT(backend.largest[release.kind], 0.0); // it was released, and the row was in it
                EXPECT_LE(backend.largest[release.kind], bound) << releaseName(release.kind);
                if (kind != TrainerKind::DpZo && headKind == HeadKind::Linear &&
                    adjacency == Adjacency::AddOrRemoveOne && release.kind != ReleaseKind::Hessian &&
                    kind != TrainerKind::DpNewton) {
                    // And the adversary gets close: the test would notice a bound that is too low.
                    EXPECT_GE(backend.largest[release.kind], 0.85 * bound) << releaseName(release.kind);
                }
            }
            for (const auto& [released, distance] : backend.largest) {
                EXPECT_TRUE(distance == 0.0 || plan.release(released).noiseSd > 0.0);
            }
        }
    }
}

using ::testing::Combine;
using ::testing::Values;
const auto kAdjacencies = Values(Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne);

INSTANTIATE_TEST_SUITE_P(EveryTrainer, Sensitivity,
                         Combine(::testing::ValuesIn(testing::everyTrainer()), Values(HeadKind::Linear),
                                 kAdjacencies, Values(1U, 3U)));
INSTANTIATE_TEST_SUITE_P(EveryHead, Sensitivity,
                         Combine(Values(TrainerKind::DpGd, TrainerKind::DpAdam),
                                 Values(HeadKind::Sequence, HeadKind::Hidden, HeadKind::Views), kAdjacencies,
                                 Values(1U)));

} // namespace
} // namespace parsimony::train
