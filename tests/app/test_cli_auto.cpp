// SPDX-License-Identifier: GPL-3.0-or-later
// What `auto` makes of poor records, by the real program.
#include "tests/app/program.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace parsimony::test;
using Words = std::vector<std::string>;

TEST(CliAuto, TakesRecordsThatSayNothing) {
    struct Poor {
        const char* what;
        std::size_t records;
        bool allEqual;
        const char* classes;
        Words more;
        std::size_t statistics; ///< mean and counts, or what is left of them; both may bring a second mean
    };
    const std::vector<Poor> cases{
        {"all rows are equal", 60, true, "3", {}, 2},
        {"most classes never occur", 60, false, "20", {}, 2},
        {"fewer records than four for each class", 11, false, "3", {}, 2},
        {"two records", 2, false, "3", {"--epsilon", "0.001"}, 2},
        {"a map that the user names", 60, true, "3", {"--feature-map", "none"}, 0},
        {"a mean that the user names", 60, true, "3", {"--mean", "private", "--mean-epsilon", "0.2"}, 1},
        {"a bias beside the map's coordinate", 60, false, "3", {"--bias"}, 2}};
    for (const Poor& poor : cases) {
        SCOPED_TRACE(poor.what);
        const Workplace place;
        writeDataset(place.path("data"), {poor.records, 8, 3, 1}, {300, 8, 3, 2});
        if (poor.allEqual) {
            writeFeatures(place.path("data/train.npy"), std::vector<float>(poor.records * 8, 1.0F),
                          poor.records, 8);
        }
        Words words = place.onData("run");
        words.insert(words.end(), {"--classes", poor.classes, "--method", "auto"});
        words.insert(words.end(), poor.more.begin(), poor.more.end());
        if (std::find(words.begin(), words.end(), "--epsilon") == words.end()) {
            words.insert(words.end(), {"--epsilon", "4"});
        }
        const Outcome outcome = place.cli(words);
        ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
        const nlohmann::json run = outcome.json();
        EXPECT_GE(run["statistics"].size(), poor.statistics) << run["statistics"];
        EXPECT_LE(run["statistics"].size(), poor.statistics + (poor.statistics == 2 ? 1 : 0));
        ASSERT_TRUE(run["final"]["learning_rate"].is_number()) << run["final"];
        EXPECT_GT(run["final"]["learning_rate"], 0.0);
        EXPECT_LE(run["budget"]["spent_epsilon"], run["budget"]["target_epsilon"]);
        EXPECT_TRUE(run["final"]["test_accuracy"].is_number()) << "weights are finite";
        EXPECT_EQ(place.cli({"audit", "--storage", place.text("p.parsimony")}).exitCode, 0);
    }
}
