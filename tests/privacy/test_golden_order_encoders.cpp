// SPDX-License-Identifier: GPL-3.0-or-later
// Several encoders of the same records, each with a mean of its own.
#include "tests/privacy/golden_order.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace parsimony::test {

using testing::ElementsAre;

TEST_F(GoldenOrder, TheMeansOfSeveralEncoders) {
    writeDataset(m_place.path("other"), {rows, dim, classes, 1}, {200, dim, classes, 2});
    std::vector<float> features = Blobs{rows, dim, classes, 1}.features();
    std::transform(features.begin(), features.end(), features.begin(), [](float x) { return 2.0F - x; });
    writeFeatures(m_place.path("other") / "train.npy", features, rows, dim);
    const auto states = statesOf(
        [&](const std::string& project) {
            Words words = run(project);
            const auto data = std::find(words.begin(), words.end(), "--data") + 1;
            *data = "a=" + *data;
            words.insert(words.end(), {"--data", "b=" + m_place.text("other"), "--same-order", "--method",
                                       "random", "--feature-map", "center"});
            *(std::find(words.begin(), words.end(), "--trials") + 1) = "2";
            return words;
        },
        [](const std::string&) {}, [&](const std::string& project) { expectSound(project, 0); });
    const Group scored{"release score", "release weights", "trial_finished"};
    EXPECT_THAT(groupsOf(states),
                ElementsAre(Group{"experiment", "experiment_curator", "reservation", "reservation"}, //
                            Group{"trial_reserved mean"}, running,                                   //
                            Group{"release mean", "trial_finished"},                                 //
                            Group{"trial_reserved mean"}, running,                                   //
                            Group{"release mean@b", "trial_finished"},                               //
                            Group{"trial_reserved class_counts"}, running,                           //
                            Group{"release class_counts", "trial_finished"},                         //
                            Group(2, "trial_reserved trial"),                                        //
                            running, scored,                                                         //
                            running, scored,                                                         //
                            Group{"trial_reserved evaluation"}, running,                             //
                            Group{"release accuracy", "trial_finished"},                             //
                            Group{"experiment_remarks", "experiment_finished"}));
}

} // namespace parsimony::test
