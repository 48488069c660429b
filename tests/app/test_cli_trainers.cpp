// SPDX-License-Identifier: GPL-3.0-or-later
// Every trainer, head and start that the command line offers, by the real program.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace parsimony::test;
using Words = std::vector<std::string>;

namespace {

class CliTrainers : public testing::Test {
protected:
    void SetUp() override { writeDataset(m_place.path("data"), {600, 8, 3, 1}, {300, 8, 3, 2}); }

    [[nodiscard]] Outcome run(const Words& more, const std::string& project = "p",
                              const std::string& method = "single") const {
        Words words = m_place.onData("run", project + ".parsimony");
        // The same noise each time: by chance a trainer falls below what it usually reaches.
        words.insert(words.end(), {"--classes", "3", "--records", "600", "--epsilon", "8", "--method", method,
                                   "--visibility", "public", "--seed", "1"});
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    }
    static double accuracy(const Outcome& outcome) {
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        return outcome.exitCode == 0 ? outcome.json()["final"]["test_accuracy"].get<double>() : 0.0;
    }
    Workplace m_place;
};

} // namespace

TEST_F(CliTrainers, InitialWeightsComeFromAFile) {
    // A unit vector a class: what the embedding of its name would be. Steps too small to move it.
    std::vector<double> names(3 * 8);
    for (std::size_t j = 0; j < 3; ++j) {
        names[j * 8 + j] = 1.0;
    }
    writeBytes(m_place.path("names.npy"), npyBytes("<f8", "(3, 8)", payload(names)));
    const Words still = {"--steps", "1", "--learning-rates", "1e-9"};
    const auto startingFrom = [&](const std::string& file) {
        Words words = still;
        words.insert(words.end(), {"--init", m_place.text(file)});
        return run(words, file);
    };
    const Outcome from = startingFrom("names.npy");
    EXPECT_GT(accuracy(from), 0.8) << from.out;
    std::rotate(names.begin(), names.begin() + 8, names.end()); // the name of another class
    writeBytes(m_place.path("wrong.npy"), npyBytes("<f8", "(3, 8)", payload(names)));
    EXPECT_LT(accuracy(startingFrom("wrong.npy")), 0.2);
    EXPECT_THAT(from.err, testing::HasSubstr("taken as public"));

    // Another shape, a value that is no number, no such file: refused before anything is spent.
    writeBytes(m_place.path("wide.npy"), npyBytes("<f8", "(4, 8)", payload(std::vector<double>(32))));
    writeBytes(m_place.path("nan.npy"), npyBytes("<f4", "(3, 8)", payload(std::vector<float>(24, NAN))));
    for (const auto& [file, code, says] : std::vector<std::tuple<std::string, int, std::string>>{
             {"wide.npy", 2, "4 x 8"}, {"nan.npy", 1, "finite"}, {"absent.npy", 1, "absent.npy"}}) {
        const Outcome refused = run({"--steps", "1", "--init", m_place.text(file)}, "refused");
        EXPECT_EQ(refused.exitCode, code) << refused.text();
        EXPECT_THAT(refused.text(), testing::HasSubstr(says));
        EXPECT_FALSE(std::filesystem::exists(m_place.path("refused.parsimony")));
    }
}

// They are private from the moment on in which it declares them.
TEST_F(CliTrainers, RowsOfItsOwnRunAreNoWeights) {
    const std::vector<float> rows = Blobs{600, 8, 3, 1}.features();
    const auto startingFrom = [&](float factor) {
        std::vector<double> weights;
        for (std::size_t i = 100 * 8; i < 103 * 8; ++i) {
            weights.push_back(static_cast<double>(factor * rows[i]));
        }
        writeBytes(m_place.path("rows.npy"), npyBytes("<f8", "(3, 8)", payload(weights)));
        Words words = m_place.onData("run");
        words.insert(words.end(),
                     {"--classes", "3", "--records", "600", "--epsilon", "1", "--method", "single", "--steps",
                      "1", "--experiment-epsilon", "0.1", "--init", m_place.text("rows.npy")});
        return m_place.cli(words);
    };
    const Outcome refused = startingFrom(1.0F);
    EXPECT_EQ(refused.exitCode, 3) << refused.text();
    EXPECT_THAT(refused.err, testing::HasSubstr("weights must be public"));
    const Outcome taken = startingFrom(0.5F); // other numbers are other weights
    EXPECT_EQ(taken.exitCode, 0) << taken.text();
}

TEST_F(CliTrainers, SequencesTakeTheirLengthFromThreeAxes) {
    const Blobs train{600, 8, 3, 1};
    writeBytes(m_place.path("data/train.npy"), npyBytes("<f4", "(600, 4, 2)", payload(train.features())));
    const Outcome outcome = run({"--head", "sequence", "--learning-rates", "1", "--steps", "5"}, "three");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    const Outcome said = run({"--head", "sequence:2", "--learning-rates", "1", "--steps", "5"}, "said");
    EXPECT_EQ(said.exitCode, 0) << said.text();
    // Two axes say nothing about vectors, and five does not divide eight.
    writeBytes(m_place.path("data/train.npy"), npyBytes("<f4", "(600, 8)", payload(train.features())));
    for (const char* head : {"sequence", "sequence:5", "sequence:0", "hidden", "hidden:x", "hidden:8,",
                             "hidden:8,0", "hidden:1,2,3,4,5", "hidden:8192,4096"}) {
        const Outcome wrong = run({"--head", head, "--learning-rates", "1"}, "wrong");
        EXPECT_EQ(wrong.exitCode, 2) << head << wrong.text();
        EXPECT_THAT(wrong.text(), testing::HasSubstr("--head"));
    }
}

TEST_F(CliTrainers, AHiddenLayerLearns) {
    const Outcome outcome =
        run({"--head", "hidden:16", "--init", "he", "--learning-rates", "1", "--steps", "60", "--bias"});
    EXPECT_GT(accuracy(outcome), 0.7);
    const Outcome deep =
        run({"--head", "hidden:32,16", "--init", "he", "--learning-rates", "1", "--steps", "60", "--bias"},
            "deep");
    EXPECT_GT(accuracy(deep), 0.7);
    const Outcome zero = run({"--head", "hidden:16", "--learning-rates", "1"}, "zero");
    EXPECT_EQ(zero.exitCode, 2) << zero.text();
    EXPECT_THAT(zero.text(), testing::HasSubstr("--init he"));
}

TEST_F(CliTrainers, EveryTrainerRunsWithItsDefaults) {
    for (const char* trainer :
         {"dp-gd", "dp-sgd", "dp-adam", "dp-adam-wosm", "dp-ls", "dp-newton", "dp-fc"}) {
        EXPECT_GT(accuracy(run({"--trainer", trainer}, trainer)), 0.6) << trainer;
    }
    EXPECT_GT(accuracy(run({"--trainer", "dp-zo"}, "dp-zo")), 0.4);
    // No step size of theirs follows from the noise alone.
    for (const char* trainer : {"dp-ls", "dp-fc", "dp-zo"}) {
        const Outcome refused = run({"--trainer", trainer}, "refused", "unit-noise");
        EXPECT_EQ(refused.exitCode, 2) << refused.text();
        EXPECT_THAT(refused.text(), testing::HasSubstr("--method single"));
    }
    // What is given is taken: DP-Newton with another loss is refused, not mended.
    EXPECT_EQ(run({"--trainer", "dp-newton", "--loss", "softmax"}, "refused").exitCode, 2);
}

/// The plan tells no range of r where the trainer takes no step of a size that is drawn.
TEST_F(CliTrainers, OnlyWhatIsDrawnIsToldOfASearch) {
    const auto searched = [&](const Words& more) {
        Words words = m_place.onData("plan", "p.parsimony");
        words.insert(words.end(), {"--classes", "3", "--epsilon", "8", "--method", "random"});
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = m_place.cli(words);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        return outcome.json()["searched"];
    };
    EXPECT_TRUE(searched({"--trainer", "dp-ls", "--ridge", "0.01,0.1"}).is_null());
    const auto newton = searched({"--trainer", "dp-newton", "--steps", "2,3"});
    EXPECT_TRUE(newton["r"].is_null() && newton["nu"].is_null());
    EXPECT_EQ(newton["steps"], nlohmann::json({2, 3}));
    EXPECT_FALSE(searched({})["nu"].is_null());
}

TEST_F(CliTrainers, AnExportedClassifierIsAStart) {
    const auto exported = [&](const char* project, const char* map) {
        const Words slow = {"--steps", "5", "--learning-rates", "1e-9", "--feature-map", map};
        EXPECT_EQ(run(slow, project).exitCode, 0);
        const Outcome outcome =
            m_place.cli({"export", "--storage", m_place.text(std::string(project) + ".parsimony"), "--output",
                         m_place.text(std::string(project) + ".npz")});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        return m_place.text(std::string(project) + ".npz");
    };
    const std::string model = exported("plain", "none");
    const Words still = {"--steps", "1", "--learning-rates", "1e-9", "--init"};
    const auto startingFrom = [&](const std::string& file, const std::string& project) {
        Words words = still;
        words.push_back(file);
        return run(words, project);
    };
    EXPECT_EQ(accuracy(startingFrom(model, "short")), accuracy(startingFrom(model + ":weight", "long")));
    const Outcome mapped = startingFrom(exported("mapped", "center"), "refused");
    EXPECT_EQ(mapped.exitCode, 2);
    EXPECT_THAT(mapped.text(), testing::HasSubstr("feature map"));
}

TEST_F(CliTrainers, OneStepIsNoPlural) {
    ASSERT_EQ(run({"--trainer", "dp-ls"}).exitCode, 0);
    const Outcome report = m_place.cli(
        {"report", "--storage", m_place.text("p.parsimony"), "--output", m_place.text("r.md"), "-q"});
    ASSERT_EQ(report.exitCode, 0) << report.text();
    EXPECT_THAT(readBytes(m_place.path("r.md")), testing::HasSubstr(", 1 step, noise multiplier"));
}
