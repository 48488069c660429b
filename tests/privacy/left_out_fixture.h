// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/privacy/people_fixture.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace parsimony::test {

class Rule26LeftOut : public RowsOfPeople {
protected:
    /// What this user's registry says of rows that nobody has ids of: to be public, by a run and by a look,
    /// and to be started from.
    void expectPrivate(const std::string& named) {
        const std::string prior = m_place.text(named + ".npy") + "," + m_place.text(named + "_labels.npy");
        Words look{"evaluate", publicModel(), "--visibility", "public"};
        const Words test = part("test", named, false);
        look.insert(look.end(), test.begin(), test.end());
        const std::vector<Outcome> asked{
            on("shown-" + named + ".parsimony", {part("train", named, false), {"--visibility", "public"}}),
            on("begun-" + named + ".parsimony", {part("train", "unrelated", false), {"--prior", prior}}),
            cli(look)};
        for (const Outcome& outcome : asked) {
            EXPECT_EQ(outcome.exitCode, 3) << named << ": " << outcome.text();
            EXPECT_THAT(outcome.out, testing::Not(testing::HasSubstr("accuracy")));
        }
        EXPECT_THAT(asked[0].err, testing::HasSubstr("rows once private can't be declared public"));
        EXPECT_THAT(asked[1].err, testing::HasSubstr("its rows are not public"));
        EXPECT_THAT(asked[2].err, testing::HasSubstr("these rows are private in"));
    }
    [[nodiscard]] Outcome shown(const std::string& named) const {
        return on("shown-" + named + ".parsimony", {part("train", named, false), {"--visibility", "public"}});
    }
    /// A classifier that knows nobody of the records.
    [[nodiscard]] std::string publicModel() {
        if (m_model.empty()) {
            write("unrelated", 0, 100, 11.0F);
            write("other", 0, 100, 13.0F);
            EXPECT_EQ(
                on("other.parsimony", {part("train", "other", false), {"--visibility", "public"}}).exitCode,
                0);
            m_model = exported("other.parsimony");
        }
        return m_model;
    }
    [[nodiscard]] std::string exported(const std::string& project) const {
        const std::string model = m_place.text(project + ".npz");
        EXPECT_EQ(cli({"export", "--storage", m_place.text(project), "--output", model}).exitCode, 0);
        return model;
    }
    /// A look at private rows of a project.
    [[nodiscard]] Outcome look(const std::string& project, const std::string& named) const {
        Words words{"evaluate", exported(project), "-f", "json", "--storage", m_place.text(project)};
        const Words test = part("test", named, true);
        words.insert(words.end(), test.begin(), test.end());
        return cli(words);
    }
    [[nodiscard]] Words leaving(const std::string& project) const {
        return {"--leave-out", m_place.text(project)};
    }
    [[nodiscard]] Outcome second(const Words& more = {}) const {
        return on("second.parsimony", {part("train", "second", true), more, {"--experiment-epsilon", "0.3"}});
    }
    /// A second project of 150 people, without the 100 of the first, who have 0.9.
    void leaveFirstOut() {
        write("first", 0, 100);
        write("second", 0, 150, 2.0F);
        ASSERT_EQ(
            on("first.parsimony", {part("train", "first", true), {"--experiment-epsilon", "0.9"}}).exitCode,
            0);
        ASSERT_EQ(second(leaving("first.parsimony")).exitCode, 0);
    }

private:
    std::string m_model;
};

} // namespace parsimony::test
