// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/sqlite.h"
#include "tests/privacy/golden_order.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

namespace parsimony::test {

using testing::ElementsAre;
using testing::ElementsAreArray;

TEST_F(GoldenOrder, MeanTrialFinalRunAndTest) {
    const auto states = statesOfRun(2, {"--method", "random", "--mean", "private", "--mean-epsilon", "0.2"});
    EXPECT_THAT(groupsOf(states),
                ElementsAre(Group{"experiment", "experiment_curator", "reservation", "reservation"}, //
                            Group{"trial_reserved mean"}, running,                                   //
                            Group{"release mean", "trial_finished"},                                 //
                            Group{"trial_reserved trial", "trial_reserved trial"},                   //
                            running, Group{"release score", "release weights", "trial_finished"},    //
                            running, Group{"release score", "release weights", "trial_finished"},    //
                            Group{"trial_reserved evaluation"}, running,                             //
                            Group{"release accuracy", "trial_finished"},                             //
                            Group{"experiment_remarks", "experiment_finished"}));
}

TEST_F(GoldenOrder, TrialsOfAPhaseSideBySide) {
    const auto states = statesOfRun(4, {"--method", "random"});
    // The first one tells how long they take; the others start together, and end together.
    const Group one{"release score", "release weights", "trial_finished"};
    Group three;
    for (int i = 0; i < 3; ++i) {
        three.insert(three.end(), one.begin(), one.end());
    }
    EXPECT_THAT(groupsOf(states),
                ElementsAre(Group{"experiment", "experiment_curator", "reservation", "reservation"}, //
                            Group(4, "trial_reserved trial"),                                        //
                            running, one,                                                            //
                            Group(3, "trial_running"), three,                                        //
                            Group{"trial_reserved evaluation"}, running,                             //
                            Group{"release accuracy", "trial_finished"},                             //
                            Group{"experiment_remarks", "experiment_finished"}));
}

TEST_F(GoldenOrder, TheStatisticsOfAFeatureMap) {
    const auto states = statesOfRun(1, {"--method", "random", "--feature-map", "center"});
    EXPECT_THAT(groupsOf(states),
                ElementsAre(Group{"experiment", "experiment_curator", "reservation", "reservation"}, //
                            Group{"trial_reserved mean"}, running,                                   //
                            Group{"release mean", "trial_finished"},                                 //
                            Group{"trial_reserved class_counts"}, running,                           //
                            Group{"release class_counts", "trial_finished"},                         //
                            Group{"trial_reserved final"},                                           //
                            running, Group{"release weights", "trial_finished"},                     //
                            Group{"trial_reserved evaluation"}, running,                             //
                            Group{"release accuracy", "trial_finished"},                             //
                            Group{"experiment_remarks", "experiment_finished"}));
}

class GoldenOrderOfAuto : public GoldenOrder {
protected:
    std::vector<State> statesOfAuto(double epsilon, const Words& more = {}) {
        return statesOf(
            [&](const std::string& project) {
                Words words = run(project, "data", epsilon);
                words.insert(words.end(), {"--method", "auto"});
                words.insert(words.end(), more.begin(), more.end());
                const auto trials = std::find(words.begin(), words.end(), "--trials");
                words.erase(trials, trials + 2);
                return words;
            },
            [](const std::string&) {}, [&](const std::string& project) { expectSound(project, 0); });
    }
    struct Statistic {
        std::string role, release;
    };
    /// Of `auto` without pilots; `more`: what it asks for once it knows whether classes are equal, and
    /// `counts`: in what releases it learns that.
    static std::vector<Group> groupsOfAuto(const std::vector<Statistic>& more,
                                           const std::vector<std::string>& counts = {"class_counts"}) {
        std::vector<Group> groups{Group{"experiment", "experiment_curator", "reservation", "reservation"}};
        const auto add = [&](const Statistic& statistic) {
            groups.insert(groups.end(), {Group{"trial_reserved " + statistic.role}, running,
                                         Group{"release " + statistic.release, "trial_finished"}});
        };
        add({"mean", "mean"});
        for (const std::string& release : counts) {
            add({"class_counts", release});
        }
        groups.push_back(Group{"plan_version"}); // of equal classes, or not
        for (const Statistic& statistic : more) {
            add(statistic);
        }
        groups.insert(groups.end(),
                      {Group{"trial_reserved final"}, running, Group{"release weights", "trial_finished"},
                       Group{"trial_reserved evaluation"}, running,
                       Group{"release accuracy", "trial_finished"},
                       Group{"experiment_remarks", "experiment_finished"}});
        return groups;
    }
};

TEST_F(GoldenOrderOfAuto, TheFlatnessThatAutoGoesBy) {
    const auto states = statesOfAuto(6.0); // at 2 a flatness would drown, at 3 counts may not tell equal ones
    EXPECT_THAT(groupsOf(states), ElementsAreArray(groupsOfAuto({{"flatness", "flatness"}})));
}

TEST_F(GoldenOrderOfAuto, BothReleasesOfCountsOfClassesThatAreNotEqual) {
    std::vector<std::int64_t> labels = Blobs{rows, dim, classes, 1}.labels();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        labels[i] = i % 8 == 0 ? labels[i] : 0;
    }
    writeLabels(m_place.path("data") / "train_labels.npy", labels);
    const auto states = statesOfAuto(2.9);
    EXPECT_THAT(groupsOf(states), ElementsAreArray(groupsOfAuto({{"flatness", "flatness"}},
                                                                {"class_counts", "class_counts_rest"})));
}

TEST_F(GoldenOrderOfAuto, BothReleasesOfAMeanThatAutoAsksFor) {
    // A first release tells a squared norm to a tenth, and each state is that of a run with noise of its own:
    // here the rows share so long a mean that all of them ask.
    std::vector<float> features = Blobs{rows, dim, classes, 1}.features();
    for (std::size_t i = dim - 1; i < features.size(); i += dim) {
        features[i] += 4.0F;
    }
    writeFeatures(m_place.path("data") / "train.npy", features, rows, dim);
    const auto states = statesOfAuto(0.3);
    EXPECT_THAT(groupsOf(states), ElementsAreArray(groupsOfAuto({{"mean", "mean_rest"}})));
}

TEST_F(GoldenOrderOfAuto, TheAgreementOfAPriorThatAutoGoesBy) {
    writeDataset(m_place.path("public"), {300, dim, classes, 3}, {20, dim, classes, 4});
    const auto states = statesOfAuto(
        6.0, {"--prior", m_place.text("public/train.npy") + "," + m_place.text("public/train_labels.npy")});
    EXPECT_THAT(groupsOf(states), ElementsAreArray(groupsOfAuto(
                                      {{"flatness", "flatness"}, {"prior_agreement", "prior_agreement"}})));
}

TEST_F(GoldenOrder, ABalancedScoreAndLook) {
    const auto states =
        statesOfRun(2, {"--method", "random", "--feature-map", "center", "--objective", "balanced"});
    EXPECT_THAT(groupsOf(states),
                ElementsAre(Group{"experiment", "experiment_curator", "reservation", "reservation"}, //
                            Group{"trial_reserved mean"}, running,                                   //
                            Group{"release mean", "trial_finished"},                                 //
                            Group{"trial_reserved class_counts"}, running,                           //
                            Group{"release class_counts", "trial_finished"},                         //
                            Group{"trial_reserved trial", "trial_reserved trial"},                   //
                            running, Group{"release score", "release weights", "trial_finished"},    //
                            running, Group{"release score", "release weights", "trial_finished"},    //
                            Group{"trial_reserved evaluation"}, running,                             //
                            Group{"release accuracy", "trial_finished"},                             //
                            Group{"experiment_remarks", "experiment_finished"}));
}

TEST_F(GoldenOrder, PrivateSelection) {
    const auto states = statesOf(
        [&](const std::string& project) {
            Words words = run(project);
            words.insert(words.end(), {"--method", "papernot-steinke", "--runs-mean", "3"});
            return words;
        },
        [](const std::string&) {},
        [&](const std::string& project) {
            const std::string selected = "SELECT count(*) FROM ledger WHERE kind = 'release' AND "
                                         "json_extract(body, '$.what') = 'selection'";
            const State before = stateOf(project);
            expectSound(project, 3); // one that was started is refused, one that was not goes on
            const bool started = std::count(before.rows.begin(), before.rows.end(), "trial_running") > 0;
            const bool selectedBefore =
                std::count(before.rows.begin(), before.rows.end(), "release selection") > 0;
            ledger::Database database(m_place.text(project), ledger::OpenMode::ReadWrite);
            const auto winners = database.integer(selected);
            EXPECT_LE(winners, 1);
            if (started && !selectedBefore) {
                EXPECT_EQ(winners, 0) << "it is never resumed";
            }
        });
    EXPECT_THAT(groupsOf(states),
                ElementsAre(Group{"experiment", "experiment_curator", "reservation", "reservation"}, //
                            Group{"trial_reserved selection"}, running,                              //
                            Group{"release score", "release weights", "release selection",           //
                                  "trial_finished"},                                                 //
                            Group{"trial_reserved evaluation"}, running,                             //
                            Group{"release accuracy", "trial_finished"},                             //
                            Group{"experiment_remarks", "experiment_finished"}));
}

// Waiting for the disk is what a short trial costs most: its start and its end, where it runs by itself, and
// a share of a reservation and of SQLite's own housekeeping.
TEST_F(GoldenOrder, ATrialWaitsForTheDiskOnceAtMostWhereItHasCompany) {
    const auto syncsOf = [&](int trials) {
        const std::string name = std::to_string(trials) + " trials";
        m_registry = "registry of " + name; // or the rows would be spent
        Words words = run(name + ".parsimony");
        words.insert(words.end(), {"--method", "random"});
        *(std::find(words.begin(), words.end(), "--trials") + 1) = std::to_string(trials);
        auto counted = options();
        counted.environment["LD_PRELOAD"] = PARSIMONY_KILL_LIBRARY;
        counted.environment["ASAN_OPTIONS"] = "verify_asan_link_order=0:detect_leaks=0";
        counted.environment["PARSIMONY_COUNT_SYNCS"] = m_place.text("syncs");
        const Outcome outcome = m_place.cli(words, counted);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        std::ifstream file(m_place.path("syncs"));
        double count = 0.0;
        file >> count;
        return count;
    };
    const double few = syncsOf(20);
    const double more = syncsOf(60);
    const double most = syncsOf(140);
    EXPECT_GT(few, 10.0) << "starts and ends are durable";
    EXPECT_LE((more - few) / 40.0, 1.0);
    EXPECT_LE((most - more) / 80.0, 1.0) << "as much a trial, however many there are";
}

} // namespace parsimony::test
