// SPDX-License-Identifier: GPL-3.0-or-later
// The same rows with other labels are the same people with the same account, and other data to go on with.
#include "core/session/session.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"

#include <fstream>

namespace parsimony::session {

namespace {

class OtherLabels : public RegistryFolder {
protected:
    [[nodiscard]] RunOptions labelled(int shift) const {
        const std::string labels = (folder() / ("labels" + std::to_string(shift) + ".csv")).string();
        std::ofstream file(labels);
        for (int row = 0; row < 1400; ++row) {
            file << (row + shift) % 10 << '\n';
        }
        RunOptions options = digitsOptions();
        options.train = {std::exchange(options.data, {}) + ":x_train", labels};
        options.method = MethodKind::UnitNoise;
        options.experimentEpsilon = 0.5;
        options.steps = "5";
        return options;
    }
    /// Stopped as soon as it has begun.
    static RunSnapshot interrupted(Session& session, const RunOptions& options) {
        std::stop_source stop;
        stop.request_stop();
        return session.run(options, stop.get_token(), {});
    }
    static std::vector<std::int64_t> found(const Session& session, const RunOptions& options) {
        std::vector<std::int64_t> ids;
        for (const EarlierExperiment& one : session.experimentsOn(options)) {
            ids.push_back(one.id);
        }
        return ids;
    }
};

} // namespace

TEST_F(OtherLabels, AnExperimentGoesOnWithItsOwn) {
    Session session = Session::open(project(), true);
    ASSERT_EQ(session.run(labelled(0), {}, {}).status, ExperimentStatus::Finished);
    const RunSnapshot second = interrupted(session, labelled(3));
    ASSERT_EQ(second.status, ExperimentStatus::Interrupted);
    const RunSnapshot first = interrupted(session, labelled(0));
    EXPECT_EQ(session.resume(second.experiment, {}, {}).status, ExperimentStatus::Finished);
    EXPECT_EQ(session.budgets().size(), 1U) << "they are the same people";
    (void)labelled(0);
    std::filesystem::copy_file(folder() / "labels3.csv", folder() / "labels0.csv",
                               std::filesystem::copy_options::overwrite_existing);
    EXPECT_THROW((void)session.resume(first.experiment, {}, {}), Error) << "those of the other experiment";
    (void)labelled(0);
    EXPECT_EQ(session.resume(first.experiment, {}, {}).status, ExperimentStatus::Finished);
}

TEST_F(OtherLabels, WhatRanOnThemIsFoundAgain) {
    Session session = Session::open(project(), true);
    RunOptions one = labelled(0), other = labelled(3);
    one.visibility = other.visibility = Visibility::Public;
    const auto first = session.run(one, {}, {}).experiment;
    const auto second = session.run(other, {}, {}).experiment;
    EXPECT_EQ(found(session, one), (std::vector<std::int64_t>{first}));
    EXPECT_EQ(found(session, other), (std::vector<std::int64_t>{second}));
}

} // namespace parsimony::session
