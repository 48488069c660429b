// SPDX-License-Identifier: GPL-3.0-or-later
// What is written about an experiment after it ran, and what may be asked of its classifier and its rows.
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/ledger/audit.h"
#include "core/session/known_rows.h"
#include "core/session/session.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace parsimony::session {

namespace {

namespace fs = std::filesystem;

/// One finished experiment on the digits and a registry of its own.
class SessionRemarks : public ::testing::Test {
protected:
    SessionRemarks() {
        m_folder =
            fs::temp_directory_path() / ("parsimony-remarks-" + toHex(secureRandomKey()).substr(0, 16));
        fs::create_directories(m_folder);
        useRegistry("registry.db");
    }
    ~SessionRemarks() override { fs::remove_all(m_folder); }

    void useRegistry(const std::string& name) const {
        setenv("PARSIMONY_REGISTRY", (m_folder / name).c_str(), 1);
    }
    [[nodiscard]] fs::path project() const { return m_folder / "p.parsimony"; }
    [[nodiscard]] static std::string file() { return std::string(PARSIMONY_SAMPLES) + "/digits.npz"; }
    [[nodiscard]] static RunOptions digits() {
        RunOptions options;
        options.data = file();
        options.classes = 10;
        options.epsilon = 3.0;
        options.delta = 1e-5;
        options.method = MethodKind::Random;
        options.trials = 1;
        options.steps = "5";
        return options;
    }

private:
    fs::path m_folder;
};

} // namespace

TEST(KnownRowsWords, SayWhatFollows) {
    KnownRows known{"train", "/a/b.parsimony", "train", false, true, 100, 90};
    RunOptions asked;
    const auto told = [&] {
        std::string text;
        for (const Sentence& sentence : wordsOf(known, asked)) {
            text += (text.empty() ? "" : " ") + sentence.english();
        }
        return text;
    };
    EXPECT_EQ(told(), "train: 90 of its rows lie in part 'train' of /a/b.parsimony (100 rows). "
                      "They count as the same data, with nothing spent on it yet.");
    known.epsilon = 0.75; // fixed slices are spent too
    EXPECT_NE(told().find("with ε 0.75 spent on it so far, at δ 1e-05."), std::string::npos) << told();
    known.epsilon = 0.0;
    known.mu = 0.2;
    const std::string before = told();
    asked.delta = 1e-3;
    EXPECT_NE(told(), before); // μ is another ε there
    known.sharedPeople = 12;   // whose rows are other numbers there
    EXPECT_NE(told().find("12 of its people are in part"), std::string::npos) << told();
    known.linked = false;
    EXPECT_NE(told().find("Too few to count"), std::string::npos) << told();
    known.isPublic = true;
    EXPECT_NE(told().find("It is public."), std::string::npos) << told();
    known.linked = true;
    EXPECT_NE(told().find("no guarantee can cover these rows"), std::string::npos) << told();
}

TEST_F(SessionRemarks, TheLastNoteAndTheLastTagsWinAndTheLedgerStaysSound) {
    std::int64_t trial = 0;
    {
        Session session = Session::open(project(), true);
        session.run(digits(), {}, {});
        trial = session.trials(std::nullopt).front().id;
        session.addNote(trial, "too early");
        session.addNote(trial, "good start, \"keep\"\nsecond line");
        session.setTags(trial, {"draft"});
        session.setTags(trial, {"paper", "good"});
        session.recordCuratorShown("trials table");
    }
    const Session again = Session::open(project(), false);
    const TrialSnapshot read = again.trials(std::nullopt).front();
    EXPECT_EQ(read.id, trial);
    EXPECT_EQ(read.note, "good start, \"keep\"\nsecond line");
    EXPECT_EQ(read.tags, (std::vector<std::string>{"paper", "good"}));
    EXPECT_TRUE(ledger::audit(project()).ok());
}

TEST_F(SessionRemarks, ARemarkOnATrialThatIsNotThereIsRefused) {
    Session session = Session::open(project(), true);
    session.run(digits(), {}, {});
    EXPECT_THROW(session.addNote(4711, "lost"), Error);
    EXPECT_THROW(session.setTags(4711, {"lost"}), Error);
    EXPECT_TRUE(ledger::audit(project()).ok());
}

TEST_F(SessionRemarks, ExactCountsComeFromPublicRowsOnly) {
    Session session = Session::open(project(), true);
    session.run(digits(), {}, {});
    PublicEvaluationRequest request;
    request.files = {file() + ":x_test", file() + ":y_test"};
    request.threads = 1;
    // The very rows of the project are private: their exact counts may not be shown.
    EXPECT_THROW((void)session.evaluatePublic(std::nullopt, request, {}), Error);

    // Where no project knows them as private, the user's word counts.
    useRegistry("other.db");
    const PublicEvaluation result = session.evaluatePublic(std::nullopt, request, {});
    ASSERT_EQ(result.classes, 10U);
    ASSERT_EQ(result.counts.confusion.size(), 100U);
    std::uint64_t rows = 0;
    std::uint64_t right = 0;
    for (std::size_t i = 0; i < 100; ++i) {
        rows += result.counts.confusion[i];
        right += i % 11 == 0 ? result.counts.confusion[i] : 0;
    }
    EXPECT_EQ(rows, result.counts.all.records);
    EXPECT_EQ(right, result.counts.all.correct);
    EXPECT_GT(right, rows / 10);
}

TEST_F(SessionRemarks, TheRegistryTellsWhichProjectUsedTheseRows) {
    EXPECT_TRUE(knownRows(digits()).empty());
    {
        Session session = Session::open(project(), true);
        session.run(digits(), {}, {});
    }
    bool train = false;
    for (const KnownRows& known : knownRows(digits())) {
        if (known.part == "train" && known.linked) {
            train = true;
            EXPECT_FALSE(known.isPublic);
            EXPECT_EQ(fs::path(known.project).filename(), "p.parsimony");
            EXPECT_EQ(known.shared, known.rows);
            EXPECT_GT(known.mu, 0.0);
        }
    }
    EXPECT_TRUE(train);
}

} // namespace parsimony::session
