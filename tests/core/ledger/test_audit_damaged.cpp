// SPDX-License-Identifier: GPL-3.0-or-later
// Ledgers that a disk, a crash or another version changed.
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/ledger/sqlite.h"
#include "tests/core/ledger/audit_fixture.h"
#include "tests/core/ledger/forger.h"

#include <gmock/gmock.h>

#include <fstream>
#include <random>

namespace parsimony::ledger {

namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// Everything that a project file says.
std::string contents(const std::filesystem::path& file) {
    Database database(file.string(), OpenMode::ReadOnly);
    std::string text;
    for (const char* sql :
         {"SELECT * FROM ledger NOT INDEXED ORDER BY seq", "SELECT * FROM blobs NOT INDEXED ORDER BY sha256",
          "SELECT * FROM checkpoints", "SELECT type, name, sql FROM sqlite_schema ORDER BY name"}) {
        auto rows = database.prepare(sql);
        while (rows.step()) {
            for (int column = 0; column < rows.columns(); ++column) {
                text += rows.type(column);
                text += rows.text(column) + "\x1f";
            }
        }
    }
    return text;
}

} // namespace

TEST_F(AuditTest, AThousandFlippedBitsAreFoundOrHarmless) {
    makeProject({});
    registry = nullptr;
    std::string pristine;
    {
        std::ifstream in(file(), std::ios::binary);
        pristine.assign(std::istreambuf_iterator<char>(in), {});
    }
    const std::string wanted = contents(file());
    std::mt19937 generator(12345);
    int found = 0;
    for (int flip = 0; flip < 1000; ++flip) {
        std::string bytes = pristine;
        const auto at = generator() % bytes.size();
        bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1U << (generator() % 8U)));
        const auto damaged = file("flipped");
        std::ofstream(damaged, std::ios::binary) << bytes;
        bool clean = false;
        try {
            clean = audit(damaged).ok();
        } catch (const Error&) {
            clean = false;
        }
        found += clean ? 0 : 1;
        if (clean) {
            EXPECT_EQ(contents(damaged), wanted) << "byte " << at; // it was in space that nothing uses
        } else {
            // Whatever else is tried with such a file fails with a sentence.
            try {
                auto project = Project::open(damaged);
                (void)project.trials();
                (void)project.experiments();
                for (const auto& dataset : project.datasets()) {
                    (void)project.accounts(dataset.id);
                }
            } catch (const Error&) {
            }
        }
        for (const auto* suffix : {"", "-wal", "-shm", "-journal"}) {
            std::filesystem::remove(damaged.string() + suffix);
        }
    }
    EXPECT_GT(found, 300);
}

TEST_F(AuditTest, AHalfWrittenLogIsReadUpToItsLastWholeTransaction) {
    { auto made = Project::openOrCreate(file()); }
    std::string log;
    std::string main;
    {
        auto project = Project::open(file());
        auto declaration = privateDataset();
        project.declareDataset(declaration);
        for (int count = 0; count < 20; ++count) {
            project.recordCuratorShown("view " + std::to_string(count));
        }
        std::ifstream walIn(file().string() + "-wal", std::ios::binary);
        log.assign(std::istreambuf_iterator<char>(walIn), {});
        std::ifstream in(file(), std::ios::binary);
        main.assign(std::istreambuf_iterator<char>(in), {});
    }
    ASSERT_GT(log.size(), 10000U);
    std::int64_t most = 0;
    for (std::size_t length = 0; length <= log.size(); length += 4321) {
        std::ofstream(file("half"), std::ios::binary) << main;
        std::ofstream(file("half-wal"), std::ios::binary) << log.substr(0, length);
        const auto half = audit(file("half"));
        EXPECT_TRUE(half.ok()) << length;
        EXPECT_GE(half.rows, most);
        most = half.rows;
        auto project = Project::open(file("half"));
        project.recordCuratorShown("after");
        EXPECT_EQ(project.lastRow(), half.rows + 1);
    }
    EXPECT_GT(most, 20);
}

// A row that can't be read stops who reads, again and again, and is not taken for half of what was charged.
TEST_F(AuditTest, ADamagedRowIsNoSpendThatCountsTwice) {
    makeProject(options);
    auto project = Project::open(file(), options);
    const auto data = project.datasets().front().id;
    const auto before = project.accounts(data).front().spentMuSquared;
    ExperimentSpec more;
    more.dataset = data;
    more.charges = {gaussianCharge(project.parts(data).front().id, 0.02)};
    auto other = Project::open(file(), options);
    (void)other.beginExperiment(more);
    (void)other.beginExperiment(more);
    const std::string broken = "UPDATE ledger SET body = replace(body, '\"charge\":\"', '\"charge\":[\"') "
                               "WHERE seq = (SELECT max(seq) "
                               "FROM ledger WHERE kind = 'reservation')";
    const auto last = project.lastRow();
    std::string whole;
    {
        Database database(file().string(), OpenMode::ReadWrite);
        whole = database.text("SELECT body FROM ledger WHERE seq = " + std::to_string(last));
    }
    forge(file(), broken);
    for (int look = 0; look < 3; ++look) {
        EXPECT_THROW((void)project.accounts(data), Error) << look;
    }
    forge(file(), [&](Database& database) {
        database.prepare("UPDATE ledger SET body = ? WHERE seq = ?").bind(whole).bind(last).run();
    });
    const auto fresh = Project::open(file(), options);
    EXPECT_EQ(project.accounts(data).front().spentMuSquared, before);
    EXPECT_EQ(project.accounts(data).front().reservedMuSquared,
              fresh.accounts(data).front().reservedMuSquared);
}

// A slice's trial is known before its events are read; when they can't be, what it was to release is not.
TEST_F(AuditTest, ATrialWithoutReadableEventsIsNamedAndNothingFallsOverIt) {
    makeProject(options);
    forge(file(), [](Database& database) {
        database.execute(
            "UPDATE ledger SET body = replace(body, '\"kind\":\"gaussian\"', '\"kind\":\"slices\"') "
            "WHERE kind = 'experiment'");
        database.execute("UPDATE ledger SET mu_squared = NULL, mu_squared_exact = NULL, "
                         "body = replace(body, '\"events\":[', '\"events\":[{},') "
                         "WHERE kind = 'trial_reserved' AND trial = 1");
    });
    EXPECT_THAT(sentences(report()), Contains(HasSubstr("exactly one of 'gaussian', 'poisson_sampled'")));
}

TEST_F(AuditTest, ANumberBeforeWhichOthersAreMissingIsNamedHoweverLarge) {
    makeProject(options);
    forge(file(), [](Database& database) {
        database.execute(
            "UPDATE ledger SET trial = 9223372036854775807 WHERE trial = (SELECT min(trial) FROM ledger)");
    });
    EXPECT_THAT(sentences(report()),
                Contains(HasSubstr("has number 9223372036854775807, before which others are missing")));
}

TEST_F(AuditTest, ARowOfAnUnknownKindIsNamedAndNothingIsReadPastIt) {
    makeProject(options);
    ASSERT_TRUE(report().ok());
    forge(file(), [](Database& database) {
        database.execute("UPDATE ledger SET kind = 'trial_paused' WHERE seq = (SELECT max(seq) FROM ledger)");
        rechain(database);
    });
    Database database(file().string(), OpenMode::ReadOnly);
    const auto last = std::to_string(database.integer("SELECT max(seq) FROM ledger"));
    try {
        (void)Project::open(file());
        FAIL() << "opened";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Failed);
        EXPECT_EQ(std::string(error.what()),
                  "row " + last + " of '" + file().string() +
                      "' is of a kind that this version of Parsimony does not know: 'trial_paused'; a newer "
                      "version wrote it, update Parsimony");
    }
    EXPECT_THAT(sentences(audit(file())),
                Contains("row " + last +
                         " is of a kind that this version does not know, 'trial_paused': a newer "
                         "version of Parsimony wrote it"));
}

} // namespace parsimony::ledger
