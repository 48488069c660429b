// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/classifier.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::exporting {

/// What a classifier can be written as.
enum class ModelFormat { Safetensors, Npz, Csv, Onnx };

/// The endings that writeModel knows, without dot.
[[nodiscard]] std::vector<std::string> modelFormats();
/// What the ending of `path` names; absent where that is no format of writeModel.
[[nodiscard]] std::optional<ModelFormat> modelFormat(const std::filesystem::path& path);

/// Writes `model` in the format that the ending of `path` names (.safetensors, .npz, .csv, .onnx), the card
/// inside it, and beside it `path`.md: the card for people, with the privacy statement and a NumPy snippet
/// that uses the file. Returns the files. Weights are float32. Files are whole or not there. Throws
/// Error(Usage) on an unknown ending or a head that the format cannot hold, Error(Failed) when `model` is not
/// sound or a file cannot be written.
std::vector<std::filesystem::path> writeModel(const Classifier& model, const std::filesystem::path& path);

/// What writeModel would write to `path`: the same model always gives the same bytes.
[[nodiscard]] std::string modelBytes(const Classifier& model, const std::filesystem::path& path);

/// Does the ending name a format that loadModel reads?
[[nodiscard]] bool isReadFormat(const std::filesystem::path& path);

/// Reads what writeModel wrote in any format but ONNX. Throws Error(Failed) when the file is missing, damaged
/// or holds no such classifier.
[[nodiscard]] Classifier loadModel(const std::string& path);

/// Whether there is a model card in the file, also one that loadModel can't read: of a newer version, or
/// damaged.
[[nodiscard]] bool hasModelCard(const std::string& path);

/// What the privacy statement lists beside its sentence: names and values, for whoever shows them.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> privacyFacts(const ModelCard& card);

/// Which rows the classifier takes and what comes out, in a sentence.
[[nodiscard]] std::string inputText(const Classifier& model);

/// The text of the model card file; `file` is the model's file name as it stands in the snippet.
[[nodiscard]] std::string modelCardText(const Classifier& model, const std::string& file);

} // namespace parsimony::exporting
