// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/evaluate.h"
#include "core/export/model_file.h"
#include "core/export/predict.h"
#include "core/export/statement.h"
#include "tests/fuzz/readers.h"

namespace parsimony::fuzzing {

namespace {

void useModel(const std::string& path) {
    const exporting::Classifier model = exporting::loadModel(path);
    const data::MatrixSource row(std::vector<float>(model.head.recordDim(), 1.0F), 1, model.head.recordDim());
    static_cast<void>(exporting::predict(model, row, 1));
}

/// The files that it names lie nowhere: none has to be read.
void useStatement(const std::string& path) {
    std::vector<std::string> missing;
    static_cast<void>(exporting::Envelope::read(path).wrongFiles(missing));
}

void useKey(const std::string& path) {
    const VerifyingKey key = VerifyingKey::read(path);
    const std::vector<std::uint8_t> bytes(64);
    static_cast<void>(key.verify(bytes, bytes));
    static_cast<void>(key.id());
}

} // namespace

std::vector<Reader> modelReaders() {
    return {{"model-safetensors", "m.safetensors", useModel},
            {"model-npz", "m.npz", useModel},
            {"model-csv", "m.csv", useModel},
            {"statement", "model.intoto.json", useStatement},
            {"public-key", "key.pem", useKey},
            {"label-map", "map.json",
             [](const std::string& path) { static_cast<void>(exporting::readLabelMap(path, 3)); }},
            {"groups", "groups.csv",
             [](const std::string& path) { static_cast<void>(exporting::readGroups(path, 2)); }}};
}

} // namespace parsimony::fuzzing
