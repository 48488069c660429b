// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/program.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace parsimony::test {

using Words = std::vector<std::string>;

/// A small private dataset, and the program on it.
class RuleTest : public testing::Test {
protected:
    static constexpr std::size_t rows = 400, dim = 6, classes = 3;

    void SetUp() override;

    /// The program with the registry `m_registry` of the workplace.
    [[nodiscard]] ProgramOptions options() const;
    [[nodiscard]] Outcome cli(const Words& words) const { return m_place.cli(words, options()); }
    /// Words of a quick run on `data` (a folder of the workplace) and the project `project`.
    [[nodiscard]] Words run(const std::string& project, const std::string& data = "data",
                            double epsilon = 2.0) const;
    [[nodiscard]] Outcome audit(const std::string& project, const Words& more = {}) const;
    /// An id of a person in a text that no other file of a test can hold by chance.
    [[nodiscard]] static std::string idOf(std::size_t person);
    [[nodiscard]] static std::vector<std::size_t> people(std::size_t first, std::size_t count);
    void writeIds(const std::string& name, const std::vector<std::size_t>& ids) const;
    /// ε charged to a part: spent and reserved.
    [[nodiscard]] double charged(const std::string& project, const std::string& part = "train") const;
    /// Kills a run of `project`, by these words, in the middle of a trial; the registry is a new one.
    void leaveKilled(const std::string& project, const Words& words);
    /// Changes a project behind the ledger's back; triggers are put back as they were.
    void tamper(const std::string& project, const std::string& sql) const;

    Workplace m_place;
    std::string m_registry = "registry.db";
};

} // namespace parsimony::test
