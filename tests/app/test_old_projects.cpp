// SPDX-License-Identifier: GPL-3.0-or-later
// Projects that an earlier version wrote open, verify and resume, and what they spent still counts
// (tests/fixtures/projects-1/README.md).
#include "tests/app/program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace parsimony::test;
using Words = std::vector<std::string>;

namespace {

const std::filesystem::path archive = std::filesystem::path(PARSIMONY_FIXTURES) / "projects-1";
const std::filesystem::path place = "/tmp/parsimony-projects-1"; ///< their data's absolute path

nlohmann::json expectations() {
    return nlohmann::json::parse(readBytes(archive / "expected.json"));
}

std::vector<std::string> projectNames() {
    const nlohmann::json all = expectations();
    std::vector<std::string> names;
    for (const auto& [name, expected] : all.items()) {
        names.push_back(name);
    }
    return names;
}

/// Unpacks one project with its registry and data; others that want the same place wait.
class OldProject : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        m_lock = open((place.string() + ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
        ASSERT_GE(m_lock, 0);
        ASSERT_EQ(flock(m_lock, LOCK_EX), 0);
        std::filesystem::remove_all(place);
        const std::string inside = place.filename().string();
        const std::string command = "tar -xJf '" + (archive / "projects.tar.xz").string() + "' -C /tmp " +
                                    inside + "/small.npz " + inside + "/" + GetParam();
        ASSERT_EQ(std::system(command.c_str()), 0) << command;
    }
    void TearDown() override {
        std::filesystem::remove_all(place);
        close(m_lock); // gives the lock up
    }

    [[nodiscard]] Outcome cli(Words words, const std::string& project = "p.parsimony") const {
        words.insert(words.end(), {"-f", "json", "-q", "--storage", (place / GetParam() / project).string()});
        ProgramOptions options;
        options.folder = place / GetParam();
        options.environment["PARSIMONY_REGISTRY"] = (place / GetParam() / "registry.db").string();
        return Program(words, options).wait();
    }
    void expectSound(const std::string& when) const {
        const Outcome audit = cli({"audit"});
        EXPECT_EQ(audit.exitCode, 0) << when << audit.text();
    }

private:
    int m_lock = -1;
};

void expectEqual(const nlohmann::json& expected, const nlohmann::json& trial) {
    for (const auto& [key, value] : expected.items()) {
        if (key == "epsilon" && value == 0.0) { // of fixed slices, whose plans tell what a run costs since
            EXPECT_LE(trial[key].get<double>(), 3.0) << "no more than the experiment's";
        } else if (value.is_number_float()) {
            ASSERT_TRUE(trial[key].is_number()) << key;
            EXPECT_NEAR(trial[key].get<double>(), value.get<double>(), 1e-9 * std::abs(value.get<double>()))
                << key;
        } else {
            EXPECT_EQ(trial[key], value) << key;
        }
    }
}

} // namespace

TEST_P(OldProject, IsAuditedResumedAndStillCounts) {
    const nlohmann::json expected = expectations()[GetParam()];
    expectSound("as it was left");

    // Exact times in its chain would tell how many runs a private selection made (PRIVACY rule 30).
    const bool selection = GetParam().starts_with("papernot") || GetParam().starts_with("koskela") ||
                           GetParam().starts_with("selection");
    const Outcome shared = cli({"audit", "--export", (place / "shared").string()});
    EXPECT_EQ(shared.exitCode, selection ? 3 : 0) << shared.text();

    const Outcome resumed = cli({"resume"});
    EXPECT_EQ(resumed.exitCode, expected["resume_exit"]) << resumed.text();
    if (resumed.exitCode == 0) {
        EXPECT_EQ(resumed.json()["status"], expected["status"]);
    }
    const nlohmann::json trials = cli({"trials"}).json()["trials"];
    ASSERT_EQ(trials.size(), expected["trials"].size());
    for (std::size_t i = 0; i < trials.size(); ++i) {
        SCOPED_TRACE("trial " + std::to_string(i));
        expectEqual(expected["trials"][i], trials[i]);
    }
    expectSound("after resume");

    const std::string data = (place / "small.npz").string();
    if (GetParam() != "oracle") { // public data: nothing is spent
        const Outcome again = cli({"run", "--data", data, "--classes", "10", "--records", "300", "--epsilon",
                                   "3", "--delta", "1e-4", "--method", "unit-noise"},
                                  "other.parsimony");
        EXPECT_EQ(again.exitCode, 3) << again.text();
    }
}

INSTANTIATE_TEST_SUITE_P(Format1, OldProject, testing::ValuesIn(projectNames()),
                         [](const testing::TestParamInfo<std::string>& project) {
                             std::string name = project.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });
