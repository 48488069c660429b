// SPDX-License-Identifier: GPL-3.0-or-later
// Ledgers that somebody changed: whatever it was, the audit names it.
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/ledger/sqlite.h"
#include "tests/core/ledger/audit_fixture.h"
#include "tests/core/ledger/forger.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

namespace parsimony::ledger {

namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

} // namespace

TEST_F(AuditTest, Rule4_NamesTheRowThatWasTamperedWith) {
    makeProject(options);
    keepPristine();
    struct Case {
        const char* sql;
        const char* finding;
    };
    for (const Case& forgery : {
             Case{"UPDATE ledger SET body = replace(body, '\"epsilon\":1.0', '\"epsilon\":2.0') WHERE kind = "
                  "'cap'",
                  "row 3 was changed"},
             Case{"UPDATE ledger SET mu_squared = mu_squared / 2 WHERE seq = 9", "row 9 was changed"},
             Case{"UPDATE ledger SET time = '2020-01-01T00:00:00.000Z' WHERE seq = 10", "row 10 was changed"},
             Case{"UPDATE ledger SET salt = randomblob(32) WHERE seq = 5", "row 5 was changed: its curator"},
             Case{"UPDATE ledger SET body = '{}' WHERE seq = 5", "row 5 was changed: its curator"},
             Case{"DELETE FROM ledger WHERE seq = 11", "row 12 follows row 10"},
             Case{"UPDATE ledger SET seq = -1 WHERE seq = 10; UPDATE ledger SET seq = 10 WHERE seq = 11; "
                  "UPDATE ledger SET seq = 11 WHERE seq = -1",
                  "row 10 was changed"},
             Case{"DELETE FROM ledger WHERE seq > 20", "is missing: the registry remembers it"},
             Case{"UPDATE blobs SET bytes = zeroblob(5000)", "don't match their hash"},
             Case{"DELETE FROM blobs", "are missing"},
             Case{"UPDATE checkpoints SET state = zeroblob(10)", "checkpoint of trial 3 is damaged"},
             Case{"DROP INDEX ledger_part", "index ledger_part is missing"},
             Case{"CREATE TRIGGER extra AFTER INSERT ON checkpoints BEGIN DELETE FROM checkpoints; END",
                  "foreign trigger extra"},
             Case{"DROP VIEW trials; CREATE VIEW trials AS SELECT 1", "view trials was changed"},
         }) {
        restorePristine();
        forge(file(), forgery.sql);
        EXPECT_THAT(sentences(report()), Contains(HasSubstr(forgery.finding))) << forgery.sql;
    }
}

TEST_F(AuditTest, WhatRowsAreReadFromIsAPlainTable) {
    makeProject(options);
    keepPristine();
    const std::string endless = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) ";
    for (const std::string& sql : {
             "DROP TABLE clocks; CREATE VIEW clocks AS " + endless + "SELECT x AS seq, '' AS time FROM r",
             "ALTER TABLE ledger RENAME TO l; CREATE VIEW Ledger AS " + endless + "SELECT l.* FROM l, r",
             "DROP TABLE blobs; CREATE VIEW blobs AS " + endless + "SELECT x AS sha256, x AS bytes FROM r",
             std::string(
                 "DROP TABLE checkpoints; CREATE TABLE checkpoints (trial INTEGER PRIMARY KEY, attempt, "
                 "step, sha256, state BLOB AS (zeroblob(900000000)))"),
         }) {
        restorePristine();
        {
            Database database(file().string(), OpenMode::ReadWrite);
            for (const char* name :
                 {"caps", "datasets", "parts", "experiments", "trials", "charges", "releases", "accounts"}) {
                database.execute(std::string("DROP VIEW ") + name);
            }
            for (const char* name : {"ledger_next", "ledger_chain", "ledger_no_update", "ledger_no_delete",
                                     "blobs_no_replace", "blobs_no_update", "blobs_no_delete"}) {
                database.execute(std::string("DROP TRIGGER ") + name);
            }
            database.execute(sql);
        }
        try {
            (void)report();
            ADD_FAILURE() << sql;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr("is no plain table")) << sql;
        }
        EXPECT_THROW((void)Project::open(file(), options), Error) << sql;
    }
}

TEST_F(AuditTest, NothingIsWrittenWhereAStrangersTriggerWouldRun) {
    makeProject(options);
    forge(file(), "CREATE TRIGGER extra AFTER INSERT ON ledger BEGIN DELETE FROM checkpoints; END");
    try {
        (void)Project::open(file(), options);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("trigger that is not Parsimony's"));
    }
    EXPECT_THAT(sentences(report()), Contains(HasSubstr("foreign trigger extra")));
}

TEST_F(AuditTest, ARowOfNoClassIsNamedWithItsFile) {
    makeProject(options);
    const std::string change =
        "PRAGMA ignore_check_constraints = 1; UPDATE ledger SET class = 'curat' WHERE seq = ";
    const auto saysWhere = [&](const std::string& row, const auto& use) {
        try {
            use();
            ADD_FAILURE() << row;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr("row " + row + " of '" + file().string() + "'"));
            EXPECT_THAT(error.what(), HasSubstr("no value is of class 'curat'"));
        }
    };
    const std::string ofTrial = Database(file().string(), OpenMode::ReadOnly)
                                    .text("SELECT min(seq) FROM ledger WHERE trial IS NOT NULL");
    forge(file(), change + ofTrial);
    saysWhere(ofTrial, [&] { (void)Project::open(file(), options).changesSince(0); });
    forge(file(), change + "3");
    saysWhere("3", [&] { (void)Project::open(file(), options).datasets(); });
    EXPECT_THAT(sentences(report()), Contains(HasSubstr("no value is of class 'curat'")));
}

TEST_F(AuditTest, AChargeOfAnExperimentThatIsNotThereIsNamed) {
    makeProject(options);
    forge(file(), "UPDATE ledger SET kind = 'trial_charge', body = '{}', experiment = 99 WHERE kind = "
                  "'trial_running' AND trial = 1");
    EXPECT_THAT(sentences(report()),
                Contains(HasSubstr("a part, an experiment or a trial of another dataset or experiment")));
}

TEST_F(AuditTest, Rule4_AnOlderCopyIsFoundByRegistryOrHead) {
    makeProject(options);
    std::filesystem::copy_file(file(), folder / "older");
    const auto earlier = report().tip;
    std::string later;
    {
        auto project = Project::open(file(), options);
        project.addNote(TrialId{1}, "looks good");
        later = toHex(project.tip());
    }
    EXPECT_TRUE(report(toHex(earlier)).ok());
    std::filesystem::copy_file(folder / "older", file(), std::filesystem::copy_options::overwrite_existing);
    EXPECT_THAT(sentences(report()), Contains(HasSubstr("older copy")));
    EXPECT_THAT(sentences(report(later)), Contains(HasSubstr("is not in the chain")));
    {
        // Gone on with past the remembered row: still found.
        auto project = Project::open(file(), options);
        project.addNote(TrialId{1}, "another history");
        project.addNote(TrialId{1}, "of its own");
    }
    EXPECT_THAT(sentences(report()), Contains(HasSubstr("not the one that the registry remembers")));
    registry = nullptr;
    EXPECT_TRUE(report().ok());
    EXPECT_THAT(report().notesInEnglish(), Contains(HasSubstr("no earlier tip is known")));
}

TEST_F(AuditTest, AForgerWhoMendsTheChainMustStillAddUp) {
    makePristine();
    struct Case {
        const char* sql;
        const char* finding;
    };
    for (const Case& forgery : {
             Case{"UPDATE ledger SET mu_squared = 0.5, mu_squared_exact = '1p-1' WHERE kind = "
                  "'trial_reserved' AND trial = 1",
                  "takes more of part 1"},
             Case{"UPDATE ledger SET mu_squared = 0.0, mu_squared_exact = '0' WHERE kind = 'trial_reserved' "
                  "AND trial = 1",
                  "charges less than its events cost"},
             Case{"UPDATE ledger SET mu_squared = mu_squared / 3 WHERE kind = 'reservation'",
                  "is not its exact spend"},
             Case{"UPDATE ledger SET mu_squared = 0.5, mu_squared_exact = '1p-1' WHERE kind = 'reservation'",
                  "passes the cap"},
             Case{"UPDATE ledger SET mu_squared = 0.0, mu_squared_exact = '0', body = '{}' WHERE kind = "
                  "'reservation'",
                  "takes more of part 1"},
             Case{"UPDATE ledger SET body = replace(body, '\"count\":10,\"kind\"', "
                  "'\"count\":20,\"kind\"') WHERE kind = 'trial_reserved' AND trial = 2",
                  "for a plan of 20 releases"},
             Case{"UPDATE ledger SET body = replace(body, '\"count\":10,\"noise_sd\"', "
                  "'\"count\":11,\"noise_sd\"') WHERE kind = 'trial_finished' AND trial = 2",
                  "records 11 releases"},
             Case{"UPDATE ledger SET body = json_set(body, '$.plan.trial.releases', json('[]')) WHERE kind = "
                  "'trial_reserved' AND trial = 2",
                  "for a plan of no release"},
             Case{
                 "UPDATE ledger SET body = json_remove(body, '$.plan.trial.releases[0].noise_sd') WHERE kind "
                 "= 'trial_reserved' AND trial = 2",
                 "a noise multiplier that is no number"},
             Case{"UPDATE ledger SET body = replace(body, '\"trial\":{', '\"run\":{') WHERE kind = "
                  "'trial_reserved' AND trial = 2",
                  "has noise in 'run' of its plan"},
             Case{"UPDATE ledger SET body = replace(body, '\"options\":{', '\"options\":{\"look\":{"
                  "\"noise_sd\":1.0},') WHERE kind = 'trial_reserved' AND trial = 2",
                  "has noise in 'options' of its plan"},
             Case{"UPDATE ledger SET body = replace(body, '\"plan\":{', '\"plan\":{\"mean\":{\"noise_sd\":"
                  "1.0,\"sensitivity\":1.0},') WHERE kind = 'trial_reserved' AND trial = 2",
                  "for a plan of 1 releases of noise multiplier 1 and 10 releases"},
             Case{"UPDATE ledger SET kind = 'trial_reserved' WHERE kind = 'trial_running' AND trial = 1",
                  "a second time"},
             Case{"UPDATE ledger SET kind = 'note' WHERE kind = 'trial_running' AND trial = 1",
                  "moves trial 1 from reserved to finished"},
             Case{"UPDATE ledger SET body = replace(body, '\"kind\":\"noisy\"', '\"kind\":\"exact\"') WHERE "
                  "kind = 'release'",
                  "exact score of private data"},
             Case{"UPDATE ledger SET body = replace(body, '\"knobs\":{\"momentum\":0.5}', "
                  "'\"knobs\":{\"momentum\":0.9}') WHERE kind = 'trial_reserved' AND trial = 2",
                  "shows momentum = 0.9, which is not what its plan trains with"},
             Case{"UPDATE ledger SET body = replace(body, '\"mu\":0.0', '\"mu\":0.00') WHERE kind = "
                  "'trial_reserved'",
                  "shows μ = 0.003"},
             Case{"UPDATE ledger SET body = '[[' WHERE kind = 'part'", "is no JSON"},
             Case{"UPDATE ledger SET body = '{\"name\":3}' WHERE kind = 'dataset'",
                  "is not what a row of kind 'dataset' holds"},
             Case{"UPDATE ledger SET body = json_set(body, '$.attempt', 'x') WHERE kind = 'trial_running'",
                  "is not what a row of kind 'trial_running' holds"},
             Case{"UPDATE ledger SET body = json_set(body, '$.plan_version', 1.5) WHERE kind = 'experiment'",
                  "is not what a row of kind 'experiment' holds"},
             Case{"UPDATE ledger SET body = json_remove(body, '$.digest') WHERE kind = 'part_curator'",
                  "is not what a row of kind 'part_curator' holds"},
             Case{"UPDATE ledger SET body = json_set(body, '$.facts.dim', 'x') WHERE kind = 'dataset'",
                  "is not what a row of kind 'dataset' holds"},
             Case{"UPDATE ledger SET body = replace(body, '{\"attempt\":', '{\"attempt\":7,\"attempt\":') "
                  "WHERE kind = 'trial_running'",
                  "is not what a row of kind 'trial_running' holds"},
             Case{"UPDATE ledger SET body = json_set(body, '$.delta', json('[]')) WHERE kind = 'cap'",
                  "is not what a row of kind 'cap' holds"},
             Case{"UPDATE ledger SET kind = 'cap' WHERE kind = 'dataset'",
                  "cap of a dataset that was not declared"},
             Case{"UPDATE ledger SET experiment = 7 WHERE kind = 'trial_finished' AND trial = 1",
                  "of another dataset or experiment"},
             Case{"UPDATE ledger SET experiment = NULL WHERE kind = 'release' AND trial = 2",
                  "of another dataset or experiment"},
             Case{"UPDATE ledger SET dataset = 2 WHERE kind = 'reservation'",
                  "of another dataset or experiment"},
             Case{"UPDATE ledger SET dataset = 2 WHERE kind = 'trial_reserved' AND trial = 2",
                  "of another dataset or experiment"},
         }) {
        const auto found = foundAfter(forgery.sql);
        EXPECT_THAT(found, Contains(HasSubstr(forgery.finding))) << forgery.sql;
        EXPECT_THAT(found, ::testing::Not(Contains(HasSubstr("don't match its hash")))) << forgery.sql;
    }
}

// A newer program may say more in a row of a kind that is known: that is told, and nothing is written beside
// it.
TEST_F(AuditTest, EntriesOfANewerVersionAreTold) {
    makeProject(options);
    registry = nullptr;
    forgeWhole(file(), "UPDATE ledger SET body = json_set(body, '$.weight', 2) WHERE kind = 'trial_running'");
    const AuditReport told = report();
    EXPECT_TRUE(told.ok()) << sentences(told).front();
    EXPECT_THAT(told.notesInEnglish(), Contains(HasSubstr("3 rows of kind 'trial_running' have an entry "
                                                          "'weight' that this version does not know")));
    forgeWhole(file(), "UPDATE ledger SET body = json_set(body, '$.weight', 2) WHERE kind = 'dataset'");
    auto project = Project::open(file());
    EXPECT_EQ(project.trials().size(), 3U);
    const auto before = project.lastRow();
    try {
        (void)project.declareDataset(privateDataset());
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Failed);
        EXPECT_THAT(error.what(), HasSubstr("row 2 has an entry 'weight'"));
    }
    EXPECT_EQ(project.lastRow(), before);
}

TEST_F(AuditTest, ACapThatCanNotBeIsNamedBesideWhatElseIsWrong) {
    makeProject(options);
    registry = nullptr;
    forgeWhole(file(), "UPDATE ledger SET body = json_set(body, '$.plan.delta', 1e-5, '$.plan.epsilon', 9.0) "
                       "WHERE kind = 'experiment'");
    keepPristine();
    for (const char* change :
         {"'$.epsilon', 1e18", "'$.epsilon', 1e308", "'$.epsilon', json('true')", "'$.epsilon', NULL",
          "'$.epsilon', '1'", "'$.delta', 0", "'$.delta', 1", "'$.delta', NULL", "'$.delta', 1e-320"}) {
        restorePristine();
        forgeWhole(file(),
                   "UPDATE ledger SET body = json_set(body, " + std::string(change) + ") WHERE kind = 'cap'");
        const auto problems = report().problems;
        EXPECT_TRUE(std::any_of(problems.begin(), problems.end(), [](const AuditProblem& problem) {
            return problem.row == 3;
        })) << change;
    }
}

TEST_F(AuditTest, AChargeBuysOneReleaseOfEachKind) {
    makePristine();
    const std::string score = " WHERE kind = 'release' AND trial = 1 AND body LIKE '%\"score\"%'; ";
    const auto renamed = [&](const std::string& name) {
        return "UPDATE ledger SET body = json_set(body, '$.what', '" + name + "')" + score;
    };
    const std::string finished = "(SELECT seq FROM ledger WHERE kind = 'trial_finished' AND trial = 1)";
    struct Case {
        std::string sql, finding;
    };
    for (const Case& forgery : {
             Case{renamed("weights"),
                  "releases 'weights', which no charge of trial 1 pays for, or once more"},
             Case{renamed("accuracy"), "releases 'accuracy', which no charge of trial 1 pays for"},
             Case{renamed("mean"), "releases 'mean', which no charge of trial 1 pays for"},
             Case{renamed("mean@other"), "releases 'mean@other', which no charge of trial 1 pays for"},
             Case{"UPDATE ledger SET body = json_set(body, '$.plan.validation', json('null')) WHERE kind = "
                  "'experiment'",
                  "releases 'score', which no charge of trial 1 pays for"},
             Case{"DELETE FROM checkpoints; DELETE FROM ledger WHERE seq >= " + finished,
                  "reserves trial 1, which released something and has not ended"},
             Case{"UPDATE ledger SET class = 'public'" + score,
                  "releases something of private data that nothing was charged for"},
             Case{"UPDATE ledger SET kind = 'trial_lost', body = '{\"message\":\"x\"}' WHERE kind = "
                  "'trial_finished' AND trial = 1",
                  "ends trial 1, which released something, otherwise than as finished"},
             Case{
                 "UPDATE ledger SET seq = -1 WHERE seq = " + finished +
                     "; UPDATE ledger SET seq = seq + 1 WHERE seq = (SELECT max(seq) FROM ledger WHERE trial "
                     "= 1); UPDATE ledger SET seq = (SELECT max(seq) - 1 FROM ledger WHERE trial = 1) WHERE "
                     "seq = -1",
                 "releases something of a trial that has ended"},
         }) {
        EXPECT_THAT(foundAfter(forgery.sql), Contains(HasSubstr(forgery.finding))) << forgery.sql;
    }
}

TEST_F(AuditTest, WhatSaysTooLittleToBeComparedIsTold) {
    makeProject(options);
    registry = nullptr;
    EXPECT_THAT(report().notesInEnglish(), ::testing::Not(Contains(HasSubstr("compared with nothing"))));
    forgeWhole(file(), "UPDATE ledger SET body = json_remove(body, '$.plan', '$.knobs') WHERE kind = "
                       "'trial_reserved' AND trial < 3; UPDATE ledger SET body = '{}' WHERE kind = "
                       "'trial_finished' AND trial = 1");
    EXPECT_THAT(sentences(report()), ::testing::IsEmpty());
    EXPECT_THAT(report().notesInEnglish(),
                Contains(HasSubstr("2 trials on private data have no plan, and 1 no record")));
    forgeWhole(file(), "UPDATE ledger SET body = json_set(body, '$.plan', NULL) WHERE kind = 'experiment'");
    EXPECT_THAT(sentences(report()),
                Contains(HasSubstr("begins an experiment on private data without a plan")));
}

// What shares a budget is told of each other's charges before it is charged again.
TEST_F(AuditTest, ALinkWithoutItsChargesIsFound) {
    {
        auto project = Project::openOrCreate(file(), options);
        const auto data = project.declareDataset(privateDataset());
        project.recordCuratorShown("early");
        for (const char* name : {"train", "test"}) {
            ExperimentSpec spec;
            spec.trainer = "dp-gd";
            spec.dataset = data.id;
            spec.charges = {gaussianCharge(data.part(name), 0.15)};
            project.finishExperiment(project.beginExperiment(spec).id, {});
        }
        project.recordCuratorShown("late");
    }
    registry = nullptr;
    ASSERT_THAT(sentences(report()), ::testing::IsEmpty());
    keepPristine();
    const auto linked = [&](const std::string& place, const std::string& more = {}) {
        restorePristine();
        forge(file(), [&](Database& database) {
            database.execute(
                "UPDATE ledger SET kind = 'link_declared', dataset = 1, part = 2, body = "
                "json_object('keys', json_array((SELECT json_extract(body, '$.registry_key') FROM ledger "
                "WHERE kind = 'part' AND part = 1)), 'part', 'train', 'project', (SELECT json_extract(body, "
                "'$.project') FROM ledger WHERE seq = 1)) WHERE kind = 'curator_shown' AND body LIKE '%" +
                place + "%'; " + more);
            rechain(database);
        });
        return report();
    };
    const auto missing = HasSubstr("was charged, with which it shares its budget");
    EXPECT_THAT(sentences(linked("early")),
                Contains(HasSubstr("charges part 'test' without all that part 'train' was charged")));
    EXPECT_THAT(linked("early").notesInEnglish(), Contains(missing)) << "train was not told either";
    // Declared afterwards, it is told when it is run again.
    EXPECT_THAT(sentences(linked("late")), ::testing::IsEmpty());
    EXPECT_THAT(linked("late").notesInEnglish(), Contains(missing));
    // One experiment that charges both knows of both.
    EXPECT_THAT(sentences(linked("early", "UPDATE ledger SET experiment = 1 WHERE kind = 'reservation'")),
                Contains(missing));
}

} // namespace parsimony::ledger
