// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of sample rates and of trainers: searches whose plan draws every run.
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/privacy/accountant.h"
#include "core/session/budget_shares.h"
#include "core/session/knob_options.h"
#include "core/session/options_json.h"
#include "core/session/selection_plan.h"
#include "core/session/session.h"
#include "core/train/sensitivity.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"

#include <algorithm>
#include <set>

namespace parsimony::session {

namespace {

using train::Knob;

class DrawnRun : public RegistryFolder {};

RunOptions sampling(const std::string& method) {
    RunOptions options = digitsOptions();
    give(options, "method", method);
    give(options, "trainer", "dp-sgd");
    give(options, "sample-rate", "0.1,0.5,1");
    options.steps = "5";
    options.trials = 12;
    return options;
}

} // namespace

TEST(SampleRateAxis, IsForPlansThatDrawEveryRun) {
    EXPECT_EQ(codeOf(sampling("linear-scaling")), ErrorCode::Refused) << "its last run follows from scores";
    EXPECT_EQ(codeOf(sampling("successive-halving")), ErrorCode::Refused);
    EXPECT_EQ(codeOf(sampling("single")), ErrorCode::Usage);
    RunOptions full = sampling("random");
    give(full, "trainer", "dp-gd");
    EXPECT_EQ(codeOf(full), ErrorCode::Usage) << "it reads every record";
    RunOptions follows = sampling("random");
    follows.steps = "5,10";
    (void)planOf(follows);
    follows.learningRates = "1,2";
    EXPECT_EQ(codeOf(follows), ErrorCode::Usage) << "T would follow from r, which follows from the noise";
    RunOptions people = sampling("papernot-steinke");
    people.rowsPerPerson = 2;
    EXPECT_EQ(codeOf(people), ErrorCode::Refused) << "a sample of rows hides a person less than is charged";
}

TEST(SampleRateAxis, DrawnRunsTakeTheSliceAndNoMore) {
    for (const char* method : {"random", "grid"}) {
        RunOptions options = sampling(method);
        options.trials = method == std::string("random") ? 20 : 4; // one rate for all of them: once in 10⁹
        give(options, "momentum", "0,0.9");
        const ExperimentPlan plan = planOf(options);
        EXPECT_EQ(plan.kind, ledger::AccountKind::Slices);
        std::vector<PrivacyEvent> taken;
        std::set<double> rates;
        for (const search::Proposal& run : makeMethod(plan)->outline()) {
            const train::TrialPlan trial = plan.trialPlan(run.phase, run.steps, 1.0, run.knobs);
            rates.insert(trial.sampleRate().value());
            EXPECT_EQ(trial.sampleRate().value(), valueOf(run.knobs, Knob::SampleRate));
            EXPECT_EQ(trial.noiseMultiplier().value(), run.noiseMultiplier);
            EXPECT_GT(*run.nu, 0.1);
            EXPECT_LT(*run.nu, 3.1);
            const auto events = trial.events();
            taken.insert(taken.end(), events.begin(), events.end());
            taken.push_back(plan.scorePlan(run.phase)->event());
        }
        EXPECT_GT(rates.size(), 1U);
        const double epsilon = chargedEpsilon(taken, Delta{plan.delta}).value;
        EXPECT_LE(epsilon, plan.epsilon);
        EXPECT_GE(epsilon, 0.999 * plan.epsilon) << method;
        EXPECT_EQ(chargedEpsilon(plannedEvents(plan), Delta{plan.delta}).value, epsilon);
        EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).toJson(), plan.toJson());
    }
}

TEST(SampleRateAxis, ASelectionGivesEachRateItsNoise) {
    for (const char* method : {"papernot-steinke", "koskela-kulkarni"}) {
        RunOptions options = sampling(method);
        options.trials.reset();
        options.steps = "5,10";
        give(options, "max-grad-norm", "0.1,0.37");
        const ExperimentPlan plan = planOf(options);
        EXPECT_EQ(plan.selection->run.noises.size(), 6U);
        for (const search::RunNoise& noise : plan.selection->run.noises) {
            const train::TrialPlan trial = plan.trialPlan(
                0, noise.steps, 1.0, {{Knob::Clip, 0.37}, {Knob::SampleRate, noise.sampleRate}});
            EXPECT_EQ(trial.noiseMultiplier().value(), noise.noiseMultiplier);
            EXPECT_GE(trial.eventMultiplier().value() * train::sumFactor(plan.constants.adjacency, 1),
                      noise.noiseMultiplier * (1.0 - 1e-13));
        }
        EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).toJson(), plan.toJson());
        EXPECT_THROW((void)plan.trialPlan(0, 7, 1.0), Error) << "no noise was planned for it";
    }
}

namespace {

RunOptions amongTrainers(const std::string& method, const std::string& trainers) {
    RunOptions options = digitsOptions();
    give(options, "method", method);
    give(options, "trainer", trainers);
    options.steps = "5";
    return options;
}

} // namespace

TEST(TrainerAxis, IsWrittenAndReadInItsOrder) {
    RunOptions options;
    give(options, "trainer", "dp-adam,dp-gd");
    EXPECT_EQ(options.trainer, TrainerKind::DpAdam);
    EXPECT_EQ(toWholeJson(options)["trainer"], "dp-adam,dp-gd");
    EXPECT_EQ(runOptionsFromJson(toWholeJson(options)), options);
    EXPECT_EQ(axesOf(options).front().trainers, (std::vector{TrainerKind::DpAdam, TrainerKind::DpGd}));
    fix(options, {train::KnobValue::of(TrainerKind::DpGd)});
    EXPECT_EQ(toWholeJson(options)["trainer"], "dp-gd");
    EXPECT_TRUE(axesOf(options).empty());
    EXPECT_THROW(give(options, "trainer", "dp-gd,"), Error);
}

TEST(TrainerAxis, WhatCannotBeSearchedIsRefused) {
    EXPECT_EQ(codeOf(amongTrainers("random", "dp-gd,dp-ls")), ErrorCode::Usage);
    EXPECT_EQ(codeOf(amongTrainers("random", "dp-gd,dp-gd")), ErrorCode::Usage);
    for (const char* method : {"auto", "single", "unit-noise", "successive-halving"}) {
        EXPECT_EQ(codeOf(amongTrainers(method, "dp-gd,dp-adam")), ErrorCode::Usage) << method;
    }
    EXPECT_EQ(codeOf(amongTrainers("linear-scaling", "dp-gd,dp-sgd")), ErrorCode::Refused)
        << "its last run follows from scores";
}

TEST(TrainerAxis, AccountsOfSlicesTakeWhatThePlanDraws) {
    const auto inSlices = [](const char* method) {
        const RunOptions options = amongTrainers(method, "dp-gd,dp-adam");
        const DataRequest request = describeData(options);
        AccountStates accounts = freshAccounts(request, Epsilon{3.0}, Delta{1e-5});
        accounts.at("train").kind = ledger::AccountKind::Slices;
        return planExperiment(options, request, accounts).kind;
    };
    for (const char* method : {"random", "grid", "papernot-steinke"}) {
        EXPECT_EQ(inSlices(method), ledger::AccountKind::Slices) << method;
    }
    try {
        (void)inSlices("linear-scaling");
        ADD_FAILURE() << "it would choose a trainer by scores and go on with it";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused) << error.what();
    }
}

TEST(TrainerAxis, EachHasItsRateItsScaleAndItsNoise) {
    for (const char* method : {"random", "grid", "papernot-steinke", "koskela-kulkarni", "linear-scaling"}) {
        const ExperimentPlan plan = planOf(amongTrainers(method, "dp-gd,dp-adam"));
        const search::SearchSpace space = searchRequestOf(plan).space;
        EXPECT_TRUE(space.kindsOfRuns().empty()) << "both read every record";
        EXPECT_EQ(space.at({train::KnobValue::of(TrainerKind::DpAdam)}).scale.rule, train::ScaleRule::Adam);
        EXPECT_EQ(space.at({train::KnobValue::of(TrainerKind::DpGd)}).scale.rule, train::ScaleRule::Descent);
        const int phase = plan.phases.empty() ? -1 : 0;
        EXPECT_EQ(
            plan.trialPlan(phase, 5, 1.0, {train::KnobValue::of(TrainerKind::DpAdam)}).options().trainer,
            TrainerKind::DpAdam);
        EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).toJson(), plan.toJson());
    }
    for (const char* method : {"random", "papernot-steinke"}) {
        RunOptions options = amongTrainers(method, "dp-gd,dp-sgd,dp-adam");
        give(options, "sample-rate", "0.2");
        const ExperimentPlan plan = planOf(options);
        EXPECT_EQ(plan.kind, ledger::AccountKind::Slices);
        const auto noises = plan.drawnNoises();
        ASSERT_EQ(noises.size(), 2U) << "dp-gd reads every record, the others sample";
        const int phase = plan.phases.empty() ? -1 : 0;
        const auto rate = [&](TrainerKind trainer) {
            return plan.trialPlan(phase, 5, 1.0, {train::KnobValue::of(trainer)}).options().sampleRate;
        };
        EXPECT_EQ(rate(TrainerKind::DpGd), 1.0);
        EXPECT_EQ(rate(TrainerKind::DpSgd), 0.2);
        EXPECT_EQ(rate(TrainerKind::DpAdam), 0.2);
    }
}

TEST(TrainerAxis, ARunHasTheSettingsThatItsTrainerLooksAt) {
    RunOptions options = amongTrainers("grid", "dp-gd,dp-sgd");
    give(options, "sample-rate", "0.1,0.5");
    give(options, "max-grad-norm", "0.1,0.3");
    options.trials = 2;
    const ExperimentPlan plan = planOf(options);
    const std::vector<search::Proposal> runs = makeMethod(plan)->outline();
    EXPECT_EQ(runs.size(), 2U * (2U + 4U)) << "two of each: dp-gd does not ask how often a record is read";
    for (const search::Proposal& run : runs) {
        const bool samples = trainerIn(run.knobs) == TrainerKind::DpSgd;
        EXPECT_EQ(valueOf(run.knobs, Knob::SampleRate).has_value(), samples);
        EXPECT_TRUE(valueOf(run.knobs, Knob::Clip));
    }
    give(options, "method", "random");
    options.trials = 40;
    for (const search::Proposal& run : makeMethod(planOf(options))->outline()) {
        EXPECT_EQ(valueOf(run.knobs, Knob::SampleRate).has_value(),
                  trainerIn(run.knobs) == TrainerKind::DpSgd);
    }
}

TEST(TrainerAxis, SubsetTuningExtrapolatesDescentAlone) {
    const ExperimentPlan plan = planOf(amongTrainers("koskela-kulkarni", "dp-gd,dp-adam"));
    EXPECT_EQ(extrapolatedRate(plan, {2.0, 5, false, {train::KnobValue::of(TrainerKind::DpAdam)}}), 2.0);
    EXPECT_DOUBLE_EQ(extrapolatedRate(plan, {2.0, 5, false, {train::KnobValue::of(TrainerKind::DpGd)}}),
                     18.0);
}

TEST_F(DrawnRun, SampleRatesAreKeptWithTheirTrials) {
    Session session = Session::open(project(), true);
    const RunSnapshot run = session.run(sampling("random"), {}, {});
    ASSERT_EQ(run.status, ExperimentStatus::Finished);
    std::set<double> seen;
    for (const TrialSnapshot& trial : run.phases.front().trials) {
        seen.insert(valueOf(trial.knobs, Knob::SampleRate).value());
        EXPECT_LE(trial.score.value(), run.final->trial.score.value());
    }
    EXPECT_GT(seen.size(), 1U);
    EXPECT_LE(run.budget.parts.at("train").spentEpsilon, 3.0);
    EXPECT_EQ(*session.snapshot(run.experiment), run) << "as the ledger alone has it";
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

TEST_F(DrawnRun, WhatWasStoppedGoesOnAsItWasDrawn) {
    std::optional<std::int64_t> experiment;
    RunSnapshot run;
    int rounds = 0;
    for (; run.status != ExperimentStatus::Finished && rounds < 30; ++rounds) {
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
                         : session.run(sampling("random"), stop.get_token(), observer);
        experiment = run.experiment;
    }
    ASSERT_EQ(run.status, ExperimentStatus::Finished);
    EXPECT_GT(rounds, 2);
    EXPECT_LE(run.budget.parts.at("train").spentEpsilon, 3.0);
    ASSERT_EQ(run.phases.front().trials.size(), 12U);
    for (const TrialSnapshot& trial : run.phases.front().trials) {
        EXPECT_EQ(trial.state, TrialState::Finished);
        const double rate = valueOf(trial.knobs, Knob::SampleRate).value();
        const auto kind = std::find_if(run.noises.begin(), run.noises.end(),
                                       [&](const auto& each) { return each.sampleRate == rate; });
        ASSERT_NE(kind, run.noises.end());
        EXPECT_DOUBLE_EQ(trial.noiseMultiplier.value(), kind->noiseMultiplier);
    }
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

TEST(SampleRateAxis, ALookHasNoRuns) {
    ExperimentPlan look;
    look.kind = ledger::AccountKind::Slices;
    EXPECT_TRUE(plannedEvents(look).empty());
}

TEST_F(DrawnRun, ASelectionAmongSampleRatesIsOneMechanism) {
    RunOptions options = sampling("papernot-steinke");
    options.trials.reset();
    Session session = Session::open(project(), true);
    const RunSnapshot run = session.run(options, {}, {});
    ASSERT_EQ(run.status, ExperimentStatus::Finished);
    EXPECT_TRUE(valueOf(run.final->trial.knobs, Knob::SampleRate));
    EXPECT_EQ(run.noises.size(), 3U);
    EXPECT_TRUE(toJson(run, "run")["private_selection"]["run_mu"].is_null());
    EXPECT_EQ(*session.snapshot(run.experiment), run) << "as the ledger alone has it";
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
    for (const ledger::LedgerRow& row : ledger::Project::open(project()).changesSince(0)) {
        if (row.kind == ledger::RowKind::TrialFinished) {
            const auto released = nlohmann::json::parse(row.body).at("record").at("releases").at(0);
            EXPECT_EQ(released.at("sample_rate"), valueOf(run.final->trial.knobs, Knob::SampleRate).value());
            return;
        }
    }
    FAIL() << "nothing is recorded";
}

TEST_F(DrawnRun, ARunIsShownWithItsTrainer) {
    RunOptions options = amongTrainers("random", "dp-gd,dp-sgd,dp-adam");
    options.trials = 16; // one trainer for all of them: once in 10⁷
    Session session = Session::open(project(), true);
    const RunSnapshot run = session.run(options, {}, {});
    ASSERT_EQ(run.status, ExperimentStatus::Finished);
    std::set<std::string> seen;
    for (const TrialSnapshot& trial : run.phases.front().trials) {
        seen.insert(valueText(trial.knobs, Knob::Trainer));
        EXPECT_GT(trial.nu.value(), 0.1);
        EXPECT_LT(trial.nu.value(), 3.1);
    }
    EXPECT_GT(seen.size(), 1U);
    EXPECT_EQ(run.trainer, valueText(run.final->trial.knobs, Knob::Trainer));
    EXPECT_EQ(*session.snapshot(run.experiment), run) << "as the ledger alone has it";
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

} // namespace parsimony::session
