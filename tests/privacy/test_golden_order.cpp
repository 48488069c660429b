// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which each mechanism's steps become durable. A run is killed before each call that makes a
// file durable; what the files then hold are the states that a crash can leave, one after the other.
#include "core/ledger/sqlite.h"
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <fstream>

namespace parsimony::test {

using testing::ElementsAre;
using testing::ElementsAreArray;

namespace {

/// Rows of the ledger that became durable together.
using Group = Words;

const Group running{"trial_running"};

} // namespace

class GoldenOrder : public RuleTest {
protected:
    /// What a crash left.
    struct State {
        Words rows; ///< of experiments, in their order
        bool pending = false;
        bool charged = false;           ///< the registry knows the experiment's charges, pending or not
        std::int64_t last = 0, tip = 0; ///< the ledger's last row, and the one that the registry knows
    };

    State stateOf(const std::string& project) const {
        State state;
        const auto ids = [&](const char* sql) {
            return ledger::Database(m_place.text(m_registry), ledger::OpenMode::ReadWrite).integer(sql);
        };
        if (!std::filesystem::exists(m_place.path(project))) {
            return state;
        }
        {
            ledger::Database database(m_place.text(project), ledger::OpenMode::ReadWrite);
            auto found = database.prepare(
                "SELECT kind, coalesce(json_extract(body, '$.role'), json_extract(body, '$.what'), '') "
                "FROM ledger WHERE experiment IS NOT NULL ORDER BY seq");
            while (found.step()) {
                const std::string what = found.text(1);
                state.rows.push_back(found.text(0) + (what.empty() ? "" : " " + what));
            }
            state.last = database.integer("SELECT coalesce(max(seq), 0) FROM ledger");
        }
        if (std::filesystem::exists(m_place.path(m_registry)) &&
            std::filesystem::file_size(m_place.path(m_registry)) > 0 &&
            ids("SELECT count(*) FROM sqlite_schema WHERE name = 'tips'") > 0) {
            state.pending = ids("SELECT count(*) FROM part_charges WHERE place IS NOT NULL") > 0;
            state.charged = ids("SELECT count(*) FROM part_charges") > 0;
            state.tip = ids("SELECT coalesce(max(row), 0) FROM tips");
        }
        return state;
    }

    /// Runs `words` again and again on a project of its own, killed before the first call that makes a file
    /// durable, the second, …, and looks at what each left; `after` is what has to hold then.
    std::vector<State> statesOf(const std::function<Words(const std::string& project)>& words,
                                const std::function<void(const std::string& project)>& prepare,
                                const std::function<void(const std::string& project)>& after) {
        std::vector<State> states;
        for (long at = 1; !HasFailure(); ++at) {
            const std::string project = "killed-" + std::to_string(at) + ".parsimony";
            m_registry = "registry-" + std::to_string(at); // or the rows would be spent after the first
            prepare(project);
            auto preload = options();
            preload.environment["LD_PRELOAD"] = PARSIMONY_KILL_LIBRARY;
            preload.environment["ASAN_OPTIONS"] = "verify_asan_link_order=0:detect_leaks=0";
            preload.environment["PARSIMONY_KILL_SYNC"] = "1";
            preload.environment["PARSIMONY_KILL_AT"] = std::to_string(at);
            const Outcome outcome = m_place.cli(words(project), preload);
            states.push_back(stateOf(project));
            if (outcome.exitCode == 0) {
                break;
            }
            EXPECT_EQ(outcome.exitCode, 128 + SIGKILL) << outcome.text();
            if (std::filesystem::exists(m_place.path(project))) {
                after(project);
            }
        }
        return states;
    }

    /// The transactions that led from one state to the next, with what must hold of the registry in each.
    static std::vector<Group> groupsOf(const std::vector<State>& states, std::size_t before = 0) {
        std::vector<Group> groups;
        std::size_t seen = before;
        bool pendingFirst = before > 0;
        for (const State& state : states) {
            EXPECT_LE(state.tip, state.last) << "the registry never knows more than the file holds";
            if (state.rows.size() <= before) {
                pendingFirst = pendingFirst || state.pending;
                continue;
            }
            EXPECT_TRUE(state.charged) << "reserved without the registry's knowledge";
            if (state.rows.size() > seen) {
                const auto from = state.rows.begin() + static_cast<std::ptrdiff_t>(seen);
                groups.emplace_back(from, state.rows.end());
                seen = state.rows.size();
            }
            if (groups.size() > 1) {
                EXPECT_FALSE(state.pending) << "something started on a charge that is not confirmed";
            }
        }
        EXPECT_TRUE(pendingFirst) << "the registry is charged before the project reserves";
        return groups;
    }

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
    /// Of `auto` without pilots; `more`: what it asks for once it knows whether classes are equal.
    static std::vector<Group> groupsOfAuto(const std::vector<Statistic>& more) {
        std::vector<Group> groups{Group{"experiment", "experiment_curator", "reservation", "reservation"}};
        const auto add = [&](const Statistic& statistic) {
            groups.insert(groups.end(), {Group{"trial_reserved " + statistic.role}, running,
                                         Group{"release " + statistic.release, "trial_finished"}});
        };
        add({"mean", "mean"});
        add({"class_counts", "class_counts"});
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

    void expectSound(const std::string& project, int resumed) {
        const Outcome outcome =
            cli({"resume", "-f", "json", "-q", "--threads", "1", "--storage", m_place.text(project)});
        EXPECT_TRUE(outcome.exitCode == 0 || outcome.exitCode == resumed) << outcome.text();
        const Outcome sound = audit(project);
        EXPECT_EQ(sound.exitCode, 0) << sound.text();
        const nlohmann::json report = sound.json();
        for (const auto& figure : report["datasets"]) {
            EXPECT_LE(figure["epsilon"], figure["target_epsilon"]);
        }
    }
};

TEST_F(GoldenOrder, MeanTrialFinalRunAndTest) {
    const auto states = statesOf(
        [&](const std::string& project) {
            Words words = run(project);
            words.insert(words.end(), {"--method", "random", "--mean", "private", "--mean-epsilon", "0.2"});
            *(std::find(words.begin(), words.end(), "--trials") + 1) = "2";
            return words;
        },
        [](const std::string&) {}, [&](const std::string& project) { expectSound(project, 0); });
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
    const auto states = statesOf(
        [&](const std::string& project) {
            Words words = run(project);
            words.insert(words.end(), {"--method", "random"});
            *(std::find(words.begin(), words.end(), "--trials") + 1) = "4";
            return words;
        },
        [](const std::string&) {}, [&](const std::string& project) { expectSound(project, 0); });
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
    const auto states = statesOf(
        [&](const std::string& project) {
            Words words = run(project);
            words.insert(words.end(), {"--method", "random", "--feature-map", "center"});
            *(std::find(words.begin(), words.end(), "--trials") + 1) = "1";
            return words;
        },
        [](const std::string&) {}, [&](const std::string& project) { expectSound(project, 0); });
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

TEST_F(GoldenOrder, TheFlatnessThatAutoGoesBy) {
    const auto states = statesOfAuto(2.9); // at 2 a flatness would drown
    EXPECT_THAT(groupsOf(states), ElementsAreArray(groupsOfAuto({{"flatness", "flatness"}})));
}

TEST_F(GoldenOrder, BothReleasesOfAMeanThatAutoAsksFor) {
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

TEST_F(GoldenOrder, TheAgreementOfAPriorThatAutoGoesBy) {
    writeDataset(m_place.path("public"), {300, dim, classes, 3}, {20, dim, classes, 4});
    const auto states = statesOfAuto(
        2.9, {"--prior", m_place.text("public/train.npy") + "," + m_place.text("public/train_labels.npy")});
    EXPECT_THAT(groupsOf(states), ElementsAreArray(groupsOfAuto(
                                      {{"flatness", "flatness"}, {"prior_agreement", "prior_agreement"}})));
}

TEST_F(GoldenOrder, ABalancedScoreAndLook) {
    const auto states = statesOf(
        [&](const std::string& project) {
            Words words = run(project);
            words.insert(words.end(),
                         {"--method", "random", "--feature-map", "center", "--objective", "balanced"});
            *(std::find(words.begin(), words.end(), "--trials") + 1) = "2";
            return words;
        },
        [](const std::string&) {}, [&](const std::string& project) { expectSound(project, 0); });
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

TEST_F(GoldenOrder, ALookWithAReleasedClassifier) {
    writeDataset(m_place.path("holdout"), {300, dim, classes, 3}, {20, dim, classes, 4});
    std::size_t before = 0;
    const auto states = statesOf(
        [&](const std::string& project) {
            return Words{"evaluate",
                         m_place.text(project + ".npz"),
                         "--ood",
                         "holdout=" + m_place.text("holdout/train.npy") + "," +
                             m_place.text("holdout/train_labels.npy"),
                         "-f",
                         "json",
                         "-q",
                         "--threads",
                         "1",
                         "--storage",
                         m_place.text(project)};
        },
        [&](const std::string& project) {
            Words words = run(project);
            words.insert(words.end(), {"--method", "unit-noise"});
            ASSERT_EQ(cli(words).exitCode, 0);
            const Outcome exported = cli(
                {"export", "--output", m_place.text(project + ".npz"), "--storage", m_place.text(project)});
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
    EXPECT_THAT(groupsOf(states, before), ElementsAre(Group{"experiment", "reservation"},          //
                                                      Group{"trial_reserved evaluation"}, running, //
                                                      Group{"release accuracy", "trial_finished"}, //
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
