// SPDX-License-Identifier: GPL-3.0-or-later
// What commands write takes the place of no project, no registry and none of what they read.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

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
