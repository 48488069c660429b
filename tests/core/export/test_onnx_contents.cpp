// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/model_file.h"
#include "core/export/onnx_contents.h"

#include "example_models.h"
#include "expect_error.h"
#include "other_programs.h"
#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace parsimony;
using namespace parsimony::exporting;
using compute::HeadKind;

namespace {

/// One of each kind of head and of pre-processing.
std::vector<Classifier> everyKind() {
    std::vector<Classifier> models;
    for (const HeadKind kind : {HeadKind::Linear, HeadKind::Hidden, HeadKind::Sequence, HeadKind::Views}) {
        for (const bool bias : {false, true}) {
            for (const data::RowNorm norm : {data::RowNorm::None, data::RowNorm::Clip, data::RowNorm::Unit}) {
                models.push_back(exampleModel(kind, bias, bias));
                models.back().preprocessing.norm = norm;
            }
        }
    }
    for (const bool quadratic : {false, true}) {
        models.push_back(mappedModel(HeadKind::Linear, quadratic, quadratic));
        models.push_back(mappedModel(HeadKind::Hidden, quadratic, quadratic));
        models.push_back(joined(mappedModel(HeadKind::Linear, true, quadratic)));
    }
    models.push_back(joined(exampleModel(HeadKind::Linear, true, true)));
    models.push_back(deepened(exampleModel(HeadKind::Hidden, true, true)));
    models.push_back(exampleModel(HeadKind::Linear, true, true));
    models.back().card.labelsPerRecord = 2;
    models.back().card.threshold = 0.25;
    return models;
}

class OnnxGraphs : public OtherPrograms {};

} // namespace

TEST(OnnxContents, AreTheArraysAndTheCardThatWereWritten) {
    for (const HeadKind kind : {HeadKind::Linear, HeadKind::Hidden, HeadKind::Sequence}) {
        const Classifier model = exampleModel(kind, true, kind == HeadKind::Linear);
        const OnnxContents contents = onnxContents(modelBytes(model, "m.onnx"), "m.onnx");
        for (const Tensor& tensor : tensorsOf(model)) {
            const std::string bytes(reinterpret_cast<const char*>(tensor.values.data()),
                                    tensor.values.size() * sizeof(float));
            EXPECT_EQ(contents.arrays.at(tensor.name), bytes) << tensor.name;
        }
        bool hasMean = false;
        const Classifier read = classifierFromCard(contents.metadata.at(kCardKey), "m.onnx", hasMean);
        EXPECT_EQ(read.card.guarantee, model.card.guarantee);
        EXPECT_EQ(read.head, model.head);
    }
}

TEST(OnnxContents, OfDamagedFilesAreErrorsOrWhatIsLeft) {
    const std::string bytes = modelBytes(exampleModel(HeadKind::Linear, true, true), "m.onnx");
    std::size_t refused = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        for (const std::string& damaged :
             {bytes.substr(0, size),
              bytes.substr(0, size) + char(bytes[size] ^ '\x80') + bytes.substr(size + 1)}) {
            try {
                EXPECT_LE(onnxContents(damaged, "m.onnx").metadata.size(), 1U);
            } catch (const Error&) {
                ++refused;
            }
        }
    }
    EXPECT_GT(refused, bytes.size());
    expectFailed([&] { static_cast<void>(onnxContents(bytes + bytes, "m.onnx")); }, {"m.onnx", "twice"});
}

TEST(OnnxContents, OfAnotherGraphAreAnotherProgram) {
    const Classifier model = exampleModel(HeadKind::Linear, true, true);
    const std::string bytes = modelBytes(model, "m.onnx");
    const std::string program = onnxContents(bytes, "m.onnx").program;
    std::string other = bytes;
    other.replace(other.find("ArgMax"), 6, "ArgMin");
    EXPECT_NE(onnxContents(other, "m.onnx").program, program);
    const std::string told = std::string("\x32\x03") + "abc"; // doc_string
    EXPECT_EQ(onnxContents(bytes + told, "m.onnx").program, program);
    EXPECT_NE(onnxContents(bytes + std::string("\x42\x02\x10\x0c"), "m.onnx").program, program); // operators
    Classifier renamed = model;
    renamed.card.guarantee = "another";
    EXPECT_EQ(onnxContents(modelBytes(renamed, "m.onnx"), "m.onnx").program, program);
}

/// resources/verify makes them anew, of the card and the arrays.
TEST_F(OnnxGraphs, AreTheSameWhoeverMakesThem) {
    std::string names;
    for (const Classifier& model : everyKind()) {
        const std::string name = std::to_string(names.size()) + ".onnx";
        writeModel(model, m_folder.file(name));
        names += "'" + name + "', ";
    }
    EXPECT_EQ(python("import pathlib, sys\n"
                     "sys.dont_write_bytecode = True\n"
                     "sys.path.insert(0, '" PARSIMONY_VERIFY_FOLDER "')\n"
                     "import onnx_graph, verify_ledger\n"
                     "for name in [" +
                     names +
                     "]:\n"
                     "    data, path = pathlib.Path(name).read_bytes(), pathlib.Path(name)\n"
                     "    fields = list(verify_ledger.fields_of(data))\n"
                     "    arrays = dict(verify_ledger.onnx_in(data))\n"
                     "    ours = onnx_graph.program(verify_ledger.card_in(path), arrays)\n"
                     "    if onnx_graph.program_in(fields) != ours:\n"
                     "        print(name, [one[:60] for one in ours])\n"),
              "");
}
