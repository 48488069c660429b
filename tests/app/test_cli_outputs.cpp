// SPDX-License-Identifier: GPL-3.0-or-later
// What commands write takes the place of no project, no registry and none of what they read.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

namespace parsimony::test {

using testing::HasSubstr;

namespace fs = std::filesystem;

class CliOutputs : public testing::Test {
protected:
    void SetUp() override {
        writeDataset(m_place.path("data"), {.rows = 200}, {.rows = 60, .seed = 2});
        const auto options = m_place.options();
        m_registry = options.environment.at("PARSIMONY_REGISTRY");
        auto words = m_place.onData("run");
        words.insert(words.end(),
                     {"--method", "unit-noise", "--classes", "3", "--epsilon", "1", "--steps", "3"});
        const Outcome ran = m_place.cli(words);
        ASSERT_EQ(ran.exitCode, 0) << ran.text();
        writeFeatures(m_place.path("rows.npy"), Blobs{.rows = 20}.features(), 20, 8);
        ASSERT_EQ(exported("m.npz").exitCode, 0);
    }
    [[nodiscard]] Outcome onProject(std::vector<std::string> words) const {
        words.insert(words.end(), {"-f", "json", "--storage", m_place.text("p.parsimony")});
        return m_place.cli(words);
    }
    [[nodiscard]] Outcome exported(const std::string& name) const {
        return onProject({"export", "--output", m_place.text(name)});
    }
    /// Another name of a file here, or of the registry.
    [[nodiscard]] std::string linked(const std::string& name, const fs::path& to) const {
        fs::create_symlink(to, m_place.path(name));
        return m_place.text(name);
    }
    /// The command line is wrong, and the files are as they were.
    void expectRefused(const std::vector<std::string>& words) const {
        std::vector<std::pair<fs::path, std::string>> before;
        for (const auto& entry : fs::directory_iterator(m_place.path(""))) {
            const std::string name = entry.path().filename().string();
            if (entry.is_regular_file() && !name.ends_with(".out") && !name.ends_with(".err") &&
                !name.ends_with("-shm") && !name.ends_with("-wal")) {
                before.emplace_back(entry.path(), readBytes(entry.path()));
            }
        }
        before.emplace_back(m_registry, readBytes(m_registry));
        const Outcome refused = onProject(words);
        EXPECT_EQ(refused.exitCode, 2) << words.back() << refused.text();
        EXPECT_THAT(refused.json()["message"].get<std::string>(), HasSubstr("name another file"));
        for (const auto& [path, bytes] : before) {
            EXPECT_EQ(readBytes(path), bytes) << path << " after " << words.back();
        }
    }

    Workplace m_place;
    fs::path m_registry;
};

TEST_F(CliOutputs, NoReceiptIsWrittenOverALedger) {
    const std::string project = m_place.text("p.parsimony");
    const std::string receipt = m_place.text("w.txt");
    fs::create_hard_link(m_place.path("m.npz"), m_place.path("hard.npz"));
    fs::copy_file(project, m_place.path("other.parsimony"));
    expectRefused({"witness", "--output", project});
    expectRefused({"witness", "--output", m_registry.string()});
    expectRefused({"witness", "--output", m_registry.string() + "-wal"});
    expectRefused({"witness", "--output", m_place.text("other.parsimony")});
    expectRefused({"witness", "--output", receipt, "--rfc3161", project});
    expectRefused({"witness", "--output", receipt, "--rfc3161", receipt});
    expectRefused({"witness", "--output", linked("to_project.txt", project)});
    expectRefused({"witness", "--output", linked("to_registry.txt", m_registry)});
    // Names that lead to a ledger once the folder or the link is there.
    expectRefused({"witness", "--output", m_place.text("none/../other.parsimony")});
    expectRefused({"witness", "--output", receipt, "--rfc3161", m_place.text("none/../other.parsimony")});
    expectRefused({"witness", "--output", receipt, "--rfc3161", linked("to_receipt.txt", receipt)});
    EXPECT_FALSE(fs::exists(receipt));
    // Nor where the registry is not there yet.
    ProgramOptions fresh = m_place.options();
    fresh.environment["PARSIMONY_REGISTRY"] = m_place.text("new.db");
    const Outcome refused = m_place.cli(
        {"witness", "--storage", m_place.text("new.parsimony"), "--output", m_place.text("new.db")}, fresh);
    EXPECT_EQ(refused.exitCode, 2) << refused.text();
    EXPECT_FALSE(fs::exists(m_place.path("new.db")));
    EXPECT_FALSE(fs::exists(m_place.path("new.parsimony")));
}

TEST_F(CliOutputs, NoResultIsWrittenThroughALinkToALedger) {
    const fs::path project = m_place.path("p.parsimony");
    expectRefused({"report", "--output", linked("r.md", project)});
    expectRefused({"report", "--output", linked("r.html", m_registry)});
    expectRefused({"report", "--output", linked("r.pdf", project)});
    expectRefused({"export", "--output", linked("e.npz", project)});
    expectRefused({"plot", "edf", "--output", linked("p.svg", m_registry)});
    // What is written beside the file that is named.
    static_cast<void>(linked("beside.npz.cdx.json", project));
    expectRefused({"export", "--output", m_place.text("beside.npz")});
    EXPECT_FALSE(fs::exists(m_place.path("beside.npz")));
}

TEST_F(CliOutputs, NoResultIsWrittenOverWhatItIsMadeOf) {
    const auto predicted = [&](const std::string& output) {
        const std::string rows = m_place.text("rows.npy");
        const std::string before = readBytes(rows) + readBytes(m_place.path("m.npz"));
        const Outcome made =
            m_place.cli({"predict", m_place.text("m.npz"), rows, "--output", m_place.text(output)});
        EXPECT_EQ(readBytes(rows) + readBytes(m_place.path("m.npz")), before) << output;
        return made.exitCode;
    };
    static_cast<void>(linked("soft.npy", m_place.path("rows.npy")));
    fs::create_hard_link(m_place.path("rows.npy"), m_place.path("hard.npy"));
    for (const char* output : {"rows.npy", "soft.npy", "hard.npy", "m.npz", "data/../rows.npy"}) {
        EXPECT_EQ(predicted(output), 2) << output;
    }
    EXPECT_EQ(predicted("labels.npy"), 0);
    EXPECT_EQ(predicted("labels.npy"), 0); // a result of its own may be written anew
    // A key lies where the statement, or the card, would go.
    const std::string key = m_place.text("model.npz.md");
    ASSERT_EQ(std::system(("openssl genpkey -algorithm ed25519 -out '" + key + "'").c_str()), 0);
    expectRefused({"export", "--output", m_place.text("model.npz"), "--sign", key});
    EXPECT_FALSE(fs::exists(m_place.path("model.npz")));
}

TEST_F(CliOutputs, NoPlotIsDrawnOverWhatItIsMadeOf) {
    writeDataset(m_place.path("open"), {.rows = 120, .seed = 5}, {.rows = 60, .seed = 6});
    fs::create_directory(m_place.path("plots"));
    writeBytes(m_place.path("s.toml"),
               "title = 'T'\nsource = 'S'\nkind = 'compare'\nplots = 'bars'\n[options]\n"
               "data = 'open'\nvisibility = 'public'\nsteps = 3\n"
               "methods = 'random'\nepsilons = 1\ndelta = 1e-5\n");
    const std::vector<std::string> rest{"--data",       m_place.text("open"),
                                        "--visibility", "public",
                                        "--steps",      "2,3",
                                        "--epsilons",   "1",
                                        "--delta",      "1e-5",
                                        "--trials",     "2",
                                        "--plots",      m_place.text("plots")};
    const auto with = [&rest](std::vector<std::string> words) {
        words.insert(words.end(), rest.begin(), rest.end());
        return words;
    };
    const std::vector<std::pair<std::vector<std::string>, std::string>> commands{
        {with({"sweep", "--learning-rates", "0.1,1"}), "sweep-r.svg"},
        {with({"compare", "--methods", "random"}), "compare-bars.svg"},
        {{"study", m_place.text("s.toml"), "--plots", m_place.text("plots")}, "s-bars.svg"}};
    const std::string rows = readBytes(m_place.path("open/train.npy"));
    for (const auto& [words, name] : commands) {
        for (const fs::path& over :
             {m_place.path("open/train.npy"), m_place.path("p.parsimony"), m_registry}) {
            fs::create_symlink(over, m_place.path("plots/" + name));
            expectRefused(words);
            EXPECT_EQ(readBytes(m_place.path("open/train.npy")), rows) << name;
            fs::remove(m_place.path("plots/" + name));
        }
        const Outcome drawn = onProject(words);
        EXPECT_EQ(drawn.exitCode, 0) << drawn.text();
        EXPECT_TRUE(fs::is_regular_file(m_place.path("plots/" + name)));
    }
    // Nor is a study's result where a plot of it goes.
    expectRefused({"study", m_place.text("s.toml"), "--plots", m_place.text("plots"), "--output",
                   m_place.text("plots/s-bars.svg")});
}

TEST_F(CliOutputs, ACopyThatCannotBeWrittenLeavesNothing) {
    const auto filesHere = [this] {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(m_place.path(""))) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with(".out") && !name.starts_with(".err")) { // what commands said
                names.push_back(name);
            }
        }
        std::sort(names.begin(), names.end());
        return names;
    };
    ASSERT_EQ(onProject({"audit"}).exitCode, 0);
    const auto before = filesHere();
    for (const std::string name : {"none/copy", "p.parsimony/copy"}) {
        const Outcome refused = onProject({"audit", "--export", m_place.text(name)});
        EXPECT_EQ(refused.exitCode, 1) << refused.text();
        EXPECT_THAT(refused.json()["message"].get<std::string>(), HasSubstr(name + " cannot be written"));
        EXPECT_EQ(filesHere(), before);
    }
    const Outcome taken = onProject({"audit", "--export", m_place.text("rows.npy")});
    EXPECT_EQ(taken.exitCode, 2) << taken.text();
    EXPECT_EQ(filesHere(), before);
}

TEST_F(CliOutputs, AShardOfAPatternIsAnInput) {
    fs::create_directory(m_place.path("shards"));
    fs::copy_file(m_place.path("rows.npy"), m_place.path("shards/a.npy"));
    fs::copy_file(m_place.path("rows.npy"), m_place.path("shards/b.npy"));
    const std::string before = readBytes(m_place.path("shards/b.npy"));
    for (const char* pattern : {"shards/*.npy", "shards/?.npy"}) {
        const Outcome made = m_place.cli({"predict", m_place.text("m.npz"), m_place.text(pattern), "--output",
                                          m_place.text("shards/b.npy")});
        EXPECT_EQ(made.exitCode, 2) << made.text();
    }
    EXPECT_EQ(readBytes(m_place.path("shards/b.npy")), before);
}

TEST_F(CliOutputs, AConfigurationFileIsAnInput) {
    writeBytes(m_place.path("c.toml"), "output = \"" + m_place.text("c.toml") + "\"\n");
    const std::string before = readBytes(m_place.path("c.toml"));
    EXPECT_EQ(onProject({"witness", "--config", m_place.text("c.toml")}).exitCode, 2);
    EXPECT_EQ(readBytes(m_place.path("c.toml")), before);
}

} // namespace parsimony::test
