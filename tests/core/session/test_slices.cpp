// SPDX-License-Identifier: GPL-3.0-or-later
// Lists in accounts of both kinds: what a plan takes its run carries out, and what it cannot is refused
// before anything is reserved.
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/method_entry.h"
#include "core/session/look_price.h"
#include "core/session/session.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::session {

namespace {

struct List {
    const char* trainer;
    const char* option;
    const char* values;
};

constexpr List kLists[] = {
    {"dp-gd", "max-grad-norm", "0.03,0.1,0.3,1"},
    {"dp-adam", "max-grad-norm", "0.7,0.11,0.013"},
    {"dp-gd", "momentum", "0,0.9"},
    {"dp-gd", "weight-decay", "0,0.01"},
    {"dp-gd", "steps", "4,9"},
    {"dp-fc", "gram-fraction", "0.1,0.3,0.2"},
    {"dp-newton", "max-grad-norm", "0.3,0.7,1"},
    {"dp-ls", "alpha", "0.1,0.5"},
    {"dp-ls", "ridge", "0.1,1"},
    {"dp-gd,dp-adam", "", ""},
};

RunOptions small() {
    RunOptions options = digitsOptions();
    options.epsilon = 300.0;
    options.trials = 2;
    options.testEpsilon = TestEpsilon{};
    return options;
}

class SliceRun : public RegistryFolder {
protected:
    /// A project whose train account is of kind slices from its first experiment on.
    [[nodiscard]] Session sliced(const RunOptions& options) const {
        Session session = Session::open(project(), true);
        RunOptions first = options;
        give(first, "method", "papernot-steinke");
        first.trials.reset();
        first.steps = NumberList(5.0);
        first.experimentEpsilon = 0.5;
        (void)session.run(first, {}, {});
        return session;
    }
};

std::optional<ErrorCode> refusalOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.code();
    }
    return std::nullopt;
}

} // namespace

class EveryMethod : public SliceRun, public ::testing::WithParamInterface<std::tuple<bool, std::size_t>> {};

TEST_P(EveryMethod, RunsWhatItPlansOrRefusesItBefore) {
    const auto [slices, place] = GetParam();
    const List& list = kLists[place];
    RunOptions options = small();
    Session session = slices ? sliced(options) : Session::open(project(), true);
    for (const search::MethodTraits* method : search::allMethods()) {
        RunOptions asked = options;
        give(asked, "method", std::string(method->name));
        give(asked, "trainer", list.trainer);
        if (train::traitsOf(asked.trainer).stepSize) {
            asked.steps = NumberList(5.0);
        }
        if (*list.values != 0) {
            give(asked, list.option, list.values);
        }
        if (method->privateSelection) {
            asked.trials.reset();
        }
        asked.experimentEpsilon = 1.0;
        const auto before = session.trials({}).size();
        const auto planned = refusalOf([&] { (void)session.plan(asked); });
        const auto ran =
            refusalOf([&] { EXPECT_EQ(session.run(asked, {}, {}).status, ExperimentStatus::Finished); });
        const std::string what = std::string(method->name) + " " + list.trainer + " " + list.option;
        EXPECT_EQ(planned, ran) << what;
        EXPECT_NE(ran, ErrorCode::Failed) << what;
        EXPECT_EQ(ran.has_value(), session.trials({}).size() == before) << what;
    }
    for (const ledger::AuditProblem& problem : ledger::audit(project()).problems) {
        ADD_FAILURE() << "row " << problem.row << " " << problem.what.english();
    }
}

INSTANTIATE_TEST_SUITE_P(Lists, EveryMethod,
                         ::testing::Combine(::testing::Bool(),
                                            ::testing::Range<std::size_t>(0, std::size(kLists))));

TEST_F(SliceRun, AListOfClipsGoesOnWhereItWasStopped) {
    RunOptions options = small();
    std::optional<std::int64_t> experiment;
    (void)sliced(options);
    give(options, "method", "linear-scaling");
    give(options, "max-grad-norm", "0.03,0.1,0.3,1");
    options.steps = NumberList(5.0);
    options.trials = 6;
    options.experimentEpsilon = 2.0;
    RunSnapshot run;
    for (int rounds = 0; run.status != ExperimentStatus::Finished && rounds < 30; ++rounds) {
        Session session = Session::open(project(), true);
        std::stop_source stop;
        RunObserver observer;
        int seen = 0;
        observer.onSnapshot = [&](const RunSnapshot&) {
            if (++seen > 2 + rounds) {
                stop.request_stop();
            }
        };
        run = experiment ? session.resume(experiment, stop.get_token(), observer)
                         : session.run(options, stop.get_token(), observer);
        experiment = run.experiment;
    }
    EXPECT_EQ(run.status, ExperimentStatus::Finished);
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

TEST_F(SliceRun, PilotsOfAutoShareTheStepsThatTheyArePlannedWith) {
    RunOptions options = small();
    Session session = sliced(options);
    options.experimentEpsilon = 50.0;
    give(options, "method", "auto");
    for (const char* map : {"center", "none"}) {
        give(options, "feature-map", map);
        const RunSnapshot run = session.run(options, {}, {});
        EXPECT_EQ(run.status, ExperimentStatus::Finished) << map;
        ASSERT_EQ(run.phases.size(), 1U) << map << ": no pilots, so this shows nothing";
        ASSERT_TRUE(run.final.has_value());
        for (const TrialSnapshot& pilot : run.phases.front().trials) {
            EXPECT_LT(pilot.steps, run.final->trial.steps) << map;
        }
    }
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

TEST_F(SliceRun, StatisticsAreShownWithTheirNamesAndWhatWasPlannedOfThem) {
    RunOptions options = small();
    options.encoders = {{"a", options.data}, {"b", options.data}};
    options.data.clear();
    options.sameOrder = true;
    Session session = sliced(options);
    give(options, "method", "random");
    options.featureMap = FeatureMapKind::Centred;
    options.steps = NumberList(5.0);
    options.experimentEpsilon = 20.0;
    const RunSnapshot run = session.run(options, {}, {});
    const std::vector<TrialSnapshot> trials = session.trials(run.experiment);
    ASSERT_GE(run.statistics.size(), 2U);
    EXPECT_EQ(run.statistics[1].name, "mean@b");
    for (const StatisticSnapshot& planned : run.statistics) {
        const auto shown = std::find_if(trials.begin(), trials.end(), [&](const TrialSnapshot& trial) {
            return shownRole(trial) == planned.name;
        });
        ASSERT_NE(shown, trials.end()) << planned.name;
        EXPECT_GT(shown->mu, 0.0) << planned.name;
        EXPECT_EQ(shown->mu, planned.mu) << planned.name;
        EXPECT_EQ(shown->epsilon, planned.epsilon) << planned.name;
    }
}

/// Looks at the test part of a run that made its account one of slices.
class LooksAtSlices : public SliceRun {
protected:
    /// A private selection that tests its winner, and a request to look at the same test part again.
    [[nodiscard]] Session selected(std::uint32_t rowsPerPerson = 1) {
        RunOptions options = digitsOptions();
        give(options, "method", "papernot-steinke");
        options.epsilon = 8.0;
        options.steps = NumberList(5.0);
        options.rowsPerPerson = rowsPerPerson;
        Session session = Session::open(project(), true);
        (void)session.run(options, {}, {});
        m_request.model = session.exportModel(std::nullopt, folder() / "model.npz").front();
        m_request.name = kTestPart;
        m_request.files = {options.data + ":x_test", options.data + ":y_test"};
        return session;
    }
    [[nodiscard]] static PartBudget test(const Session& session) {
        return session.budgets().front().second.parts.at(kTestPart);
    }
    /// The slice that an experiment took of the test part, as the ledger keeps it.
    [[nodiscard]] ExperimentPlan planOfLast() const {
        const ledger::Project ledger = ledger::Project::open(project());
        return ExperimentPlan::fromJson(ledger.experiment(ledger.experiments().back().id).plan);
    }
    void expectSound() const {
        const ledger::AuditReport report = ledger::audit(project());
        EXPECT_TRUE(report.ok()) << (report.problems.empty() ? "" : report.problems.front().what.english());
    }
    /// What its releases cost together, from the noise that was told.
    [[nodiscard]] static double muOfReleases(const PrivateEvaluation& look) {
        double square = std::pow(look.sensitivity / look.noiseSd, 2);
        for (const PrivateBreakdown& breakdown : look.breakdowns) {
            square += std::pow(breakdown.sensitivity / breakdown.noiseSd, 2);
        }
        for (const PrivateEvaluation::Metric& metric : look.metrics) {
            square += std::pow(metric.sensitivity / metric.noiseSd, 2);
        }
        return std::sqrt(square);
    }

    PrivateEvaluationRequest m_request;
};

TEST_F(LooksAtSlices, AreOneExperimentEach) {
    Session session = selected();
    const PartBudget before = test(session);
    EXPECT_GT(before.spentEpsilon, 0.0);
    m_request.perClass = true;
    m_request.metrics = {mechanism::MetricOf::TopFive, mechanism::MetricOf::LogLoss};
    const PrivateEvaluation look = session.evaluate(m_request, {}, {});
    EXPECT_NEAR(look.accuracy, 0.5, 0.5 + 6.0 * look.se);
    EXPECT_EQ(look.breakdowns.front().bins.size(), 10U);
    EXPECT_EQ(look.metrics.size(), 2U);
    const ExperimentPlan plan = planOfLast();
    EXPECT_EQ(plan.kind, ledger::AccountKind::Slices);
    EXPECT_EQ(look.epsilon, plan.epsilon);
    EXPECT_GE(plan.epsilon * (1.0 + 1e-12), epsilonOf(Mu{muOfReleases(look)}, Delta{plan.delta}).value());
    EXPECT_NEAR(look.epsilon, 0.25 * before.remainingEpsilon, 1e-6) << "it needs all that a look may take";
    const PartBudget after = test(session);
    EXPECT_NEAR(after.spentEpsilon, before.spentEpsilon + look.epsilon, 1e-12);
    EXPECT_EQ(look.remainingEpsilon, after.remainingEpsilon);
    const RunSnapshot told = *session.snapshot(std::nullopt);
    EXPECT_EQ(told.experimentEpsilon, look.epsilon);
    EXPECT_NE(sentenceOf(told.guarantee).find("by exact Gaussian accounting"), std::string::npos)
        << sentenceOf(told.guarantee);
    EXPECT_EQ(told.guarantee.delta, plan.delta);
    expectSound();
}

TEST_F(LooksAtSlices, TakeNoMoreThanIsSaidBefore) {
    Session session = selected();
    for (const std::uint64_t rows : {std::uint64_t{0}, std::uint64_t{397}}) {
        const double most = mostEpsilonOfLook(session.budgets(), {}, rows);
        EXPECT_LE(session.evaluate(m_request, {}, {}).epsilon, most);
    }
    m_request.options.testRecords = 10'000'000; // enough for 0.25 points with little
    const double most = mostEpsilonOfLook(session.budgets(), m_request.options.testRecords, 397);
    const PrivateEvaluation cheap = session.evaluate(m_request, {}, {});
    EXPECT_LE(cheap.epsilon, most);
    EXPECT_GT(cheap.epsilon, 0.0);
    EXPECT_LT(most, 1e-3);
    m_request.options.testRecords = 100'000'000'000; // δ alone pays for it
    EXPECT_GT(session.evaluate(m_request, {}, {}).epsilon, 0.0);
    expectSound();
}

TEST_F(LooksAtSlices, NeverPassTheCapTogether) {
    Session session = selected();
    const ExperimentPlan first = planOfLast();
    long double epsilon = first.evaluations.front().sliceEpsilon;
    long double delta = first.evaluations.front().sliceDelta;
    ASSERT_GT(epsilon, 0.0L);
    int looks = 0;
    std::optional<ErrorCode> refused;
    while (!refused && looks < 200) {
        refused = refusalOf([&] { (void)session.evaluate(m_request, {}, {}); });
        if (!refused) {
            const ExperimentPlan look = planOfLast();
            epsilon += look.epsilon;
            delta += look.delta;
            ++looks;
        }
    }
    EXPECT_EQ(refused, ErrorCode::Refused);
    EXPECT_GT(looks, 10);
    EXPECT_LE(epsilon, 8.0L);
    EXPECT_LE(delta, 1e-5L);
    EXPECT_NEAR(test(session).spentEpsilon, static_cast<double>(epsilon), 1e-9);
    EXPECT_EQ(session.experiments().size(), static_cast<std::size_t>(looks) + 1) << "a refused one is none";
    expectSound();
}

TEST_F(LooksAtSlices, KnowHowManyRowsAPersonHas) {
    Session session = selected(3);
    m_request.perClass = true;
    const PrivateEvaluation look = session.evaluate(m_request, {}, {});
    EXPECT_EQ(look.sensitivity, 3.0);
    EXPECT_EQ(look.breakdowns.front().sensitivity, 3.0);
    const ExperimentPlan plan = planOfLast();
    EXPECT_GE(plan.epsilon * (1.0 + 1e-12), epsilonOf(Mu{muOfReleases(look)}, Delta{plan.delta}).value());
    EXPECT_NEAR(plan.epsilon, epsilonOf(Mu{muOfReleases(look)}, Delta{plan.delta}).value(), 1e-6);
    expectSound();
}

TEST_F(LooksAtSlices, StayChargedWhenTheyAreStopped) {
    Session session = selected();
    const double before = test(session).spentEpsilon;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(refusalOf([&] { (void)session.evaluate(m_request, stop.get_token(), {}); }),
              ErrorCode::Interrupted);
    EXPECT_EQ(session.experiments().back().status, ExperimentStatus::Failed);
    EXPECT_NEAR(test(session).spentEpsilon, before + planOfLast().epsilon, 1e-12);
    EXPECT_EQ(session.resume(std::nullopt, {}, {}).status, ExperimentStatus::NothingToResume);
    expectSound();
}

TEST_F(LooksAtSlices, AskedForAgainGiveWhatTheyReleased) {
    Session session = selected();
    m_request.request = "key";
    m_request.perClass = true;
    const PrivateEvaluation look = session.evaluate(m_request, {}, {});
    const double spent = test(session).spentEpsilon;
    const PrivateEvaluation again = session.evaluate(m_request, {}, {});
    EXPECT_EQ(again.accuracy, look.accuracy);
    EXPECT_EQ(again.epsilon, look.epsilon);
    EXPECT_EQ(again.remainingEpsilon, look.remainingEpsilon);
    EXPECT_EQ(test(session).spentEpsilon, spent);
}

TEST_F(LooksAtSlices, CutOffAreEndedByResume) {
    Session session = selected();
    (void)session.evaluate(m_request, {}, {});
    const double before = test(session).spentEpsilon;
    const ExperimentPlan plan = planOfLast();
    {
        ledger::Project ledger = ledger::Project::open(project());
        const ledger::ExperimentRow whole = ledger.experiment(ledger.experiments().back().id);
        ledger::ExperimentSpec spec; // as a process leaves it that died between reservation and count
        spec.trainer = "dp-gd";
        spec.dataset = whole.dataset;
        spec.kind = whole.kind;
        spec.method = whole.method;
        spec.options = whole.options;
        spec.plan = whole.plan;
        spec.charges = {{PartId{plan.partIds.at(kTestPart)},
                         {plan.evaluations.front().event().value()},
                         {},
                         plan.epsilon,
                         plan.delta}};
        (void)ledger.beginExperiment(spec);
    }
    const RunSnapshot told = session.resume(std::nullopt, {}, {});
    EXPECT_EQ(told.status, ExperimentStatus::NothingToResume);
    EXPECT_EQ(session.experiments().back().status, ExperimentStatus::Failed);
    EXPECT_NEAR(test(session).spentEpsilon, before + plan.epsilon, 1e-12);
    expectSound();
}

} // namespace parsimony::session
