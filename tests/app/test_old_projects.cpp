// SPDX-License-Identifier: GPL-3.0-or-later
// Projects that an earlier version wrote open, verify and resume, and what they spent still counts
// (tests/fixtures/projects-1/README.md and the folders beside it).
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

/// A project that a program wrote whose plans had this format.
struct OldName {
    int format = 1;
    std::string name;

    [[nodiscard]] std::filesystem::path archive() const {
        return std::filesystem::path(PARSIMONY_FIXTURES) / ("projects-" + std::to_string(format));
    }
    /// Their data's absolute path.
    [[nodiscard]] std::filesystem::path place() const {
        return "/tmp/parsimony-projects-" + std::to_string(format);
    }
    [[nodiscard]] nlohmann::json expectations() const {
        return nlohmann::json::parse(readBytes(archive() / "expected.json"));
    }
    /// Does its registry know the machine that it was made on?
    [[nodiscard]] bool ofAnotherMachine() const { return format > 1; }
};

std::ostream& operator<<(std::ostream& out, const OldName& project) {
    return out << project.name;
}

std::vector<OldName> projectsOf(int format) {
    std::vector<OldName> projects;
    const nlohmann::json all = OldName{format, {}}.expectations();
    for (const auto& [name, expected] : all.items()) {
        projects.push_back({format, name});
    }
    return projects;
}

/// Unpacks one project with its registry and data; others that want the same place wait.
class OldProject : public testing::TestWithParam<OldName> {
protected:
    void SetUp() override {
        const std::filesystem::path place = GetParam().place();
        m_lock = open((place.string() + ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
        ASSERT_GE(m_lock, 0);
        ASSERT_EQ(flock(m_lock, LOCK_EX), 0);
        std::filesystem::remove_all(place);
        const std::string inside = place.filename().string();
        const std::string command = "tar -xJf '" + (GetParam().archive() / "projects.tar.xz").string() +
                                    "' -C /tmp " + inside + "/small.npz " + inside + "/" + GetParam().name;
        ASSERT_EQ(std::system(command.c_str()), 0) << command;
    }
    void TearDown() override {
        std::filesystem::remove_all(GetParam().place());
        close(m_lock); // gives the lock up
    }

    [[nodiscard]] Outcome cli(Words words, const std::string& project = "p.parsimony") const {
        const std::filesystem::path folder = GetParam().place() / GetParam().name;
        words.insert(words.end(), {"-f", "json", "-q", "--storage", (folder / project).string()});
        ProgramOptions options;
        options.folder = folder;
        options.environment["PARSIMONY_REGISTRY"] = (folder / "registry.db").string();
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
        } else if (key == "score" && trial.value("part", "train") != "train") {
            // Evaluations tell what they released since.
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
    const std::string& name = GetParam().name;
    const nlohmann::json expected = GetParam().expectations()[name];
    expectSound("as it was left");

    // Exact times in the chains of format 1 would tell how many runs a private selection made (PRIVACY rule
    // 30).
    const bool telling =
        GetParam().format == 1 &&
        (name.starts_with("papernot") || name.starts_with("koskela") || name.starts_with("selection"));
    const Outcome shared = cli({"audit", "--export", (GetParam().place() / "shared").string()});
    EXPECT_EQ(shared.exitCode, telling ? 3 : 0) << shared.text();

    const Outcome resumed =
        cli(GetParam().ofAnotherMachine() ? Words{"resume", "--moved-here"} : Words{"resume"});
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

    const std::string data = (GetParam().place() / "small.npz").string();
    if (name != "oracle") { // public data: nothing is spent
        const Outcome again = cli({"run", "--data", data, "--classes", "10", "--records", "300", "--epsilon",
                                   "3", "--delta", "1e-4", "--method", "unit-noise"},
                                  "other.parsimony");
        EXPECT_EQ(again.exitCode, 3) << again.text();
    }
}

namespace {

std::string testName(const testing::TestParamInfo<OldName>& project) {
    std::string name = project.param.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Format1, OldProject, testing::ValuesIn(projectsOf(1)), testName);
INSTANTIATE_TEST_SUITE_P(Format2, OldProject, testing::ValuesIn(projectsOf(2)), testName);
INSTANTIATE_TEST_SUITE_P(Format3, OldProject, testing::ValuesIn(projectsOf(3)), testName);
