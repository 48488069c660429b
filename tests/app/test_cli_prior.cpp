// SPDX-License-Identifier: GPL-3.0-or-later
// Public rows that training starts from.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

using namespace parsimony::test;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

namespace {

class CliPrior : public testing::Test {
protected:
    void SetUp() override {
        writeDataset(m_place.path("data"), {600, 20, 5, 1}, {1000, 20, 5, 2});
        writeDataset(m_place.path("prior"), {200, 20, 5, 3}, {10, 20, 5, 4});
        writeDataset(m_place.path("narrow"), {200, 19, 5, 3}, {10, 19, 5, 4});
        writeDataset(m_place.path("six"), {200, 20, 6, 3}, {10, 20, 6, 4});
    }

    [[nodiscard]] std::string prior(const std::string& folder) const {
        return m_place.text(folder + "/train.npy") + "," + m_place.text(folder + "/train_labels.npy");
    }
    [[nodiscard]] Outcome run(const std::string& project, const Words& more,
                              const std::string& command = "run", const std::string& classes = "5") const {
        Words words{command,
                    "-f",
                    "json",
                    "--storage",
                    m_place.text(project),
                    "--data",
                    m_place.text("data"),
                    "--delta",
                    "1e-5",
                    "--classes",
                    classes};
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    }

    Workplace m_place;
};

} // namespace

TEST_F(CliPrior, IsWorthMuchWhereTheBudgetIsSmall) {
    const Words open{"--epsilon", "0.05", "--visibility", "public", "--seed", "3", "--method", "unit-noise"};
    const Outcome without = run("a.parsimony", open);
    ASSERT_EQ(without.exitCode, 0) << without.text();
    Words words = open;
    words.insert(words.end(), {"--prior", prior("prior")});
    const Outcome with = run("b.parsimony", words);
    ASSERT_EQ(with.exitCode, 0) << with.text();
    EXPECT_GT(with.json()["final"]["test_accuracy"].get<double>(),
              without.json()["final"]["test_accuracy"].get<double>() + 0.2);
}

/// `auto` looks, for a price that its plan names, at how many of its own rows the prior labels rightly.
TEST_F(CliPrior, IsWeighedByAuto) {
    std::ifstream labels(m_place.path("prior/train_labels.npy"), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(labels), {}};
    for (std::size_t at = bytes.find('\n') + 1; at < bytes.size(); at += sizeof(std::int64_t)) {
        bytes[at] = static_cast<char>((bytes[at] + 1) % 5); // every class is taken for the next one
    }
    std::ofstream(m_place.path("labels.npy"), std::ios::binary) << bytes;
    const Words open{"--epsilon", "0.3", "--visibility", "public", "--seed", "3", "--method", "auto"};
    nlohmann::json found;
    std::string told;
    const auto accuracy = [&](const char* project, const Words& more) {
        Words words = open;
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = run(project, words);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        const auto names = outcome.json()["statistics"];
        const bool looked = std::any_of(names.begin(), names.end(),
                                        [](const auto& each) { return each["name"] == "prior_agreement"; });
        EXPECT_EQ(looked, !more.empty());
        EXPECT_EQ(m_place.cli({"audit", "--storage", m_place.text(project)}).exitCode, 0);
        found = outcome.json()["prior"];
        told = outcome.json()["notices"].dump();
        return outcome.json()["final"]["test_accuracy"].get<double>();
    };
    const double none = accuracy("none.parsimony", {});
    EXPECT_TRUE(found.is_null());
    EXPECT_EQ(told.find("the prior"), std::string::npos) << told;
    EXPECT_GT(accuracy("good.parsimony", {"--prior", prior("prior")}), none);
    EXPECT_EQ(found["start"], "all") << found;
    EXPECT_EQ(found["believed"], 1.0);
    EXPECT_EQ(found["guessing"], 0.2);
    EXPECT_GT(found["promised"].get<double>(), 0.5);
    EXPECT_NEAR(found["agreement"].get<double>(), found["promised"].get<double>(),
                0.1 + 4.0 * found["agreement_se"].get<double>());
    EXPECT_NE(told.find("training starts from all of it"), std::string::npos) << told;
    EXPECT_GT(accuracy("bad.parsimony",
                       {"--prior", m_place.text("prior/train.npy") + "," + m_place.text("labels.npy")}),
              none - 0.05);
    EXPECT_EQ(found["start"], "nothing") << found;
    EXPECT_EQ(found["believed"], 0.0);
    EXPECT_LT(found["agreement"].get<double>(), 0.2 + 4.0 * found["agreement_se"].get<double>());
    EXPECT_GT(found["promised"].get<double>(), 0.5) << "its own labels are as sure as before";
    EXPECT_NE(told.find("training starts from nothing"), std::string::npos) << told;
}

/// In units of the noise that the run itself puts into a logit: little is as good as nothing, much drowns it.
TEST_F(CliPrior, StartsAsFarAsItIsTold) {
    const Words open{"--epsilon", "0.05", "--visibility", "public", "--seed", "3", "--prior", prior("prior")};
    const auto accuracy = [&](const std::string& method, const std::string& scale) {
        Words words = open;
        words.insert(words.end(), {"--method", method, "--steps", "10", "--prior-scale", scale});
        const Outcome outcome = run(method + scale + ".parsimony", words);
        EXPECT_EQ(outcome.exitCode, 0) << method << scale << outcome.text();
        EXPECT_EQ(m_place.cli({"audit", "--storage", m_place.text(method + scale + ".parsimony")}).exitCode,
                  0);
        const auto statistics = outcome.json()["statistics"];
        EXPECT_EQ(std::any_of(statistics.begin(), statistics.end(),
                              [](const auto& each) { return each["name"] == "prior_agreement"; }),
                  method == "auto" && scale == "auto")
            << "a scale that is given is not weighed, and costs nothing";
        return outcome.exitCode == 0 ? outcome.json()["final"]["test_accuracy"].get<double>() : 0.0;
    };
    for (const std::string method : {"unit-noise", "auto", "linear-scaling", "papernot-steinke"}) {
        EXPECT_GT(accuracy(method, "20"), accuracy(method, "0.001") + 0.15) << method;
    }
    (void)accuracy("auto", "auto");
}

TEST_F(CliPrior, ScalesThatMeanNothingAreRefused) {
    const std::vector<std::pair<Words, std::string>> wrong{
        {{"--prior-scale", "3"}, "give --prior"},
        {{"--prior", prior("prior"), "--prior-scale", "0"}, "--prior-scale"},
        {{"--prior", prior("prior"), "--prior-scale", "-1"}, "--prior-scale"},
        {{"--prior", prior("prior"), "--prior-scale", "inf"}, "--prior-scale"},
        {{"--prior", prior("prior"), "--prior-scale", "much"}, "--prior-scale"},
        {{"--prior", prior("prior"), "--prior-scale", "3", "--row-norm", "none", "--method", "single",
          "--learning-rates", "1"},
         "--row-norm"},
        {{"--prior", prior("prior"), "--prior-scale", "3", "--experiment-epsilon", "inf"}, "--prior-scale"},
        {{"--prior", prior("prior"), "--prior-scale", "3", "--trainer", "dp-ls"}, "--prior"},
        {{"--bias-share", "0.1", "--feature-map", "none"}, "--feature-map center"},
        {{"--bias-share", "0.1", "--method", "linear-scaling"}, "--feature-map center"},
        {{"--bias-share", "0", "--feature-map", "center"}, "--bias-share"},
        {{"--bias-share", "0.6", "--feature-map", "center"}, "--bias-share"},
    };
    for (const auto& [more, says] : wrong) {
        Words words{"--epsilon", "1", "--visibility", "public"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome refused = run("refused.parsimony", words);
        EXPECT_EQ(refused.exitCode, 2) << refused.text();
        EXPECT_THAT(refused.text(), HasSubstr(says));
        EXPECT_FALSE(std::filesystem::exists(m_place.path("refused.parsimony")));
    }
}

/// A selection is charged once it has begun: what it can't start from must show before.
TEST_F(CliPrior, PrivateSelectionsStartFromItToo) {
    for (const char* method : {"papernot-steinke", "koskela-kulkarni"}) {
        const std::string name = method;
        const Words open{"--epsilon", "0.2",  "--visibility", "public", "--seed",  "5",
                         "--method",  method, "--runs-mean",  "3",      "--steps", "10"};
        const Outcome without = run(name + "-none.parsimony", open);
        ASSERT_EQ(without.exitCode, 0) << name << without.text();
        Words words = open;
        words.insert(words.end(), {"--prior", prior("prior")});
        const Outcome with = run(name + ".parsimony", words);
        ASSERT_EQ(with.exitCode, 0) << name << with.text();
        EXPECT_EQ(with.json()["status"], "finished");
        EXPECT_GT(with.json()["final"]["test_accuracy"].get<double>(),
                  without.json()["final"]["test_accuracy"].get<double>())
            << name;
    }
}

/// A set of --ood is no prior for having its name: it is private as the others are, and looked at.
TEST_F(CliPrior, ASetOfThatNameStaysPrivate) {
    const Outcome first =
        run("ood.parsimony", {"--epsilon", "1", "--records", "600", "--test-records", "1000", "--method",
                              "unit-noise", "--ood", "prior=" + prior("prior")});
    ASSERT_EQ(first.exitCode, 0) << first.text();
    EXPECT_TRUE(first.json()["final"]["ood"].contains("prior"));
    const Outcome shown =
        m_place.cli({"run", "--storage", m_place.text("shown.parsimony"), "--data", m_place.text("prior"),
                     "--epsilon", "1", "--delta", "1e-5", "--visibility", "public"});
    EXPECT_EQ(shown.exitCode, 3) << shown.text();
}

TEST_F(CliPrior, OfEveryTrainerThatTakesOne) {
    for (const char* trainer : {"dp-gd", "dp-sgd", "dp-adam"}) {
        const std::string project = std::string(trainer) + ".parsimony";
        const Outcome outcome = run(project, {"--epsilon", "0.5", "--visibility", "public", "--method",
                                              "single", "--trainer", trainer, "--prior", prior("prior")});
        EXPECT_EQ(outcome.exitCode, 0) << trainer << outcome.text();
        const std::string model = m_place.text(std::string(trainer) + ".npz");
        EXPECT_EQ(m_place.cli({"export", "--storage", m_place.text(project), "--output", model}).exitCode, 0);
        for (const char* told : {"", ".md", ".cdx.json"}) {
            EXPECT_THAT(readBytes(model + told), HasSubstr("class means of public rows, the part prior"))
                << trainer << told;
        }
    }
    const Outcome matrix = run("ls.parsimony", {"--epsilon", "0.5", "--visibility", "public", "--method",
                                                "single", "--trainer", "dp-ls", "--prior", prior("prior")});
    EXPECT_EQ(matrix.exitCode, 2) << matrix.text();
}

/// Of one row a class each row stands in the classifier nearly as it is: a single private one is one too
/// many.
TEST_F(CliPrior, WithOnePrivateRowIsRefused) {
    const Words closed{"--epsilon", "1", "--records", "600", "--test-records", "1000"};
    const auto ofRun = Blobs{600, 20, 5, 1}.features();
    const auto others = Blobs{600, 20, 5, 77}.features();
    std::vector<float> few(others.begin(), others.begin() + 40 * 20);
    writeFeatures(m_place.path("few.npy"), few, 40, 20);
    writeLabels(m_place.path("few_labels.npy"), std::vector<std::int64_t>(40, 2));
    Words words = closed;
    words.insert(words.end(), {"--prior", m_place.text("few.npy") + "," + m_place.text("few_labels.npy")});
    const Outcome clean = run("clean.parsimony", words);
    ASSERT_EQ(clean.exitCode, 0) << clean.text();
    std::copy_n(ofRun.begin() + 7 * 20, 20, few.begin() + 3 * 20);
    writeFeatures(m_place.path("few.npy"), few, 40, 20);
    const Outcome known = run("clean.parsimony", words, "plan");
    EXPECT_EQ(known.exitCode, 3) << known.text();
    ProgramOptions nowhere = m_place.options(); // no registry has seen these rows
    nowhere.environment["PARSIMONY_REGISTRY"] = m_place.text("nowhere.db");
    const Outcome one = m_place.cli({"run", "--storage", m_place.text("own.parsimony"), "--data",
                                     m_place.text("data"), "--classes", "5", "--epsilon", "1", "--delta",
                                     "1e-5", "--method", "unit-noise", "--prior", words.back()},
                                    nowhere);
    EXPECT_EQ(one.exitCode, 3) << one.text();
    EXPECT_THAT(one.err, HasSubstr("once private can't be declared public"));
}

/// Nor may one row be in any other part that the run takes as private, whichever is named first.
TEST_F(CliPrior, WithOneRowOfAnyPartOfItsOwnRunIsRefused) {
    writeDataset(m_place.path("validation"), {200, 20, 5, 5}, {10, 20, 5, 6});
    writeDataset(m_place.path("shift"), {200, 20, 5, 7}, {10, 20, 5, 8});
    const auto taken = [&](const std::string& project, const std::vector<float>& rows, std::size_t row) {
        std::vector<float> features = Blobs{200, 20, 5, 3}.features();
        std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(row) * 20, 20, features.begin() + 11 * 20);
        writeFeatures(m_place.path("prior/train.npy"), features, 200, 20);
        return run(project, {"--epsilon", "1", "--records", "600", "--test-records", "1000", "--method",
                             "unit-noise", "--validation", m_place.text("validation/train.npy"),
                             "--validation-labels", m_place.text("validation/train_labels.npy"), "--ood",
                             "shift=" + prior("shift"), "--prior", prior("prior")});
    };
    const std::map<std::string, std::vector<float>> parts{{"train", Blobs{600, 20, 5, 1}.features()},
                                                          {"validation", Blobs{200, 20, 5, 5}.features()},
                                                          {"test", Blobs{1000, 20, 5, 2}.features()},
                                                          {"ood", Blobs{200, 20, 5, 7}.features()}};
    for (const auto& [name, rows] : parts) {
        const Outcome refused = taken(name + ".parsimony", rows, 13);
        EXPECT_EQ(refused.exitCode, 3) << name << refused.text();
        EXPECT_THAT(refused.err, HasSubstr("once private can't be declared public")) << name;
    }
    const Outcome clean = taken("clean.parsimony", Blobs{200, 20, 5, 9}.features(), 13);
    EXPECT_EQ(clean.exitCode, 0) << clean.text();
}

/// Found when the run is planned, not when its budget is reserved.
TEST_F(CliPrior, WithoutALabelOfTheClassesIsRefusedBeforeAnythingIsSpent) {
    writeLabels(m_place.path("none.npy"), std::vector<std::int64_t>(200, -1));
    const Words words{"--epsilon", "1",
                      "--records", "600",
                      "--prior",   m_place.text("prior/train.npy") + "," + m_place.text("none.npy")};
    const Outcome none = run("none.parsimony", words);
    EXPECT_EQ(none.exitCode, 1) << none.text();
    EXPECT_THAT(none.text(), HasSubstr("a prior is of the same classes"));
    EXPECT_FALSE(std::filesystem::exists(m_place.path("none.parsimony")));
}

/// Rows that a registry knows as private, or that the run itself takes as private, are no prior.
TEST_F(CliPrior, OfPrivateRowsIsRefusedAndNothingIsSpent) {
    const Words closed{"--epsilon", "1", "--records", "600", "--test-records", "1000"};
    Words own = closed;
    own.insert(own.end(), {"--prior", prior("data")});
    const Outcome itself = run("own.parsimony", own);
    EXPECT_EQ(itself.exitCode, 3) << itself.text();

    ASSERT_EQ(m_place
                  .cli({"run", "--storage", m_place.text("p.parsimony"), "--data", m_place.text("prior"),
                        "--delta", "1e-5", "--classes", "5", "--epsilon", "1", "--method", "unit-noise"})
                  .exitCode,
              0);
    Words other = closed;
    other.insert(other.end(), {"--prior", prior("prior")});
    const Outcome known = run("other.parsimony", other);
    EXPECT_EQ(known.exitCode, 3) << known.text();
    // Nor does a plan say whether labels of private rows are in order.
    for (const char* classes : {"5", "2"}) {
        const Outcome planned = run("other.parsimony", other, "plan", classes);
        EXPECT_EQ(planned.exitCode, 3) << planned.text();
        EXPECT_EQ(planned.out, known.out);
    }
    // What the registry knows of them is told to the curator all the same.
    const Outcome told = m_place.cli(
        {"known-rows", "--data", m_place.text("data"), "--classes", "5", "--prior", prior("prior")});
    EXPECT_EQ(told.exitCode, 0) << told.text();
    EXPECT_EQ(told.out, "{}\n");
    EXPECT_THAT(told.err, HasSubstr("the same data"));
    const Outcome after = run("other.parsimony", closed); // the whole budget is still there
    EXPECT_EQ(after.exitCode, 0) << after.text();
}

TEST_F(CliPrior, BadOnesAreOneSentence) {
    const auto refused = [&](const std::string& value, const Words& more, int code, const char* piece) {
        Words words{"--epsilon", "1", "--visibility", "public", "--prior", value};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = run("bad.parsimony", words);
        EXPECT_EQ(outcome.exitCode, code) << outcome.text();
        EXPECT_THAT(outcome.text(), HasSubstr(piece));
    };
    refused(prior("narrow"), {}, 1, "19");
    refused(prior("six"), {}, 1, "none of the 5 classes");
    refused(m_place.text("prior/train.npy"), {}, 2, "features and labels");
    refused("a,b,c", {}, 2, "FEATURES,LABELS");
    refused(prior("prior"), {"--init", "he"}, 2, "--prior");
    refused(prior("prior"), {"--head", "hidden:8"}, 2, "--prior");
}
