// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utc_time.h"
#include "core/ledger/audit.h"
#include "core/privacy/accountant.h"
#include "tests/core/ledger/project_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>

namespace parsimony::ledger {

using ::testing::HasSubstr;

TEST_F(ProjectTest, IsOneFileAtRest) {
    { auto begun = begin(0.1); }
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        names.push_back(entry.path().filename());
    }
    EXPECT_THAT(names, ::testing::ElementsAre("p.parsimony"));
    const auto again = Project::open(file());
    EXPECT_EQ(again.experiments().size(), 1U);
}

TEST_F(ProjectTest, TellsWhatIsWrongWithAFile) {
    EXPECT_THAT(errorOf([&] { (void)Project::open(file()); }, ErrorCode::Failed),
                HasSubstr("there is no project"));
    std::ofstream(file("text")) << std::string(5000, 'x');
    EXPECT_THAT(errorOf([&] { (void)Project::open(file("text")); }, ErrorCode::Failed),
                HasSubstr("not a Parsimony"));
    tamper(file("foreign"), "CREATE TABLE t (a); INSERT INTO t VALUES (1)");
    EXPECT_THAT(errorOf([&] { (void)Project::open(file("foreign")); }, ErrorCode::Failed),
                HasSubstr("not a Parsimony"));
    std::ofstream(file("empty")).flush();
    EXPECT_THAT(errorOf([&] { (void)Project::openOrCreate(file("empty")); }, ErrorCode::Failed),
                HasSubstr("not a Parsimony"));
    { auto project = Project::openOrCreate(file("newer")); }
    tamper(file("newer"), "PRAGMA user_version = 99");
    EXPECT_THAT(errorOf([&] { (void)Project::open(file("newer")); }, ErrorCode::Failed),
                HasSubstr("newer version"));
    { auto project = Project::openOrCreate(file("later")); }
    tamper(file("later"), "DROP TRIGGER ledger_no_update; UPDATE ledger SET body = json_set(body, "
                          "'$.format', 2) WHERE seq = 1");
    EXPECT_THAT(errorOf([&] { (void)Project::open(file("later")); }, ErrorCode::Failed),
                HasSubstr("newer version"));
    EXPECT_THAT(errorOf([&] { (void)Project::open(folder); }, ErrorCode::Failed),
                HasSubstr("not a Parsimony"));
    EXPECT_THAT(
        errorOf([&] { (void)Project::openOrCreate(folder / "none" / "p.parsimony"); }, ErrorCode::Failed),
        HasSubstr("there is no folder"));
}

TEST_F(ProjectTest, CapIsSetOnce) {
    auto project = Project::openOrCreate(file());
    const auto first = project.declareDataset(privateDataset());
    EXPECT_FALSE(first.known);
    const auto second = project.declareDataset(privateDataset());
    EXPECT_TRUE(second.known);
    EXPECT_EQ(second.id, first.id);
    EXPECT_EQ(second.part("train"), first.part("train"));
    EXPECT_THAT(errorOf([&] { project.declareDataset(privateDataset(2.0)); }, ErrorCode::Usage),
                HasSubstr("raise the cap"));
    auto renamed = privateDataset();
    renamed.name = "copy";
    EXPECT_EQ(project.declareDataset(renamed).id, first.id);
    project.raiseCap(first.id, 2.0, "the board agreed");
    EXPECT_EQ(project.dataset(first.id).epsilon, 2.0);
    EXPECT_TRUE(project.dataset(first.id).capRaised);
    errorOf([&] { project.raiseCap(first.id, 3.0, " "); }, ErrorCode::Usage);
    errorOf([&] { project.raiseCap(first.id, 1.5, "less"); }, ErrorCode::Usage);
}

TEST_F(ProjectTest, PrivateRowsStayPrivate) {
    auto project = Project::openOrCreate(file());
    project.declareDataset(privateDataset());
    auto declared = privateDataset();
    declared.visibility = Visibility::Public;
    errorOf([&] { project.declareDataset(declared); }, ErrorCode::Refused);
}

TEST_F(ProjectTest, RefusalStatesRequestedRemainingMissing) {
    const double cap = muOf(Epsilon{1.0}, Delta{1e-5}).value();
    auto begun = begin(cap * 0.8);
    ExperimentSpec more;
    more.dataset = begun.dataset.id;
    more.charges = {gaussianCharge(begun.dataset.part("train"), cap * 0.7)};
    const auto rows = begun.project.lastRow();
    try {
        begun.project.beginExperiment(more);
        FAIL() << "overdrawn";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
        ASSERT_TRUE(error.refusedSpend().has_value());
        const Delta delta{1e-5};
        EXPECT_NEAR(error.refusedSpend()->requested, epsilonOf(Mu{cap * 0.7}, delta).value(), 1e-9);
        EXPECT_NEAR(error.refusedSpend()->remaining, epsilonOf(Mu{cap * 0.6}, delta).value(), 1e-9);
        EXPECT_NEAR(error.refusedSpend()->missing,
                    epsilonOf(Mu{cap * std::sqrt(0.64 + 0.49)}, delta).value() - 1.0, 1e-9);
    }
    EXPECT_EQ(begun.project.lastRow(), rows);
    more.charges = {gaussianCharge(begun.dataset.part("test"), cap * 0.7)}; // an account of its own
    EXPECT_NO_THROW(begun.project.beginExperiment(more));
}

TEST_F(ProjectTest, ABudgetCanBeSpentToTheLastBit) {
    auto project = Project::openOrCreate(file());
    const auto dataset = project.declareDataset(privateDataset());
    const auto train = dataset.part("train");
    for (const std::uint64_t steps : {7U, 50U, 3U}) {
        const auto remaining = project.account(train).remainingMuSquared;
        const bool last = steps == 3U;
        const auto z = noiseWithin(last ? remaining : SpendSum(remaining.lower() / 3.0), steps);
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = dataset.id;
        spec.charges = {{train, {PrivacyEvent::gaussian(z, steps)}, {}, 0.0, 0.0}};
        const auto running = project.beginExperiment(spec);
        TrialSpec trial;
        trial.charges = spec.charges;
        const auto id = project.reserveTrial(running.id, trial);
        project.startTrial(id);
    }
    const auto account = project.account(train);
    EXPECT_LE(account.spentEpsilon, 1.0);
    EXPECT_GT(account.spentEpsilon, 1.0 - 1e-12);
    EXPECT_TRUE(account.reservedMuSquared.isZero());
}

// A search of a thousand trials lists what they release once: its row is read at every opening.
TEST_F(ProjectTest, AReservationListsEqualReleasesOnce) {
    auto project = Project::openOrCreate(file());
    const auto dataset = project.declareDataset(privateDataset(8.0));
    ExperimentSpec spec;
    spec.trainer = "dp-gd";
    spec.dataset = dataset.id;
    spec.method = search::MethodKind::Random;
    spec.charges.assign(1000, gaussianCharge(dataset.part("train"), 0.01));
    (void)project.beginExperiment(spec);
    const auto rows = project.changesSince(0);
    const auto reservation = std::find_if(
        rows.begin(), rows.end(), [](const LedgerRow& row) { return row.kind == RowKind::Reservation; });
    ASSERT_NE(reservation, rows.end());
    const auto events = nlohmann::json::parse(reservation->body).at("events");
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].at("count"), 10000U);
    EXPECT_NEAR(project.account(dataset.part("train")).reservedMuSquared.upper(), 0.1, 1e-9);
    EXPECT_TRUE(audit(file()).ok());
}

TEST_F(ProjectTest, AccountsAreThoseOfTheLastRowWhoeverWroteIt) {
    auto begun = begin(0.1);
    Project& project = begun.project;
    const PartId train = begun.dataset.part("train");
    const auto reservedMu = [&](const Project& of) {
        return std::sqrt(of.account(train).reservedMuSquared.upper());
    };
    ExperimentSpec spec;
    spec.trainer = "dp-gd";
    spec.dataset = begun.dataset.id;
    spec.charges = {gaussianCharge(train, 0.05)};
    EXPECT_NEAR(reservedMu(project), 0.1, 1e-9);
    EXPECT_THROW(project.inOneTransaction([&] {
        (void)project.beginExperiment(spec);
        EXPECT_NEAR(reservedMu(project), std::hypot(0.1, 0.05), 1e-9);
        throw std::runtime_error("stop");
    }),
                 std::runtime_error);
    EXPECT_NEAR(reservedMu(project), 0.1, 1e-9);
    spec.charges = {gaussianCharge(train, 0.07)};
    auto other = Project::open(file());
    (void)other.beginExperiment(spec); // as many rows as were undone here
    EXPECT_NEAR(reservedMu(project), std::hypot(0.1, 0.07), 1e-9);
    project.raiseCap(begun.dataset.id, 2.0, "the board agreed");
    EXPECT_EQ(other.account(train).epsilon, 2.0);
}

TEST_F(ProjectTest, AnExperimentHasOneRunner) {
    auto begun = begin(0.1);
    auto other = Project::open(file());
    EXPECT_EQ(other.experiments().at(0).status, ExperimentStatus::Running);
    EXPECT_FALSE(other.resumableExperiment().has_value());
    errorOf([&] { other.resumeExperiment(begun.experiment.id); }, ErrorCode::Failed);
    begun.experiment.lock.release();
    EXPECT_EQ(other.experiments().at(0).status, ExperimentStatus::Interrupted);
    EXPECT_EQ(other.resumableExperiment(), begun.experiment.id);
    EXPECT_TRUE(other.resumeExperiment(begun.experiment.id).lock.held());
}

TEST_F(ProjectTest, HistoryCanOnlyBeAddedTo) {
    { auto begun = begin(0.1); }
    for (const auto* sql : {"UPDATE ledger SET mu_squared = 0", "DELETE FROM ledger WHERE seq = 3",
                            "INSERT OR REPLACE INTO ledger SELECT * FROM ledger WHERE seq = 3",
                            "UPDATE OR REPLACE ledger SET seq = 2 WHERE seq = 3",
                            "REPLACE INTO ledger SELECT * FROM ledger ORDER BY seq DESC LIMIT 1"}) {
        EXPECT_THAT(tamper(file(), sql), HasSubstr("ledger")) << sql;
    }
}

TEST_F(ProjectTest, AccountsAreOfOneKind) {
    auto begun = begin(0.1);
    ExperimentSpec slice;
    slice.dataset = begun.dataset.id;
    slice.kind = AccountKind::Slices;
    slice.charges = {{begun.dataset.part("train"), {}, {}, 0.125, 1e-6}};
    errorOf([&] { begun.project.beginExperiment(slice); }, ErrorCode::Usage);
    slice.charges[0].part = begun.dataset.part("test");
    for (int count = 0; count < 8; ++count) {
        begun.project.beginExperiment(slice);
    }
    errorOf([&] { begun.project.beginExperiment(slice); }, ErrorCode::Refused);
    EXPECT_NEAR(begun.project.account(begun.dataset.part("test")).reservedEpsilon, 1.0, 0.0);
}

TEST_F(ProjectTest, ASliceHoldsItsEventsToTheLastBit) {
    auto begun = begin(0.1);
    const std::vector<PrivacyEvent> events{
        PrivacyEvent::poissonSampledGaussian(SampleRate{0.01}, NoiseMultiplier{20.0}, 10)};
    const double cost = chargedEpsilon(events, Delta{1e-6}).value;
    ExperimentSpec slice;
    slice.dataset = begun.dataset.id;
    slice.kind = AccountKind::Slices;
    slice.charges = {{begun.dataset.part("test"), events, {}, cost * (1.0 - 1e-12), 1e-6}};
    errorOf([&] { begun.project.beginExperiment(slice); }, ErrorCode::Refused);
    slice.charges[0].epsilon = cost;
    EXPECT_NO_THROW((void)begun.project.beginExperiment(slice));
}

TEST_F(ProjectTest, PublicBudgetsAreSimulated) {
    auto project = Project::openOrCreate(file());
    auto declaration = privateDataset();
    declaration.visibility = Visibility::Public;
    const auto dataset = project.declareDataset(declaration);
    ExperimentSpec spec;
    spec.trainer = "dp-gd";
    spec.dataset = dataset.id;
    spec.charges = {gaussianCharge(dataset.part("train"), 100.0)};
    const auto running = project.beginExperiment(spec);
    TrialSpec trial;
    trial.charges = spec.charges;
    const auto id = project.reserveTrial(running.id, trial);
    project.startTrial(id);
    TrialOutcome outcome;
    outcome.score = Score{0.5, 0.0, ScoreKind::Exact};
    project.finishTrial(id, outcome);
    EXPECT_TRUE(project.account(dataset.part("train")).simulated);
    EXPECT_NEAR(project.account(dataset.part("train")).spentMu, 100.0, 1e-9);
}

TEST_F(ProjectTest, WhatIsWrittenOfAPrivateSelectionHasTheTimeOfItsReservation) {
    using Hours = std::chrono::hours;
    std::chrono::system_clock::time_point now{};
    OpenOptions options;
    options.clock = [&now] { return utcTime(now); };
    auto project = Project::openOrCreate(file(), options);
    const auto dataset = project.declareDataset(privateDataset());
    ExperimentSpec spec;
    spec.dataset = dataset.id;
    spec.trainer = "dp-gd";
    spec.charges = {gaussianCharge(dataset.part("train"), 0.1)};
    spec.method = search::MethodKind::PapernotSteinke;
    now += Hours(1);
    const auto selection = project.beginExperiment(spec);
    TrialSpec trial;
    trial.charges = spec.charges;
    trial.role = TrialRole::Selection;
    now += Hours(1);
    const TrialId winner = project.reserveTrial(selection.id, trial);
    (void)project.startTrial(winner);
    now += Hours(50);
    project.finishTrial(winner, {});
    spec.method = search::MethodKind::LinearScaling;
    now += Hours(1);
    const auto other = project.beginExperiment(spec);
    now += Hours(50);
    project.finishExperiment(selection.id, {{"best", 1}});
    project.addNote(winner, "a note");
    now += Hours(1);
    project.finishExperiment(other.id, {{"best", 2}});

    std::map<std::int64_t, std::vector<std::string>> times;
    for (const LedgerRow& row : project.changesSince(0)) {
        if (row.experiment.valid()) {
            auto& known = times[row.experiment.value()];
            if (known.empty() || known.back() != row.time) {
                known.push_back(row.time);
            }
        }
    }
    EXPECT_THAT(times[selection.id.value()],
                ::testing::ElementsAre("1970-01-01T01:00:00.000Z", "1970-01-03T05:00:00.000Z"));
    EXPECT_THAT(times[other.id.value()],
                ::testing::ElementsAre("1970-01-03T05:00:00.000Z", "1970-01-05T08:00:00.000Z"));
    EXPECT_THAT(audit(file()).notesInEnglish(),
                ::testing::Not(::testing::Contains(HasSubstr("clock ran backwards"))));
}

} // namespace parsimony::ledger
