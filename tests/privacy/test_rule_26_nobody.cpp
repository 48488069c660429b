// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 19 and 26: where everything is declared, nothing tells whether the last person of a part is left out.
#include "core/data/record_split.h"
#include "tests/privacy/people_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace parsimony::test {

class Rule26Nobody : public RowsOfPeople {
protected:
    /// Rows of `count` people whom "a" has as well, or of one person instead of the last of them whom it has
    /// not.
    void writeLooked(std::size_t count, bool isOneLeft) {
        write("a", 0, 40);
        write("b", 200, 240, 2.0F);
        write("t", 300, 300 + count, 3.0F);
        std::vector<std::size_t> ids = people(0, count);
        ids.back() = isOneLeft ? 399 : ids.back();
        writeIds("t.ids", ids);
    }
    [[nodiscard]] Words asOther(const std::string& name) const {
        return {"--ood", name + "=" + m_place.text("t.npy") + "," + m_place.text("t_labels.npy") + "," +
                             m_place.text("t.ids")};
    }
    [[nodiscard]] Outcome look(const std::string& project, std::initializer_list<Words> more) const {
        const std::string model = m_place.text(m_world + "m.npz");
        EXPECT_EQ(cli({"export", "--storage", at(project), "--output", model}).exitCode, 0);
        Words words{"evaluate", model, "-f", "json", "--storage", at(project)};
        for (const Words& some : more) {
            words.insert(words.end(), some.begin(), some.end());
        }
        return cli(words);
    }
    [[nodiscard]] Outcome run(const std::string& project, std::initializer_list<Words> more) const {
        Words asked{"--experiment-epsilon", "0.3"};
        for (const Words& some : more) {
            asked.insert(asked.end(), some.begin(), some.end());
        }
        return on(m_world + project, {asked});
    }
    [[nodiscard]] std::string at(const std::string& project) const { return m_place.text(m_world + project); }
    /// What a command tells without noise: its exit status, and every ε.
    static void collect(const nlohmann::json& value, const std::string& name, std::string& told) {
        for (const auto& [key, member] : value.items()) {
            const std::string path = name + "." + key;
            if (member.is_structured()) {
                collect(member, path, told);
            } else if (key.find("epsilon") != std::string::npos) {
                told += path + " " + member.dump() + "\n";
            }
        }
    }
    static std::string toldBy(const Outcome& outcome) {
        std::string told = "exit " + std::to_string(outcome.exitCode) + "\n";
        collect(outcome.json(), "", told);
        return told;
    }
    /// The same requests where all of them are left out and where one is left: each tells the same.
    void expectAlike(const std::function<std::vector<Outcome>()>& requests, const std::vector<int>& codes) {
        for (const std::size_t count : {1U, 4U}) {
            std::vector<std::vector<Outcome>> worlds;
            for (const bool isOneLeft : {true, false}) {
                m_world = std::to_string(count) + (isOneLeft ? "one-" : "nobody-");
                m_registry = m_world + "registry.db";
                writeLooked(count, isOneLeft);
                worlds.push_back(requests());
            }
            ASSERT_EQ(worlds[0].size(), codes.size());
            for (std::size_t i = 0; i < codes.size(); ++i) {
                EXPECT_EQ(worlds[0][i].exitCode, codes[i])
                    << i << " of " << count << ": " << worlds[0][i].text();
                EXPECT_EQ(toldBy(worlds[1][i]), toldBy(worlds[0][i]))
                    << i << " of " << count << ": " << worlds[1][i].text();
            }
        }
    }
    [[nodiscard]] Words leaving(const std::string& project) const { return {"--leave-out", at(project)}; }
    [[nodiscard]] Words linked(const std::string& project) const { return {"--linked-to", at(project)}; }

    /// `count` of the records in `name`, of which one falls into the test part or none does.
    void writeShare(const std::string& name, std::size_t count, bool isOneThere, bool byIds) const {
        data::PartFiles files;
        files.features = m_place.text(name + ".npy");
        files.ids = byIds ? m_place.text(name + ".ids") : "";
        const auto sides = data::divisionOf(files, {90.0, 0.0, 10.0}).sides;
        std::vector<std::size_t> chosen;
        for (std::size_t row = 0; row < sides.size() && chosen.size() < count; ++row) {
            if (sides[row] == data::Side::Train) {
                chosen.push_back(row);
            }
        }
        if (isOneThere) {
            chosen.back() = static_cast<std::size_t>(std::find(sides.begin(), sides.end(), data::Side::Test) -
                                                     sides.begin());
        }
        std::vector<float> features;
        std::vector<std::int64_t> labels;
        for (const std::size_t row : chosen) {
            const auto from = m_features.begin() + static_cast<std::ptrdiff_t>(row * dim);
            features.insert(features.end(), from, from + dim);
            labels.push_back(m_labels[row]);
        }
        writeFeatures(files.features, features, count, dim);
        writeLabels(m_place.path(name + "_labels.npy"), labels);
        writeIds(name + ".ids", chosen);
    }

    std::string m_world;
};

TEST_F(Rule26Nobody, LooksUnderSeveralNames) {
    expectAlike(
        [this] {
            std::vector<Outcome> told{run("a.parsimony", {part("train", "a", true)})};
            for (const char* name : {"o1", "o2", "o1"}) {
                told.push_back(look("a.parsimony", {asOther(name)}));
            }
            told.push_back(look("a.parsimony", {part("test", "t", true)}));
            told.push_back(
                run("b.parsimony", {part("train", "b", true), part("test", "t", true), linked("a.parsimony"),
                                    linked("a.parsimony:train"), linked("a.parsimony:o2")}));
            told.push_back(audit(m_world + "a.parsimony"));
            told.push_back(audit(m_world + "b.parsimony"));
            return told;
        },
        {0, 0, 0, 0, 0, 0, 0, 0});
}

TEST_F(Rule26Nobody, ProjectsThatLeaveThemOut) {
    expectAlike(
        [this] {
            const Words a = leaving("a.parsimony");
            std::vector<Outcome> told{run("a.parsimony", {part("train", "a", true)})};
            told.push_back(run("b.parsimony", {part("train", "b", true), part("test", "t", true), a}));
            told.push_back(look("b.parsimony", {asOther("o"), a}));
            told.push_back(run("c.parsimony", {part("train", "t", true), a, leaving("b.parsimony")}));
            told.push_back(
                run("d.parsimony", {part("train", "b", true), asOther("o"), a, linked("b.parsimony")}));
            for (const char* project : {"b", "c", "d"}) {
                told.push_back(audit(m_world + project + ".parsimony"));
            }
            return told;
        },
        {0, 0, 0, 0, 0, 0, 0, 0});
}

// Another dataset of the project, which leaves out the same people.
TEST_F(Rule26Nobody, TwoDatasetsOfOneProject) {
    expectAlike(
        [this] {
            const Words a = leaving("a.parsimony");
            std::vector<Outcome> told{run("a.parsimony", {part("train", "a", true)})};
            told.push_back(run("b.parsimony", {part("train", "b", true), a}));
            told.push_back(look("b.parsimony", {asOther("o"), a}));
            write("c", 250, 290, 5.0F);
            told.push_back(run("b.parsimony", {part("train", "c", true), a}));
            told.push_back(look("b.parsimony", {asOther("o"), a}));
            told.push_back(look("b.parsimony", {asOther("o2"), a}));
            told.push_back(audit(m_world + "b.parsimony"));
            return told;
        },
        {0, 0, 0, 0, 0, 0, 0});
}

// Nobody today: who counts in the same rows tomorrow has the account that was charged for them.
TEST_F(Rule26Nobody, WhoCountsLaterPaysForWhatWasLookedAt) {
    writeLooked(4, false);
    ASSERT_EQ(run("a.parsimony", {part("train", "a", true)}).exitCode, 0);
    ASSERT_EQ(run("b.parsimony", {part("train", "b", true)}).exitCode, 0);
    ASSERT_EQ(look("b.parsimony", {asOther("o"), leaving("a.parsimony")}).exitCode, 0);
    const double nobodys = charged("b.parsimony", "o");
    ASSERT_GT(nobodys, 0.0);
    // Whose they are is known by their ids, so their account in the other project is not forgotten.
    EXPECT_EQ(look("b.parsimony", {asOther("o")}).exitCode, 3);
    const Outcome counted =
        look("b.parsimony", {asOther("o"), {"--linked-to", m_place.text("a.parsimony:train")}});
    EXPECT_EQ(counted.exitCode, 0) << counted.text();
    EXPECT_GT(charged("b.parsimony", "o"), 0.3);
    EXPECT_EQ(audit("b.parsimony").exitCode, 0);
}

// A share of a file into which one record falls, or none: whose it is, or its values, say so.
TEST_F(Rule26Nobody, SharesOfAFile) {
    constexpr std::size_t count = 40;
    for (const bool byIds : {true, false}) {
        std::vector<std::vector<Outcome>> worlds;
        for (const bool isOneThere : {true, false}) {
            m_world = std::string(byIds ? "ids-" : "rows-") + (isOneThere ? "one-" : "none-");
            m_registry = m_world + "registry.db";
            write("f", 0, all);
            write("b", 0, count, 2.0F);
            write("c", 0, count, 3.0F);
            writeIds("b.ids", people(1000, count));
            writeIds("c.ids", people(2000, count));
            writeShare("f", count, isOneThere, byIds);
            const Words f = part("train", "f", byIds), split{"--split", "90/10"};
            Words test = part("test", "f", byIds);
            test.insert(test.end(), split.begin(), split.end());
            std::vector<Outcome>& told = worlds.emplace_back();
            told.push_back(run("p.parsimony", {f, split}));
            told.push_back(run("q.parsimony", {f, split, linked("p.parsimony")}));
            if (byIds) {
                told.push_back(
                    run("r.parsimony", {f, split, leaving("p.parsimony"), leaving("q.parsimony")}));
            }
            told.push_back(run("b.parsimony", {part("train", "b", byIds)}));
            told.push_back(look("b.parsimony", {test, linked("p.parsimony")}));
            told.push_back(run("c.parsimony", {part("train", "c", byIds), linked("b.parsimony:test")}));
            for (const char* project : {"p", "q", "b", "c"}) {
                told.push_back(audit(m_world + project + ".parsimony"));
            }
        }
        for (std::size_t i = 0; i < worlds[0].size(); ++i) {
            EXPECT_EQ(worlds[0][i].exitCode, 0) << i << worlds[0][i].text();
            EXPECT_EQ(toldBy(worlds[1][i]), toldBy(worlds[0][i])) << i << worlds[1][i].text();
        }
    }
}

} // namespace parsimony::test
