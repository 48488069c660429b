// SPDX-License-Identifier: GPL-3.0-or-later
// Looks with a released classifier at a part whose account is of kind slices, by the real program.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

using namespace parsimony::test;
using Words = std::vector<std::string>;

namespace {

/// A private selection or a sub-sampled run, and looks at its test part.
class CliLooks : public testing::TestWithParam<bool> {
protected:
    void SetUp() override { writeDataset(m_place.path("data"), {2000, 16, 3, 1}, {1500, 16, 3, 2}); }

    [[nodiscard]] Outcome ran() const {
        Words words = m_place.onData("run");
        words.insert(words.end(), {"--classes", "3", "--epsilon", "4", "--steps", "5", "--threads", "1"});
        const Words how = GetParam()
                              ? Words{"--method", "papernot-steinke", "--rows-per-person", "2"}
                              : Words{"--trainer", "dp-sgd", "--sample-rate", "0.1", "--method", "single"};
        words.insert(words.end(), how.begin(), how.end());
        return m_place.cli(words);
    }
    [[nodiscard]] Outcome look(const Words& more = {}) const {
        Words words{"evaluate",  m_place.text("m.npz"),      "--data", m_place.text("data"), "-f", "json",
                    "--storage", m_place.text("p.parsimony")};
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    }

    Workplace m_place;
};

} // namespace

TEST_P(CliLooks, AreSlicesThatOthersCheck) {
    const Outcome run = ran();
    ASSERT_EQ(run.exitCode, 0) << run.text();
    ASSERT_EQ(
        m_place.cli({"export", "--storage", m_place.text("p.parsimony"), "--output", m_place.text("m.npz")})
            .exitCode,
        0);
    double remaining = run.json()["budget"]["parts"]["test"]["remaining_epsilon"];
    for (const Words& more :
         {Words{}, Words{"--per-class"}, Words{"--per-class", "--metrics", "log_loss,confusion"}}) {
        const Outcome found = look(more);
        ASSERT_EQ(found.exitCode, 0) << found.text();
        const double took = found.json()["epsilon"];
        EXPECT_GT(took, 0.0);
        EXPECT_GT(found.json()["delta"], 0.0);
        EXPECT_LT(found.json()["delta"], 1e-5) << "which is the part's: a slice takes a share of it";
        EXPECT_NEAR(found.json()["remaining_epsilon"].get<double>(), remaining - took, 1e-12);
        EXPECT_EQ(found.json()["sensitivity"], GetParam() ? 2.0 : 1.0);
        EXPECT_EQ(found.json()["per_class"].size(), more.empty() ? 0U : 3U);
        remaining -= took;
    }
    EXPECT_GT(remaining, 0.0);
    const Outcome audited = m_place.cli({"audit", "-f", "json", "--storage", m_place.text("p.parsimony")});
    EXPECT_EQ(audited.exitCode, 0) << audited.text();
    ASSERT_TRUE(std::filesystem::exists(PARSIMONY_PYTHON)) << "tests/python makes it";
    const std::string script = PARSIMONY_PYTHON " '" PARSIMONY_VERIFY "' '" + m_place.text("p.parsimony") +
                               "' > '" + m_place.text("verified") + "' 2>&1";
    EXPECT_EQ(WEXITSTATUS(std::system(script.c_str())), 0) << readBytes(m_place.path("verified"));
}

INSTANTIATE_TEST_SUITE_P(Runs, CliLooks, testing::Bool());
