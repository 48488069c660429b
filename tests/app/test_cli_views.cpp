// SPDX-License-Identifier: GPL-3.0-or-later
// Records that are several views of one thing (`--views V`), as the real program trains on them.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

using namespace parsimony::test;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

namespace {

constexpr std::size_t kViewDim = 8;
constexpr std::size_t kViews = 3;

/// Each row so often side by side, with that much noise on each copy.
std::vector<float> viewsOf(const std::vector<float>& rows, float noise) {
    std::mt19937 random(11);
    std::normal_distribution<float> normal(0.0F, 1.0F);
    std::vector<float> views;
    for (std::size_t at = 0; at < rows.size(); at += kViewDim) {
        for (std::size_t copy = 0; copy < kViews; ++copy) {
            std::transform(rows.begin() + static_cast<std::ptrdiff_t>(at),
                           rows.begin() + static_cast<std::ptrdiff_t>(at + kViewDim),
                           std::back_inserter(views),
                           [&](float value) { return value + noise * normal(random); });
        }
    }
    return views;
}

class CliViews : public testing::Test {
protected:
    void SetUp() override {
        writeDataset(m_place.path("plain"), {600, kViewDim, 3, 1}, {300, kViewDim, 3, 2});
        writeViews("same", 0.0F, true);
        writeViews("noisy", 0.3F, true);
        writeViews("one", 0.3F, false);
        writeViews("hidden", 0.3F, false, 5);
        writeFeatures(m_place.path("wide.npy"), std::vector<float>(10 * 9, 1.0F), 10, 9);
    }

    /// Train rows of three views, test rows of as many or of one.
    void writeViews(const std::string& folder, float noise, bool ofTest, unsigned seed = 1) {
        const Blobs train{600, kViewDim, 3, seed};
        const Blobs test{300, kViewDim, 3, seed + 1};
        writeDataset(m_place.path(folder), train, test);
        writeFeatures(m_place.path(folder + "/train.npy"), viewsOf(train.features(), noise), 600,
                      kViewDim * kViews);
        if (ofTest) {
            writeFeatures(m_place.path(folder + "/test.npy"), viewsOf(test.features(), noise), 300,
                          kViewDim * kViews);
        }
    }

    /// What every run says, private or not.
    [[nodiscard]] Words start(const std::string& command, const std::string& folder,
                              const std::string& project) const {
        return {command,
                "-f",
                "json",
                "--storage",
                m_place.text(project + ".parsimony"),
                "--data",
                m_place.text(folder),
                "--delta",
                "1e-5",
                "--epsilon",
                "4",
                "--classes",
                "3",
                "--records",
                "600"};
    }
    [[nodiscard]] Outcome run(const std::string& folder, const std::string& project, const Words& more,
                              const std::string& command = "run") const {
        Words words = start(command, folder, project);
        words.insert(words.end(), {"--visibility", "public", "--seed", "1"});
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    }
    static double accuracy(const Outcome& outcome) {
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        return outcome.exitCode == 0 ? outcome.json()["final"]["test_accuracy"].get<double>() : 0.0;
    }
    [[nodiscard]] std::string labelsOf(const std::string& model, const std::string& features) const {
        const std::string output = m_place.text(model + ".csv");
        const Outcome outcome =
            m_place.cli({"predict", m_place.text(model), m_place.text(features), "--output", output});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        std::string labels;
        std::ifstream file(output);
        for (std::string line; std::getline(file, line);) {
            labels += line.substr(0, line.find(',')) + "\n";
        }
        return labels;
    }

    Workplace m_place;
};

} // namespace

/// Three equal views teach what one does, to the same noise: a view is not a row, and costs nothing.
TEST_F(CliViews, ThatAreEqualAreWorthOneRow) {
    for (const char* trainer : {"dp-gd", "dp-sgd", "dp-adam"}) {
        for (const char* loss : {"softmax", "sigmoid"}) {
            const std::string name = std::string(trainer) + loss;
            const Words open{"--trainer", trainer, "--loss", loss, "--method", "single", "--steps", "10"};
            const Outcome plain = run("plain", name + "-plain", open);
            Words words = open;
            words.insert(words.end(), {"--views", "3"});
            const Outcome views = run("same", name, words);
            EXPECT_NEAR(accuracy(views), accuracy(plain), 0.01) << name;
            const auto planned = plain.json()["final"];
            for (const char* number : {"noise_multiplier", "learning_rate", "nu", "epsilon"}) {
                EXPECT_EQ(views.json()["final"][number], planned[number]) << name << ' ' << number;
            }
            EXPECT_EQ(m_place.cli({"audit", "--storage", m_place.text(name + ".parsimony")}).exitCode, 0);
        }
    }
}

TEST_F(CliViews, AreNamedByPlanResultModelAndPrediction) {
    const Words words{"--views", "3", "--method", "unit-noise", "--steps", "20"};
    const Outcome plan = run("noisy", "plan", words, "plan");
    ASSERT_EQ(plan.exitCode, 0) << plan.text();
    EXPECT_EQ(plan.json()["dataset"]["views"], 3);
    const Outcome outcome = run("noisy", "p", words);
    EXPECT_GT(accuracy(outcome), 0.8);
    EXPECT_EQ(outcome.json()["dataset"]["views"], 3);
    const Outcome table =
        m_place.cli({"run", "--storage", m_place.text("p.parsimony"), "--data", m_place.text("noisy"),
                     "--visibility", "public", "--seed", "1", "--views", "3", "--method", "unit-noise",
                     "--steps", "20", "--classes", "3", "--dry-run"});
    EXPECT_THAT(table.out, HasSubstr("(3 views of 8)")) << table.text();
    for (const char* format : {"safetensors", "npz", "csv", "onnx"}) {
        const std::string model = std::string("m.") + format;
        ASSERT_EQ(
            m_place.cli({"export", "--storage", m_place.text("p.parsimony"), "--output", m_place.text(model)})
                .exitCode,
            0);
        std::ifstream file(m_place.path(model + ".md"));
        const std::string card((std::istreambuf_iterator<char>(file)), {});
        EXPECT_THAT(card, HasSubstr("3 views of 8 side by side")) << format;
        if (model.ends_with(".onnx")) {
            continue; // for other programs
        }
        const std::string whole = labelsOf(model, "noisy/test.npy");
        EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 301) << format;
        EXPECT_NE(labelsOf(model, "plain/test.npy"), "") << "a record of one view";
        const Outcome wrong = m_place.cli({"predict", m_place.text(model), m_place.text("wide.npy"),
                                           "--output", m_place.text("wrong.csv")});
        EXPECT_EQ(wrong.exitCode, 1) << wrong.text();
    }
    const Outcome evaluated =
        m_place.cli({"evaluate", m_place.text("m.npz"), "-f", "json", "--visibility", "public", "--test",
                     m_place.text("noisy/test.npy"), "--test-labels", m_place.text("noisy/test_labels.npy")});
    ASSERT_EQ(evaluated.exitCode, 0) << evaluated.text();
    EXPECT_NEAR(evaluated.json()["accuracy"].get<double>(), accuracy(outcome), 1e-9);
}

/// Test rows without augmentation have one view.
TEST_F(CliViews, MayBeFewerInOtherParts) {
    const Outcome outcome = run("one", "one", {"--views", "3", "--method", "unit-noise", "--steps", "20"});
    EXPECT_GT(accuracy(outcome), 0.8);
    Words words = start("run", "hidden", "private");
    words.insert(words.end(),
                 {"--test-records", "300", "--method", "linear-scaling", "--steps", "10", "--views", "3"});
    const Outcome isPrivate = m_place.cli(words);
    ASSERT_EQ(isPrivate.exitCode, 0) << isPrivate.text();
    EXPECT_FALSE(isPrivate.json()["final"]["test_accuracy"].is_null());
    EXPECT_EQ(m_place.cli({"audit", "--storage", m_place.text("private.parsimony")}).exitCode, 0);
}

TEST_F(CliViews, OfThreeAxesAreCounted) {
    const Blobs train{600, kViewDim, 3, 1};
    writeBytes(m_place.path("noisy/train.npy"),
               npyBytes("<f4", "(600, 3, 8)", payload(viewsOf(train.features(), 0.3F))));
    const Words single{"--method", "single", "--learning-rates", "1", "--steps", "5", "--views"};
    const auto with = [&](const char* views) {
        Words words = single;
        words.emplace_back(views);
        return run("noisy", std::string("axes") + views, words);
    };
    EXPECT_EQ(with("3").exitCode, 0) << with("3").text();
    const Outcome other = with("6"); // 24 columns are six views of four, but this file says three
    EXPECT_EQ(other.exitCode, 2) << other.text();
    EXPECT_THAT(other.text(), HasSubstr("3 views a record"));
}

TEST_F(CliViews, AreRefusedInOneSentenceWhereTheyDoNotFit) {
    const std::string prior = m_place.text("plain/train.npy") + "," + m_place.text("plain/train_labels.npy");
    const std::vector<std::pair<Words, std::string>> wrong{
        {{"--views", "0"}, "--views"},
        {{"--views", "-1"}, "--views"},
        {{"--views", "x"}, "--views"},
        {{"--views", "5000"}, "--views"},
        {{"--views", "5"}, "24"},
        {{"--views", "3", "--trainer", "dp-ls"}, "leave out --views"},
        {{"--views", "3", "--trainer", "dp-newton"}, "leave out --views"},
        {{"--views", "3", "--trainer", "dp-fc"}, "leave out --views"},
        {{"--views", "3", "--trainer", "dp-zo"}, "leave out --views"},
        {{"--views", "3", "--head", "sequence:2"}, "leave out --head"},
        {{"--views", "3", "--feature-map", "center"}, "leave out --feature-map"},
        {{"--views", "3", "--mean", "private", "--mean-epsilon", "0.1"}, "leave out --mean"},
        {{"--views", "3", "--prior", prior}, "leave out --prior"},
        {{"--views", "3", "--method", "two-halves"}, "leave out --views"},
    };
    for (const auto& [words, says] : wrong) {
        const Outcome refused = run("noisy", "refused", words);
        EXPECT_EQ(refused.exitCode, 2) << says << refused.text();
        EXPECT_THAT(refused.text(), HasSubstr(says));
        EXPECT_FALSE(std::filesystem::exists(m_place.path("refused.parsimony")));
    }
}

/// What takes its step size from rows as they are goes on doing so.
TEST_F(CliViews, GoWithEveryMethodThatTrainsInSteps) {
    for (const char* method : {"auto", "linear-scaling", "random", "papernot-steinke"}) {
        const Outcome outcome =
            run("noisy", method, {"--views", "3", "--method", method, "--steps", "10", "--trials", "2"});
        EXPECT_GT(accuracy(outcome), 0.4) << method;
    }
    const Outcome chosen = run("noisy", "chosen", {"--views", "3"}, "plan");
    ASSERT_EQ(chosen.exitCode, 0) << chosen.text();
    EXPECT_EQ(chosen.json()["method"], "linear-scaling");
}
