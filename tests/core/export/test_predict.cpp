// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/model_file.h"
#include "core/export/predict.h"

#include "array_files.h"
#include "example_models.h"
#include "expect_error.h"
#include "other_programs.h"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

using namespace parsimony;
using namespace parsimony::exporting;
using namespace parsimony::data::testing;
using compute::HeadKind;

namespace {

/// Scores of one pre-processed row by the definition, in float64.
std::vector<double> referenceScores(const Classifier& model, const std::vector<float>& record) {
    const auto layer = [&](const double*& at, std::size_t outputs, const std::vector<double>& inputs) {
        std::vector<double> values(outputs);
        for (double& value : values) {
            for (const double input : inputs) {
                value += *at++ * input;
            }
            value += model.head.bias ? *at++ : 0.0;
        }
        return values;
    };
    const compute::HeadShape& head = model.head;
    std::vector<double> total(head.classes);
    int used = 0;
    for (std::size_t begin = 0; begin < record.size(); begin += head.dim) {
        std::vector<double> inputs(record.begin() + static_cast<std::ptrdiff_t>(begin),
                                   record.begin() + static_cast<std::ptrdiff_t>(begin + head.dim));
        const bool blank = std::all_of(inputs.begin(), inputs.end(), [](double v) { return v == 0.0; });
        if (blank && head.ofVectors()) {
            continue;
        }
        ++used;
        const double* at = model.parameters.data();
        for (std::size_t i = 0; i < head.hiddenLayers(); ++i) {
            inputs = layer(at, head.units(i), inputs);
            std::transform(inputs.begin(), inputs.end(), inputs.begin(),
                           [](double v) { return std::tanh(v); });
        }
        const std::vector<double> scores = layer(at, head.classes, inputs);
        for (std::size_t j = 0; j < scores.size(); ++j) {
            total[j] += scores[j];
        }
    }
    for (double& value : total) {
        value /= used;
    }
    return total;
}

std::vector<float> randomRows(std::size_t count) {
    std::mt19937 random(5);
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    std::generate(values.begin(), values.end(), [&] { return normal(random); });
    return values;
}

} // namespace

TEST(Predict, FollowsTheDefinitionOfEveryHead) {
    const std::pair<HeadKind, bool> heads[] = {{HeadKind::Linear, false},
                                               {HeadKind::Sequence, false},
                                               {HeadKind::Views, false},
                                               {HeadKind::Hidden, false},
                                               {HeadKind::Hidden, true}};
    for (const auto& [kind, deep] : heads) {
        for (const bool bias : {false, true}) {
            const Classifier plain = exampleModel(kind, bias, false);
            const Classifier model = deep ? deepened(plain) : plain;
            const std::size_t dim = model.head.recordDim();
            std::vector<float> rows = randomRows(3000 * dim);
            std::fill_n(rows.begin(), 5, 0.0F); // a vector of zeros inside a sequence
            const Predictions one = predict(model, data::MatrixSource(rows, 3000, dim), 1);
            const Predictions two = predict(model, data::MatrixSource(rows, 3000, dim), 3);
            EXPECT_EQ(one.scores, two.scores) << "the number of threads shows";
            ASSERT_EQ(one.labels.size(), 3000U);
            for (const std::size_t i :
                 {std::size_t{0}, std::size_t{1}, std::size_t{1777}, std::size_t{2999}}) {
                const std::vector<float> record(rows.begin() + static_cast<std::ptrdiff_t>(i * dim),
                                                rows.begin() + static_cast<std::ptrdiff_t>((i + 1) * dim));
                const std::vector<double> expected = referenceScores(model, record);
                for (std::size_t j = 0; j < 3; ++j) {
                    EXPECT_NEAR(static_cast<double>(one.scores[i * 3 + j]), expected[j], 1e-4);
                }
                EXPECT_EQ(one.labels[i],
                          std::max_element(expected.begin(), expected.end()) - expected.begin());
            }
        }
    }
}

TEST(Predict, TiesGoToTheLowestClass) {
    Classifier model = exampleModel(HeadKind::Linear, false, false);
    std::fill(model.parameters.begin(), model.parameters.end(), 0.0);
    EXPECT_EQ(predict(model, data::MatrixSource(randomRows(5), 1, 5)).labels, (std::vector<std::int32_t>{0}));
}

TEST(Predict, AnotherWidthIsAnError) {
    const Classifier model = exampleModel(HeadKind::Linear, false, false);
    expectFailed([&] { static_cast<void>(predict(model, data::MatrixSource(randomRows(8), 2, 4))); },
                 {"rows of 4 values", "takes 5"});
}

TEST(Predict, StopsWhenAsked) {
    const Classifier model = exampleModel(HeadKind::Linear, false, false);
    std::stop_source source;
    source.request_stop();
    expectError(
        [&] {
            static_cast<void>(predict(model, data::MatrixSource(randomRows(5), 1, 5), 1, source.get_token()));
        },
        ErrorCode::Interrupted, {"stopped"});
}

TEST(PredictFile, WritesLabelsAndScores) {
    const TempFolder folder;
    const Classifier model = exampleModel(HeadKind::Linear, true, true);
    std::vector<float> rows = randomRows(20);
    rows[7] = NAN;
    writeText(folder.file("x.npy"), npy("<f4", "4, 5", bytesOf(rows)));
    EXPECT_EQ(predictFile(model, {folder.file("x.npy"), {}}, folder.file("out.npz")), 1U);
    const auto labels = data::openArray(folder.file("out.npz:labels"));
    std::vector<std::int64_t> values(4);
    labels->readIntegers(0, 4, values.data());
    EXPECT_EQ(values[1], -1);
    EXPECT_GE(*std::min_element(values.begin() + 2, values.end()), 0);
    EXPECT_EQ(data::openArray(folder.file("out.npz:scores"))->info().shape, (std::vector<std::size_t>{4, 3}));
    predictFile(model, {folder.file("x.npy"), {}}, folder.file("out.npy"));
    std::vector<std::int64_t> again(4);
    data::openArray(folder.file("out.npy"))->readIntegers(0, 4, again.data());
    EXPECT_EQ(again, values);
    predictFile(model, {folder.file("x.npy"), {}}, folder.file("out.csv"));
    const std::string text = readText(folder.file("out.csv"));
    EXPECT_EQ(text.substr(0, text.find('\n')), "label,score_0,score_1,score_2,name")
        << "the model has names of its classes";
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5);
    expectError(
        [&] {
            predictFile(model, {folder.file("x.npy"), {}}, folder.file("out.xyz"));
        },
        ErrorCode::Usage, {".csv"});
}

TEST(PredictFile, WritesSetsOfLabelsThatAreReadBack) {
    const TempFolder folder;
    Classifier model = exampleModel(HeadKind::Linear, true, true);
    model.card.labelsPerRecord = 3;
    std::vector<float> rows = randomRows(60);
    rows[7] = NAN;
    writeText(folder.file("x.npy"), npy("<f4", "12, 5", bytesOf(rows)));
    std::vector<std::vector<std::int64_t>> read;
    for (const char* file : {"out.npy", "out.npz:labels", "out.csv:label"}) {
        const std::string output = folder.file(std::string(file).substr(0, 7));
        EXPECT_EQ(predictFile(model, {folder.file("x.npy"), {}}, output), 1U);
        data::PartFiles files;
        files.labels = folder.file(file);
        files.labelsPerRecord = 3;
        files.classes = 3;
        std::vector<std::int64_t>& sets = read.emplace_back(36);
        data::openLabels(files)->readIntegers(0, 12, sets.data());
        EXPECT_EQ(sets[3], data::kInvalidLabels) << file;
    }
    EXPECT_EQ(read[0], read[1]);
    EXPECT_EQ(read[0], read[2]);
    data::LoadOptions options;
    options.preprocessing = model.preprocessing;
    const Predictions predictions =
        predict(model, *data::loadPart({folder.file("x.npy"), ""}, options).features);
    for (std::size_t i = 0; i < 12; ++i) {
        const auto labels = labelsAbove(model, std::span(predictions.scores).subspan(i * 3, 3));
        for (std::size_t k = 0; i != 1 && k < labels.size(); ++k) {
            EXPECT_EQ(read[0][i * 3 + k], labels[k]);
        }
    }
}

namespace {

class OtherProgramsPredict : public OtherPrograms {
protected:
    /// Forty random records for `model` in x.npy, and what `predict` says of them.
    Predictions predictRows(const Classifier& model) const {
        const std::size_t dim = model.inputDim();
        const std::string shape = "40, " + std::to_string(dim);
        std::vector<float> rows = randomRows(40 * dim);
        if (!model.preprocessing.blocks.empty()) { // one encoder has it not, or on another scale
            std::fill_n(rows.begin() + static_cast<std::ptrdiff_t>(dim), model.preprocessing.blocks.front(),
                        0.0F);
            rows[2 * dim] = 1e30F;
            rows[3 * dim] = 0.0F;
            rows[3 * dim + 1] = 1e-30F;
        }
        if (model.preprocessing.map || !model.preprocessing.blocks.empty()) {
            std::fill_n(rows.begin(), dim, 0.0F); // not there: no mean is taken from it, no bias added
        }
        writeText(m_folder.file("x.npy"), npy("<f4", shape, bytesOf(rows)));
        data::LoadOptions options;
        options.preprocessing = model.preprocessing;
        const data::LoadedPart part = data::loadPart({m_folder.file("x.npy"), ""}, options);
        return predict(model, *part.features);
    }
};

enum class Map { None, Centred, Quadratic };

struct Exported {
    HeadKind kind;
    std::string format;
    data::RowNorm norm;
    Map map = Map::None;
    bool deep = false;   ///< of a hidden head: with two layers more
    bool joined = false; ///< of two encoders
};

Classifier modelFor(const Exported& which) {
    const bool bias = which.norm != data::RowNorm::Clip;
    Classifier model = which.map == Map::None
                           ? exampleModel(which.kind, bias, which.norm == data::RowNorm::Unit)
                           : mappedModel(which.kind, bias, which.map == Map::Quadratic);
    model.preprocessing.norm = which.norm;
    if (which.joined) {
        model = joined(std::move(model));
    }
    return which.deep ? deepened(std::move(model)) : model;
}

} // namespace

TEST_F(OtherProgramsPredict, RunTheSnippetOfEveryCard) {
    for (const Exported& which : std::vector<Exported>{
             {HeadKind::Linear, "safetensors", data::RowNorm::Unit},
             {HeadKind::Linear, "npz", data::RowNorm::Clip},
             {HeadKind::Linear, "csv", data::RowNorm::Unit},
             {HeadKind::Linear, "csv", data::RowNorm::None},
             {HeadKind::Sequence, "npz", data::RowNorm::Unit},
             {HeadKind::Hidden, "safetensors", data::RowNorm::Clip},
             {HeadKind::Hidden, "safetensors", data::RowNorm::Unit, Map::None, true},
             {HeadKind::Hidden, "npz", data::RowNorm::Clip, Map::Quadratic, true},
             {HeadKind::Hidden, "onnx", data::RowNorm::Unit, Map::None, true},
             {HeadKind::Linear, "onnx", data::RowNorm::Clip},
             {HeadKind::Sequence, "onnx", data::RowNorm::Unit},
             {HeadKind::Views, "safetensors", data::RowNorm::Unit},
             {HeadKind::Views, "npz", data::RowNorm::Clip},
             {HeadKind::Views, "csv", data::RowNorm::None},
             {HeadKind::Views, "onnx", data::RowNorm::Unit},
             {HeadKind::Linear, "csv", data::RowNorm::Unit, Map::Centred},
             {HeadKind::Linear, "csv", data::RowNorm::Unit, Map::Quadratic},
             {HeadKind::Linear, "csv", data::RowNorm::Clip, Map::Quadratic},
             {HeadKind::Linear, "npz", data::RowNorm::Clip, Map::Centred},
             {HeadKind::Linear, "safetensors", data::RowNorm::Unit, Map::Quadratic},
             {HeadKind::Hidden, "safetensors", data::RowNorm::Clip, Map::Quadratic},
             {HeadKind::Linear, "onnx", data::RowNorm::Unit, Map::Quadratic},
             {HeadKind::Linear, "npz", data::RowNorm::Unit, Map::None, false, true},
             {HeadKind::Linear, "csv", data::RowNorm::Clip, Map::Centred, false, true},
             {HeadKind::Hidden, "safetensors", data::RowNorm::None, Map::None, true, true},
             {HeadKind::Linear, "onnx", data::RowNorm::Unit, Map::Quadratic, false, true},
         }) {
        const Classifier model = modelFor(which);
        writeModel(model, m_folder.file("m." + which.format));
        const std::string card = readText(m_folder.file("m." + which.format + ".md"));
        const std::size_t begin = card.find("```python\n") + 10;
        const std::string code = card.substr(begin, card.find("```", begin) - begin);
        EXPECT_LE(std::count(code.begin(), code.end(), '\n'),
                  (which.map == Map::None ? 10 : 14) + (which.joined ? 2 : 0))
            << code;
        std::ostringstream expected;
        for (const std::int32_t label : predictRows(model).labels) {
            expected << (expected.tellp() > 0 ? " " : "") << label;
        }
        EXPECT_EQ(python(code), expected.str() + "\n") << code;
    }
}

/// Of several labels a record: lists, and a matrix of truth values from a graph.
TEST_F(OtherProgramsPredict, TellTheLabelsOfARecordThatMayHaveSeveral) {
    for (const char* format : {"safetensors", "npz", "csv", "onnx"}) {
        Classifier model = exampleModel(HeadKind::Linear, true, false);
        model.card.labelsPerRecord = 2;
        model.card.threshold = 0.25;
        writeModel(model, m_folder.file(std::string("m.") + format));
        const std::string card = readText(m_folder.file(std::string("m.") + format + ".md"));
        EXPECT_NE(card.find("up to 2 labels"), std::string::npos) << card;
        const std::size_t begin = card.find("```python\n") + 10;
        const Predictions predictions = predictRows(model);
        std::string expected;
        for (std::size_t i = 0; i < 40; ++i) {
            std::string list;
            for (std::size_t j = 0; j < 3; ++j) {
                if (predictions.scores[i * 3 + j] > 0.25F) {
                    list += (list.empty() ? "" : ";") + std::to_string(j);
                }
            }
            expected += (i > 0 ? " " : "") + list;
        }
        EXPECT_EQ(python(card.substr(begin, card.find("```", begin) - begin)), expected + "\n") << format;
    }
    EXPECT_EQ(python("import onnx\nonnx.checker.check_model(onnx.load('m.onnx'), full_check=True)\n"), "");
}

TEST_F(OtherProgramsPredict, OnnxRuntimeComputesTheScoresOfEveryModel) {
    std::vector<Exported> all;
    for (const HeadKind kind : {HeadKind::Linear, HeadKind::Sequence, HeadKind::Hidden, HeadKind::Views}) {
        for (const data::RowNorm norm : {data::RowNorm::Unit, data::RowNorm::Clip, data::RowNorm::None}) {
            all.push_back({kind, "onnx", norm});
            if (kind == HeadKind::Hidden) {
                all.push_back({kind, "onnx", norm, Map::None, true});
            }
            for (const Map map : {Map::Centred, Map::Quadratic}) {
                if (kind != HeadKind::Sequence && kind != HeadKind::Views && norm != data::RowNorm::None) {
                    all.push_back({kind, "onnx", norm, map});
                }
            }
            if (kind != HeadKind::Views) {
                all.push_back({kind, "onnx", norm, Map::None, false, true});
            }
        }
    }
    all.push_back({HeadKind::Linear, "onnx", data::RowNorm::Unit, Map::Quadratic, false, true});
    std::vector<Predictions> wanted;
    for (const Exported& which : all) {
        const Classifier model = modelFor(which);
        const std::string number = std::to_string(wanted.size());
        writeModel(model, m_folder.file(number + ".onnx"));
        wanted.push_back(predictRows(model));
        std::filesystem::rename(m_folder.file("x.npy"), m_folder.file(number + ".npy"));
    }
    // In one process: it takes Python longer to read its libraries than to predict with all of them.
    const std::string code =
        "import numpy as np, onnx, onnxruntime\n"
        "for i in range(" +
        std::to_string(all.size()) +
        "):\n"
        "    onnx.checker.check_model(onnx.load(f'{i}.onnx'), full_check=True)\n"
        "    session = onnxruntime.InferenceSession(f'{i}.onnx')\n"
        "    scores, labels = session.run(['scores', 'label'], {'features': np.load(f'{i}.npy')})\n"
        "    np.savez(f'{i}.npz', scores=scores, labels=labels)\n";
    EXPECT_EQ(python(code), "");
    for (std::size_t number = 0; number < all.size(); ++number) {
        const Exported& which = all[number];
        const Predictions& expected = wanted[number];
        const std::string file = m_folder.file(std::to_string(number) + ".npz");
        const auto reader = data::openArray(file + ":scores");
        ASSERT_EQ(reader->info().shape, (std::vector<std::size_t>{40, 3}));
        std::vector<double> scores(expected.scores.size());
        reader->readRowsF64(0, 40, scores.data());
        for (std::size_t i = 0; i < scores.size(); ++i) {
            const auto score = static_cast<double>(expected.scores[i]);
            EXPECT_NEAR(scores[i], score, 1e-6 * std::max(1.0, std::abs(score)))
                << static_cast<int>(which.kind) << ' ' << static_cast<int>(which.norm) << ' '
                << static_cast<int>(which.map) << ' ' << i;
        }
        std::vector<std::int64_t> labels(40);
        data::openArray(file + ":labels")->readIntegers(0, 40, labels.data());
        EXPECT_TRUE(std::equal(labels.begin(), labels.end(), expected.labels.begin()));
    }
}
