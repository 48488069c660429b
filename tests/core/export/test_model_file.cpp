// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/array_reader.h"
#include "core/data/formats.h"
#include "core/export/model_file.h"

#include "array_files.h"
#include "example_models.h"
#include "expect_error.h"
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <limits>

using namespace parsimony;
using namespace parsimony::exporting;
using namespace parsimony::data::testing;
using compute::HeadKind;

namespace {

void expectSame(const Classifier& a, const Classifier& b) {
    EXPECT_EQ(a.head, b.head);
    EXPECT_EQ(a.parameters, b.parameters);
    EXPECT_EQ(a.preprocessing.norm, b.preprocessing.norm);
    EXPECT_EQ(a.preprocessing.bound, b.preprocessing.bound);
    EXPECT_EQ(a.preprocessing.mean, b.preprocessing.mean);
    EXPECT_EQ(a.preprocessing.map, b.preprocessing.map);
    EXPECT_EQ(a.preprocessing.blocks, b.preprocessing.blocks);
    EXPECT_EQ(a.preprocessing.viewDim, b.preprocessing.viewDim);
    EXPECT_EQ(a.card.guarantee, b.card.guarantee);
    EXPECT_EQ(a.card.epsilon, b.card.epsilon);
    EXPECT_EQ(a.card.delta, b.card.delta);
    EXPECT_EQ(a.card.adjacency, b.card.adjacency);
    EXPECT_EQ(a.card.mechanism, b.card.mechanism);
    EXPECT_EQ(a.card.classNames, b.card.classNames);
    EXPECT_EQ(a.card.encoder, b.card.encoder);
    EXPECT_EQ(a.card.provenance, b.card.provenance);
}

} // namespace

TEST(ModelFile, ReturnsWhatWasWritten) {
    const TempFolder folder;
    for (const HeadKind kind : {HeadKind::Linear, HeadKind::Sequence, HeadKind::Hidden, HeadKind::Views}) {
        for (const bool bias : {false, true}) {
            for (const bool mean : {false, true}) {
                for (const std::string& format : modelFormats()) {
                    if (format == "onnx" ||
                        (format == "csv" && (kind == HeadKind::Sequence || kind == HeadKind::Hidden))) {
                        continue;
                    }
                    const Classifier model = exampleModel(kind, bias, mean);
                    const std::string path = folder.file("model." + format);
                    const auto files = writeModel(model, path);
                    ASSERT_EQ(files.size(), 2U);
                    EXPECT_TRUE(std::filesystem::exists(files[1]));
                    SCOPED_TRACE(format);
                    expectSame(loadModel(path), model);
                }
            }
        }
    }
}

TEST(ModelFile, ReturnsEveryHiddenLayer) {
    const TempFolder folder;
    for (const bool bias : {false, true}) {
        for (const bool mapped : {false, true}) {
            const Classifier model = deepened(mapped ? mappedModel(HeadKind::Hidden, bias, true)
                                                     : exampleModel(HeadKind::Hidden, bias, true));
            for (const std::string format : {"safetensors", "npz"}) {
                SCOPED_TRACE(format);
                const std::string path = folder.file("model." + format);
                writeModel(model, path);
                expectSame(loadModel(path), model);
                EXPECT_EQ(loadModel(path).head, model.head);
            }
            EXPECT_EQ(cardJson(model)["schema"], "parsimony/model/3")
                << "a program that knows one hidden layer must not leave out the others";
            EXPECT_EQ(cardJson(model)["head"]["deeper"], (nlohmann::json{6, 3}));
        }
    }
    bool hasMean = false;
    nlohmann::json card = cardJson(deepened(exampleModel(HeadKind::Hidden, true, false)));
    for (const nlohmann::json& damaged :
         {nlohmann::json{0}, nlohmann::json{1, 2, 3, 4}, nlohmann::json{-1}, nlohmann::json(6)}) {
        card["head"]["deeper"] = damaged;
        expectFailed([&] { (void)classifierFromCard(card.dump(), "m.npz", hasMean); }, {"damaged"});
    }
    EXPECT_EQ(cardJson(exampleModel(HeadKind::Hidden, true, false))["schema"], "parsimony/model/1");
}

/// A program that knows sequences would bring a record to its norm as a whole.
TEST(ModelFile, SaysThatARecordIsSeveralViews) {
    const Classifier model = exampleModel(HeadKind::Views, true, false);
    const nlohmann::json card = cardJson(model);
    EXPECT_EQ(card["schema"], "parsimony/model/6");
    EXPECT_EQ(card["head"]["kind"], "views");
    EXPECT_EQ(card["preprocessing"]["views"], 2);
    const std::string text = inputText(model);
    EXPECT_NE(text.find("Rows of 10 numbers, 2 views of 5 side by side (a record may have fewer)"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("each view scaled to norm 1.5"), std::string::npos) << text;
    EXPECT_NE(text.find("the mean over a record's views"), std::string::npos) << text;
    EXPECT_TRUE(model.takes(5));
    EXPECT_TRUE(model.takes(10));
    EXPECT_FALSE(model.takes(15));
    EXPECT_FALSE(model.takes(7));
}

/// A program that knows one label a record must not take the largest score for the whole prediction.
TEST(ModelFile, ReturnsHowManyLabelsARecordMayHave) {
    const TempFolder folder;
    Classifier model = exampleModel(HeadKind::Linear, true, false);
    model.card.labelsPerRecord = 3;
    model.card.threshold = 1.0 / 3.0;
    for (const std::string format : {"safetensors", "npz", "csv"}) {
        writeModel(model, folder.file("model." + format));
        const Classifier read = loadModel(folder.file("model." + format));
        EXPECT_EQ(read.card.labelsPerRecord, 3U) << format;
        EXPECT_EQ(read.card.threshold, 1.0 / 3.0) << format;
    }
    nlohmann::json card = cardJson(model);
    EXPECT_EQ(card["schema"], "parsimony/model/4");
    bool hasMean = false;
    for (const nlohmann::json& damaged :
         {nlohmann::json(0), nlohmann::json(1), nlohmann::json(4), nlohmann::json("3")}) {
        card["labels_per_record"] = damaged; // of three classes
        expectFailed([&] { (void)classifierFromCard(card.dump(), "m.npz", hasMean); }, {"damaged"});
    }
    card["labels_per_record"] = 2;
    card.erase("threshold");
    expectFailed([&] { (void)classifierFromCard(card.dump(), "m.npz", hasMean); }, {"damaged"});
    model.card.threshold = NAN;
    expectFailed([&] { (void)writeModel(model, folder.file("model.npz")); }, {"threshold"});
    EXPECT_FALSE(cardJson(exampleModel(HeadKind::Linear, true, false)).contains("labels_per_record"));
}

/// A program that knows rows of one encoder would weigh those of two by their scales.
TEST(ModelFile, ReturnsWhatEncodersWereJoined) {
    const TempFolder folder;
    for (const bool mapped : {false, true}) {
        const Classifier model = joined(mapped ? mappedModel(HeadKind::Linear, true, false)
                                               : exampleModel(HeadKind::Linear, true, true));
        for (const std::string format : {"safetensors", "npz", "csv"}) {
            SCOPED_TRACE(format);
            writeModel(model, folder.file("model." + format));
            expectSame(loadModel(folder.file("model." + format)), model);
            EXPECT_NE(readText(folder.file("model." + format + ".md"))
                          .find("several encoders side by side (2 + 3)"),
                      std::string::npos);
        }
        EXPECT_EQ(cardJson(model)["schema"], "parsimony/model/5");
        nlohmann::json card = cardJson(model);
        bool hasMean = false;
        for (const nlohmann::json& damaged :
             {nlohmann::json{5}, nlohmann::json{2, 4}, nlohmann::json{2, 2}, nlohmann::json{0, 5},
              nlohmann::json{-1, 6}, nlohmann::json(5), nlohmann::json("2"), nlohmann::json(nullptr),
              nlohmann::json::array()}) {
            card["preprocessing"]["blocks"] = damaged;
            expectFailed([&] { (void)classifierFromCard(card.dump(), "m.npz", hasMean); }, {"damaged"});
        }
    }
    Classifier wrong = exampleModel(HeadKind::Linear, true, false);
    wrong.preprocessing.blocks = {2, 2};
    expectError([&] { writeModel(wrong, folder.file("model.npz")); }, ErrorCode::Usage, {"joined"});
}

TEST(ModelFile, ReturnsTheFeatureMapThatWasWritten) {
    const TempFolder folder;
    for (const HeadKind kind : {HeadKind::Linear, HeadKind::Hidden}) {
        for (const bool quadratic : {false, true}) {
            const Classifier model = mappedModel(kind, true, quadratic);
            EXPECT_EQ(model.inputDim(), 5U);
            for (const std::string& format : modelFormats()) {
                if (format == "onnx" || (format == "csv" && kind != HeadKind::Linear)) {
                    continue;
                }
                SCOPED_TRACE(format);
                const std::string path = folder.file("model." + format);
                writeModel(model, path);
                expectSame(loadModel(path), model);
                const std::string card = readText(path + ".md");
                EXPECT_NE(card.find("Rows of 5 numbers"), std::string::npos) << card;
                EXPECT_NE(card.find("a bias coordinate of 3 %"), std::string::npos) << card;
            }
        }
    }
    expectError([&] { writeModel(mappedModel(HeadKind::Hidden, true, true), folder.file("m.csv")); },
                ErrorCode::Usage, {"linear classifiers only"});
    EXPECT_NE(cardJson(mappedModel(HeadKind::Linear, true, true))["schema"],
              cardJson(exampleModel(HeadKind::Linear, true, true))["schema"])
        << "a program that knows no feature map must not use the weights without it";
}

/// A table has a row for each of the matrices' rows.
TEST(ModelFile, TablesOfQuadraticFeaturesHaveAllTheirRows) {
    const TempFolder folder;
    const Classifier model = mappedModel(HeadKind::Linear, true, true);
    const std::string path = folder.file("model.csv");
    writeModel(model, path);
    const std::string whole = readText(path);
    EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 2 + 3 + 1 + 2 * 4);
    writeText(path, whole.substr(0, whole.rfind("quadratic_b")));
    expectFailed([&] { (void)loadModel(path); }, {"model.csv is damaged", "rows and columns"});
    const auto mean = whole.find("map_mean"), first = whole.find("quadratic_a"),
               second = whole.find("quadratic_a", first + 1);
    writeText(path, whole.substr(0, mean) + whole.substr(first, second - first) +
                        whole.substr(mean, first - mean) + whole.substr(second));
    expectFailed([&] { (void)loadModel(path); }, {"model.csv is damaged", "not in order"});
    std::string wrong = whole;
    wrong.replace(wrong.rfind("quadratic_b,0,") + 14, 1, "x");
    writeText(path, wrong);
    expectFailed([&] { (void)loadModel(path); }, {"model.csv is damaged", "not finite"});
}

TEST(ModelFile, HoldsPlainArraysThatOthersCanRead) {
    const TempFolder folder;
    const Classifier model = exampleModel(HeadKind::Linear, true, false);
    for (const char* format : {"safetensors", "npz"}) {
        const std::string path = folder.file(std::string("model.") + format);
        writeModel(model, path);
        const auto weight = data::openArray(path + ":weight");
        EXPECT_EQ(weight->info().shape, (std::vector<std::size_t>{3, 5}));
        std::vector<double> row(5);
        weight->readRowsF64(1, 1, row.data());
        EXPECT_EQ(row, std::vector<double>(model.parameters.begin() + 6, model.parameters.begin() + 11));
        const auto bias = data::openArray(path + ":bias");
        std::vector<double> values(3);
        bias->readRowsF64(0, 3, values.data());
        EXPECT_EQ(values,
                  (std::vector<double>{model.parameters[5], model.parameters[11], model.parameters[17]}));
    }
}

TEST(ModelFile, SameModelSameBytes) {
    const TempFolder folder;
    const Classifier model = exampleModel(HeadKind::Linear, true, true);
    for (const std::string& format : modelFormats()) {
        writeModel(model, folder.file("a." + format));
        const std::string first = readText(folder.file("a." + format));
        writeModel(model, folder.file("a." + format));
        EXPECT_EQ(readText(folder.file("a." + format)), first) << format;
    }
}

TEST(ModelFile, CardStatesThePrivacy) {
    const TempFolder folder;
    Classifier model = exampleModel(HeadKind::Linear, false, false);
    writeModel(model, folder.file("m.npz"));
    const std::string card = readText(folder.file("m.npz.md"));
    for (const char* piece :
         {"(ε = 1, δ = 1e-5)-DP under add_or_remove_one.", "| ε | 1 |", "| δ | 1e-05 |", "| data | private |",
          "100 Gaussian releases", "scaled to norm 1.5", "```python", "cat dog", "\"experiment\": 3"}) {
        EXPECT_NE(card.find(piece), std::string::npos) << piece << "\n" << card;
    }
    model.card.privateData = false;
    model.card.epsilon = std::numeric_limits<double>::infinity();
    writeModel(model, folder.file("m.npz"));
    EXPECT_NE(readText(folder.file("m.npz.md")).find("public, simulated budget"), std::string::npos);
    EXPECT_FALSE(loadModel(folder.file("m.npz")).card.epsilon.has_value()) << "JSON has no infinity";
}

TEST(ModelFile, OnnxIsForOtherPrograms) {
    const TempFolder folder;
    writeModel(exampleModel(HeadKind::Linear, true, true), folder.file("m.onnx"));
    expectFailed([&] { static_cast<void>(loadModel(folder.file("m.onnx"))); }, {"m.onnx", ".safetensors"});
    const std::string bytes = readText(folder.file("m.onnx"));
    for (const char* piece :
         {"Gemm", "ArgMax", "ReduceL2", "features", "scores", "label", "parsimony_card", "dp-gd"}) {
        EXPECT_NE(bytes.find(piece), std::string::npos) << piece;
    }
}

TEST(ModelFile, WrongRequests) {
    const TempFolder folder;
    Classifier model = exampleModel(HeadKind::Hidden, false, false);
    expectError([&] { writeModel(model, folder.file("m.csv")); }, ErrorCode::Usage, {"linear"});
    expectError([&] { writeModel(model, folder.file("m.safetensor")); }, ErrorCode::Usage, {".safetensors"});
    expectError([&] { writeModel(model, folder.file("m")); }, ErrorCode::Usage, {".npz"});
    model.parameters[0] = 1e300;
    expectFailed([&] { writeModel(model, folder.file("m.npz")); }, {"not finite"});
    model.parameters.pop_back();
    expectFailed([&] { writeModel(model, folder.file("m.npz")); }, {"parameters"});
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ModelFile, DamagedFilesAreErrors) {
    const TempFolder folder;
    const std::string plain =
        safetensors(R"({"weight":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]}})", std::string(4, '\0'));
    writeText(folder.file("plain.safetensors"), plain);
    expectFailed([&] { static_cast<void>(loadModel(folder.file("plain.safetensors"))); }, {"no model card"});
    expectFailed([&] { static_cast<void>(loadModel(folder.file("none.npz"))); }, {"there is no file"});
    writeText(folder.file("a.npy"), npy("<f4", "1, 1", "1234"));
    expectFailed([&] { static_cast<void>(loadModel(folder.file("a.npy"))); }, {"no classifier"});

    const std::string path = folder.file("m.safetensors");
    writeModel(exampleModel(HeadKind::Linear, true, false), path);
    const std::string whole = readText(path);
    const auto edited = [&](const std::string& from, const std::string& to) {
        std::string bytes = whole;
        const std::size_t at = bytes.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        ASSERT_EQ(from.size(), to.size());
        bytes.replace(at, from.size(), to);
        writeText(path, bytes);
    };
    const auto load = [&] { static_cast<void>(loadModel(path)); };
    edited(R"(\"dim\":5)", R"(\"dim\":6)");
    expectFailed(load, {"another shape"});
    edited(R"(\"dim\":5)", R"(\"dim\":0)");
    expectFailed(load, {"'dim' is out of range"});
    edited(R"(\"classes\":3)", R"(\"classes\":x)");
    expectFailed(load, {"m.safetensors"});
    edited("parsimony/model/1\\\"", "parsimony/model/9\\\"");
    expectFailed(load, {"another version"});
    edited(R"(\"linear\")", R"(\"linoar\")");
    expectFailed(load, {"not known here"});
    edited(R"(\"adjacency\")", R"(\"adjacancy\")");
    expectFailed(load, {"damaged model card"});
    edited("\"bias\":{", "\"bios\":{");
    expectFailed(load, {"no array 'bias'"});
    std::string infinite = whole;
    infinite.replace(infinite.size() - 4, 4, std::string("\x00\x00\x80\x7f", 4));
    writeText(path, infinite);
    expectFailed(load, {"not finite"});
}
