// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/model_file.h"

#include "core/base/enum_words.h"
#include "core/base/input_file.h"
#include "core/base/nearest_name.h"
#include "core/base/sentence.h"
#include "core/data/array_reader.h"
#include "core/data/formats.h"
#include "core/export/atomic_file.h"
#include "core/export/onnx_bytes.h"
#include "core/export/onnx_contents.h"
#include "core/export/tensor_bytes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>

namespace parsimony::exporting {

namespace {

constexpr std::size_t kLongestCard = 1U << 22U;
constexpr std::array<std::string_view, 4> kEndings{"safetensors", "npz", "csv", "onnx"};

std::string endingOf(const std::filesystem::path& path) {
    const std::string extension = path.extension().string();
    return extension.empty() ? "" : extension.substr(1);
}

/// Throws Error(Usage) where the ending names none.
ModelFormat demandedFormat(const std::filesystem::path& path) {
    if (const auto format = modelFormat(path)) {
        return *format;
    }
    const std::string nearest = nearestName(endingOf(path), modelFormats());
    failUsage(nearest.empty() ? Sentence("{1} does not end like a format that classifiers are exported to "
                                         "(.safetensors, .npz, .csv, .onnx)",
                                         path.string())
                              : Sentence("{1} does not end like a format that classifiers are exported to "
                                         "(.safetensors, .npz, .csv, .onnx); did you mean .{2}?",
                                         path.string(), nearest));
}

/// As large as what is opened says: a list was made before, of a file that may be another one by now.
std::vector<Tensor> readTensors(const std::string& path) {
    std::vector<Tensor> tensors;
    for (const data::ArrayInfo& listed : data::listArrays(path)) {
        if (listed.type.dtype != data::DType::F32) {
            continue;
        }
        const auto reader = data::openArray(listed.spec());
        const data::ArrayInfo& info = reader->info();
        Tensor tensor{info.key, info.shape, std::vector<float>(info.rows() * info.width())};
        reader->readRows(0, info.rows(), tensor.values.data());
        tensors.push_back(std::move(tensor));
    }
    return tensors;
}

std::string cardOfSafetensors(const std::string& path) {
    for (const auto& [name, value] : data::safetensorsMetadata(path)) {
        if (name == kCardKey) {
            return value;
        }
    }
    return {};
}

std::string cardOfNpz(const std::string& path) {
    for (const data::ArrayInfo& listed : data::listArrays(path)) {
        if (listed.key != kCardKey) {
            continue;
        }
        const auto reader = data::openArray(listed.spec());
        const data::ArrayInfo& info = reader->info();
        if (info.type.dtype == data::DType::U8 && info.bytes <= kLongestCard) {
            std::vector<std::int64_t> codes(info.rows() * info.width());
            reader->readIntegers(0, info.rows(), codes.data());
            return {codes.begin(), codes.end()};
        }
    }
    return {};
}

std::string cardOfCsv(const std::string& path) {
    requireReadable(path);
    std::ifstream file(path);
    std::string line;
    constexpr std::string_view kMark = "# parsimony_card ";
    if (!std::getline(file, line) || line.compare(0, kMark.size(), kMark) != 0) {
        return {};
    }
    return line.substr(kMark.size());
}

/// One matrix of weights, which a table can hold.
bool isTable(const compute::HeadShape& head) {
    return head.kind == compute::HeadKind::Linear || head.kind == compute::HeadKind::Views;
}

/// What the rows of a table written by csvBytes are called: classes by number, others by what they are of.
std::vector<std::string> rowNamesOfCsv(const std::string& path, std::size_t dim) {
    std::ifstream file(path);
    std::vector<std::string> names;
    bool isTitle = true; // the first line that is no comment
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) {
            continue;
        }
        if (!std::exchange(isTitle, false)) {
            names.push_back(line.substr(0, line.find(',')));
        } else if (line.substr(0, line.find('\r')) !=
                   csvTitle(dim)) { // who reads it by these names would take other weights
            fail(Sentence("{1} is damaged: its columns are not in order", path));
        }
    }
    return names;
}

/// The tensors of a table written by csvBytes: columns class, bias, x0 …; rows of the pre-processing follow
/// those of the classes, each with zeros behind its own numbers.
std::vector<Tensor> tensorsOfCsv(const std::string& path, const Classifier& model, bool withMean) {
    const auto reader = data::openArray(path);
    const std::size_t dim = model.head.dim;
    const std::size_t classes = model.head.classes;
    std::vector<Tensor> tensors{{"weight", {classes, dim}, {}}};
    for (Tensor& tensor : preprocessingTensors(model, withMean)) { // without values yet
        tensors.push_back(std::move(tensor));
    }
    const auto rowsOf = [](const Tensor& tensor) {
        return tensor.shape.size() == 1 ? std::size_t{1} : tensor.shape.front();
    };
    std::size_t rows = 0;
    for (const Tensor& tensor : tensors) {
        rows += rowsOf(tensor);
    }
    if (!isTable(model.head) || reader->info().width() != dim + 2 || reader->info().rows() != rows) {
        fail(Sentence("{1} is damaged: it has not the rows and columns that its model card says", path));
    }
    Tensor bias{"bias", {classes}, {}};
    const std::vector<std::string> names = rowNamesOfCsv(path, dim);
    std::vector<double> row(dim + 2);
    std::size_t at = 0;
    for (Tensor& tensor : tensors) {
        for (std::size_t i = 0; i < rowsOf(tensor); ++i, ++at) {
            reader->readRowsF64(at, 1, row.data());
            if (at < classes) {
                if (row[0] != static_cast<double>(at)) {
                    fail(Sentence("{1} is damaged: its classes are not in order", path));
                }
                bias.values.push_back(static_cast<float>(row[1]));
            } else if (at >= names.size() || names[at] != tensor.name) {
                fail(Sentence("{1} is damaged: the rows of its pre-processing are not in order", path));
            }
            for (std::size_t j = 0; j < tensor.shape.back(); ++j) {
                tensor.values.push_back(static_cast<float>(row[j + 2]));
            }
        }
    }
    tensors.push_back(std::move(bias));
    return tensors;
}

} // namespace

std::vector<std::string> modelFormats() {
    return {kEndings.begin(), kEndings.end()};
}

std::optional<ModelFormat> modelFormat(const std::filesystem::path& path) {
    return valueNamed<ModelFormat>(kEndings, endingOf(path));
}

std::string modelBytes(const Classifier& model, const std::filesystem::path& path) {
    checkClassifier(model);
    const std::string card = cardJson(model).dump();
    switch (demandedFormat(path)) {
    case ModelFormat::Npz:
        return npzBytes(tensorsOf(model), kCardKey, card);
    case ModelFormat::Csv:
        if (!isTable(model.head)) {
            failUsage(
                Sentence("a .csv file holds linear classifiers only; export to .safetensors, .npz or .onnx"));
        }
        return csvBytes(model, std::string("# ") + kCardKey + " " + card);
    case ModelFormat::Onnx:
        return onnxBytes(model, {{kCardKey, card}});
    case ModelFormat::Safetensors:
        break;
    }
    return safetensorsBytes(tensorsOf(model), {{"format", "parsimony/model/1"}, {kCardKey, card}});
}

std::vector<std::filesystem::path> writeModel(const Classifier& model, const std::filesystem::path& path) {
    const std::string bytes = modelBytes(model, path);
    const std::filesystem::path cardPath = path.string() + ".md";
    writeFileAtomically(path, bytes);
    writeFileAtomically(cardPath, modelCardText(model, path.filename().string()));
    return {path, cardPath};
}

bool isReadFormat(const std::filesystem::path& path) {
    const auto format = modelFormat(path);
    return format && format != ModelFormat::Onnx;
}

bool hasModelCard(const std::string& path) {
    try {
        switch (data::detectFormat(path)) {
        case data::FileFormat::Safetensors: {
            const auto told = data::safetensorsMetadata(path);
            return std::any_of(told.begin(), told.end(),
                               [](const auto& entry) { return entry.first == kCardKey; });
        }
        case data::FileFormat::Text:
            return !cardOfCsv(path).empty();
        case data::FileFormat::Npy:
            return false;
        case data::FileFormat::Zip:
        case data::FileFormat::Hdf5:
        case data::FileFormat::Columns:
            break;
        }
        const std::vector<data::ArrayInfo> arrays = data::listArrays(path);
        return std::any_of(arrays.begin(), arrays.end(), [](const data::ArrayInfo& array) {
            return array.key == kCardKey || array.key == std::string("/") + kCardKey;
        });
    } catch (const Error&) {
        return false; // whoever reads an array of it says what is wrong
    }
}

Classifier loadModel(const std::string& path) {
    if (modelFormat(path) == ModelFormat::Onnx) {
        fail(Sentence(
            "{1} is for other programs; use the .safetensors, .npz or .csv export of the same classifier",
            path));
    }
    const data::FileFormat format = data::detectFormat(path);
    std::string card;
    switch (format) {
    case data::FileFormat::Safetensors:
        card = cardOfSafetensors(path);
        break;
    case data::FileFormat::Zip:
        card = cardOfNpz(path);
        break;
    case data::FileFormat::Text:
        card = cardOfCsv(path);
        break;
    case data::FileFormat::Npy:
    case data::FileFormat::Hdf5:
    case data::FileFormat::Columns:
        break;
    }
    if (card.empty() || card.size() > kLongestCard) {
        fail(Sentence("{1} holds no classifier exported by Parsimony: there is no model card in it", path));
    }
    bool hasMean = false;
    Classifier model = classifierFromCard(card, path, hasMean);
    applyTensors(format == data::FileFormat::Text ? tensorsOfCsv(path, model, hasMean) : readTensors(path),
                 hasMean, path, model);
    return model;
}

} // namespace parsimony::exporting
