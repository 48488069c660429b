// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 20: the budget belongs to the private rows, not to a file name.
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
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
        const Outcome outcome = cli(run(folder + ".parsimony", folder));
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

TEST_F(Rule20, PrivateRowsCannotTurnPublic) {
    write("again", all());
    auto words = run("public.parsimony", "again");
    words.insert(words.end(), {"--visibility", "public"});
    const Outcome refused = cli(words);
    EXPECT_EQ(refused.exitCode, 3) << refused.text();
}

TEST_F(Rule20, PublicRowsThatTurnPrivateAreMarked) {
    const Blobs others{300, dim, classes, 9};
    writeDataset(m_place.path("others"), others, {100, dim, classes, 10});
    auto words = run("open.parsimony", "others");
    words.insert(words.end(), {"--visibility", "public"});
    ASSERT_EQ(cli(words).exitCode, 0);
    auto quiet = run("closed.parsimony", "others");
    quiet.erase(std::find(quiet.begin(), quiet.end(), "-q"));
    const Outcome closed = cli(quiet);
    ASSERT_EQ(closed.exitCode, 0) << closed.text();
    EXPECT_THAT(closed.err, testing::HasSubstr("seen as public"));
    EXPECT_THAT(readBytes(m_place.path("closed.parsimony")),
                testing::HasSubstr("\"exposed_uncharged\":true"));
}

} // namespace parsimony::test
