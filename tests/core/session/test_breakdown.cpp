// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/data/part.h"
#include "core/export/model_file.h"
#include "core/ledger/audit.h"
#include "core/mechanism/breakdown.h"
#include "core/mechanism/look_metrics.h"
#include "core/privacy/gaussian_dp.h"
#include "core/session/look_price.h"
#include "core/session/session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace parsimony::session {

using mechanism::BreakdownPlan;
using mechanism::declaredGroups;
using mechanism::NoisyAccuracy;

namespace {

namespace fs = std::filesystem;

/// A project with a private run on digits and its exported classifier.
class Breakdown : public ::testing::Test {
protected:
    Breakdown() {
        m_folder =
            fs::temp_directory_path() / ("parsimony-breakdown-" + toHex(secureRandomKey()).substr(0, 16));
        fs::create_directories(m_folder);
        setenv("PARSIMONY_REGISTRY", (m_folder / "registry.db").c_str(), 1);
    }
    ~Breakdown() override { fs::remove_all(m_folder); }

    [[nodiscard]] fs::path file(const std::string& name) const { return m_folder / name; }

    [[nodiscard]] Session trained(Adjacency adjacency = Adjacency::AddOrRemoveOne,
                                  std::uint32_t rowsPerPerson = 1) {
        RunOptions options;
        options.data = std::string(PARSIMONY_SAMPLES) + "/digits.npz";
        options.classes = 10;
        options.epsilon = 30.0;
        options.delta = 1e-5;
        options.method = MethodKind::UnitNoise;
        options.testEpsilon = TestEpsilon{};
        options.adjacency = adjacency;
        options.rowsPerPerson = rowsPerPerson;
        Session session = Session::open(file("p.parsimony"), true);
        (void)session.run(options, {}, {});
        m_request.model = session.exportModel(std::nullopt, file("model.npz")).front();
        const std::string data = std::string(PARSIMONY_SAMPLES) + "/digits.npz";
        m_request.name = "holdout";
        m_request.files = {data + ":x_test", data + ":y_test"};
        return session;
    }

    PrivateEvaluationRequest m_request;

private:
    fs::path m_folder;
};

} // namespace

TEST(BreakdownPlan, SensitivityFollowsFromAdjacencyAndRowsPerPerson) {
    for (const double mu : {1e-6, 0.03, 1.0, 17.0}) {
        const auto one = BreakdownPlan::forMu(Mu{mu}, Adjacency::AddOrRemoveOne, 1);
        const auto three = BreakdownPlan::forMu(Mu{mu}, Adjacency::AddOrRemoveOne, 3);
        const auto replaced = BreakdownPlan::forMu(Mu{mu}, Adjacency::ReplaceOne, 1);
        EXPECT_EQ(one.sensitivity().value(), 1.0);
        EXPECT_EQ(three.sensitivity().value(), 3.0);
        EXPECT_GE(replaced.sensitivity().value(), std::sqrt(2.0));
        EXPECT_NEAR(replaced.sensitivity().value(), std::sqrt(2.0), 1e-12);
        for (const BreakdownPlan& plan : {one, three, replaced}) {
            const double z = plan.event().asGaussian()->noiseMultiplier.value();
            EXPECT_LE(1.0 / z, mu) << "it never costs more than it was given";
            EXPECT_GE(1.0 / z, mu * (1.0 - 1e-12));
            EXPECT_LE(z, plan.noiseSd() / plan.sensitivity().value());
        }
    }
}

TEST(BreakdownPlan, SensitivityOfLabelsIsTheRootOfTwiceTheirNumber) {
    for (const double mu : {1e-6, 1.0, 17.0}) {
        for (const std::uint32_t labels : {2U, 3U, 1000U}) {
            for (const std::uint32_t rows : {1U, 5U}) {
                const double least = rows * std::sqrt(2.0 * labels);
                const auto one = BreakdownPlan::forLabels(Mu{mu}, Adjacency::AddOrRemoveOne, rows, labels);
                const auto replaced = BreakdownPlan::forLabels(Mu{mu}, Adjacency::ReplaceOne, rows, labels);
                EXPECT_GE(one.sensitivity().value(), least);
                EXPECT_NEAR(one.sensitivity().value(), least, 1e-12 * least);
                EXPECT_GE(replaced.sensitivity().value(), std::sqrt(2.0) * least);
                EXPECT_NEAR(replaced.sensitivity().value(), std::sqrt(2.0) * least, 1e-12 * least);
                for (const BreakdownPlan& plan : {one, replaced}) {
                    const double z = plan.event().asGaussian()->noiseMultiplier.value();
                    EXPECT_LE(1.0 / z, mu) << "it never costs more than it was given";
                    EXPECT_GE(1.0 / z, mu * (1.0 - 1e-12));
                }
            }
        }
    }
}

TEST(NoisyF1, IsThatOfTheCountsWhereTheNoiseIsSmall) {
    // Right, wrong and missed of three classes: F1 of 8/11, 0 and 2/3.
    const std::vector<double> counts{400, 200, 100, 0, 50, 150, 100, 100, 0};
    const mechanism::NoisyF1 exact = mechanism::f1Of(counts, 1e-9);
    EXPECT_NEAR(*exact.micro.accuracy, 1000.0 / 1600.0, 1e-12);
    EXPECT_NEAR(*exact.macro.accuracy, (800.0 / 1100.0 + 0.0 + 2.0 / 3.0) / 3.0, 1e-12);
    EXPECT_EQ(exact.classes, 3U);
    // Five standard deviations of 2·right + wrong + missed are 12 sd.
    const mechanism::NoisyF1 coarse = mechanism::f1Of(counts, 20.0);
    EXPECT_EQ(coarse.classes, 2U) << "the second class drowns";
    EXPECT_TRUE(coarse.micro.accuracy);
    const mechanism::NoisyF1 lost = mechanism::f1Of(counts, 1000.0);
    EXPECT_FALSE(lost.micro.accuracy);
    EXPECT_FALSE(lost.macro.accuracy);
    EXPECT_EQ(lost.classes, 0U);
    EXPECT_FALSE(mechanism::f1Of({}, 1.0).micro.accuracy);
}

TEST(NoisyF1, KnowsItsStandardErrors) {
    const std::vector<double> counts{400, 200, 100, 300, 50, 150};
    const auto noise = compute::NoiseSource::seeded(compute::PublicDataSeed(5), 1, 1);
    const auto plan = BreakdownPlan::forLabels(Mu{0.5}, Adjacency::AddOrRemoveOne, 1, 2);
    constexpr std::uint32_t draws = 600;
    double squares[2] = {}, se[2] = {};
    for (std::uint32_t draw = 0; draw < draws; ++draw) {
        std::vector<double> noisy = counts;
        plan.addNoise(noisy, noise, 1 + draw);
        const mechanism::NoisyF1 found = mechanism::f1Of(noisy, plan.noiseSd());
        const double off[2] = {*found.micro.accuracy - 1400.0 / 1900.0,
                               *found.macro.accuracy - (800.0 / 1100.0 + 600.0 / 800.0) / 2.0};
        for (int k = 0; k < 2; ++k) {
            squares[k] += off[k] * off[k] / draws;
        }
        se[0] += *found.micro.se / draws;
        se[1] += *found.macro.se / draws;
    }
    for (int k = 0; k < 2; ++k) {
        EXPECT_NEAR(std::sqrt(squares[k]) / se[k], 1.0, 0.17) << k; // 5.9 standard errors
    }
}

TEST(BreakdownPlan, NoiseIsOnRightAndWrongAlike) {
    const auto noise = compute::NoiseSource::seeded(compute::PublicDataSeed(5), 1, 1);
    const std::vector<exporting::Count> exact{{1000, 800}, {500, 0}, {0, 0}};
    const auto sharp = BreakdownPlan::forMu(Mu{1e6}, Adjacency::AddOrRemoveOne, 1).release(exact, noise, 1);
    ASSERT_EQ(sharp.size(), 3U);
    EXPECT_NEAR(*sharp[0].accuracy, 0.8, 1e-6);
    EXPECT_NEAR(sharp[0].records, 1000.0, 1e-3);
    EXPECT_NEAR(*sharp[1].accuracy, 0.0, 1e-6);
    // Noise of 100 on each count: 600 right and wrong are too few to say anything where 5 sd are needed of 0.
    const auto plan = BreakdownPlan::forMu(Mu{0.01}, Adjacency::AddOrRemoveOne, 1);
    const auto coarse = plan.release(exact, noise, 2);
    EXPECT_FALSE(coarse[2].accuracy) << "nothing but noise";
    EXPECT_NE(coarse[2].records, 0.0);
    // The delta method against the spread of many releases.
    std::vector<double> accuracies;
    double se = 0.0;
    for (std::uint32_t draw = 0; draw < 400; ++draw) {
        const auto share = BreakdownPlan::forMu(Mu{0.1}, Adjacency::AddOrRemoveOne, 1)
                               .release(std::vector<exporting::Count>{{1000, 800}}, noise, 3 + draw);
        accuracies.push_back(*share[0].accuracy);
        se += *share[0].se / 400.0;
    }
    double mean = 0.0;
    double squares = 0.0;
    for (const double accuracy : accuracies) {
        mean += accuracy / 400.0;
    }
    for (const double accuracy : accuracies) {
        squares += (accuracy - mean) * (accuracy - mean) / 399.0;
    }
    EXPECT_NEAR(mean, 0.8, 5.0 * se / 20.0);
    EXPECT_NEAR(std::sqrt(squares) / se, 1.0, 0.2); // 5.6 standard errors: false alarms under 1e-7
}

TEST(LogLoss, EmptyRecordsCountWhereTheirNumberIsPublicAlone) {
    const auto noise = compute::NoiseSource::seeded(compute::PublicDataSeed(5), 1, 1);
    exporting::Evaluation exact; // 80 records of a quarter of the bound each, and 20 rows without one
    exact.scores.records = 80;
    exact.scores.invalid = 20;
    exact.scores.clippedLosses = 20 * exporting::kLossUnits + 20 * exporting::kLossUnits;
    const mechanism::MetricOf of = mechanism::MetricOf::LogLoss;
    const mechanism::MetricPlan plan{of, mechanism::planOf(of, Mu{1e6}, Adjacency::AddOrRemoveOne, 1, 1), 2.0,
                                     std::nullopt};
    const auto loss = [&](mechanism::Divisor records, std::uint32_t stream) {
        return *plan.release(exact, records, noise, stream).value;
    };
    EXPECT_NEAR(loss({100.0, 0.0}, 1), 2.0 * (20.0 + 20.0) / 100.0, 1e-6);
    EXPECT_NEAR(loss({90.0, 0.0}, 2), 2.0 * (20.0 + 10.0) / 90.0, 1e-6) << "declared: ten of them are empty";
    EXPECT_NEAR(loss({80.0, 1e-6}, 3), 2.0 * 20.0 / 80.0, 1e-6) << "counted";
}

TEST(BreakdownPlan, UndeclaredGroupsAreLeftOut) {
    const exporting::Groups read{{"a", "b", "c"}, {0, 1, 2, 1}};
    const exporting::Groups groups = declaredGroups(read, {"c", "b", "never"});
    EXPECT_EQ(groups.names, (std::vector<std::string>{"c", "b", "never"}));
    EXPECT_EQ(groups.ofRecord, (std::vector<std::int32_t>{-1, 1, 0, 1}));
}

TEST_F(Breakdown, ClassesAndGroupsAreChargedWithTheirLook) {
    Session session = trained();
    std::ofstream groups(file("groups.txt"));
    for (int i = 0; i < 397; ++i) {
        groups << (i % 4 == 0 ? "fourth\n" : "other\n");
    }
    groups.close();
    m_request.perClass = true;
    m_request.groups = file("groups.txt");
    EXPECT_THROW((void)session.evaluate(m_request, {}, {}), Error) << "names are to be declared";
    m_request.groupNames = {"fourth", "other"};
    std::vector<std::string> told;
    RunObserver curator;
    curator.onCuratorNotice = [&](const Sentence& sentence) { told.push_back(sentence.english()); };
    const PrivateEvaluation look = session.evaluate(m_request, {}, curator);
    EXPECT_TRUE(told.empty());
    EXPECT_NEAR(look.accuracy, 0.9, 0.1);
    EXPECT_EQ(look.sensitivity, 1.0);
    ASSERT_EQ(look.breakdowns.size(), 2U);
    EXPECT_EQ(look.breakdowns[0].of, mechanism::BreakdownOf::Classes);
    EXPECT_EQ(look.breakdowns[0].bins.size(), 10U);
    EXPECT_EQ(look.breakdowns[1].bins.size(), 2U);
    EXPECT_NEAR(look.breakdowns[1].bins[0].second.records, 100.0, 6.0 * 1.5 * look.breakdowns[1].noiseSd);
    double muSquared = 1.0 / (look.noiseSd * look.noiseSd);
    for (const PrivateBreakdown& breakdown : look.breakdowns) {
        EXPECT_EQ(breakdown.sensitivity, 1.0);
        muSquared += 1.0 / (breakdown.noiseSd * breakdown.noiseSd);
    }
    EXPECT_NEAR(epsilonOf(Mu{std::sqrt(muSquared)}, Delta{1e-5}).value(), look.epsilon, 1e-6);
    const ledger::AuditReport report = ledger::audit(file("p.parsimony"));
    EXPECT_TRUE(report.ok()) << (report.problems.empty() ? "" : report.problems.front().what.english());
}

TEST_F(Breakdown, TheCuratorHearsOfRecordsOfNoGroupThatIsNamed) {
    Session session = trained();
    std::ofstream groups(file("groups.txt"));
    for (int i = 0; i < 397; ++i) {
        groups << (i % 4 == 0 ? "fourth\n" : "other\n");
    }
    groups.close();
    m_request.groups = file("groups.txt");
    m_request.groupNames = {"fourth", "others"}; // misspelt: paid for, and nothing is in it
    std::vector<std::string> told;
    RunObserver curator;
    curator.onCuratorNotice = [&](const Sentence& sentence) { told.push_back(sentence.english()); };
    (void)session.evaluate(m_request, {}, curator);
    EXPECT_EQ(told, (std::vector<std::string>{"297 records are of none of the groups that are named"}));
}

TEST_F(Breakdown, ALookTakesNoMoreThanIsSaidBefore) {
    Session session = trained(Adjacency::AddOrRemoveOne, 2);
    const double most = mostEpsilonOfLook(session.budgets(), {}, 397);
    const double taken = session.evaluate(m_request, {}, {}).epsilon;
    EXPECT_LE(taken, most);
    EXPECT_NEAR(taken, most, 1e-6 * most);
}

TEST(LookPrice, TheNewestPrivateDatasetPays) {
    DatasetSnapshot open;
    open.visibility = Visibility::Public;
    BudgetSnapshot small;
    small.targetEpsilon = 1.0;
    small.targetDelta = 1e-5;
    BudgetSnapshot large = small;
    large.targetEpsilon = 8.0;
    EXPECT_EQ(mostEpsilonOfLook({}, {}, 0), 0.0);
    EXPECT_EQ(mostEpsilonOfLook({{open, small}}, {}, 0), 0.0);
    const double most = mostEpsilonOfLook({{DatasetSnapshot(), large}}, {}, 0);
    EXPECT_NEAR(muOf(Epsilon{most}, Delta{1e-5}).value(), 0.5 * muOf(Epsilon{8.0}, Delta{1e-5}).value(),
                1e-9);
    EXPECT_EQ(
        mostEpsilonOfLook({{DatasetSnapshot(), small}, {DatasetSnapshot(), large}, {open, small}}, {}, 0),
        most);
}

TEST(LookPrice, TellsNoNumberOfRowsWhereOneWasDeclared) {
    DatasetSnapshot declared;
    declared.recordsDeclared = true;
    BudgetSnapshot budget;
    budget.targetEpsilon = 8.0;
    budget.targetDelta = 1e-5;
    const double most = mostEpsilonOfLook({{declared, budget}}, {}, 0);
    EXPECT_EQ(mostEpsilonOfLook({{declared, budget}}, {}, 9000), most);
    EXPECT_LT(mostEpsilonOfLook({{declared, budget}}, 9000, 9001), most);
    EXPECT_LT(mostEpsilonOfLook({{DatasetSnapshot(), budget}}, {}, 9000), most);
}

TEST_F(Breakdown, MetricsAreReleasesOfTheirOwn) {
    Session session = trained(Adjacency::ReplaceOne);
    using mechanism::MetricOf;
    m_request.metrics = {MetricOf::TopFive, MetricOf::LogLoss, MetricOf::Auc, MetricOf::Confusion};
    EXPECT_THROW((void)session.evaluate(m_request, {}, {}), Error) << "AUC of which of ten classes?";
    m_request.positive = 3;
    const PrivateEvaluation look = session.evaluate(m_request, {}, {});
    const exporting::Classifier model = exporting::loadModel(m_request.model.string());
    data::LoadOptions load;
    load.preprocessing = model.preprocessing;
    load.classes = 10;
    const data::LoadedPart rows = data::loadPart(m_request.files, load);
    const exporting::Evaluation exact =
        exporting::evaluate(model, *rows.features, rows.labels, nullptr, nullptr, 1, {},
                            exporting::metricSettings(model, 3U, std::nullopt, true));
    ASSERT_EQ(look.metrics.size(), 4U);
    const double records = 397.0;
    const auto& topFive = look.metrics[0];
    const auto& loss = look.metrics[1];
    const auto& confusion = look.metrics[3];
    double muSquared = 1.0 / (look.noiseSd * look.noiseSd);
    for (const auto& metric : look.metrics) {
        const bool oneSum = metric.found.of == MetricOf::TopFive || metric.found.of == MetricOf::LogLoss;
        EXPECT_NEAR(metric.sensitivity, oneSum ? 1.0 : std::sqrt(2.0), 1e-9);
        muSquared += std::pow(metric.sensitivity / metric.noiseSd, 2);
    }
    EXPECT_NEAR(epsilonOf(Mu{std::sqrt(muSquared)}, Delta{1e-5}).value(), look.epsilon, 1e-6);
    EXPECT_NEAR(*topFive.found.value, static_cast<double>(exact.scores.topFive) / records,
                6.0 * topFive.noiseSd / records);
    EXPECT_NEAR(*topFive.found.se, topFive.noiseSd / records, 1e-12);
    EXPECT_NEAR(*loss.found.value, exact.scores.losses / records, 6.0 * *loss.found.se + 0.01);
    EXPECT_GT(look.metrics[2].found.value.value_or(1.0), 0.9);
    EXPECT_EQ(confusion.found.counts.size(), 100U);
    for (std::size_t cell = 0; cell < 100; ++cell) {
        EXPECT_NEAR(confusion.found.counts[cell], static_cast<double>(exact.confusion[cell]),
                    6.0 * confusion.noiseSd);
    }
    const ledger::AuditReport report = ledger::audit(file("p.parsimony"));
    EXPECT_TRUE(report.ok()) << (report.problems.empty() ? "" : report.problems.front().what.english());
}

/// A classifier whose every score is above its threshold: of each record it may say K labels and no more.
TEST_F(Breakdown, F1CountsNoMoreLabelsThanARecordMayHave) {
    Session session = trained(Adjacency::ReplaceOne, 2);
    exporting::Classifier model = exporting::loadModel(m_request.model.string());
    model.card.labelsPerRecord = 3;
    model.card.threshold = -1e30;
    m_request.model = exporting::writeModel(model, file("several.npz")).front();
    m_request.metrics = {mechanism::MetricOf::F1, mechanism::MetricOf::Confusion};
    EXPECT_THROW((void)session.evaluate(m_request, {}, {}), Error) << "of one label each";
    m_request.metrics = {mechanism::MetricOf::F1};
    const PrivateEvaluation look = session.evaluate(m_request, {}, {});
    ASSERT_EQ(look.metrics.size(), 1U);
    const auto& f1 = look.metrics.front();
    EXPECT_NEAR(f1.sensitivity, 2.0 * std::sqrt(2.0 * 2.0 * 3.0), 1e-9); // rows a person, replaced, 2·K
    ASSERT_EQ(f1.found.counts.size(), 30U);
    double said = 0.0, there = 0.0;
    for (std::size_t j = 0; j < 30; j += 3) {
        said += f1.found.counts[j] + f1.found.counts[j + 1];
        there += f1.found.counts[j] + f1.found.counts[j + 2];
    }
    const double sd = std::sqrt(20.0) * f1.noiseSd; // of twenty counts
    EXPECT_LT(sd, 150.0);
    EXPECT_NEAR(said, 3.0 * 397.0, 6.0 * sd);
    EXPECT_NEAR(there, 397.0, 6.0 * sd);
    double muSquared = std::pow(look.sensitivity / look.noiseSd, 2);
    muSquared += std::pow(f1.sensitivity / f1.noiseSd, 2);
    EXPECT_NEAR(epsilonOf(Mu{std::sqrt(muSquared)}, Delta{1e-5}).value(), look.epsilon, 1e-6);
    const ledger::AuditReport report = ledger::audit(file("p.parsimony"));
    EXPECT_TRUE(report.ok()) << (report.problems.empty() ? "" : report.problems.front().what.english());
}

TEST(Balanced, IsTheMeanOfTheClassesThatSaySomething) {
    const std::vector<NoisyAccuracy> classes{
        {0.9, 0.03, 100.0}, {std::nullopt, std::nullopt, 1.0}, {0.5, 0.04, 50.0}};
    const auto balanced = mechanism::balancedAccuracy(classes);
    ASSERT_TRUE(balanced);
    EXPECT_DOUBLE_EQ(balanced->accuracy, 0.7);
    EXPECT_DOUBLE_EQ(balanced->se, 0.025);
    EXPECT_EQ(balanced->classes, 2U);
    EXPECT_FALSE(mechanism::balancedAccuracy(std::vector<NoisyAccuracy>(3)));
}

TEST_F(Breakdown, LabelMapsLeaveOutWhatTheyIgnore) {
    Session session = trained(Adjacency::ReplaceOne);
    std::ofstream(file("map.txt")) << "0,0\n1,1\n2,2\n3,ignored\n";
    m_request.labelMap = file("map.txt");
    const PrivateEvaluation look = session.evaluate(m_request, {}, {});
    ASSERT_EQ(look.breakdowns.size(), 1U);
    EXPECT_EQ(look.breakdowns[0].of, mechanism::BreakdownOf::All);
    EXPECT_NEAR(look.breakdowns[0].sensitivity, std::sqrt(2.0), 1e-9);
    // About 120 of the 397 rows are 0, 1 or 2.
    EXPECT_NEAR(look.breakdowns[0].bins[0].second.records, 120.0, 30.0 + 9.0 * look.noiseSd);
    const ledger::AuditReport report = ledger::audit(file("p.parsimony"));
    EXPECT_TRUE(report.ok()) << (report.problems.empty() ? "" : report.problems.front().what.english());
}

} // namespace parsimony::session
