// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 25: a charge buys one release, whatever files of the project there are.
#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/ledger/audit.h"
#include "core/ledger/audit_copies.h"
#include "core/ledger/sqlite.h"
#include "tests/core/ledger/forger.h"
#include "tests/core/ledger/registry_fixture.h"

#include <gmock/gmock.h>

#include <cstdlib>

namespace parsimony::ledger {

namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

std::vector<std::uint8_t> stateOf(std::int64_t step) {
    return std::vector<std::uint8_t>(100, static_cast<std::uint8_t>(step));
}

} // namespace

class RunsTest : public RegistryTest {
protected:
    // An experiment with one trial, stopped after the checkpoint of this step.
    void leaveAt(const std::string& name, std::int64_t step) {
        auto own = project(name);
        const auto dataset = own.declareDataset(datasetOf(records(0, 100)));
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = dataset.id;
        spec.charges = {gaussianCharge(dataset.part("train"), 0.1)};
        const auto running = own.beginExperiment(spec);
        TrialSpec trial;
        trial.charges = spec.charges;
        m_trial = own.reserveTrial(running.id, trial);
        m_experiment = running.id;
        const auto attempt = own.startTrial(m_trial);
        own.saveCheckpoint(m_trial, {attempt, step, stateOf(step), false});
    }
    void copy(const std::string& from, const std::string& to) const {
        std::filesystem::copy_file(file(from), file(to), std::filesystem::copy_options::overwrite_existing);
    }
    // Resumes and goes on to this step.
    void goOn(const std::string& name, std::int64_t step, bool movedHere = false) {
        auto own = project(name);
        const auto running = own.resumeExperiment(m_experiment, movedHere);
        const auto attempt = own.startTrial(m_trial);
        own.saveCheckpoint(m_trial, {attempt, step, stateOf(step), false});
    }
    void setMachine(const char* blob) const {
        Database(registry->path().string(), OpenMode::ReadWrite)
            .execute(std::string("UPDATE runs SET machine = ") + blob);
    }

    ExperimentId m_experiment;
    TrialId m_trial;
};

TEST_F(RunsTest, Rule25_OfTwoCopiesOneGoesOn) {
    leaveAt("own", 10);
    copy("own", "copy");
    goOn("own", 20);
    EXPECT_THAT(refusalOf([&] { goOn("copy", 20); }), HasSubstr("older copy"));
    goOn("own", 30);
    // Whichever comes first: also the copy.
    copy("own", "copy");
    goOn("copy", 40);
    try {
        goOn("own", 40);
        FAIL() << "both went on";
    } catch (const CuratorRefusal& refused) { // a place is for the curator alone
        EXPECT_THAT(refused.what(), testing::Not(HasSubstr("copy'")));
        ASSERT_EQ(refused.reasons().size(), 1U);
        EXPECT_THAT(refused.reasons().front().english(), HasSubstr(file("copy").string()));
    }
}

TEST_F(RunsTest, Rule25_ACopyWithoutItsLogLacksRows) {
    leaveAt("own", 10);
    auto own = project("own");
    const auto running = own.resumeExperiment(m_experiment);
    (void)own.startTrial(m_trial);
    copy("own", "copy"); // what was written since it was opened lies in own-wal
    EXPECT_NO_THROW(own.requireWhole());
    EXPECT_THAT(refusalOf([&] { project("copy").requireWhole(); }), HasSubstr("-wal was left behind"));
    std::filesystem::copy_file(file("own").string() + "-wal", file("copy").string() + "-wal");
    EXPECT_NO_THROW(project("copy").requireWhole());
}

TEST_F(RunsTest, Rule25_ACopyOfAnEarlierCheckpointIsOlderThoughItHasTheSameRows) {
    leaveAt("own", 10);
    {
        auto own = project("own");
        const auto running = own.resumeExperiment(m_experiment);
        const auto attempt = own.startTrial(m_trial);
        own.saveCheckpoint(m_trial, {attempt, 20, stateOf(20), false});
        std::filesystem::copy_file(file("own"), file("copy"));
        std::filesystem::copy_file(file("own").string() + "-wal", file("copy").string() + "-wal");
        own.saveCheckpoint(m_trial, {attempt, 30, stateOf(30), false});
    }
    EXPECT_THAT(refusalOf([&] { goOn("copy", 31); }), HasSubstr("older copy"));
    goOn("own", 31);
}

TEST_F(RunsTest, Rule25_ACopyCannotRunBesideTheOriginal) {
    leaveAt("own", 10);
    copy("own", "copy");
    auto own = project("own");
    const auto running = own.resumeExperiment(m_experiment);
    try {
        goOn("copy", 20);
        FAIL() << "both run";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Failed);
        EXPECT_THAT(error.what(), HasSubstr("another process runs"));
    }
}

TEST_F(RunsTest, Rule25_AnOvertakenProcessReleasesNothingMore) {
    leaveAt("own", 10);
    copy("own", "copy");
    auto own = project("own");
    const auto running = own.resumeExperiment(m_experiment);
    const auto attempt = own.startTrial(m_trial);
    // Somebody else resumed it where this process's lock is not seen.
    Database(registry->path().string(), OpenMode::ReadWrite).execute("UPDATE runs SET attempt = attempt + 1");
    const auto overtaken = HasSubstr("another process resumed");
    EXPECT_THAT(refusalOf([&] {
                    own.saveCheckpoint(m_trial, {attempt, 20, stateOf(20), false});
                }),
                overtaken);
    EXPECT_THAT(refusalOf([&] { own.finishTrial(m_trial, {}); }), overtaken);
    EXPECT_THAT(refusalOf([&] { own.finishExperiment(m_experiment, {}); }), overtaken);
    EXPECT_THAT(refusalOf([&] { own.loseTrial(m_trial, ""); }), overtaken);
    EXPECT_EQ(own.loadCheckpoint(m_trial)->step, 10);
}

TEST_F(RunsTest, Rule25_ACrashBeforeTheRegistryWasToldRefusesNobody) {
    leaveAt("own", 10);
    Database kept(registry->path().string(), OpenMode::ReadWrite);
    kept.execute(
        "CREATE TEMP TABLE runs_before AS SELECT * FROM runs; CREATE TEMP TABLE checkpoints_before AS "
        "SELECT * FROM run_checkpoints");
    goOn("own", 20);
    kept.execute("DELETE FROM runs; INSERT INTO runs SELECT * FROM runs_before; DELETE FROM run_checkpoints; "
                 "INSERT INTO run_checkpoints SELECT * FROM checkpoints_before");
    goOn("own", 30);
}

TEST_F(RunsTest, Rule25_AnOlderCopyStartsAnewUnderWhatIsLeft) {
    leaveAt("own", 10);
    copy("own", "copy");
    goOn("own", 20);
    auto older = project("copy");
    const auto dataset = older.declareDataset(datasetOf(records(0, 100)));
    ExperimentSpec spec;
    spec.trainer = "dp-gd";
    spec.dataset = dataset.id;
    spec.charges = {gaussianCharge(dataset.part("train"), 0.1)};
    const auto running = older.beginExperiment(spec);
    TrialSpec trial;
    trial.charges = spec.charges;
    const auto id = older.reserveTrial(running.id, trial);
    (void)older.startTrial(id);
    older.finishTrial(id, {});
    older.finishExperiment(running.id, {});
    EXPECT_NEAR(charged(older, dataset), 0.1 * std::sqrt(2.0), 1e-9);
}

TEST_F(RunsTest, Rule25_AnotherMachineNeedsADeclaredMove) {
    leaveAt("own", 10);
    setMachine("zeroblob(32)");
    EXPECT_THAT(refusalOf([&] { goOn("own", 20); }), HasSubstr("--moved-here"));
    goOn("own", 20, true);
    goOn("own", 30);
    const auto rows = project("own").changesSince(0);
    EXPECT_EQ(std::count_if(rows.begin(), rows.end(),
                            [](const LedgerRow& row) { return row.kind == RowKind::MovedHere; }),
              1);
    AuditOptions options;
    options.registry = registry;
    EXPECT_TRUE(audit(file("own"), options).ok());
    // A move declares nothing about age.
    copy("own", "copy");
    goOn("own", 40);
    EXPECT_THAT(refusalOf([&] { goOn("copy", 40, true); }), HasSubstr("older copy"));
}

TEST_F(RunsTest, Rule25_AnotherRegistryNeedsADeclaredMove) {
    leaveAt("own", 10);
    registry = Registry::open(folder / "elsewhere.db");
    EXPECT_THAT(refusalOf([&] { goOn("own", 20); }), HasSubstr("another registry"));
    goOn("own", 20, true);
    goOn("own", 30);
}

TEST_F(RunsTest, Rule25_AnExperimentOfAnEarlierVersionIsTakenOver) {
    leaveAt("own", 10);
    Database(registry->path().string(), OpenMode::ReadWrite)
        .execute("DELETE FROM runs; DELETE FROM run_checkpoints");
    copy("own", "copy");
    goOn("own", 20);
    EXPECT_THAT(refusalOf([&] { goOn("copy", 20); }), HasSubstr("older copy"));
}

TEST_F(RunsTest, Rule25_AFileIsNamedWhereTheCopiesPart) {
    leaveAt("own", 10);
    copy("own", "copy");
    EXPECT_TRUE(auditCopies(file("own"), file("copy")).ok());
    goOn("own", 20);
    const auto older = auditCopies(file("own"), file("copy"));
    EXPECT_TRUE(older.ok());
    EXPECT_THAT(older.notesInEnglish(), ::testing::Contains(HasSubstr("is an older copy")));
    registry = Registry::open(folder / "elsewhere.db"); // which has not seen the original go on
    goOn("copy", 20, true);
    const auto forked = auditCopies(file("own"), file("copy"));
    ASSERT_THAT(forked.problems, SizeIs(1));
    EXPECT_THAT(forked.problems[0].what.english(), HasSubstr("where the two files part"));
    (void)project("other");
    EXPECT_THROW((void)auditCopies(file("own"), file("other")), Error);
}

TEST_F(RunsTest, ATrialOfAnUnknownRoleIsNotGoneOnWith) {
    leaveAt("own", 10);
    forgeWhole(
        file("own"),
        "UPDATE ledger SET body = json_set(body, '$.role', 'rehearsal') WHERE kind = 'trial_reserved'");
    auto own = project("own");
    const Digest before = own.tip();
    for (const bool movedHere : {false, true}) {
        try {
            (void)own.resumeExperiment(m_experiment, movedHere);
            ADD_FAILURE() << "it went on";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Failed);
            EXPECT_THAT(error.what(), HasSubstr("reserved for something that is not known, 'rehearsal'"));
        }
    }
    EXPECT_EQ(own.tip(), before);
}

} // namespace parsimony::ledger
