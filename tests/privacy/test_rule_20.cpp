// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 20: the budget belongs to the private rows, not to a file name.
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <numeric>
#include <random>

namespace parsimony::test {

class Rule20 : public RuleTest {
protected:
    void SetUp() override {
        RuleTest::SetUp();
        ASSERT_EQ(cli(run("first.parsimony")).exitCode, 0);
        m_first = charged("first.parsimony");
        EXPECT_GT(m_first, 1.9);
    }

    // Writes the rows `order` of the train part into a folder of their own, with the same test part.
    void write(const std::string& folder, const std::vector<std::size_t>& order, bool asDouble = false) {
        const Blobs train{rows, dim, classes, 1};
        const auto features = train.features();
        const auto labels = train.labels();
        std::vector<std::int64_t> chosenLabels;
        std::string payload;
        std::vector<float> chosen;
        for (const std::size_t row : order) {
            chosenLabels.push_back(labels[row]);
            for (std::size_t column = 0; column < dim; ++column) {
                const float value = features[row * dim + column];
                chosen.push_back(value);
                const double wide = value;
                char bytes[sizeof wide];
                std::memcpy(bytes, &wide, sizeof wide);
                payload.append(bytes, sizeof wide);
            }
        }
        std::filesystem::create_directory(m_place.path(folder));
        for (const char* name : {"test.npy", "test_labels.npy"}) {
            std::filesystem::copy_file(m_place.path("data") / name, m_place.path(folder) / name);
        }
        writeLabels(m_place.path(folder) / "train_labels.npy", chosenLabels);
        if (asDouble) {
            writeBytes(m_place.path(folder) / "train.npy",
                       npyBytes("<f8", "(" + std::to_string(order.size()) + ", " + std::to_string(dim) + ")",
                                payload));
        } else {
            writeFeatures(m_place.path(folder) / "train.npy", chosen, order.size(), dim);
        }
    }

    // The same rows in another guise find their budget used up.
    void expectSpent(const std::string& folder) {
        auto words = run(folder + ".parsimony", folder);
        const Outcome undeclared = cli(words);
        EXPECT_EQ(undeclared.exitCode, 3) << folder << undeclared.text();
        EXPECT_THAT(undeclared.err, testing::HasSubstr("--linked-to " + m_place.text("first.parsimony")));
        EXPECT_THAT(undeclared.out, testing::Not(testing::HasSubstr("first.parsimony")));
        words.insert(words.end(), {"--linked-to", m_place.text("first.parsimony")});
        const Outcome outcome = cli(words);
        EXPECT_EQ(outcome.exitCode, 3) << folder << outcome.text();
        EXPECT_NEAR(charged(folder + ".parsimony"), m_first, 1e-9) << folder;
    }

    static std::vector<std::size_t> all() {
        std::vector<std::size_t> order(rows);
        std::iota(order.begin(), order.end(), 0U);
        return order;
    }

    double m_first = 0.0;
};

TEST_F(Rule20, RenamedShuffledReencodedOrDroppedRowsStaySpent) {
    write("renamed", all());
    expectSpent("renamed");
    auto shuffled = all();
    std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(7));
    write("shuffled", shuffled);
    expectSpent("shuffled");
    write("float64", all(), true);
    expectSpent("float64");
    auto dropped = all();
    dropped.erase(dropped.begin() + 100);
    write("dropped", dropped);
    expectSpent("dropped");
    // Another split: two thirds of the rows.
    shuffled.resize(rows * 2 / 3);
    write("resplit", shuffled);
    expectSpent("resplit");
}

// The same declarations, 80 and 81 of 400 rows shared: equal exit code, standard output and ledger, where the
// declared project took all and where it left something.
TEST_F(Rule20, WhetherRowsAreSharedChangesNothingThatLeaves) {
    const Blobs light{rows, dim, classes, 41};
    writeDataset(m_place.path("light"), light, {200, dim, classes, 42});
    auto little = run("light.parsimony", "light");
    little.insert(little.end(), {"--experiment-epsilon", "0.5"});
    ASSERT_EQ(cli(little).exitCode, 0);
    const std::map<std::string, Blobs> spent{{"first", {rows, dim, classes, 1}}, {"light", light}};
    const std::string home = m_registry;
    for (const auto& [project, blobs] : spent) {
        std::vector<Outcome> outcomes;
        std::vector<double> charges;
        for (const std::size_t shared : {std::size_t{80}, std::size_t{81}}) {
            const std::string folder = project + std::to_string(shared);
            const Blobs others{rows, dim, classes, 31};
            writeDataset(m_place.path(folder), others, {200, dim, classes, 32});
            auto features = others.features();
            const auto taken = blobs.features();
            std::copy_n(taken.begin(), shared * dim, features.begin());
            writeFeatures(m_place.path(folder) / "train.npy", features, rows, dim);
            std::filesystem::copy_file(m_place.path(home), m_place.path(folder + ".db"));
            m_registry = folder + ".db";
            auto words = run(folder + ".parsimony", folder);
            words.insert(words.end(), {"--linked-to", m_place.text(project + ".parsimony")});
            outcomes.push_back(cli(words));
            charges.push_back(charged(folder + ".parsimony"));
        }
        EXPECT_EQ(outcomes[0].exitCode, project == "first" ? 3 : 0) << outcomes[0].text();
        EXPECT_EQ(outcomes[0].exitCode, outcomes[1].exitCode) << outcomes[1].text();
        EXPECT_EQ(charges[0], charges[1]);
        if (project == "first") {
            EXPECT_EQ(outcomes[0].out, outcomes[1].out);
            continue;
        }
        for (const char* what : {"status", "guarantee", "guarantee_terms", "budget", "experiment_epsilon"}) {
            EXPECT_EQ(outcomes[0].json().at(what), outcomes[1].json().at(what)); // what noise does not move
        }
    }
    m_registry = home;
}

TEST_F(Rule20, PrivateRowsCannotTurnPublic) {
    write("again", all());
    auto words = run("public.parsimony", "again");
    words.insert(words.end(), {"--visibility", "public"});
    const Outcome refused = cli(words);
    EXPECT_EQ(refused.exitCode, 3) << refused.text();
}

// Exact counts of 80 of 400 private rows among others are shown, as those of equal records, and the curator
// is told; of 81 they are refused. Nothing keeps that they were asked for.
TEST_F(Rule20, ALookAtPublicRowsTellsTheCuratorOfPrivateOnesAndKeepsNothing) {
    const std::string model = m_place.text("model.safetensors");
    ASSERT_EQ(cli({"export", "--storage", m_place.text("first.parsimony"), "--output", model}).exitCode, 0);
    const std::string registry = readBytes(m_place.path(m_registry));
    const auto taken = Blobs{rows, dim, classes, 1}.features();
    const Blobs others{rows, dim, classes, 31};
    writeLabels(m_place.path("labels.npy"), others.labels());
    std::vector<Outcome> looks;
    for (const std::size_t shared : {std::size_t{0}, std::size_t{80}, std::size_t{81}}) {
        auto features = others.features();
        std::copy_n(taken.begin(), shared * dim, features.begin());
        writeFeatures(m_place.path("mixed.npy"), features, rows, dim);
        looks.push_back(cli({"evaluate", model, "-f", "json", "--test", m_place.text("mixed.npy"),
                             "--test-labels", m_place.text("labels.npy"), "--visibility", "public"}));
    }
    EXPECT_EQ(looks[0].exitCode, 0) << looks[0].text();
    EXPECT_EQ(looks[1].exitCode, 0) << looks[1].text();
    EXPECT_EQ(looks[2].exitCode, 3) << looks[2].text();
    EXPECT_THAT(looks[0].err, testing::Not(testing::HasSubstr("private")));
    EXPECT_THAT(looks[1].err, testing::HasSubstr("80 rows equal to rows that are private in " +
                                                 m_place.text("first.parsimony")));
    for (const Outcome& look : looks) {
        EXPECT_THAT(look.out, testing::Not(testing::HasSubstr("first.parsimony")));
    }
    EXPECT_TRUE(readBytes(m_place.path(m_registry)) == registry);
}

TEST_F(Rule20, PublicRowsThatTurnPrivateAreMarked) {
    const Blobs others{300, dim, classes, 9};
    writeDataset(m_place.path("others"), others, {100, dim, classes, 10});
    auto words = run("open.parsimony", "others");
    words.insert(words.end(), {"--visibility", "public"});
    ASSERT_EQ(cli(words).exitCode, 0);
    auto quiet = run("closed.parsimony", "others");
    quiet.erase(std::find(quiet.begin(), quiet.end(), "-q"));
    const Outcome undeclared = cli(quiet);
    EXPECT_EQ(undeclared.exitCode, 3) << undeclared.text();
    EXPECT_THAT(undeclared.err, testing::HasSubstr("shown as public"));
    EXPECT_THAT(undeclared.out, testing::Not(testing::HasSubstr("open.parsimony")));
    EXPECT_THAT(undeclared.out, testing::Not(testing::HasSubstr("public")));
    quiet.insert(quiet.end(), {"--linked-to", m_place.text("open.parsimony")});
    const Outcome closed = cli(quiet);
    ASSERT_EQ(closed.exitCode, 0) << closed.text();
    EXPECT_THAT(closed.err, testing::HasSubstr("seen as public"));
    EXPECT_THAT(readBytes(m_place.path("closed.parsimony")),
                testing::HasSubstr("\"exposed_uncharged\":true"));
}

// An interrupted run on public rows shows exact scores when it goes on: not of rows that are private by now.
TEST_F(Rule20, APublicRunOnRowsThatTurnedPrivateIsNotResumed) {
    writeDataset(m_place.path("others"), {300, dim, classes, 9}, {100, dim, classes, 10});
    auto words = run("open.parsimony", "others");
    words.insert(words.end(), {"--visibility", "public"});
    leaveKilled("open.parsimony", words);
    auto closed = run("closed.parsimony", "others");
    closed.insert(closed.end(), {"--linked-to", m_place.text("open.parsimony")});
    ASSERT_EQ(cli(closed).exitCode, 0);
    const Outcome resumed = cli({"resume", "-f", "json", "--storage", m_place.text("open.parsimony")});
    EXPECT_EQ(resumed.exitCode, 3) << resumed.text();
    EXPECT_THAT(resumed.out, testing::Not(testing::HasSubstr("accuracy")));
}

} // namespace parsimony::test
