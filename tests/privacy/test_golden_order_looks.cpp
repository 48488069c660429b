// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at private rows with a classifier that was released before.
#include "tests/privacy/golden_order.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace parsimony::test {

using testing::ElementsAre;

class GoldenOrderOfLooks : public GoldenOrder {
protected:
    void SetUp() override {
        GoldenOrder::SetUp();
        writeDataset(m_place.path("holdout"), {300, dim, classes, 3}, {20, dim, classes, 4});
    }

    /// What a look with `more` words adds to a project that has a classifier, of a run by this method.
    std::vector<Group> groupsOfLook(const Words& more, const std::string& method = "unit-noise") {
        std::size_t before = 0;
        const auto states = statesOf(
            [&](const std::string& project) {
                Words words{"evaluate",  m_place.text(project + ".npz"), "-f", "json", "-q", "--threads", "1",
                            "--storage", m_place.text(project)};
                words.insert(words.end(), more.begin(), more.end());
                return words;
            },
            [&](const std::string& project) {
                Words words = run(project);
                const auto trials = std::find(words.begin(), words.end(), "--trials");
                words.erase(trials, trials + 2);
                words.insert(words.end(), {"--method", method});
                ASSERT_EQ(cli(words).exitCode, 0);
                const Outcome exported = cli({"export", "--output", m_place.text(project + ".npz"),
                                              "--storage", m_place.text(project)});
                ASSERT_EQ(exported.exitCode, 0) << exported.text();
                before = stateOf(project).rows.size();
            },
            [&](const std::string& project) {
                expectSound(project, 0);
                const State left = stateOf(project);
                if (left.rows.size() > before) { // its experiment is over, whatever it came to
                    EXPECT_THAT(left.rows.back(), testing::AnyOf("experiment_finished", "experiment_failed"));
                }
            });
        return groupsOf(states, before);
    }

    [[nodiscard]] std::string holdout() const {
        return m_place.text("holdout/train.npy") + "," + m_place.text("holdout/train_labels.npy");
    }
};

TEST_F(GoldenOrderOfLooks, ALookWithAReleasedClassifier) {
    EXPECT_THAT(groupsOfLook({"--ood", "holdout=" + holdout()}),
                ElementsAre(Group{"experiment", "reservation"},          //
                            Group{"trial_reserved evaluation"}, running, //
                            Group{"release accuracy", "trial_finished"}, //
                            Group{"experiment_remarks", "experiment_finished"}));
}

TEST_F(GoldenOrderOfLooks, ALookThatIsASlice) {
    EXPECT_THAT(groupsOfLook({"--data", m_place.text("data"), "--per-class"}, "papernot-steinke"),
                ElementsAre(Group{"experiment", "reservation"},          //
                            Group{"trial_reserved evaluation"}, running, //
                            Group{"release accuracy", "release breakdown", "trial_finished"},
                            Group{"experiment_remarks", "experiment_finished"}));
}

TEST_F(GoldenOrderOfLooks, BreakdownsAndMetricsAreOneMechanism) {
    std::string groups;
    for (int i = 0; i < 300; ++i) {
        groups += i % 3 == 0 ? "water\n" : "land\n";
    }
    writeBytes(m_place.path("groups.txt"), groups);
    const Words look{"--test",
                     m_place.text("holdout/train.npy"),
                     "--test-labels",
                     m_place.text("holdout/train_labels.npy"),
                     "--per-class",
                     "--groups",
                     m_place.text("groups.txt"),
                     "--group-names",
                     "land,water",
                     "--metrics",
                     "log_loss,confusion"};
    EXPECT_THAT(groupsOfLook(look),
                ElementsAre(Group{"experiment", "reservation"},          //
                            Group{"trial_reserved evaluation"}, running, //
                            Group{"release accuracy", "release breakdown", "release breakdown",
                                  "release metric", "release metric", "trial_finished"}, //
                            Group{"experiment_remarks", "experiment_finished"}));
}

} // namespace parsimony::test
