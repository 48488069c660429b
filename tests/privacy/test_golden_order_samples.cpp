// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on Poisson samples, whose account is of kind slices.
#include "core/ledger/sqlite.h"
#include "tests/privacy/golden_order.h"

#include <gmock/gmock.h>

namespace parsimony::test {

using testing::ElementsAre;

TEST_F(GoldenOrder, RunsOnSamplesInASlice) {
    const auto states = statesOfRun(2, {"--method", "random", "--trainer", "dp-sgd", "--sample-rate", "0.2"});
    const Group scored{"release score", "release weights", "trial_finished"};
    EXPECT_THAT(groupsOf(states),
                ElementsAre(Group{"experiment", "experiment_curator", "reservation", "reservation"}, //
                            Group(2, "trial_reserved trial"),                                        //
                            running, scored,                                                         //
                            running, scored,                                                         //
                            Group{"trial_reserved evaluation"}, running,                             //
                            Group{"release accuracy", "trial_finished"},                             //
                            Group{"experiment_remarks", "experiment_finished"}));
    ledger::Database project(m_place.text("killed-" + std::to_string(states.size()) + ".parsimony"),
                             ledger::OpenMode::ReadWrite);
    EXPECT_GT(project.integer("SELECT count(*) FROM ledger WHERE kind = 'experiment' AND "
                              "json_extract(body, '$.kind') = 'slices'"),
              0);
}

TEST_F(GoldenOrder, APrivateSelectionOnSamplesInASlice) {
    const auto states = statesOf(
        [&](const std::string& project) {
            Words words = run(project);
            words.insert(words.end(), {"--method", "papernot-steinke", "--runs-mean", "3", "--trainer",
                                       "dp-sgd", "--sample-rate", "0.2"});
            return words;
        },
        [](const std::string&) {}, [&](const std::string& project) { expectSound(project, 3); });
    EXPECT_THAT(groupsOf(states),
                ElementsAre(Group{"experiment", "experiment_curator", "reservation", "reservation"}, //
                            Group{"trial_reserved selection"}, running,                              //
                            Group{"release score", "release weights", "release selection",           //
                                  "trial_finished"},                                                 //
                            Group{"trial_reserved evaluation"}, running,                             //
                            Group{"release accuracy", "trial_finished"},                             //
                            Group{"experiment_remarks", "experiment_finished"}));
}

} // namespace parsimony::test
