// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 20 and 24: what follows from links that were declared depends on no row, and a request that was
// refused leaves finished accounts as they were.
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <optional>

namespace parsimony::test {

using testing::HasSubstr;

class Rule20Declared : public RuleTest {
protected:
    void SetUp() override {} // files of its own

    /// Rows of the records [first, last) and perhaps of one more, with the ids of their people.
    void write(const std::string& name, std::size_t first, std::size_t last, float scale,
               std::optional<std::size_t> more = {}, const std::string& idOfMore = {}) const {
        const Blobs blobs{400, dim, classes, 71};
        const auto all = blobs.features();
        const auto allLabels = blobs.labels();
        std::vector<std::size_t> records = people(first, last - first);
        std::string ids;
        for (const std::size_t record : records) {
            ids += idOf(record) + "\n";
        }
        if (more) {
            records.push_back(*more);
            ids += idOfMore + "\n";
        }
        std::vector<float> features;
        std::vector<std::int64_t> labels;
        for (const std::size_t record : records) {
            for (std::size_t at = 0; at < dim; ++at) {
                features.push_back(all[record * dim + at] * scale);
            }
            labels.push_back(allLabels[record]);
        }
        writeFeatures(m_place.path(name + ".npy"), features, records.size(), dim);
        writeLabels(m_place.path(name + "_labels.npy"), labels);
        writeBytes(m_place.path(name + ".ids"), ids);
    }
    /// The first hundred records, each by so many views, with the labels of "first".
    void writeViews(const std::string& name, const std::vector<float>& scales) const {
        const auto all = Blobs{400, dim, classes, 71}.features();
        std::vector<float> views;
        for (std::size_t record = 0; record < 100; ++record) {
            for (const float scale : scales) {
                std::transform(all.begin() + static_cast<std::ptrdiff_t>(record * dim),
                               all.begin() + static_cast<std::ptrdiff_t>((record + 1) * dim),
                               std::back_inserter(views), [scale](float value) { return value * scale; });
            }
        }
        writeFeatures(m_place.path(name + ".npy"), views, 100, scales.size() * dim);
        std::filesystem::copy_file(m_place.path("first_labels.npy"), m_place.path(name + "_labels.npy"));
    }
    [[nodiscard]] Words train(const std::string& name, bool ids = true) const {
        return part("--train", "--record-ids", name, ids);
    }
    [[nodiscard]] Words test(const std::string& name, bool ids = true) const {
        return part("--test", "--test-record-ids", name, ids);
    }
    [[nodiscard]] Outcome run(const std::string& project, std::initializer_list<Words> more) const {
        Words words{"run",       "-q",     "-f",      "json", "--storage", m_place.text(project),
                    "--method",  "single", "--steps", "1",    "--threads", "1",
                    "--classes", "3",      "--delta", "1e-5", "--epsilon", "1"};
        for (const Words& some : more) {
            words.insert(words.end(), some.begin(), some.end());
        }
        return cli(words);
    }
    [[nodiscard]] Words linkedTo(const std::string& link) const {
        return {"--linked-to", m_place.text(link)};
    }

private:
    /// The files of a part: `option` names its features and, with "-labels" behind it, their labels.
    [[nodiscard]] Words part(const std::string& option, const std::string& idOption, const std::string& name,
                             bool ids) const {
        Words words{option, m_place.text(name + ".npy"), option + "-labels",
                    m_place.text(name + "_labels.npy")};
        if (ids) {
            words.insert(words.end(), {idOption, m_place.text(name + ".ids")});
        }
        return words;
    }
};

TEST_F(Rule20Declared, NobodyInATestPartDecidesWhatALinkOfBothPartsCounts) {
    for (const bool shares : {true, false}) {
        m_registry = shares ? "with.db" : "without.db";
        write("theirs", 0, 100, 1.0F, 200, shares ? idOf(200) : "");
        write("train", 0, 100, -2.0F);
        write("test", 200, 250, -2.0F);
        const std::string theirs = shares ? "with.parsimony" : "without.parsimony";
        ASSERT_EQ(run(theirs, {train("theirs"), {"--experiment-epsilon", "0.1"}}).exitCode, 0);
        const std::string ours = "ours-" + theirs;
        const Outcome outcome = run(ours, {train("train"),
                                           test("test"),
                                           linkedTo(theirs + ":train"),
                                           {"--experiment-epsilon", "0.8", "--test-epsilon", "0.8"}});
        EXPECT_EQ(outcome.exitCode, 0) << shares << outcome.text();
        EXPECT_NEAR(charged(ours, "test"), charged(ours, "train"), 1e-9);
        EXPECT_EQ(audit(ours).exitCode, 0);
    }
}

TEST_F(Rule20Declared, NorDoesOneEqualRowWithoutIds) {
    for (const std::size_t shared : {10U, 11U}) { // of 50: a fifth of them, and more; without ids all count
        m_registry = std::to_string(shared) + ".db";
        const std::string theirs = "theirs-" + std::to_string(shared) + ".parsimony";
        write("theirs", 0, 250, 1.0F);
        write("train", 0, 200, 1.0F);
        write("test", 250 - shared, 300 - shared, 1.0F);
        ASSERT_EQ(run(theirs, {train("theirs", false), {"--experiment-epsilon", "0.1"}}).exitCode, 0);
        const Outcome outcome =
            run("ours-" + theirs, {train("train", false),
                                   test("test", false),
                                   linkedTo(theirs + ":train"),
                                   {"--experiment-epsilon", "0.8", "--test-epsilon", "0.8"}});
        EXPECT_EQ(outcome.exitCode, 3) << shared << outcome.text();
    }
}

TEST_F(Rule20Declared, NobodyInAPartBetweenDecidesWhatItsOwnersCount) {
    for (const bool shares : {true, false}) {
        m_registry = shares ? "with.db" : "without.db";
        const std::string place = shares ? "with.parsimony" : "without.parsimony";
        write("first", 0, 100, 1.0F);
        write("second", 100, 200, -2.0F);
        write("between", 100, 199, 3.0F, 99, shares ? idOf(99) : "");
        const auto spend = [](const char* epsilon) { return Words{"--experiment-epsilon", epsilon}; };
        ASSERT_EQ(run("first-" + place, {train("first"), spend("0.7")}).exitCode, 0);
        ASSERT_EQ(run("second-" + place, {train("second"), spend("0.2")}).exitCode, 0);
        ASSERT_EQ(run("between-" + place, {train("between"), spend("0.2"), linkedTo("first-" + place),
                                           linkedTo("second-" + place)})
                      .exitCode,
                  0);
        const Outcome again = run("second-" + place, {train("second"), spend("0.7")});
        EXPECT_EQ(again.exitCode, 0) << shares << again.text();
        EXPECT_EQ(audit("second-" + place).exitCode, 0);
        EXPECT_EQ(audit("first-" + place).exitCode, 0);
    }
}

TEST_F(Rule20Declared, ARefusedRequestElsewhereLeavesAFinishedProjectWhole) {
    write("train", 0, 100, 1.0F);
    write("test", 100, 150, 1.0F);
    write("train2", 0, 40, -2.0F);
    write("test2", 70, 150, -2.0F);
    const auto ours = [&](const Words& more) {
        return run("p.parsimony", {train("train"), test("test"), more});
    };
    ASSERT_EQ(ours({"--test-epsilon", "0.5"}).exitCode, 0);
    const double before = charged("p.parsimony", "test");
    EXPECT_EQ(run("q.parsimony",
                  {train("train2"), test("test2"), linkedTo("p.parsimony"), linkedTo("p.parsimony:test")})
                  .exitCode,
              3);
    EXPECT_EQ(ours({}).exitCode, 3) << "the train part has nothing left";
    EXPECT_EQ(audit("p.parsimony").exitCode, 0) << audit("p.parsimony").text();
    EXPECT_EQ(charged("p.parsimony", "test"), before);
    ASSERT_EQ(
        cli({"export", "--storage", m_place.text("p.parsimony"), "--output", m_place.text("m.npz")}).exitCode,
        0);
    Words look{"evaluate", m_place.text("m.npz"), "--storage", m_place.text("p.parsimony")};
    const Words tested = test("test");
    look.insert(look.end(), tested.begin(), tested.end());
    const Outcome looked = cli(look);
    EXPECT_EQ(looked.exitCode, 0) << looked.text();
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

// What was said holds though nothing was run, so the refusal tells it.
TEST_F(Rule20Declared, ARefusalSaysThatItsLinksStay) {
    write("train", 0, 100, 1.0F);
    write("other", 100, 200, 1.0F);
    write("more", 200, 300, 1.0F);
    ASSERT_EQ(run("p.parsimony", {train("train", false), {"--test-epsilon", "none"}}).exitCode, 0);
    const Outcome linked = run("q.parsimony", {train("other", false), linkedTo("p.parsimony")});
    EXPECT_EQ(linked.exitCode, 3) << linked.text();
    EXPECT_THAT(linked.err, HasSubstr("what --linked-to and --leave-out said of these rows stays declared"));
    EXPECT_EQ(charged("q.parsimony"), charged("p.parsimony"));
    const Outcome again = run("q.parsimony", {train("other", false)});
    EXPECT_EQ(again.exitCode, 3) << again.text();
    EXPECT_THAT(again.err, testing::Not(HasSubstr("stays declared"))) << "nothing was said this time";
    // Nor is it said where nothing was written: another unit is refused as a whole.
    const Outcome undone =
        run("r.parsimony", {train("other", true), linkedTo("p.parsimony"), {"--rows-per-person", "1"}});
    EXPECT_EQ(undone.exitCode, 3) << undone.text();
    EXPECT_THAT(undone.err, testing::Not(HasSubstr("stays declared")));
    // And of a look with a classifier.
    ASSERT_EQ(
        cli({"export", "--storage", m_place.text("p.parsimony"), "--output", m_place.text("m.npz")}).exitCode,
        0);
    const Outcome look =
        cli({"evaluate", m_place.text("m.npz"), "--storage", m_place.text("p.parsimony"), "--test",
             m_place.text("more.npy"), "--test-labels", m_place.text("more_labels.npy"), "--linked-to",
             m_place.text("q.parsimony:train")});
    EXPECT_EQ(look.exitCode, 3) << look.text();
    EXPECT_THAT(look.err, HasSubstr("stays declared"));
}

TEST_F(Rule20Declared, AProjectThatWasDeletedIsNamedByItsPath) {
    write("train", 0, 100, 1.0F);
    const auto spend = [](const char* epsilon) { return Words{"--experiment-epsilon", epsilon}; };
    ASSERT_EQ(run("p.parsimony", {train("train", false), spend("0.8")}).exitCode, 0);
    std::filesystem::remove(m_place.path("p.parsimony"));
    EXPECT_EQ(run("q.parsimony", {train("train", false), spend("0.3")}).exitCode, 3) << "nobody declared it";
    const auto declared = [&](const char* epsilon) {
        return run("q.parsimony", {train("train", false), spend(epsilon), linkedTo("p.parsimony")});
    };
    EXPECT_EQ(declared("0.8").exitCode, 3) << "0.8 of 1 are spent";
    const Outcome rest = declared("0.3");
    EXPECT_EQ(rest.exitCode, 0) << rest.text();
    EXPECT_GT(charged("q.parsimony"), 0.8);
    EXPECT_EQ(run("r.parsimony", {train("train", false), linkedTo("never.parsimony")}).exitCode, 1);
}

TEST_F(Rule20Declared, ViewsOfTheSameRecordsAreTheSameRecords) {
    write("first", 0, 100, 1.0F);
    const Blobs blobs{400, dim, classes, 71};
    const auto all = blobs.features();
    std::vector<float> views;
    for (std::size_t record = 0; record < 100; ++record) { // another view, and then that of "first"
        for (const float scale : {-3.0F, 1.0F}) {
            std::transform(all.begin() + static_cast<std::ptrdiff_t>(record * dim),
                           all.begin() + static_cast<std::ptrdiff_t>((record + 1) * dim),
                           std::back_inserter(views), [scale](float value) { return value * scale; });
        }
    }
    writeFeatures(m_place.path("both.npy"), views, 100, 2 * dim);
    std::filesystem::copy_file(m_place.path("first_labels.npy"), m_place.path("both_labels.npy"));
    const Words both = train("both", false), two{"--views", "2"}, some{"--experiment-epsilon", "0.8"};
    EXPECT_EQ(run("p.parsimony", {both, two, test("first", false), {"--test-epsilon", "1"}}).exitCode, 3)
        << "they share one account";
    m_registry = "another.db";
    ASSERT_EQ(run("q.parsimony", {train("first", false), some}).exitCode, 0);
    EXPECT_EQ(run("r.parsimony", {both, two, some}).exitCode, 3) << "nobody declared it";
    EXPECT_EQ(run("r.parsimony", {both, two, some, linkedTo("q.parsimony")}).exitCode, 3) << "0.8 are spent";
    // Nobody knows how many of its views a record had there, each of which was charged for.
    const Words little{"--experiment-epsilon", "0.1"};
    const Outcome mixed = run("r.parsimony", {both, two, little, linkedTo("q.parsimony")});
    EXPECT_EQ(mixed.exitCode, 3) << mixed.text();
    EXPECT_THAT(mixed.err, HasSubstr("another number of views"));
    EXPECT_THAT(mixed.out, testing::Not(HasSubstr("views")));
    EXPECT_EQ(run("q.parsimony", {both, two, little}).exitCode, 3) << "in one project either";
    m_registry = "third.db";
    ASSERT_EQ(run("s.parsimony", {both, two, little}).exitCode, 0);
    EXPECT_EQ(run("t.parsimony", {train("first", false), little, linkedTo("s.parsimony")}).exitCode, 3);
    const Outcome again = run("t.parsimony", {both, two, little, linkedTo("s.parsimony")});
    EXPECT_EQ(again.exitCode, 0) << again.text();
}

TEST_F(Rule20Declared, ViewsOfRecordsWithIdsAreKnownToo) {
    write("first", 0, 100, 1.0F);
    const auto all = Blobs{400, dim, classes, 71}.features();
    std::vector<float> views;
    for (std::size_t record = 0; record < 100; ++record) {
        for (const float scale : {-3.0F, 1.0F}) {
            for (std::size_t at = 0; at < dim; ++at) {
                views.push_back(all[record * dim + at] * scale);
            }
        }
    }
    writeFeatures(m_place.path("both.npy"), views, 100, 2 * dim);
    std::filesystem::copy_file(m_place.path("first_labels.npy"), m_place.path("both_labels.npy"));
    std::filesystem::copy_file(m_place.path("first.ids"), m_place.path("both.ids"));
    const Words both = train("both", false), of = train("both"), two{"--views", "2"};
    const Words little{"--experiment-epsilon", "0.1"};
    const Outcome first = run("p.parsimony", {of, two, little});
    ASSERT_EQ(first.exitCode, 0) << first.text();
    EXPECT_EQ(run("q.parsimony", {train("first", false)}).exitCode, 3) << "nobody declared it";
    EXPECT_EQ(run("q.parsimony", {both, two}).exitCode, 3) << "nor this";
    const Outcome again = run("q.parsimony", {of, two, little, linkedTo("p.parsimony")});
    EXPECT_EQ(again.exitCode, 0) << again.text();
    const std::string model = m_place.text("m.safetensors");
    ASSERT_EQ(cli({"export", "--storage", m_place.text("p.parsimony"), "--output", model}).exitCode, 0);
    Words look{"evaluate", model, "--visibility", "public"};
    const Words tested = test("first", false);
    look.insert(look.end(), tested.begin(), tested.end());
    EXPECT_EQ(cli(look).exitCode, 3) << "exact counts of private records";
}

// Somebody may have had all rows that equal one of these, or none: charges for several rows of a person count
// in full, so that no row decides, neither whether the link is taken nor what it costs.
TEST_F(Rule20Declared, RowsThatOnePersonHadSeveralTimesAreNotChargedForOneOfThem) {
    const auto all = Blobs{400, dim, classes, 71}.features();
    const auto hundred = [&](std::size_t first) { // of 100 records
        return std::vector<float>(all.begin() + static_cast<std::ptrdiff_t>(first * dim),
                                  all.begin() + static_cast<std::ptrdiff_t>((first + 100) * dim));
    };
    const Words little{"--experiment-epsilon", "0.1"}, ofTwo{"--rows-per-person", "2"};
    std::vector<std::string> charges;
    for (const bool twice : {true, false}) { // there each row stands twice, or once beside another's
        const std::string own = twice ? "twice" : "once";
        m_registry = own + ".db";
        write("once", 0, 100, 1.0F);
        std::vector<float> features = hundred(0);
        const std::vector<float> others = hundred(twice ? 0 : 100);
        features.insert(features.end(), others.begin(), others.end());
        writeFeatures(m_place.path("two.npy"), features, 200, dim);
        writeLabels(m_place.path("two_labels.npy"), std::vector<std::int64_t>(200, 1));
        const auto taken = [&](const std::string& project, const char* data, const Words& more) {
            const Outcome outcome = run(project + own, {train(data, false), little, more});
            EXPECT_EQ(outcome.exitCode, 0) << project << own << outcome.text();
            return charged(project + own);
        };
        const double alone = taken("p", "two", ofTwo);
        std::string figures = std::to_string(alone);
        for (const Words& asked : {Words(), ofTwo}) {
            Words linked = linkedTo("p" + own);
            linked.insert(linked.end(), asked.begin(), asked.end());
            const double both = taken(asked.empty() ? "q" : "r", "once", linked);
            EXPECT_GT(both, 1.4 * alone) << own << asked.size();
            figures += " " + std::to_string(both);
        }
        // And where those with several rows come later.
        m_registry = own + "-other.db";
        (void)taken("s", "once", {});
        Words linked = linkedTo("s" + own);
        linked.insert(linked.end(), ofTwo.begin(), ofTwo.end());
        (void)taken("t", "two", linked);
        EXPECT_EQ(cli({"budget", "show", "--storage", m_place.text("s" + own)}).exitCode, 0);
        EXPECT_GT(charged("s" + own), 1.4 * alone) << own;
        charges.push_back(figures + " " + std::to_string(charged("s" + own)));
    }
    EXPECT_EQ(charges[0], charges[1]);
}

TEST_F(Rule20Declared, OneViewOfMoreThanFiveIsEnoughToKnowARecord) {
    write("first", 0, 100, 1.0F);
    const Words six{"--views", "6"};
    writeViews("crops", {1.0F, -3.0F, 5.0F, -7.0F, 11.0F, -13.0F});
    writeViews("others", {1.0F, -4.0F, 6.0F, -8.0F, 12.0F, -14.0F});
    writeViews("strange", {2.0F, -4.0F, 6.0F, -8.0F, 12.0F, -14.0F});
    ASSERT_EQ(run("p.parsimony", {train("crops", false), six}).exitCode, 0);
    EXPECT_EQ(run("q.parsimony", {train("strange", false), six}).exitCode, 0) << "new numbers alone";
    EXPECT_EQ(run("r.parsimony", {train("others", false), six}).exitCode, 3) << "nobody declared it";
    EXPECT_EQ(run("p.parsimony", {train("others", false), six}).exitCode, 3) << "its account is spent";
}

TEST_F(Rule20Declared, ViewsThatAreDeclaredLaterAreKnownFromThenOn) {
    write("first", 0, 100, 1.0F);
    writeViews("both", {-3.0F, 1.0F});
    writeViews("swapped", {1.0F, -3.0F});
    const Words two{"--views", "2"};
    ASSERT_EQ(run("p.parsimony", {train("both", false), {"--experiment-epsilon", "0.1"}}).exitCode, 0);
    ASSERT_EQ(run("p.parsimony", {train("both", false), two}).exitCode, 0);
    EXPECT_EQ(run("q.parsimony", {train("swapped", false), two}).exitCode, 3) << "nobody declared it";
    EXPECT_EQ(run("q.parsimony", {train("first", false)}).exitCode, 3) << "one of the views alone";
    EXPECT_EQ(run("p.parsimony", {train("swapped", false), two}).exitCode, 3) << "its account is spent";
}

TEST_F(Rule20Declared, ViewsThatSomebodyHasAreNotCountedAsPublicRows) {
    write("private", 0, 100, 1.0F);
    ASSERT_EQ(run("p.parsimony", {train("private", false)}).exitCode, 0);
    const Blobs blobs{400, dim, classes, 71};
    const auto all = blobs.features();
    for (const std::size_t first : {0U, 200U}) {
        const std::string name = first == 0 ? "theirs" : "others";
        std::vector<float> views;
        for (std::size_t record = first; record < first + 100; ++record) {
            for (const float scale : {-3.0F, 1.0F}) {
                for (std::size_t at = 0; at < dim; ++at) {
                    views.push_back(all[record * dim + at] * scale);
                }
            }
        }
        writeFeatures(m_place.path(name + ".npy"), views, 100, 2 * dim);
        std::filesystem::copy_file(m_place.path("private_labels.npy"), m_place.path(name + "_labels.npy"));
    }
    ASSERT_EQ(
        run("q.parsimony", {train("others", false), {"--views", "2", "--visibility", "public"}}).exitCode, 0);
    const std::string model = m_place.text("m.safetensors");
    ASSERT_EQ(cli({"export", "--storage", m_place.text("q.parsimony"), "--output", model}).exitCode, 0);
    for (const std::string name : {"others", "theirs"}) {
        Words look{"evaluate", model, "--visibility", "public"};
        const Words tested = test(name, false);
        look.insert(look.end(), tested.begin(), tested.end());
        const Outcome outcome = cli(look);
        EXPECT_EQ(outcome.exitCode, name == "theirs" ? 3 : 0) << name << outcome.text();
    }
}

} // namespace parsimony::test
