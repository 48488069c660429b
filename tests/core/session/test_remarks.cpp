// SPDX-License-Identifier: GPL-3.0-or-later
// What is written about an experiment after it ran, and what may be asked of its classifier and its rows.
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/data/array_reader.h"
#include "core/export/tensor_bytes.h"
#include "core/ledger/audit.h"
#include "core/session/known_rows.h"
#include "core/session/session.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
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

    [[nodiscard]] const fs::path& folder() const { return m_folder; }
    /// A run on these rows of 64 numbers.
    [[nodiscard]] RunOptions writtenOptions(const std::string& name, const std::vector<float>& x,
                                            const std::vector<std::int64_t>& y) const {
        RunOptions options = digits();
        options.data.clear();
        options.train = {(m_folder / (name + "-x.npy")).string(), (m_folder / (name + "-y.npy")).string()};
        std::ofstream(options.train.features, std::ios::binary)
            << exporting::npyBytes("<f4", {y.size(), 64}, x.data(), x.size() * sizeof(float));
        std::ofstream(options.train.labels, std::ios::binary)
            << exporting::npyBytes("<i8", {y.size()}, y.data(), y.size() * sizeof(std::int64_t));
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

TEST_F(SessionRemarks, TheRegistryTellsOfPartsThatHaveMoreThanAFifthTogether) {
    // 60 of 400 rows lie in each of two projects, with 300 others.
    const auto rows = data::openArray(file() + ":x_train");
    const auto labels = data::openArray(file() + ":y_train");
    const auto with = [&](const std::string& name, std::size_t shared, std::size_t others) {
        std::vector<float> x;
        std::vector<std::int64_t> y;
        for (const auto& [first, count] :
             {std::pair{shared, std::size_t{60}}, std::pair{others, std::size_t{300}}}) {
            std::vector<float> some(count * 64);
            std::vector<std::int64_t> own(count);
            rows->readRows(first, count, some.data());
            labels->readIntegers(first, count, own.data());
            x.insert(x.end(), some.begin(), some.end());
            y.insert(y.end(), own.begin(), own.end());
        }
        return writtenOptions(name, x, y);
    };
    for (const auto& [name, shared, others] : {std::tuple{"one", 0, 400}, std::tuple{"two", 60, 700}}) {
        RunOptions options = with(name, static_cast<std::size_t>(shared), static_cast<std::size_t>(others));
        Session session = Session::open(folder() / (std::string(name) + ".parsimony"), true);
        session.run(options, {}, {});
    }
    std::vector<float> x(400 * 64);
    std::vector<std::int64_t> y(400);
    rows->readRows(0, 400, x.data());
    labels->readIntegers(0, 400, y.data());
    const std::vector<KnownRows> known = knownRows(writtenOptions("new", x, y));
    ASSERT_EQ(known.size(), 2U);
    for (const KnownRows& each : known) {
        EXPECT_FALSE(each.linked);
        EXPECT_TRUE(each.together);
        EXPECT_EQ(each.shared, 60U);
        ASSERT_EQ(each.words.size(), 3U);
        EXPECT_NE(each.words.back().english().find("the same data, with ε"), std::string::npos);
    }
}

} // namespace parsimony::session
