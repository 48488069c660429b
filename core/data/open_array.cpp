// SPDX-License-Identifier: GPL-3.0-or-later
// From the text that names arrays to what reads them: of one file, or of several.
#include "core/base/sentence.h"
#include "core/data/array_reader.h"
#include "core/data/formats.h"
#include "core/data/shards.h"

#include <filesystem>

namespace parsimony::data {

namespace {

bool standsForFiles(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) {
        return true;
    }
    return namesShards(path) && !matchingFiles(path).empty();
}

} // namespace

ArraySpec splitSpec(const std::string& spec) {
    if (standsForFiles(spec)) {
        return {spec, ""};
    }
    for (std::size_t at = spec.find(':'); at != std::string::npos; at = spec.find(':', at + 1)) {
        if (standsForFiles(spec.substr(0, at))) {
            return {spec.substr(0, at), spec.substr(at + 1)};
        }
    }
    return {spec, ""};
}

FileFormat formatOf(const std::string& path) {
    return detectFormat(namesShards(path) ? shardsOf(path).front() : path);
}

bool isOfAnyLength(const ArrayInfo& info) {
    return info.shape.size() == 2 && info.shape.back() == 0 && formatOf(info.path) == FileFormat::Columns;
}

namespace {

/// Of an array that is not opened, of no numbers or of lists of any length: the rows of the other shards.
void addRowsOfOthers(ArrayInfo& array, const std::string& path) {
    const std::vector<std::string> shards = shardsOf(path);
    for (auto shard = shards.begin() + 1; shard < shards.end(); ++shard) {
        const std::vector<ArrayInfo> others = listArrays(*shard);
        const ArrayInfo& other = others[chooseArray(others, *shard, array.key)];
        array.bytes += other.bytes;
        if (!array.shape.empty() && !other.shape.empty()) {
            array.shape.front() += other.shape.front();
        }
    }
}

} // namespace

std::vector<ArrayInfo> listArrays(const std::string& path) {
    if (namesShards(path)) {
        std::vector<ArrayInfo> arrays = listArrays(shardsOf(path).front());
        for (ArrayInfo& array : arrays) {
            array.path = path;
            if (array.type.dtype != DType::Other && !isOfAnyLength(array)) {
                array = openArray(array.spec())->info();
            } else {
                addRowsOfOthers(array, path);
            }
        }
        return arrays;
    }
    switch (detectFormat(path)) {
    case FileFormat::Npy:
        return listNpy(path);
    case FileFormat::Zip:
        return listNpz(path);
    case FileFormat::Hdf5:
        return listHdf5(path);
    case FileFormat::Safetensors:
        return listSafetensors(path);
    case FileFormat::Columns:
        return listColumns(path);
    case FileFormat::Text:
        return listCsv(path);
    }
    fail(Sentence("{1} is of no known format", path));
}

std::unique_ptr<ArrayReader> openArray(const std::string& spec, TextLayout layout,
                                       std::span<const std::string> otherColumns) {
    const ArraySpec split = splitSpec(spec);
    return openJoined<ArrayReader>(split, [&](const std::string& path) -> std::unique_ptr<ArrayReader> {
        switch (detectFormat(path)) {
        case FileFormat::Npy:
            return openNpy(path, split.key);
        case FileFormat::Zip:
            return openNpz(path, split.key);
        case FileFormat::Hdf5:
            return openHdf5(path, split.key);
        case FileFormat::Safetensors:
            return openSafetensors(path, split.key);
        case FileFormat::Columns:
            return openColumns(path, split.key, layout, otherColumns);
        case FileFormat::Text:
            checkTextName(path, layout);
            return openCsv(path, split.key, layout, otherColumns);
        }
        fail(Sentence("{1} is of no known format", path));
    });
}

} // namespace parsimony::data
