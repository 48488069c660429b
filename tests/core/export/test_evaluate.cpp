// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/evaluate.h"
#include "core/export/predict.h"

#include "array_files.h"
#include "example_models.h"
#include "expect_error.h"
#include <gtest/gtest.h>

using namespace parsimony;
using namespace parsimony::exporting;
using namespace parsimony::data::testing;

namespace {

/// Three classes on three features: the prediction is the largest feature.
Classifier argmaxModel() {
    Classifier model;
    model.head.dim = 3;
    model.head.classes = 3;
    model.parameters = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    return model;
}

data::MatrixSource predictionsAre(const std::vector<std::size_t>& labels) {
    std::vector<float> rows(labels.size() * 3);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        rows[i * 3 + labels[i]] = 1.0F;
    }
    return {rows, labels.size(), 3};
}

} // namespace

TEST(Evaluate, CountsExactly) {
    const std::vector<std::int32_t> labels{0, 0, 1, 2, 2, -1, 2};
    const Evaluation result = evaluate(argmaxModel(), predictionsAre({0, 1, 1, 2, 0, 0, 2}), labels);
    EXPECT_EQ(result.all.records, 6U);
    EXPECT_EQ(result.all.correct, 4U);
    EXPECT_EQ(result.invalid, 1U);
    EXPECT_EQ(result.ignored, 0U);
    EXPECT_EQ(result.perClass[0].records, 2U);
    EXPECT_EQ(result.perClass[0].correct, 1U);
    EXPECT_EQ(result.perClass[2].records, 3U);
    EXPECT_EQ(result.perClass[2].correct, 2U);
    EXPECT_EQ(result.confusion, (std::vector<std::uint64_t>{1, 1, 0, 0, 1, 0, 1, 0, 2}));
}

/// The scores of a record are its features.
TEST(Evaluate, CountsSetsExactly) {
    Classifier model = argmaxModel();
    model.card.labelsPerRecord = 2;
    model.card.threshold = 0.4;
    const std::vector<float> scores{0.75F, 0.5F, 1.0F, 1.0F, 0.2F, 0.1F, 0.3F, 0.3F, 0.9F, 0, 0, 0, 1, 1, 1};
    const data::MatrixSource rows(scores, 5, 3);
    const data::LabelSets labels{2, {0, -1, 2, -1, 1, 2, -1, -1, -2, -1}};
    const Evaluation result = evaluateSets(model, rows, labels);
    EXPECT_EQ(result.invalid, 1U);
    EXPECT_EQ(result.all.records, 4U);
    EXPECT_EQ(result.all.correct, 1U); // the third record; the fourth has no label
    // Predicted: {0, 1, 2}, {0}, {2}, {}; there: {0}, {2}, {1, 2}, {}.
    EXPECT_EQ(result.sets->predicted, (std::vector<std::uint64_t>{2, 1, 2}));
    EXPECT_EQ(result.perClass[0].records, 1U);
    EXPECT_EQ(result.perClass[0].correct, 1U);
    EXPECT_EQ(result.perClass[1].correct, 0U);
    EXPECT_EQ(result.perClass[2].records, 2U);
    EXPECT_EQ(result.perClass[2].correct, 1U);
    EXPECT_DOUBLE_EQ(*result.microF1(), 2.0 * 2.0 / (5.0 + 4.0));
    EXPECT_DOUBLE_EQ(*result.macroF1(), (2.0 / 3.0 + 0.0 + 0.5) / 3.0);
    // 1/2 and 1/3 are scikit-learn's example; of the third record 2/3 (a tie counts as before) and 1.
    EXPECT_DOUBLE_EQ(*result.rankingPrecision(), (1.0 / 2.0 + 1.0 / 3.0 + (2.0 / 3.0 + 1.0) / 2.0) / 3.0);
    const Groups groups{{"a", "b"}, {0, 0, 1, 1, 1}};
    EXPECT_EQ(evaluateSets(model, rows, labels, &groups).perGroup[1].correct, 1U);
    expectFailed([&] { (void)evaluateSets(model, rows, {2, {0, -1}}); }, {"5 rows"});
}

/// By the record's own scores alone: of equal ones the lowest class.
TEST(Evaluate, PredictsNoMoreLabelsThanAreAskedFor) {
    Classifier model = argmaxModel();
    model.card.threshold = 0.4;
    const auto labels = [&](std::vector<float> scores, std::size_t most) {
        return labelsAbove(model, scores, most);
    };
    using Labels = std::vector<std::int32_t>;
    EXPECT_EQ(labels({0.5F, 0.9F, 0.7F}, 0), (Labels{0, 1, 2}));
    EXPECT_EQ(labels({0.5F, 0.9F, 0.7F}, 3), (Labels{0, 1, 2}));
    EXPECT_EQ(labels({0.5F, 0.9F, 0.7F}, 2), (Labels{1, 2}));
    EXPECT_EQ(labels({0.5F, 0.9F, 0.7F}, 1), (Labels{1}));
    EXPECT_EQ(labels({0.9F, 0.5F, 0.5F}, 2), (Labels{0, 1}));
    EXPECT_EQ(labels({0.1F, 0.5F, 0.4F}, 2), (Labels{1}));
    const std::vector<float> scores{0.5F, 0.9F, 0.7F, 0.8F, 0.6F, 0.5F};
    const data::MatrixSource rows(scores, 2, 3);
    const Evaluation result = evaluateSets(model, rows, {2, {0, -1, 0, 1}}, nullptr, 1, {}, 2);
    EXPECT_EQ(result.sets->predicted, (std::vector<std::uint64_t>{1, 2, 1}));
    EXPECT_EQ(result.perClass[0].correct, 1U);
    EXPECT_EQ(result.perClass[1].correct, 1U);
}

/// F1 as scikit-learn has it with zero_division=0, from precision and recall.
TEST(Evaluate, F1IsTheHarmonicMeanAndZeroWhereNothingIs) {
    Classifier model = argmaxModel();
    model.head.dim = model.head.classes = 4;
    model.parameters = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    model.card.threshold = 0.5;
    std::vector<float> scores;
    data::LabelSets labels{2, {}};
    double right[4] = {}, said[4] = {}, there[4] = {};
    for (std::uint32_t i = 0; i < 60; ++i) { // of the last class there is nothing
        const std::uint32_t own = (i * 5 + 1) % 8 == 7 ? 3 : (i * 5 + 1) % 8;
        const std::uint32_t predicted = i % 3 == 0 ? own ^ 1U : i % 8;
        std::int32_t places = 0;
        for (std::uint32_t j = 0; j < 4; ++j) {
            const bool is = j < 3 && (own >> j & 1U) != 0, says = j < 3 && (predicted >> j & 1U) != 0;
            scores.push_back(says ? 1.0F : 0.0F);
            if (is) {
                labels.values.push_back(static_cast<std::int32_t>(j));
                ++places;
            }
            right[j] += is && says ? 1 : 0;
            said[j] += says ? 1 : 0;
            there[j] += is ? 1 : 0;
        }
        ASSERT_LE(places, 2);
        labels.values.resize((i + 1) * std::size_t{2}, -1);
    }
    const Evaluation result = evaluateSets(model, data::MatrixSource(scores, 60, 4), labels);
    const auto f1 = [](double rightOnes, double saidOnes, double thereOnes) {
        const double precision = saidOnes > 0 ? rightOnes / saidOnes : 0.0;
        const double recall = thereOnes > 0 ? rightOnes / thereOnes : 0.0;
        return precision + recall > 0 ? 2.0 * precision * recall / (precision + recall) : 0.0;
    };
    double mean = 0.0;
    for (std::size_t j = 0; j < 4; ++j) {
        mean += f1(right[j], said[j], there[j]) / 4.0;
    }
    EXPECT_GT(mean, 0.1);
    EXPECT_NEAR(*result.macroF1(), mean, 1e-12);
    EXPECT_NEAR(
        *result.microF1(),
        f1(right[0] + right[1] + right[2], said[0] + said[1] + said[2], there[0] + there[1] + there[2]),
        1e-12);
    EXPECT_FALSE(result.f1(3));
    const std::vector<float> silent(4, 0.0F);
    const Evaluation nothing = evaluateSets(model, data::MatrixSource(silent, 1, 4), {2, {-1, -1}});
    EXPECT_EQ(*nothing.microF1(), 0.0);
    EXPECT_EQ(*nothing.macroF1(), 0.0);
}

TEST(Evaluate, MapsForeignLabels) {
    const TempFolder folder;
    const std::vector<std::int32_t> labels{5, 5, 7, 6, 0};
    for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
             {"m.json", R"({"5": 1, "7": "0", "6": "ignored"})"},
             {"m.csv", "label,class\n5,1\n# note\n7, 0\n\"6\",ignored\n"},
             {"n.csv", "5\t1\n7\t0\n6\tignored"}}) {
        writeText(folder.file(name), text);
        const LabelMap map = readLabelMap(folder.file(name), 3);
        EXPECT_EQ(map.classOf, (std::vector<std::int32_t>{-1, -1, -1, -1, -1, 1, -1, 0}));
        const Evaluation result = evaluate(argmaxModel(), predictionsAre({1, 0, 0, 1, 1}), labels, &map);
        EXPECT_EQ(result.all.records, 3U);
        EXPECT_EQ(result.all.correct, 2U);
        EXPECT_EQ(result.ignored, 2U);
    }
}

TEST(Evaluate, RefusesBadLabelMaps) {
    const TempFolder folder;
    const auto check = [&](const std::string& text, std::initializer_list<std::string> pieces) {
        writeText(folder.file("map"), text);
        expectFailed([&] { static_cast<void>(readLabelMap(folder.file("map"), 3)); }, pieces);
    };
    check("{\"5\": 3}", {"maps label 5 to '3'", "0 to 2"});
    check("{\"-5\": 1}", {"'-5'"});
    check("{\"5\": 1.5}", {"'1.5'"});
    check("{\"5\": ", {"no sound JSON"});
    check("5,1\n5,2\n", {"twice"});
    check("a,b\nx,1\n", {"'x'"});
    check("5 1\n", {"LABEL,CLASS"});
    check("99999999999,1\n", {"99999999999"});
    check("\n", {"empty label map"});
    expectFailed([&] { static_cast<void>(readLabelMap(folder.file("none"), 3)); }, {"there is no file"});
}

TEST(Evaluate, CountsPerGroup) {
    const TempFolder folder;
    writeText(folder.file("g.csv"), "region\nnorth\nsouth\nnorth\n\nsouth\n");
    writeText(folder.file("g.npy"), npy("<i2", "5,", bytesOf(std::vector<std::int16_t>{7, -1, 7, 3, -1})));
    const std::vector<std::int32_t> labels{0, 1, 2, 0, 1};
    const Groups named = readGroups(folder.file("g.csv"), 5);
    EXPECT_EQ(named.names, (std::vector<std::string>{"", "north", "south"}));
    const Evaluation result =
        evaluate(argmaxModel(), predictionsAre({0, 1, 0, 0, 2}), labels, nullptr, &named);
    EXPECT_EQ(result.perGroup[1].records, 2U);
    EXPECT_EQ(result.perGroup[1].correct, 1U);
    EXPECT_EQ(result.perGroup[2].correct, 1U);
    EXPECT_EQ(readGroups(folder.file("g.npy"), 5).names, (std::vector<std::string>{"-1", "3", "7"}));
    expectFailed([&] { static_cast<void>(readGroups(folder.file("g.npy"), 4)); },
                 {"5 records", "there are 4"});
    expectFailed([&] { static_cast<void>(readGroups(folder.file("g.csv"), 7)); },
                 {"6 records", "there are 7"});
    const auto linesOf = [&](const std::string& text, const std::string& key = {}) {
        writeText(folder.file("p.csv"), text);
        return readGroups(folder.file("p.csv") + key, 3, data::TextLayout::Declared).ofRecord;
    };
    EXPECT_EQ(linesOf("a\nb\na\n"), (std::vector<std::int32_t>{0, 1, 0}));
    for (const char* text : {"\nb\na\n", "b\n\na\n", "b\na\n\n"}) { // private: an empty one is one of three
        EXPECT_EQ(linesOf(text).size(), 3U) << text;
        EXPECT_EQ(linesOf("region\n" + std::string(text), ":header").size(), 3U) << text;
        expectFailed([&] { (void)linesOf("region\n" + std::string(text)); }, {"4 records", "there are 3"});
    }
    expectFailed([&] { (void)linesOf("a\nb\na"); }, {"does not end with a line end"});
    expectFailed([&] { (void)linesOf("a\nb\na\n", ":region"); }, {"'header'", "not 'region'"});
    writeText(folder.file("t.csv"), "id,region\n1,north\n2,\"south\"\n3,north\n4\n");
    for (const data::TextLayout layout : {data::TextLayout::Guessed, data::TextLayout::Declared}) {
        const Groups column = readGroups(folder.file("t.csv") + ":region", 4, layout);
        EXPECT_EQ(column.names, (std::vector<std::string>{"", "north", "south"}));
        EXPECT_EQ(column.ofRecord, (std::vector<std::int32_t>{1, 2, 1, 0})) << "a short line is of none";
    }
    writeText(folder.file("s.npy"), npy("|S5", "3,", std::string("southnorthsouth")));
    EXPECT_EQ(readGroups(folder.file("s.npy"), 3).names, (std::vector<std::string>{"north", "south"}));
    expectFailed([&] { static_cast<void>(readGroups(folder.file("s.npy"), 4)); },
                 {"3 records", "there are 4"});
    writeText(folder.file("f.npy"), npy("<f4", "5,", std::string(20, '\0')));
    expectFailed([&] { static_cast<void>(readGroups(folder.file("f.npy"), 5)); }, {"one integer a record"});
}

TEST(Evaluate, RefusesWhatDoesNotFit) {
    const std::vector<std::int32_t> short1{0};
    const std::vector<std::int32_t> outside{0, 3};
    expectFailed(
        [&] {
            static_cast<void>(evaluate(argmaxModel(), predictionsAre({0, 1}), short1));
        },
        {"2 rows", "1 labels"});
    expectFailed(
        [&] {
            static_cast<void>(evaluate(argmaxModel(), predictionsAre({0, 1}), outside));
        },
        {"outside 0..2"});
}
