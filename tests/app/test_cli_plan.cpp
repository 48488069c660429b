// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan may depend on: options and headers, never a row.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

using namespace parsimony::test;
using Words = std::vector<std::string>;

namespace {

/// A .npy file of the right size whose values are a hole: reading them all would take as much memory.
void writeSparse(const std::filesystem::path& path, const std::string& descr, const std::string& shape,
                 std::uintmax_t payload) {
    const std::string head = npyBytes(descr, shape, "");
    writeBytes(path, head);
    std::filesystem::resize_file(path, head.size() + payload);
}

Words planOf(const std::string& folder, const std::string& format) {
    return {"plan",
            "-f",
            format,
            "--train",
            folder + "/x.npy",
            "--train-labels",
            folder + "/y.npy",
            "--classes",
            "3",
            "--records",
            "600",
            "--epsilon",
            "1",
            "--delta",
            "1e-5",
            "--method",
            "linear-scaling"};
}

} // namespace

TEST(CliPlan, LeavesNothingBehind) {
    const Workplace place;
    writeFeatures(place.path("x.npy"), Blobs{}.features(), 600, 8);
    writeLabels(place.path("y.npy"), Blobs{}.labels());
    const Outcome outcome = place.cli(planOf(place.text(""), "json"));
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_EQ(outcome.json()["schema"], "parsimony/plan/1");
    EXPECT_EQ(outcome.json()["phases"].size(), 2U);
    EXPECT_FALSE(std::filesystem::exists(place.path("parsimony.parsimony")));
    EXPECT_FALSE(std::filesystem::exists(place.path("registry.db")));
}

TEST(CliPlan, SaysWhichOptionsChangeNothing) {
    const Workplace place;
    writeFeatures(place.path("x.npy"), Blobs{}.features(), 600, 8);
    writeLabels(place.path("y.npy"), Blobs{}.labels());
    Words words = planOf(place.text(""), "json");
    const Outcome plain = place.cli(words);
    EXPECT_THAT(plain.err, testing::Not(testing::HasSubstr("changes nothing")));
    words.insert(words.end(), {"--ridge", "0.1", "--runs-mean", "3", "--momentum", "0.5", "--mean-epsilon",
                               "0.1", "--norm-bound", "2"});
    const Outcome told = place.cli(words);
    EXPECT_EQ(told.exitCode, 0) << told.text();
    EXPECT_THAT(told.err, testing::HasSubstr("--ridge changes nothing: dp-gd does not look at it"));
    EXPECT_THAT(told.err,
                testing::HasSubstr("--runs-mean changes nothing: linear-scaling does not look at it"));
    EXPECT_THAT(told.err, testing::Not(testing::HasSubstr("--momentum")));
    EXPECT_THAT(told.err,
                testing::HasSubstr("--mean-epsilon changes nothing: the other options have no use for it"));
    EXPECT_THAT(told.err, testing::Not(testing::HasSubstr("--norm-bound"))) << "rows are scaled to it";
    // Those that take no rate from the list take none above it.
    Words bounded = planOf(place.text(""), "json");
    const auto search = std::find(bounded.begin(), bounded.end(), "--method") + 1;
    bounded.insert(bounded.end(), {"--learning-rates", "1,2"});
    for (const char* method : {"bayesian", "successive-halving"}) {
        *search = method;
        const Outcome outcome = place.cli(bounded);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        EXPECT_THAT(outcome.err, testing::Not(testing::HasSubstr("--learning-rates"))) << method;
    }
    words.front() = "queue";
    words.insert(words.begin() + 1, "add");
    EXPECT_THAT(place.cli(words).err, testing::HasSubstr("--ridge changes nothing"));
    words.erase(words.begin() + 1);
    words.front() = "compare"; // some of its methods may look at what the others do not
    const auto method = std::find(words.begin(), words.end(), "--method"); // which it refuses
    EXPECT_EQ(place.cli(words).exitCode, 2);
    words.erase(method, method + 2);
    words.insert(words.end(), {"--visibility", "public", "--methods", "papernot-steinke,random"});
    const Outcome several = place.cli(words);
    EXPECT_THAT(several.err, testing::HasSubstr("--ridge changes nothing"));
    EXPECT_THAT(several.err, testing::Not(testing::HasSubstr("--runs-mean changes nothing")));
    words.front() = "plan";
    words.resize(words.size() - 4);
    words.emplace_back("-q");
    EXPECT_EQ(place.cli(words).err, "");
}

/// A grid has as many runs as its lists have cells; without rates it has --trials of them for each T.
TEST(CliPlan, SaysThatAGridOfListedRatesCountsItsRuns) {
    const Workplace place;
    writeFeatures(place.path("x.npy"), Blobs{}.features(), 600, 8);
    writeLabels(place.path("y.npy"), Blobs{}.labels());
    const auto toldOf = [&](const std::string& method, const Words& more) {
        Words words = planOf(place.text(""), "json");
        *(std::find(words.begin(), words.end(), "--method") + 1) = method;
        words.insert(words.end(), {"--trials", "5"});
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = place.cli(words);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        return outcome.err;
    };
    const auto said = testing::HasSubstr("--trials changes nothing");
    EXPECT_THAT(toldOf("grid", {"--learning-rates", "1,2"}), said);
    EXPECT_THAT(toldOf("grid", {"--trainer", "dp-ls", "--ridge", "1,2"}), said) << "it has no rate";
    EXPECT_THAT(toldOf("grid", {}), testing::Not(said));
    EXPECT_THAT(toldOf("random", {"--learning-rates", "1,2"}), testing::Not(said));
}

TEST(CliPlan, AListThatMayBeOneNumberIsSaidToBeOne) {
    const Workplace place;
    writeFeatures(place.path("x.npy"), Blobs{}.features(), 600, 8);
    writeLabels(place.path("y.npy"), Blobs{}.labels());
    const auto notes = [&](const char* option, const char* list) {
        Words words = planOf(place.text(""), "json");
        words.insert(words.end(), {option, list});
        *(std::find(words.begin(), words.end(), "--method") + 1) = "random";
        return place.cli(words).err;
    };
    EXPECT_THAT(notes("--max-grad-norm", "1,5"),
                testing::HasSubstr("note: --max-grad-norm: 1,5 is a list of two numbers; the decimal mark is "
                                   "a point"));
    EXPECT_THAT(notes("--learning-rates", "1,5"), testing::Not(testing::HasSubstr("decimal mark")))
        << "which are several as a rule";
    for (const auto& [option, list] :
         {std::pair{"--max-grad-norm", "1,5.0"}, std::pair{"--max-grad-norm", "1,10"},
          std::pair{"--max-grad-norm", "1,2,5"}, std::pair{"--steps", "5,25"}}) {
        EXPECT_THAT(notes(option, list), testing::Not(testing::HasSubstr("decimal mark"))) << list;
    }
}

TEST(CliPlan, NeighboursAndOtherValuesGiveTheSameBytes) {
    const Workplace place;
    const Blobs all{600, 8, 3, 1};
    std::filesystem::create_directories(place.path("base"));
    writeFeatures(place.path("base/x.npy"), all.features(), 600, 8);
    writeLabels(place.path("base/y.npy"), all.labels());
    const auto variant = [&](std::size_t rows, bool broken) {
        Blobs blobs{rows, 8, 3, 99};
        std::vector<float> features = blobs.features();
        std::vector<std::int64_t> labels = blobs.labels();
        if (broken) {
            std::fill(features.begin(), features.begin() + 80, std::numeric_limits<float>::quiet_NaN());
            labels[5] = -7;
        }
        writeFeatures(place.path("base/x.npy"), features, rows, 8);
        writeLabels(place.path("base/y.npy"), labels);
    };
    for (const std::string format : {"table", "json", "toml"}) {
        writeFeatures(place.path("base/x.npy"), all.features(), 600, 8);
        writeLabels(place.path("base/y.npy"), all.labels());
        const Outcome base = place.cli(planOf(place.text("base"), format));
        ASSERT_EQ(base.exitCode, 0) << base.text();
        for (const std::size_t rows : {std::size_t{599}, std::size_t{600}, std::size_t{601}}) {
            for (const bool broken : {false, true}) {
                variant(rows, broken);
                const Outcome other = place.cli(planOf(place.text("base"), format));
                EXPECT_EQ(other.exitCode, 0);
                EXPECT_EQ(other.out, base.out) << format << " " << rows << " " << broken;
                EXPECT_EQ(other.err, base.err) << format << " " << rows << " " << broken;
            }
        }
    }
}

TEST(CliPlan, OpensNoRow) {
    const Workplace place;
    // 16 GB of features and 80 MB of labels that are not there: whoever reads them shows it in his memory.
    constexpr std::uintmax_t rows = 10'000'000;
    writeSparse(place.path("x.npy"), "<f4", "(10000000, 400)", rows * 400 * 4);
    writeSparse(place.path("y.npy"), "<i8", "(10000000,)", rows * 8);
    const Outcome outcome = place.cli(planOf(place.text(""), "json"));
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_EQ(outcome.json()["dataset"]["dim"], 400);
    EXPECT_LT(outcome.maxResidentKilobytes, 60'000);
}

TEST(CliPlan, ADeviceOfNoSuchNameIsNotPlanned) {
    const Workplace place;
    writeFeatures(place.path("x.npy"), Blobs{}.features(), 600, 8);
    writeLabels(place.path("y.npy"), Blobs{}.labels());
    Words words = planOf(place.text(""), "json");
    words.insert(words.end(), {"--device", "gpu"});
    const Outcome outcome = place.cli(words);
    EXPECT_EQ(outcome.exitCode, 2) << outcome.text();
    EXPECT_THAT(outcome.text(), testing::HasSubstr("cuda:all"));
}

TEST(CliPlan, InstructionsOfOtherProcessorsArePlannedAndOtherWordsRefused) {
    const Workplace place;
    writeFeatures(place.path("x.npy"), Blobs{}.features(), 600, 8);
    writeLabels(place.path("y.npy"), Blobs{}.labels());
    const auto planned = [&](const char* name) {
        Words words = planOf(place.text(""), "json");
        words.insert(words.end(), {"--instructions", name});
        return place.cli(words);
    };
    for (const char* name : {"auto", "amx", "avx512", "neon"}) {
        EXPECT_EQ(planned(name).exitCode, 0) << name;
    }
    EXPECT_THAT(planned("auto").err, testing::Not(testing::HasSubstr("is refused here")));
    EXPECT_THAT(planned("sve_256").err, // a plan is made for any machine, and this one says what it lacks
                testing::HasSubstr("note: 'run' is refused here: there are no instructions \"sve_256\""));
    Words words = planOf(place.text(""), "json");
    words.front() = "run";
    words.insert(words.end(), {"--dry-run", "--device", "cuda:63"});
    const Outcome dry = place.cli(words);
    EXPECT_EQ(dry.exitCode, 0) << dry.text();
    EXPECT_THAT(dry.err, testing::HasSubstr("note: 'run' is refused here: "));
    const Outcome refused = planned("avx9");
    EXPECT_EQ(refused.exitCode, 2) << refused.text();
    EXPECT_THAT(refused.text(), testing::HasSubstr("avx512-bf16"));
}

TEST(CliPlan, PlanThatCostsTooMuchSaysByHowMuch) {
    const Workplace place;
    writeFeatures(place.path("x.npy"), Blobs{}.features(), 600, 8);
    writeLabels(place.path("y.npy"), Blobs{}.labels());
    Words words = planOf(place.text(""), "json");
    words.insert(words.end(), {"--phase-epsilons", "0.9,0.95"});
    const Outcome outcome = place.cli(words);
    EXPECT_EQ(outcome.exitCode, 3) << outcome.text();
    EXPECT_GT(outcome.json()["missing"], 0.0);
    EXPECT_GT(outcome.json()["requested"], 1.0);
    EXPECT_NEAR(outcome.json()["requested"].get<double>() - 1.0, outcome.json()["missing"].get<double>(),
                0.05);
}
