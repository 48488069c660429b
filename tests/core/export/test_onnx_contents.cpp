// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/model_file.h"
#include "core/export/onnx_contents.h"

#include "example_models.h"
#include "expect_error.h"
#include <gtest/gtest.h>

#include <string>

using namespace parsimony;
using namespace parsimony::exporting;
using compute::HeadKind;

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
