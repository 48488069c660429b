// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/class_names.h"
#include "core/data/id_source.h"
#include "core/data/part.h"
#include "core/data/record_ids.h"
#include "core/data/row_digest.h"
#include "tests/fuzz/readers.h"

#include <algorithm>
#include <fstream>

namespace parsimony::fuzzing {

namespace {

constexpr std::size_t kMostValues = 1U << 16U;

void useArray(const data::ArrayInfo& info) {
    const auto reader = data::openArray(info.spec());
    const std::size_t width = std::max<std::size_t>(reader->info().width(), 1);
    const std::size_t rows = std::min(reader->info().rows(), kMostValues / width);
    std::vector<double> values(rows * width);
    reader->readRowsF64(0, rows, values.data());
    std::vector<std::int64_t> integers(rows * width);
    reader->readIntegers(0, rows, integers.data());
    static_cast<void>(reader->contiguousF32());
    if (reader->info().rows() * width <= kMostValues) {
        data::LoadOptions options;
        options.threads = 1;
        data::PartFiles files{info.spec(), ""};
        files.guessColumns = true;
        static_cast<void>(data::loadPart(files, options));
        const std::vector<std::uint8_t> key(32);
        static_cast<void>(data::rowDigests(*reader, nullptr, key, 1));
    }
}

void useArrays(const std::string& path) {
    for (const data::ArrayInfo& info : data::listArrays(path)) {
        try {
            useArray(info);
        } catch (const Error&) { // one array is bad; others may be sound
        }
        if (info.type.dtype == data::DType::Text) { // the same bytes, their columns declared
            for (const char* key : {":header", ":3"}) {
                data::ArrayInfo declared = info;
                declared.path += key;
                try {
                    useArray(declared);
                } catch (const Error&) { // no line end behind the last record
                }
            }
        }
    }
}

/// What is recognised as HDF5, Parquet or Arrow goes to a process of its own, a thousand times slower than
/// what is meant here.
void useInMemory(const std::string& path) {
    std::string signature(8, ' ');
    std::ifstream(path, std::ios::binary).read(signature.data(), 8);
    if (signature != "\x89HDF\r\n\x1a\n" && !signature.starts_with("PAR1") &&
        !signature.starts_with("ARROW1")) {
        useArrays(path);
    }
}

/// A table that holds features, labels that are text, and ids.
void useTable(const std::string& path) {
    data::PartFiles files{path, path + ":kind", path + ":who"};
    files.otherColumns = {"kind", "who"};
    files.classNames = {"cat", "dog", "a, b"};
    static_cast<void>(data::describePart(files));
    data::LoadOptions options;
    options.classes = 3;
    options.threads = 1;
    static_cast<void>(data::loadPart(files, options));
    const std::vector<std::uint8_t> key(32);
    static_cast<void>(data::personTags(files.ids, data::openFeatures(files)->info(), key, 1));
}

/// Ids, labels that are text, and names of classes, by whatever the bytes are.
void useTexts(const std::string& path) {
    const auto ids = data::openIds(path);
    std::vector<std::string> texts;
    ids->read(0, std::min(ids->rows(), kMostValues), texts);
    static_cast<void>(data::labelKind(path));
    static_cast<void>(data::distinctLabels(*data::openLabelTexts(path), kMostValues));
}

} // namespace

std::vector<Reader> dataReaders() {
    return {{"npy", "a.npy", useInMemory},
            {"npz", "a.npz", useInMemory},
            {"safetensors", "a.safetensors", useInMemory},
            {"csv", "a.csv", useInMemory},
            {"table", "a.csv", useTable},
            {"ids", "a.npy", useTexts},
            {"class-names", "a.txt",
             [](const std::string& path) { static_cast<void>(data::readClassNames(path)); }},
            {"hdf5", "a.h5", useArrays}};
}

} // namespace parsimony::fuzzing
