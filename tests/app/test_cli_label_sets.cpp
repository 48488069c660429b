// SPDX-License-Identifier: GPL-3.0-or-later
// Records of several labels from the files to predictions, by the real program.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <random>
#include <set>

using namespace parsimony::test;
using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::string>;

namespace {

constexpr std::size_t kDim = 8, kClasses = 6, kMost = 3;
using Sets = std::vector<std::set<int>>;

/// Rows of up to three classes: a record has class k where its feature k is lifted.
struct Labelled {
    std::vector<float> x;
    Sets labels;

    Labelled(std::size_t rows, unsigned seed) : x(rows * kDim), labels(rows) {
        std::mt19937 random(seed);
        std::normal_distribution<float> normal(0.0F, 0.35F);
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t count = random() % (kMost + 1); labels[i].size() < count;) {
                labels[i].insert(static_cast<int>(random() % kClasses));
            }
            for (std::size_t k = 0; k < kDim; ++k) {
                x[i * kDim + k] = normal(random) + (labels[i].count(static_cast<int>(k)) > 0 ? 1.0F : 0.0F);
            }
        }
    }
    [[nodiscard]] std::string shape(std::size_t width) const {
        return "(" + std::to_string(labels.size()) + ", " + std::to_string(width) + ")";
    }
    [[nodiscard]] std::string matrix(const std::string& descr = "|b1") const {
        std::vector<std::uint8_t> values(labels.size() * kClasses);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            for (const int label : labels[i]) {
                values[i * kClasses + static_cast<std::size_t>(label)] = 1;
            }
        }
        return npyBytes(descr, shape(kClasses), payload(values));
    }
    [[nodiscard]] std::string lists() const {
        std::vector<std::int32_t> values(labels.size() * 4, -1);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            std::copy(labels[i].rbegin(), labels[i].rend(),
                      values.begin() + static_cast<std::ptrdiff_t>(i * 4));
        }
        return npyBytes("<i4", shape(4), payload(values));
    }
    [[nodiscard]] std::string texts() const {
        std::string text;
        for (const std::set<int>& own : labels) {
            for (const int label : own) {
                text += (label == *own.begin() ? "" : ";") + std::to_string(label);
            }
            text += '\n';
        }
        return text;
    }
};

class CliLabelSets : public testing::Test {
protected:
    void SetUp() override { write("data", m_train); }

    void write(const std::string& name, const Labelled& train) {
        std::filesystem::create_directory(m_place.path(name));
        const auto part = [&](const std::string& which, const Labelled& rows) {
            writeFeatures(m_place.path(name) / (which + ".npy"), rows.x, rows.labels.size(), kDim);
            writeBytes(m_place.path(name) / (which + "_labels.npy"), rows.matrix());
        };
        part("train", train);
        part("test", m_test);
    }
    [[nodiscard]] Words wordsWithoutData(const std::string& command, const std::string& project) const {
        return {command,
                "-f",
                "json",
                "--storage",
                m_place.text(project + ".parsimony"),
                "--delta",
                "1e-5",
                "--epsilon",
                "4",
                "--classes",
                "6",
                "--labels-per-record",
                "3"};
    }
    [[nodiscard]] Words words(const std::string& command, const Words& more, const std::string& project = "p",
                              const std::string& data = "data") const {
        Words words = wordsWithoutData(command, project);
        words.insert(words.begin() + 1, {"--data", m_place.text(data)});
        if (!more.empty() && more.front() == "--labels-per-record") {
            words.back() = more.at(1);
            return words;
        }
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    [[nodiscard]] Outcome run(const Words& more, const std::string& project = "p",
                              const std::string& data = "data") const {
        return m_place.cli(words("run", more, project, data));
    }
    [[nodiscard]] Outcome seeded(Words more, const std::string& project,
                                 const std::string& data = "data") const {
        more.insert(more.end(), {"--visibility", "public", "--seed", "1", "--method", "single"});
        return run(more, project, data);
    }

    const Labelled m_train{1200, 1}, m_test{400, 2};
    Workplace m_place;
};

} // namespace

TEST_F(CliLabelSets, APrivateRunLearnsThemWithinItsBudget) {
    const Outcome planned = m_place.cli(words("plan", {}));
    ASSERT_EQ(planned.exitCode, 0) << planned.text();
    const Outcome outcome = run({});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    const auto json = outcome.json();
    EXPECT_EQ(json["guarantee"], planned.json()["guarantee"]);
    EXPECT_THAT(json["guarantee"].get<std::string>(), HasSubstr("with all its labels, at most 3"));
    EXPECT_EQ(json["guarantee_terms"]["labels_per_record"], 3);
    // A quarter of the records has no label, and no prediction is right there.
    EXPECT_GT(json["final"]["test_accuracy"].get<double>(), 0.6) << outcome.out;
    EXPECT_TRUE(json["final"]["micro_f1"].is_null());
    EXPECT_LE(json["budget"]["spent_epsilon"].get<double>(), 4.0);
    const Outcome audited = m_place.cli({"audit", "-f", "json", "--storage", m_place.text("p.parsimony")});
    EXPECT_EQ(audited.exitCode, 0) << audited.text();
}

TEST_F(CliLabelSets, EveryFormOfLabelsGivesTheSameClassifier) {
    const auto accuracy = [](const Outcome& outcome) {
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        return outcome.json()["final"]["test_accuracy"];
    };
    const auto expected = accuracy(seeded({}, "matrix"));
    writeBytes(m_place.path("lists.npy"), m_train.lists());
    writeBytes(m_place.path("bytes.npy"), m_train.matrix("|u1"));
    writeBytes(m_place.path("texts.csv"), m_train.texts());
    for (const char* file : {"lists.npy", "bytes.npy", "texts.csv"}) {
        Words other = wordsWithoutData("run", file);
        const Words more{"--visibility",   "public",
                         "--seed",         "1",
                         "--method",       "single",
                         "--train",        m_place.text("data/train.npy"),
                         "--train-labels", m_place.text(file),
                         "--test",         m_place.text("data/test.npy"),
                         "--test-labels",  m_place.text("data/test_labels.npy")};
        other.insert(other.end(), more.begin(), more.end());
        EXPECT_EQ(accuracy(m_place.cli(other)), expected) << file;
    }
}

/// A matrix of six columns is one of six classes: with --classes 5 its numbers are no labels.
TEST_F(CliLabelSets, AMatrixWiderThanTheClassesIsRefused) {
    Words narrow = words("run", {"--method", "single"}, "narrow");
    *(std::find(narrow.begin(), narrow.end(), "--classes") + 1) = "5";
    const Outcome outcome = m_place.cli(narrow);
    EXPECT_EQ(outcome.exitCode, 1) << outcome.text();
    EXPECT_THAT(outcome.text(), testing::HasSubstr("more than there are classes (5)"));
    EXPECT_FALSE(std::filesystem::exists(m_place.path("narrow.parsimony")));
}

/// PRIVACY rule 15: too many labels, or one that is no class, change neither output nor exit code.
TEST_F(CliLabelSets, ARecordWithWrongLabelsCountsAsEmpty) {
    Labelled odd = m_train;
    odd.labels[5] = {0, 1, 2, 3};
    odd.labels[6] = {0, 1, 2, 3, 4, 5};
    write("odd", odd);
    const Outcome clean = run({"--method", "single"}, "clean");
    const Outcome other = run({"--method", "single", "--distinct-records"}, "other", "odd");
    ASSERT_EQ(other.exitCode, clean.exitCode) << other.text();
    EXPECT_EQ(other.json().size(), clean.json().size());
    EXPECT_THAT(other.out, Not(HasSubstr("not valid")));
    EXPECT_THAT(other.err,
                HasSubstr("2 records of the train part are not valid (0 by a value, 2 by labels: one "
                          "that is no class, or more than 3)"));
    EXPECT_THAT(clean.err, Not(HasSubstr("not valid")));
}

TEST_F(CliLabelSets, TrainersThatTakeThemRunAndOthersAreRefused) {
    for (const char* trainer : {"dp-gd", "dp-sgd", "dp-adam", "dp-adam-wosm", "dp-ls", "dp-newton"}) {
        const Outcome outcome = seeded({"--trainer", trainer}, trainer);
        ASSERT_EQ(outcome.exitCode, 0) << trainer << outcome.text();
        EXPECT_GT(outcome.json()["final"]["test_accuracy"].get<double>(), 0.5) << trainer;
    }
    EXPECT_EQ(seeded({"--trainer", "dp-ls", "--alpha", "0.1"}, "alpha").exitCode, 0);
    for (const Words& refused : std::vector<Words>{
             {"--trainer", "dp-fc"},
             {"--trainer", "dp-prototypes"},
             {"--loss", "softmax"},
             {"--device", "cuda"},
             {"--labels-per-record", "7"},
             {"--labels-per-record", "0"},
             {"--objective", "balanced"},
             {"--prior", m_place.text("data/train.npy") + "," + m_place.text("data/train_labels.npy")}}) {
        for (const char* command : {"plan", "run"}) {
            const Outcome outcome = m_place.cli(words(command, refused, "refused"));
            EXPECT_EQ(outcome.exitCode, 2) << refused[1] << outcome.text();
        }
        EXPECT_FALSE(std::filesystem::exists(m_place.path("refused.parsimony"))) << refused[1];
    }
    Words without = words("plan", {});
    without.erase(std::find(without.begin(), without.end(), "--classes"),
                  std::find(without.begin(), without.end(), "--labels-per-record"));
    const Outcome unsaid = m_place.cli(without);
    EXPECT_EQ(unsaid.exitCode, 2) << unsaid.text();
    EXPECT_THAT(unsaid.text(), HasSubstr("--classes"));
}

TEST_F(CliLabelSets, AClassifierTellsTheLabelsOfNewRows) {
    const Outcome trained = seeded({"--bias"}, "p");
    ASSERT_EQ(trained.exitCode, 0) << trained.text();
    for (const char* ending : {"safetensors", "npz", "csv", "onnx"}) {
        const Outcome exported =
            m_place.cli({"export", "-f", "json", "--storage", m_place.text("p.parsimony"), "--output",
                         m_place.text(std::string("model.") + ending)});
        ASSERT_EQ(exported.exitCode, 0) << exported.text();
    }
    EXPECT_THAT(readBytes(m_place.path("model.npz.md")), HasSubstr("up to 3 labels"));
    const auto predicted = [&](const std::string& output) {
        const Outcome outcome =
            m_place.cli({"predict", "-f", "json", m_place.text("model.npz"), m_place.text("data/test.npy"),
                         "--output", m_place.text(output)});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        return readBytes(m_place.path(output));
    };
    const std::string matrix = predicted("labels.npy");
    ASSERT_GE(matrix.size(), 400 * kClasses);
    const std::string_view cells(matrix.data() + matrix.size() - 400 * kClasses, 400 * kClasses);
    std::size_t truths = 0, found = 0, right = 0;
    std::string lists;
    for (std::size_t i = 0; i < 400; ++i) {
        std::string list;
        for (std::size_t k = 0; k < kClasses; ++k) {
            const bool is = cells[i * kClasses + k] == 1;
            const bool was = m_test.labels[i].count(static_cast<int>(k)) > 0;
            truths += was ? 1 : 0;
            found += is ? 1 : 0;
            right += is && was ? 1 : 0;
            list += is ? (list.empty() ? "" : ";") + std::to_string(k) : "";
        }
        lists += list + ",";
    }
    const double microF1 = 2.0 * static_cast<double>(right) / static_cast<double>(truths + found);
    EXPECT_GT(microF1, 0.7);
    const std::string csv = predicted("labels.csv");
    std::string fromCsv;
    for (std::size_t line = csv.find('\n') + 1; line < csv.size(); line = csv.find('\n', line) + 1) {
        fromCsv += csv.substr(line, csv.find(',', line) - line) + ",";
    }
    EXPECT_EQ(fromCsv, lists);

    const Outcome evaluated = m_place.cli({"evaluate", "-f", "json", m_place.text("model.safetensors"),
                                           "--data", m_place.text("data"), "--visibility", "public"});
    ASSERT_EQ(evaluated.exitCode, 0) << evaluated.text();
    EXPECT_NEAR(evaluated.json()["micro_f1"].get<double>(), microF1, 1e-12);
    EXPECT_GT(evaluated.json()["macro_f1"].get<double>(), 0.7);
    for (const char* f1 : {"micro_f1", "macro_f1"}) { // files hold weights in float32
        EXPECT_NEAR(trained.json()["final"][f1].get<double>(), evaluated.json()[f1].get<double>(), 0.01)
            << f1;
    }
    EXPECT_THAT(m_place.cli({"audit", "--storage", m_place.text("p.parsimony")}).exitCode, 0);
    EXPECT_GT(evaluated.json()["ranking_precision"].get<double>(), 0.8);
    EXPECT_EQ(evaluated.json()["labels_per_record"], 3);
    EXPECT_EQ(evaluated.json()["per_class"].size(), kClasses);
}

/// Canaries have one label each.
TEST_F(CliLabelSets, AnEmpiricalAuditOfThemIsRefused) {
    const Outcome outcome = m_place.cli(
        {"audit", "--empirical", "--data", m_place.text("data"), "--visibility", "public", "--classes", "6"});
    EXPECT_EQ(outcome.exitCode, 2) << outcome.text();
    EXPECT_THAT(outcome.err, HasSubstr("several labels a record"));
}

TEST_F(CliLabelSets, ALookAtPrivateRowsIsOneCountAndF1WhereItIsAskedFor) {
    ASSERT_EQ(run({"--test-epsilon", "none", "--method", "single"}).exitCode, 0);
    ASSERT_EQ(
        m_place
            .cli({"export", "--storage", m_place.text("p.parsimony"), "--output", m_place.text("model.npz")})
            .exitCode,
        0);
    Labelled fresh{400, 7};
    writeFeatures(m_place.path("new.npy"), fresh.x, 400, kDim);
    writeBytes(m_place.path("new_labels.npy"), fresh.lists());
    const Words look{"evaluate",  "-f",
                     "json",      m_place.text("model.npz"),
                     "--ood",     "new=" + m_place.text("new.npy") + "," + m_place.text("new_labels.npy"),
                     "--storage", m_place.text("p.parsimony")};
    for (const Words& more : std::vector<Words>{{"--per-class"}, {"--metrics", "log_loss"}}) {
        Words refused = look;
        refused.insert(refused.end(), more.begin(), more.end());
        EXPECT_EQ(m_place.cli(refused).exitCode, 2) << more.front();
    }
    Words both = look;
    both.insert(both.end(), {"--metrics", "f1"});
    const Outcome f1 = m_place.cli(both);
    ASSERT_EQ(f1.exitCode, 0) << f1.text();
    const auto found = f1.json()["ood"]["new"];
    EXPECT_NEAR(found["releases"].back()["sensitivity"].get<double>(), std::sqrt(6.0), 1e-12); // K = 3
    EXPECT_EQ(found["f1_counts"].size(), 3 * kClasses);
    EXPECT_GT(found["micro_f1"].get<double>(), 0.5) << f1.out;
    EXPECT_EQ(found["macro_f1_all_classes"], kClasses);
    EXPECT_GT(found["macro_f1_classes"].get<std::size_t>(), 0U);
    EXPECT_LE(found["macro_f1_classes"].get<std::size_t>(), std::size_t{kClasses});
    EXPECT_EQ(m_place.cli({"audit", "--storage", m_place.text("p.parsimony")}).exitCode, 0);
    writeFeatures(m_place.path("new.npy"), Labelled{400, 8}.x, 400, kDim); // other people, so another account
    writeBytes(m_place.path("new_labels.npy"), Labelled{400, 8}.lists());
    const Outcome outcome = m_place.cli(look);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_EQ(outcome.json()["ood"]["new"]["sensitivity"], 1.0);
    EXPECT_GT(outcome.json()["ood"]["new"]["accuracy"].get<double>(), 0.5);
    EXPECT_GT(outcome.json()["ood"]["new"]["epsilon"].get<double>(), 0.0);
    for (const char* reader : {"report", "resume", "trials"}) { // a look that trains nothing has no loss
        Words words{reader, "-f", "json", "--storage", m_place.text("p.parsimony")};
        if (std::string(reader) == "report") {
            words.insert(words.end(), {"--output", m_place.text("report.json")});
        }
        const Outcome read = m_place.cli(words);
        EXPECT_EQ(read.exitCode, 0) << reader << read.text();
    }
}
