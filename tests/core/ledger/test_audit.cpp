// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/ledger/export_copy.h"
#include "core/ledger/sqlite.h"
#include "tests/core/ledger/audit_fixture.h"
#include "tests/core/ledger/forger.h"

#include <gmock/gmock.h>

#include <cmath>
#include <fstream>

namespace parsimony::ledger {

namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

} // namespace

TEST_F(AuditTest, RoundingUpTellsNoMoreThanTheCap) {
    // A cap whose whole budget comes to a little more ε than that, rounded up.
    double cap = 0.5;
    Charge whole;
    for (double epsilon = 0.0; epsilon <= cap;) {
        cap += 0.125;
        ASSERT_LT(cap, 50.0);
        const SpendSum budget = GaussianAccount(Epsilon{cap}, Delta{1e-5}).remaining();
        whole.events = {PrivacyEvent::gaussian(noiseWithin(budget, 10), 9)};
        for (int i = 0; i < 2; ++i) { // what is left, and what that leaves
            whole.events.push_back(
                PrivacyEvent::gaussian(noiseWithin(budget.minus(gaussianSpend(whole.events)))));
        }
        epsilon = epsilonOf(muUpper(gaussianSpend(whole.events)), Delta{1e-5}).value();
    }
    {
        auto project = Project::openOrCreate(file(), options);
        const auto dataset = project.declareDataset(privateDataset(cap));
        whole.part = dataset.part("train");
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = dataset.id;
        spec.method = search::MethodKind::Single;
        spec.charges = {whole};
        (void)project.beginExperiment(spec);
    }
    EXPECT_EQ(report().figures[0].epsilon, cap);
    registry = nullptr;
    const double less = cap - 0.00001;
    forge(file(), [less](Database& database) {
        database.prepare("UPDATE ledger SET body = json_set(body, '$.epsilon', ?) WHERE kind = 'cap'")
            .bind(less)
            .run();
        rechain(database);
    });
    EXPECT_GE(report().figures[0].epsilon, cap) << "which is more than rounding adds";
    EXPECT_EQ(report().figures[0].targetEpsilon, less);
}

TEST_F(AuditTest, APlainProjectIsClean) {
    makeProject(options);
    const auto clean = report();
    EXPECT_THAT(sentences(clean), ::testing::IsEmpty());
    EXPECT_EQ(clean.rows, Project::open(file()).lastRow());
    EXPECT_EQ(clean.tip, Project::open(file()).tip());
    ASSERT_EQ(clean.figures.size(), 2U);
    EXPECT_EQ(clean.figures[0].part, "train");
    EXPECT_NEAR(clean.figures[0].mu.value(), 0.03 * std::sqrt(3.0), 1e-12);
    EXPECT_EQ(clean.figures[0].epsilon, epsilonOf(Mu{*clean.figures[0].mu}, Delta{1e-5}).value());
    EXPECT_EQ(clean.figures[0].targetEpsilon, 1.0);
    EXPECT_EQ(clean.figures[1].epsilon, 0.0);
    EXPECT_THAT(clean.notesInEnglish(),
                Contains(HasSubstr("1 trial is reserved and has no outcome; it stays charged")));
    EXPECT_THAT(clean.notesInEnglish(), Contains(HasSubstr("experiment 1 has no outcome")));
    EXPECT_THAT(sentences(report(toHex(clean.tip))), ::testing::IsEmpty());
    EXPECT_THAT(sentences(report(std::string(64, 'a'))), Contains(HasSubstr("not in the chain")));
    EXPECT_THROW((void)report("abc"), Error);
}

TEST_F(AuditTest, LeavesTheProjectAsOneFile) {
    {
        auto project = Project::openOrCreate(file());
        (void)project.declareDataset(privateDataset());
    }
    EXPECT_TRUE(audit(file(), {}).ok());
    exportCopy(file(), file("copy.parsimony"));
    EXPECT_FALSE(std::filesystem::exists(file().string() + "-wal"));
    EXPECT_FALSE(std::filesystem::exists(file().string() + "-shm"));
}

TEST_F(AuditTest, AClockThatRunsBackwardsIsANote) {
    int day = 28;
    options.clock = [&day] {
        day = day > 10 ? day - 1 : 10;
        return "2026-01-" + std::to_string(day) + "T00:00:00.000Z";
    };
    makeProject(options);
    EXPECT_THAT(sentences(report()), ::testing::IsEmpty());
    EXPECT_THAT(report().notesInEnglish(), Contains(HasSubstr("the clock ran backwards")));
}

// The guarantee and a signed statement are made from the plan: it may promise no less than was charged.
TEST_F(AuditTest, APlanPromisesWhatWasReservedForTheDeclaredNeighbours) {
    makeProject(options);
    const auto planned = [&](const std::string& change) {
        forge(file(), [&](Database& database) {
            auto sum = database.prepare("SELECT mu_squared_exact FROM ledger WHERE kind = 'reservation'");
            EXPECT_TRUE(sum.step());
            database.execute(
                "UPDATE ledger SET body = json_set(body, '$.plan', json('{\"constants\":{\"adjacency\":"
                "\"add_or_remove_one\",\"rows_per_person\":1,\"private\":true},\"delta\":1e-5,"
                "\"epsilon\":1.0,\"parts\":{\"train\":1},\"mu_squared\":\"" +
                sum.text(0) + "\"}')) WHERE kind = 'experiment'");
            if (!change.empty()) {
                database.execute("UPDATE ledger SET body = json_set(body, " + change +
                                 ") WHERE kind = 'experiment'");
            }
        });
        return sentences(report());
    };
    const auto neighbours = Contains(HasSubstr("plans for other neighbours than"));
    const auto figures = Contains(HasSubstr("and reserves ε ="));
    EXPECT_THAT(planned(""), ::testing::Not(::testing::AnyOf(neighbours, figures)));
    EXPECT_THAT(planned("'$.plan.constants.adjacency', 'replace_one'"), neighbours);
    EXPECT_THAT(planned("'$.plan.constants.rows_per_person', 50"), neighbours);
    EXPECT_THAT(planned("'$.plan.constants.private', json('false')"), neighbours);
    EXPECT_THAT(planned("'$.plan.epsilon', 0.01"), figures);
    EXPECT_THAT(planned("'$.plan.delta', 1e-9"), figures);
    EXPECT_THAT(planned("'$.plan.mu_squared', '1p-40'"), figures);
    const auto trial = [&](const std::string& change) {
        forge(file(), [&](Database& database) {
            database.execute("UPDATE ledger SET body = json_set(body, " + change +
                             ") WHERE kind = 'trial_reserved' AND trial = 1");
        });
        return sentences(report());
    };
    EXPECT_THAT(planned(""), ::testing::Not(neighbours));
    EXPECT_THAT(trial("'$.plan.trial.adjacency', 'replace_one'"), neighbours);
    EXPECT_THAT(trial("'$.plan.trial.adjacency', 'add_or_remove_one', '$.plan.trial.rows_per_person', 2"),
                neighbours);
}

// A record is once in each vector of counts, in F1's with twice its labels at most, in sums under both kinds
// of neighbours once.
TEST_F(AuditTest, ALookIsAsSensitiveAsAPersonsRows) {
    makeProject(options);
    const auto looked = [&](const std::string& place, const std::string& what, double sensitivity,
                            const std::string& adjacency = "add_or_remove_one", int rows = 1) {
        forge(file(), [&](Database& database) {
            database.execute("UPDATE ledger SET body = json_set(body, '$.adjacency', '" + adjacency +
                             "', '$.rows_per_person', " + std::to_string(rows) + ") WHERE kind = 'dataset'");
            database.execute("UPDATE ledger SET body = json_set(body, '$.plan', json('{\"constants\":"
                             "{\"labels_per_record\":3}}')) WHERE kind = 'experiment'");
            database.execute("UPDATE ledger SET body = json_set(body, '$.plan', json('{\"" + place +
                             "\":[{\"what\":\"" + what +
                             "\",\"noise_sd\":1.0,\"sensitivity\":" + std::to_string(sensitivity) +
                             "}]}')) WHERE kind = 'trial_reserved' AND trial = 1");
        });
        return sentences(report());
    };
    const auto further = Contains(HasSubstr("a person's rows can move further"));
    const auto holds = ::testing::Not(further);
    const double root2 = std::sqrt(2.0);
    EXPECT_THAT(looked("metrics", "f1", 1.001 * std::sqrt(6.0)), holds);
    EXPECT_THAT(looked("metrics", "f1", 0.999 * std::sqrt(6.0)), further);
    EXPECT_THAT(looked("metrics", "f1", 1.001 * std::sqrt(12.0), "replace_one"), holds);
    EXPECT_THAT(looked("metrics", "f1", 0.999 * std::sqrt(12.0), "replace_one"), further);
    EXPECT_THAT(looked("metrics", "f1", 5.001 * std::sqrt(6.0), "add_or_remove_one", 5), holds);
    EXPECT_THAT(looked("metrics", "f1", 4.999 * std::sqrt(6.0), "add_or_remove_one", 5), further);
    EXPECT_THAT(looked("breakdowns", "groups", 1.0), holds);
    EXPECT_THAT(looked("breakdowns", "groups", 1.0, "replace_one"), further);
    EXPECT_THAT(looked("metrics", "confusion", 1.001 * root2, "replace_one"), holds);
    EXPECT_THAT(looked("metrics", "log_loss", 1.0, "replace_one"), holds);
    EXPECT_THAT(looked("metrics", "log_loss", 1.0, "replace_one", 2), further);
    EXPECT_THAT(looked("metrics", "medians", 1000.0), further) << "nobody knows how sensitive they are";
}

TEST_F(AuditTest, WhoseRowsATrialReadIsShown) {
    makeProject(options);
    const auto withEncoders = [&](const std::string& trained, const std::string& shown) {
        forge(file(), [&](Database& database) {
            database.execute("UPDATE ledger SET body = json_set(body, '$.plan.constants.encoders', "
                             "json('[{\"name\":\"a\"},{\"name\":\"b\"}]')) WHERE kind = 'experiment'");
            database.execute("UPDATE ledger SET body = json_set(body, '$.plan.trial.options.encoder', '" +
                             trained + "') WHERE kind = 'trial_reserved' AND trial = 1");
            database.execute("UPDATE ledger SET body = json_set(body, '$.knobs.encoder', '" + shown +
                             "') WHERE kind = 'trial_reserved' AND trial = 1 AND '" + shown + "' <> ''");
        });
        return sentences(report());
    };
    EXPECT_THAT(withEncoders("zz", ""), Contains(HasSubstr("by 'zz', which its experiment does not name")));
    EXPECT_THAT(withEncoders("b", ""), Contains(HasSubstr("does not show that it trains on rows by 'b'")));
    EXPECT_THAT(withEncoders("a", ""), ::testing::Not(Contains(HasSubstr("on rows by 'a'"))));
    EXPECT_THAT(withEncoders("b", "b"), ::testing::Not(Contains(HasSubstr("on rows by 'b'"))));
    EXPECT_THAT(withEncoders("b", "a"), Contains(HasSubstr("shows encoder = \"a\"")));
}

TEST_F(AuditTest, HowWideTheRecordsAreThatATrialReadIsCompared) {
    makeProject(options);
    const auto withWidths = [&](const std::string& trained, int width, const std::string& map) {
        forge(file(), [&](Database& database) {
            database.execute("UPDATE ledger SET body = json_set(body, '$.plan.constants.encoders', "
                             "json('[{\"dim\":6,\"name\":\"a\"},{\"dim\":9,\"name\":\"b\"}]'), "
                             "'$.plan.feature_map', json('" +
                             map + "')) WHERE kind = 'experiment'");
            database.execute("UPDATE ledger SET body = json_set(body, '$.plan.trial.options.encoder', '" +
                             trained + "', '$.knobs.encoder', '" + trained + "', '$.plan.trial.dim', " +
                             std::to_string(width) + ") WHERE kind = 'trial_reserved' AND trial = 1");
        });
        return sentences(report());
    };
    const auto wrong = Contains(HasSubstr("trains on records of"));
    EXPECT_THAT(withWidths("a", 9, "null"),
                Contains(HasSubstr("trains on records of 9 numbers, where its experiment has 6 by 'a'")));
    EXPECT_THAT(withWidths("b", 6, "null"), wrong);
    EXPECT_THAT(withWidths("a", 6, "null"), ::testing::Not(wrong));
    EXPECT_THAT(withWidths("b", 9, "null"), ::testing::Not(wrong));
    EXPECT_THAT(withWidths("b", 9, R"({"quadratic_rows":4})"), wrong); // with a bias and four products
    EXPECT_THAT(withWidths("b", 14, R"({"quadratic_rows":4})"), ::testing::Not(wrong));
}

// A kind of row that a newer program writes, in a file whose format is ours and whose chain holds.
} // namespace parsimony::ledger
