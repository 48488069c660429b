// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 20, 26 and 30 where one file is divided into parts: each record is in one part, by itself alone,
// every part has an account of its own, and how many records fell into it is in no output.
#include "core/data/record_split.h"
#include "core/ledger/sqlite.h"
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <regex>

namespace parsimony::test {

using testing::HasSubstr;
using testing::Not;

class Rule26Split : public RuleTest {
protected:
    static constexpr std::size_t many = 7213;
    static constexpr data::SplitShares shares{80.0, 10.0, 10.0};

    void SetUp() override {
        RuleTest::SetUp();
        writeDataset(m_place.path("one"), {many, dim, classes, 5}, {10, dim, classes, 6});
        writeDataset(m_place.path("two"), {many, dim + 2, classes, 7}, {10, dim, classes, 8});
        std::vector<std::size_t> ids;
        for (std::size_t row = 0; row < many; ++row) { // three rows each
            ids.push_back(row / 3);
        }
        writeIds("ids.txt", ids);
    }

    [[nodiscard]] std::string file(const char* folder, const char* name) const {
        return (m_place.path(folder) / name).string();
    }
    [[nodiscard]] Words split(const std::string& project, const char* by = "80/10/10",
                              const Words& more = {}) const {
        Words words = run(project);
        const auto data = std::find(words.begin(), words.end(), "--data");
        *data = "--train";
        *(data + 1) = file("one", "train.npy");
        words.insert(words.end(), {"--train-labels", file("one", "train_labels.npy"), "--split", by});
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    [[nodiscard]] Words byIds(const std::string& project, const Words& more = {}) const {
        Words words =
            split(project, "80/10/10", {"--record-ids", m_place.text("ids.txt"), "--rows-per-person", "3"});
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    [[nodiscard]] std::vector<data::Side> sides() const {
        data::PartFiles files;
        files.features = file("one", "train.npy");
        return data::divisionOf(files, shares).sides;
    }
    /// What a look at the file, or at the test part of it, says with the classifier of a project.
    [[nodiscard]] Outcome look(const std::string& project, const Words& more) {
        const std::string model = m_place.text(project + ".npz");
        EXPECT_EQ(cli({"export", "--storage", m_place.text(project), "--output", model}).exitCode, 0);
        Words words{"evaluate",
                    model,
                    "-f",
                    "json",
                    "--storage",
                    m_place.text(project),
                    "--test",
                    file("one", "train.npy"),
                    "--test-labels",
                    file("one", "train_labels.npy")};
        words.insert(words.end(), more.begin(), more.end());
        return cli(words);
    }
    /// The exact numbers of records by part, as a pattern; digits inside a hash are none of them.
    [[nodiscard]] std::regex exactNumbers() const {
        std::array<std::size_t, 3> numbers{};
        for (const data::Side side : sides()) {
            ++numbers.at(static_cast<std::size_t>(side));
        }
        std::string pattern = "(^|[^0-9a-f.])(";
        for (const std::size_t number : numbers) {
            pattern += std::to_string(number) + "|";
        }
        pattern.back() = ')';
        return std::regex(pattern + "([^0-9a-f.]|$)");
    }
    /// Output and a shared copy.
    [[nodiscard]] std::string whatLeaves(const Outcome& outcome, const std::string& project) const {
        const std::string copy = project + "-copy";
        EXPECT_EQ(audit(project, {"--export", m_place.text(copy)}).exitCode, 0);
        std::string text = outcome.out;
        ledger::Database database(m_place.text(copy), ledger::OpenMode::ReadOnly);
        auto found = database.prepare("SELECT coalesce(body, '') FROM ledger ORDER BY seq");
        while (found.step()) {
            text += found.text(0) + "\n";
        }
        return text;
    }
};

TEST_F(Rule26Split, PartsHaveAccountsOfTheirOwnAndNoExactNumberLeaves) {
    const std::regex exact = exactNumbers();
    const Words declared{"--records", "7000"};
    for (const bool declares : {false, true}) {
        const std::string project = declares ? "declared.parsimony" : "file.parsimony";
        m_registry = "registry-" + project;
        Words words = split(project, "80/10/10", declares ? declared : Words{});
        words.insert(words.end(), {"--score", "validation"});
        const Outcome outcome = cli(words);
        ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
        EXPECT_EQ(outcome.json()["dataset"]["records"], declares ? 5600 : 5770);
        const std::string text = whatLeaves(outcome, project);
        EXPECT_FALSE(std::regex_search(text, exact)) << text;
        EXPECT_NEAR(charged(project), 2.0, 1e-6);
        for (const char* part : {"validation", "test"}) {
            EXPECT_GT(charged(project, part), 0.0);
            EXPECT_LT(charged(project, part), 2.0);
        }
        const double accuracy = outcome.json()["final"]["test_accuracy"].get<double>();
        EXPECT_GT(accuracy, 0.8); // a share of those of the part, not of all that the file has
        EXPECT_LT(accuracy, 1.1);
        EXPECT_THAT(audit(project).text(), Not(HasSubstr("share")));
    }
}

/// What no noise moves is the same for a record in either part, and for none in its place.
TEST_F(Rule26Split, WhereARecordFallsTellsNothing) {
    Blobs blobs{many, dim, classes, 5};
    std::vector<float> features = blobs.features();
    const auto before = sides();
    std::vector<std::string> texts;
    for (const data::Side side : {data::Side::Train, data::Side::Validation, data::Side::Test}) {
        const auto row = std::find(before.begin(), before.end(), side) - before.begin();
        std::vector<float> without = features;
        std::fill_n(without.begin() + row * static_cast<std::ptrdiff_t>(dim), dim,
                    std::numeric_limits<float>::quiet_NaN());
        writeFeatures(file("one", "train.npy"), without, many, dim);
        m_registry = "registry" + std::to_string(texts.size());
        const std::string project = "p" + std::to_string(texts.size()) + ".parsimony";
        const Outcome outcome = cli(split(project));
        ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
        auto report = outcome.json();
        std::string text;
        for (const char* what : {"status", "guarantee", "guarantee_terms", "dataset", "experiment_epsilon"}) {
            text += report.at(what).dump() + "\n";
        }
        texts.push_back(text + report["budget"].dump());
    }
    EXPECT_EQ(texts[0], texts[1]);
    EXPECT_EQ(texts[0], texts[2]);
}

TEST_F(Rule26Split, TheSameRecordsAreFoundHoweverTheyAreDividedNext) {
    ASSERT_EQ(cli(split("first.parsimony")).exitCode, 0);
    EXPECT_EQ(cli(split("first.parsimony")).exitCode, 3) << "spent";
    EXPECT_EQ(cli(split("second.parsimony")).exitCode, 3) << "undeclared";
    EXPECT_EQ(cli(split("third.parsimony", "30/70")).exitCode, 3);
    Words whole = split("fourth.parsimony");
    whole.resize(whole.size() - 2);
    EXPECT_EQ(cli(whole).exitCode, 3) << "undivided";
    EXPECT_NEAR(charged("first.parsimony"), 2.0, 1e-6);
}

/// A few of the file's records change sides, too few for the fifth of rule 20.
TEST_F(Rule26Split, ARecordThatOtherSharesMoveTakesItsChargesAlong) {
    ASSERT_EQ(
        cli(split("p.parsimony", "80/20", {"--experiment-epsilon", "0.2", "--test-epsilon", "2"})).exitCode,
        0);
    EXPECT_EQ(cli(split("p.parsimony", "82/18", {"--test-epsilon", "none"})).exitCode, 3)
        << "its test part has spent all, and some of it is in train now";
    EXPECT_EQ(
        cli(split("q.parsimony", "82/18", {"--linked-to", m_place.text("p.parsimony") + ":train"})).exitCode,
        3)
        << "some rows are also those of its test part";
}

/// Equal and empty rows on several sides, and a part without rows, are nobody's overlap.
TEST_F(Rule26Split, PartsOfOneFileAreNeverTakenForTheSameData) {
    Blobs blobs{many, dim, classes, 5};
    for (const char* kind : {"equal", "empty", "half empty"}) {
        std::vector<float> features = blobs.features();
        const bool half = kind == std::string("half empty");
        std::fill(features.begin(),
                  half ? features.begin() + static_cast<std::ptrdiff_t>(features.size() / 2 / dim * dim)
                       : features.end(),
                  kind == std::string("equal") ? 0.5F : 0.0F);
        writeFeatures(file("one", "train.npy"), features, many, dim);
        m_registry = std::string("registry of ") + kind;
        const std::string project = std::string(kind) + ".parsimony";
        const Outcome outcome =
            cli(split(project, "80/10/10", {"--score", "validation", "--test-epsilon", "1.9"}));
        EXPECT_EQ(outcome.exitCode, 0) << kind << outcome.text();
        EXPECT_NEAR(charged(project, "test"), 1.9, 1e-3) << kind;
        EXPECT_LT(charged(project, "validation"), 2.0) << kind;
        EXPECT_EQ(audit(project).exitCode, 0) << kind;
    }
    // Nor are the parts of two files, neither of which has a row.
    m_registry = "registry of two";
    for (const char* folder : {"one", "two"}) {
        writeFeatures(file(folder, "train.npy"), std::vector<float>(dim * 3, *folder == 'o' ? 1.0F : 2.0F), 3,
                      dim);
        writeLabels(file(folder, "train_labels.npy"), {0, 1, 2});
        Words words = split("both.parsimony", "99/1", {"--records", "100"}); // a public count
        *(std::find(words.begin(), words.end(), "--train") + 1) = file(folder, "train.npy");
        *(std::find(words.begin(), words.end(), "--train-labels") + 1) = file(folder, "train_labels.npy");
        *(std::find(words.begin(), words.end(), "--epsilon") + 1) = *folder == 'o' ? "2" : "1.5";
        const Outcome outcome = cli(words);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
    }
}

TEST_F(Rule26Split, ResumeSeesTheSameParts) {
    ASSERT_NO_FATAL_FAILURE(leaveKilled("p.parsimony", split("p.parsimony")));
    const Words resume{"resume",    "-f", "json",      "-q",
                       "--threads", "1",  "--storage", m_place.text("p.parsimony")};
    const std::string bytes = readBytes(file("one", "train.npy"));
    std::string moved = bytes; // the first two rows in each other's place: each is in its part as before
    const std::size_t row = dim * sizeof(float), begin = bytes.size() - many * row;
    std::swap_ranges(moved.begin() + static_cast<std::ptrdiff_t>(begin),
                     moved.begin() + static_cast<std::ptrdiff_t>(begin + row),
                     moved.begin() + static_cast<std::ptrdiff_t>(begin + row));
    writeBytes(file("one", "train.npy"), moved);
    EXPECT_EQ(cli(resume).exitCode, 3) << "other rows than those it was started with";
    writeBytes(file("one", "train.npy"), bytes);
    const Outcome outcome = cli(resume);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_GT(outcome.json()["final"]["test_accuracy"].get<double>(), 0.5);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

TEST_F(Rule26Split, APersonIsInOnePart) {
    Words words = byIds("p.parsimony");
    words.erase(std::find(words.begin(), words.end(), "-q"));
    const Outcome outcome = cli(words);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_THAT(outcome.err, Not(HasSubstr("count as empty")))
        << "nobody is in two of them, nobody has no id";
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
    // The same people by other numbers, divided alike: each part finds its account.
    Words other = byIds("q.parsimony");
    *(std::find(other.begin(), other.end(), "--train") + 1) = file("two", "train.npy");
    EXPECT_EQ(cli(other).exitCode, 3) << "undeclared";
    other.insert(other.end(), {"--linked-to", m_place.text("p.parsimony"), "--test-epsilon", "none"});
    EXPECT_EQ(cli(other).exitCode, 3) << "spent";
    EXPECT_NEAR(charged("q.parsimony", "test"), charged("p.parsimony", "test"), 1e-9);
}

/// As a run tests it: a share of those of the part, charged to the part's account.
void expectShareOfThePart(const Outcome& outcome) {
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_GT(outcome.json()["accuracy"].get<double>(), 0.8);
    EXPECT_LT(outcome.json()["accuracy"].get<double>(), 1.2);
    EXPECT_GT(outcome.json()["records"].get<double>(), 400.0);
    EXPECT_LT(outcome.json()["records"].get<double>(), 1100.0);
}

TEST_F(Rule26Split, ALookFindsTheTestPartOfTheProject) {
    const Words by{"--split", "80/10/10"};
    int hits = 0; // of a noisy number on the true one
    for (const bool ids : {false, true}) {
        const std::string project = ids ? "ids.parsimony" : "values.parsimony";
        m_registry = "registry-" + project;
        ASSERT_EQ(cli(ids ? byIds(project) : split(project)).exitCode, 0);
        const double before = charged(project, "test");
        const auto parts = audit(project).json()["datasets"].size();
        Words more = by;
        more.insert(more.end(), {"--per-class", "--metrics", "log_loss"});
        if (ids) {
            more.insert(more.end(), {"--test-record-ids", m_place.text("ids.txt")});
        }
        const Outcome found = look(project, more);
        expectShareOfThePart(found);
        const std::string counted = found.json()["records"].dump();
        hits += std::regex_search(counted, exactNumbers()) ? 1 : 0;
        const std::regex noisy("\"records\": *" + counted);
        EXPECT_FALSE(
            std::regex_search(std::regex_replace(whatLeaves(found, project), noisy, ""), exactNumbers()));
        EXPECT_LT(found.json()["log_loss"].get<double>(), 1.6) << "rows of other parts are no losses";
        EXPECT_EQ(audit(project).json()["datasets"].size(), parts) << "no part of its own";
        EXPECT_GT(charged(project, "test"), before);
        EXPECT_NEAR(charged(project), 2.0, 1e-6) << "and nothing to the train part";
        EXPECT_EQ(audit(project).exitCode, 0);
    }
    EXPECT_LT(hits, 2) << "by chance one in fifty is";
}

TEST_F(Rule26Split, ALookIsDividedByTheNumberThatWasDeclared) {
    ASSERT_EQ(cli(split("p.parsimony", "80/10/10", {"--test-records", "700"})).exitCode, 0);
    const Outcome found = look("p.parsimony", {"--split", "80/10/10", "--metrics", "log_loss"});
    ASSERT_EQ(found.exitCode, 0) << found.text();
    EXPECT_EQ(found.json()["records"], 700);
    EXPECT_GT(found.json()["accuracy"].get<double>(), 0.8);
    EXPECT_LT(found.json()["accuracy"].get<double>(), 1.2);
    EXPECT_LT(found.json()["log_loss"].get<double>(), 1.6);
}

TEST_F(Rule26Split, ALookTakesSharesThatAPersonIsInOnePartBy) {
    ASSERT_EQ(cli(split("p.parsimony")).exitCode, 0);
    const double before = charged("p.parsimony", "test");
    EXPECT_EQ(look("p.parsimony", {"--split", "80/20/0"}).exitCode, 2) << "no test part";
    EXPECT_EQ(charged("p.parsimony", "test"), before);
    EXPECT_EQ(look("p.parsimony", {}).exitCode, 3) << "all its rows are some part's, and train has spent";
    m_registry = "replaced.db";
    Words replaced = run("replaced.parsimony", "one");
    replaced.insert(replaced.end(), {"--adjacency", "replace_one"});
    ASSERT_EQ(cli(replaced).exitCode, 0);
    EXPECT_EQ(look("replaced.parsimony", {"--split", "80/20"}).exitCode, 3);
}

/// Whoever is in train is nobody in the look, and how many those are is in no output.
TEST_F(Rule26Split, ALookAtAllPeopleIsAShareOfThoseWhoCount) {
    ASSERT_EQ(cli(byIds("p.parsimony", {"--test-epsilon", "0.5"})).exitCode, 0);
    const Outcome found = look("p.parsimony", {"--test-record-ids", m_place.text("ids.txt")});
    ASSERT_EQ(found.exitCode, 0) << found.text();
    EXPECT_GT(found.json()["accuracy"].get<double>(), 0.8);
    EXPECT_LT(found.json()["accuracy"].get<double>(), 1.2);
    EXPECT_LT(found.json()["records"].get<double>(), 2000.0);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

TEST_F(Rule26Split, ALookAtPublicRowsCountsThoseOfTheTestPart) {
    const Outcome outcome = cli(split("p.parsimony", "80/10/10", {"--visibility", "public"}));
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    const Outcome found = look("p.parsimony", {"--split", "80/10/10", "--visibility", "public"});
    ASSERT_EQ(found.exitCode, 0) << found.text();
    EXPECT_NEAR(found.json()["accuracy"].get<double>(),
                outcome.json()["final"]["test_accuracy"].get<double>(), 1e-12);
    const auto all = sides();
    EXPECT_EQ(found.json()["records"], std::count(all.begin(), all.end(), data::Side::Test));
    m_registry = "private.db";
    ASSERT_EQ(cli(split("private.parsimony")).exitCode, 0);
    EXPECT_EQ(look("private.parsimony", {"--split", "99/1", "--visibility", "public"}).exitCode, 3)
        << "each of them is private";
}

TEST_F(Rule26Split, EncodersHaveTheSameRecordsOnASide) {
    for (const bool ids : {true, false}) {
        Words words = run(ids ? "ids.parsimony" : "places.parsimony");
        m_registry = ids ? "one.db" : "other.db";
        const auto data = std::find(words.begin(), words.end(), "--data");
        words.erase(data, data + 2);
        for (const char* encoder : {"b=one", "a=two"}) {
            const std::string name(encoder, 1), folder(encoder + 2);
            std::filesystem::create_directory(m_place.path("of-" + folder));
            for (const char* each : {"train.npy", "train_labels.npy"}) {
                std::filesystem::copy_file(m_place.path(folder) / each, m_place.path("of-" + folder) / each,
                                           std::filesystem::copy_options::overwrite_existing);
            }
            words.insert(words.end(), {"--data", name + "=" + m_place.text("of-" + folder)});
            if (ids) {
                words.insert(words.end(), {"--record-ids", name + "=" + m_place.text("ids.txt")});
            }
        }
        words.insert(words.end(), {"--split", "80/10/10", "--method", "random"});
        if (ids) {
            words.insert(words.end(), {"--rows-per-person", "3"});
        } else {
            EXPECT_EQ(cli(words).exitCode, 2) << "nothing ties their rows";
            words.emplace_back("--same-order");
        }
        *(std::find(words.begin(), words.end(), "--trials") + 1) = "4";
        const Outcome outcome = cli(words);
        ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
        EXPECT_GT(outcome.json()["final"]["test_accuracy"].get<double>(), 0.5);
        EXPECT_EQ(audit(ids ? "ids.parsimony" : "places.parsimony").exitCode, 0);
        EXPECT_THAT(outcome.err, Not(HasSubstr("have no row by")));
    }
}

} // namespace parsimony::test
