// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/class_names.h"
#include "core/data/id_source.h"
#include "core/data/part.h"
#include "core/data/process_array.h"
#include "core/data/record_ids.h"
#include "core/data/row_digest.h"
#include "tests/fuzz/readers.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

namespace parsimony::fuzzing {

namespace {

const std::vector<std::uint8_t> kKey(32);
constexpr std::size_t kMostValues = 1U << 13U; // two blocks of a single column

/// A user's steps with an array, one of them for each input, by the file's length: all of them read the same
/// bytes anew.
enum class Step : std::uint8_t { ReadValues, Load, Hash };
constexpr std::size_t kSteps = 3;

void useArray(const data::ArrayInfo& info, Step step) {
    const auto reader = data::openArray(info.spec());
    const std::size_t width = std::max<std::size_t>(reader->info().width(), 1);
    const std::size_t rows = std::min(reader->info().rows(), kMostValues / width);
    if (step == Step::ReadValues || rows < reader->info().rows()) {
        std::vector<double> values(rows * width);
        reader->readRowsF64(0, rows, values.data());
        std::vector<std::int64_t> integers(rows * width);
        reader->readIntegers(0, rows, integers.data());
        static_cast<void>(reader->contiguousF32());
    } else if (step == Step::Load) {
        data::LoadOptions options;
        options.threads = 1;
        data::PartFiles files{info.spec(), ""};
        files.guessColumns = true;
        static_cast<void>(data::loadPart(files, options));
    } else {
        static_cast<void>(data::rowDigests(*reader, nullptr, kKey, 1));
    }
}

void useArrays(const std::string& path) {
    const std::size_t length = std::filesystem::file_size(path);
    const auto step = static_cast<Step>(length % kSteps);
    // Of text the columns may be declared.
    constexpr std::array<const char*, 3> kDeclared{"", ":header", ":3"};
    const std::string declared = kDeclared[length / kSteps % kDeclared.size()];
    for (data::ArrayInfo info : data::listArrays(path)) {
        const bool isText = info.type.dtype == data::DType::Text;
        info.path += isText ? declared : "";
        try {
            useArray(info, step);
        } catch (const Error&) { // one array is bad; others may be sound
        }
    }
}

/// A table that holds features, labels that are text, and ids.
void useTable(const std::string& path) {
    data::PartFiles files{path, path + ":kind", path + ":who"};
    files.otherColumns = {"kind", "who"};
    files.classNames = {"cat", "dog", "a, b"};
    if (std::filesystem::file_size(path) % 2 == 0) { // all of it for every input would halve their number
        static_cast<void>(data::describePart(files));
        static_cast<void>(data::personTags(files.ids, data::openFeatures(files)->info(), kKey, 1));
        return;
    }
    data::LoadOptions options;
    options.classes = 3;
    options.threads = 1;
    static_cast<void>(data::loadPart(files, options));
}

/// Ids, labels that are text, and names of classes, by whatever the bytes are.
void useTexts(const std::string& path) {
    const auto ids = data::openIds(path);
    std::vector<std::string> texts;
    ids->read(0, std::min(ids->rows(), kMostValues), texts);
    static_cast<void>(data::labelKind(path));
    static_cast<void>(data::distinctLabels(*data::openLabelTexts(path), kMostValues));
}

/// Labels of records that may have several, as lists, as one column a class and as names. Whatever a record
/// holds, its set is valid and in order, or invalid.
void useLabelSets(const std::string& path) {
    const std::size_t length = std::filesystem::file_size(path);
    constexpr std::array<const char*, 4> kForms{"", ":header", ":3", ":4"};
    data::PartFiles files;
    files.labels = path + kForms[length % kForms.size()];
    files.labelsPerRecord = 2;
    files.classes = 4;
    if (length / kForms.size() % 2 == 0) {
        files.classNames = {"cat", "dog", "ibex", "eel"};
    }
    const auto reader = data::openLabels(files);
    const std::size_t rows = std::min(reader->info().rows(), kMostValues);
    std::vector<std::int64_t> read(rows * 2);
    reader->readIntegers(0, rows, read.data());
    data::LabelSets sets{2, std::vector<std::int32_t>(read.size())};
    data::takeLabelSets(read, sets.values.data());
    for (std::size_t row = 0; row < rows; ++row) {
        const std::int32_t* set = sets.values.data() + row * 2;
        const bool ordered =
            set[0] < 0 ? set[1] == data::kNoLabel : set[1] == data::kNoLabel || set[1] > set[0];
        if (!ordered || set[0] < data::kInvalidLabels || std::max(set[0], set[1]) >= 4) {
            std::abort();
        }
    }
}

} // namespace

std::vector<Reader> dataReaders() {
    return {{"npy", "a.npy", useArrays},
            {"npz", "a.npz", useArrays},
            {"safetensors", "a.safetensors", useArrays},
            {"csv", "a.csv", useArrays},
            {"table", "a.csv", useTable},
            {"label-sets", "a.csv", useLabelSets},
            {"label-sets-npy", "a.npy", useLabelSets},
            {"ids", "a.npy", useTexts},
            {"class-names", "a.txt",
             [](const std::string& path) { static_cast<void>(data::readClassNames(path)); }},
            {"answer", nullptr,
             [](const std::string& text) { static_cast<void>(data::arraysOfAnswer(text, "a.h5")); }},
            {"hdf5", "a.h5", useArrays}};
}

} // namespace parsimony::fuzzing
