// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 20, 24 and 27: charges that come to a part by detours, over parts that share with others and over
// other projects. Whatever way they come they count, once, and a ledger that says so is sound.
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace parsimony::test {

using testing::HasSubstr;

class Rule20Detours : public RuleTest {
protected:
    void SetUp() override {} // files of its own

    /// Rows of these blocks of 30 people; `scale` tells encoders of the same people apart.
    void write(const std::string& name, const std::vector<std::size_t>& blocks, float scale = 1.0F) const {
        const Blobs blobs{400, dim, classes, 77};
        const auto all = blobs.features();
        const auto allLabels = blobs.labels();
        std::vector<float> features;
        std::vector<std::int64_t> labels;
        for (const std::size_t block : blocks) {
            for (const std::size_t record : people(30 * block, 30)) {
                for (std::size_t at = 0; at < dim; ++at) {
                    features.push_back(all[record * dim + at] * scale);
                }
                labels.push_back(allLabels[record]);
            }
        }
        writeFeatures(m_place.path(name + ".npy"), features, labels.size(), dim);
        writeLabels(m_place.path(name + "_labels.npy"), labels);
    }
    [[nodiscard]] Words train(const std::string& name) const { return part("--train", name); }
    [[nodiscard]] Words test(const std::string& name, const std::string& epsilon) const {
        Words words = part("--test", name);
        words.insert(words.end(), {"--test-epsilon", epsilon});
        return words;
    }
    [[nodiscard]] Words linkedTo(const std::string& link) const {
        return {"--linked-to", m_place.text(link)};
    }
    [[nodiscard]] Outcome run(const std::string& project, const std::string& epsilon,
                              std::initializer_list<Words> more) const {
        Words words{"run",
                    "-q",
                    "-f",
                    "json",
                    "--storage",
                    m_place.text(project),
                    "--method",
                    "single",
                    "--steps",
                    "1",
                    "--threads",
                    "1",
                    "--classes",
                    "3",
                    "--delta",
                    "1e-5",
                    "--epsilon",
                    "1",
                    "--experiment-epsilon",
                    epsilon};
        for (const Words& some : more) {
            words.insert(words.end(), some.begin(), some.end());
        }
        return cli(words);
    }
    void look(const std::string& project, const std::string& at) const {
        const std::string model = m_place.text(project + ".npz"), storage = m_place.text(project);
        ASSERT_EQ(cli({"export", "--storage", storage, "--output", model}).exitCode, 0);
        Words words{"evaluate", model, "--storage", storage};
        const Words of = part("--test", at);
        words.insert(words.end(), of.begin(), of.end());
        const Outcome looked = cli(words);
        EXPECT_EQ(looked.exitCode, 0) << looked.text();
    }
    [[nodiscard]] Outcome show(const std::string& project) const {
        return cli({"budget", "show", "--storage", m_place.text(project)});
    }

private:
    [[nodiscard]] Words part(const std::string& option, const std::string& name) const {
        return {option, m_place.text(name + ".npy"), option + "-labels", m_place.text(name + "_labels.npy")};
    }
};

TEST_F(Rule20Detours, APartOfTrainThatSharesNothingWithTestCountsTrainAlone) {
    write("train", {0, 1, 2, 3});
    write("test", {3, 4});
    write("few", {0});
    const auto both = [&] { return run("p.parsimony", "0.3", {train("train"), test("test", "0.1")}); };
    ASSERT_EQ(both().exitCode, 0) << both().text();
    look("p.parsimony", "few");
    EXPECT_EQ(audit("p.parsimony").exitCode, 0) << audit("p.parsimony").text();
    EXPECT_EQ(both().exitCode, 0);
    look("p.parsimony", "few");
    EXPECT_EQ(audit("p.parsimony").exitCode, 0) << audit("p.parsimony").text();
}

TEST_F(Rule20Detours, RefusedRequestsElsewhereTieTwoDatasetsOfAFinishedProject) {
    write("f3", {3});
    write("f5", {5});
    write("other4", {4}, -2.0F);
    write("other34", {3, 4}, -2.0F);
    write("f24", {2, 4});
    write("f0", {0});
    write("f035", {0, 3, 5});
    write("f012", {0, 1, 2});
    ASSERT_EQ(run("a.parsimony", "0.3", {train("f3")}).exitCode, 0);
    ASSERT_EQ(run("b.parsimony", "0.4", {train("f5")}).exitCode, 0);
    ASSERT_EQ(run("p.parsimony", "0.6", {train("other4"), test("other34", "0.4")}).exitCode, 0);
    ASSERT_EQ(run("p.parsimony", "0.4", {train("f24"), test("f0", "0.4"), linkedTo("b.parsimony")}).exitCode,
              0);
    EXPECT_EQ(
        run("a.parsimony", "0.4", {train("f035"), linkedTo("b.parsimony"), linkedTo("p.parsimony:test")})
            .exitCode,
        3);
    EXPECT_EQ(run("c.parsimony", "0.6", {train("f012"), linkedTo("p.parsimony:test")}).exitCode, 3);
    EXPECT_EQ(show("p.parsimony").exitCode, 0);
    const Outcome found = audit("p.parsimony");
    EXPECT_EQ(found.exitCode, 0) << found.text();
    EXPECT_THAT(found.text(), HasSubstr("since then passed its cap"));
    EXPECT_EQ(run("p.parsimony", "0.1", {train("f24")}).exitCode, 3) << "nothing is left";
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

// Between projects of other rows per person it is converted there and back, and rounded up each time.
TEST_F(Rule20Detours, ChargesThatComeHomeInOtherUnitsAreNotCountedTwice) {
    for (const auto& blocks :
         std::vector<std::vector<std::size_t>>{{1}, {2}, {1, 3, 4}, {0}, {0, 2, 5}, {2, 3, 4}, {4}, {2, 5}}) {
        std::string name = "f";
        for (const std::size_t block : blocks) {
            name += std::to_string(block);
        }
        write(name, blocks);
    }
    const Words ofTwo{"--rows-per-person", "2"};
    const Words apart{"--ood", "oo=" + m_place.text("f2.npy") + "," + m_place.text("f2_labels.npy")};
    ASSERT_EQ(run("c.parsimony", "0.2", {train("f1"), apart}).exitCode, 0);
    ASSERT_EQ(run("b.parsimony", "0.4", {train("f134"), ofTwo, linkedTo("c.parsimony")}).exitCode, 0);
    look("b.parsimony", "f0");
    ASSERT_EQ(
        run("a.parsimony", "0.4",
            {train("f025"), test("f2", "0.2"), linkedTo("c.parsimony:oo"), linkedTo("b.parsimony:test")})
            .exitCode,
        0);
    const double before = charged("a.parsimony");
    const auto refused = [&](const std::string& project, std::initializer_list<Words> words) {
        EXPECT_EQ(run(project, "0.2", words).exitCode, 3);
    };
    refused("c.parsimony", {train("f234"), linkedTo("b.parsimony"), linkedTo("a.parsimony:test")});
    refused("b.parsimony", {train("f4"), ofTwo, linkedTo("c.parsimony")});
    refused("b.parsimony", {train("f25"), linkedTo("a.parsimony:test")});
    EXPECT_EQ(show("a.parsimony").exitCode, 0);
    EXPECT_GT(charged("a.parsimony"), before) << "what the others charged their own rows counts since then";
    EXPECT_LT(charged("a.parsimony"), 1.01);
    const Outcome found = audit("a.parsimony");
    EXPECT_EQ(found.exitCode, 0) << found.text();
    for (const char* other : {"b.parsimony", "c.parsimony"}) {
        EXPECT_EQ(audit(other).exitCode, 0) << audit(other).text();
    }
}

} // namespace parsimony::test
