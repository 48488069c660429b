// SPDX-License-Identifier: GPL-3.0-or-later
// A receipt of the ledger's tip, given away before data is opened, and what the audit makes of it.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace parsimony::test {

using testing::HasSubstr;

class CliWitness : public testing::Test {
protected:
    [[nodiscard]] Outcome witness(const std::string& project, const std::string& receipt,
                                  const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{
            "witness", "-f", "json", "--storage", m_place.text(project), "--output", m_place.text(receipt)};
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    }
    [[nodiscard]] Outcome audit(const std::string& project, const std::string& head) const {
        return m_place.cli({"audit", "-f", "json", "--storage", m_place.text(project), "--head", head});
    }
    /// The exit status of the script without this project's code.
    [[nodiscard]] int script(const std::string& project, const std::string& receipt) const {
        const std::string command = std::string("python3 -I -S '") + PARSIMONY_VERIFY + "' '" +
                                    m_place.text(project) + "' --head '" + m_place.text(receipt) +
                                    "' > /dev/null 2>&1";
        return WEXITSTATUS(std::system(command.c_str()));
    }

    Workplace m_place;
};

TEST_F(CliWitness, AReceiptIsThereBeforeTheProjectHasAnything) {
    const Outcome given = witness("p.parsimony", "receipt.txt", {"--rfc3161", m_place.text("receipt.tsq")});
    ASSERT_EQ(given.exitCode, 0) << given.text();
    EXPECT_EQ(given.json()["schema"], "parsimony/witness/1");
    EXPECT_EQ(given.json()["row"], 1);
    EXPECT_EQ(given.json()["files"].size(), 2U);
    std::ifstream file(m_place.path("receipt.txt"));
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_THAT(text.str(), HasSubstr(given.json()["head"].get<std::string>()));
    EXPECT_GT(std::filesystem::file_size(m_place.path("receipt.tsq")), 61U);
    EXPECT_LE(std::filesystem::file_size(m_place.path("receipt.tsq")), 70U); // with a nonce of 9 bytes
    const Outcome fits = audit("p.parsimony", m_place.text("receipt.txt"));
    EXPECT_EQ(fits.exitCode, 0) << fits.text();
    EXPECT_EQ(script("p.parsimony", "receipt.txt"), 0);
    EXPECT_EQ(audit("p.parsimony", given.json()["head"]).exitCode, 0);
    // The file made anew under its name.
    std::filesystem::remove(m_place.path("p.parsimony"));
    ASSERT_EQ(witness("p.parsimony", "second.txt").exitCode, 0);
    const Outcome found = audit("p.parsimony", m_place.text("receipt.txt"));
    EXPECT_EQ(found.exitCode, 4) << found.text();
    EXPECT_THAT(found.json()["problems"][0]["what"].get<std::string>(), HasSubstr("another project"));
    EXPECT_EQ(script("p.parsimony", "receipt.txt"), 4);
    EXPECT_EQ(script("p.parsimony", "second.txt"), 0);
}

TEST_F(CliWitness, WhatIsNoReceiptIsSaid) {
    ASSERT_EQ(witness("p.parsimony", "receipt.txt").exitCode, 0);
    std::ofstream(m_place.path("other.txt")) << "Dear colleague\n";
    const Outcome none = audit("p.parsimony", m_place.text("other.txt"));
    EXPECT_EQ(none.exitCode, 1) << none.text();
    EXPECT_THAT(none.json()["message"].get<std::string>(), HasSubstr("no receipt"));
    EXPECT_EQ(audit("p.parsimony", m_place.text("nowhere.txt")).exitCode, 2);
    EXPECT_EQ(m_place.cli({"witness", "--storage", m_place.text("p.parsimony")}).exitCode, 2);
    EXPECT_EQ(witness("p.parsimony", "no/such/folder.txt").exitCode, 1);
    std::ofstream(m_place.path("rows.npy")) << "no project";
    EXPECT_EQ(witness("rows.npy", "third.txt").exitCode, 1);
    EXPECT_FALSE(std::filesystem::exists(m_place.path("third.txt")));
}

} // namespace parsimony::test
