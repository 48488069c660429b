// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "core/data/dense_reader.h"
#include "core/data/formats.h"
#include "core/data/npy_header.h"

namespace parsimony::data {

namespace {

NpyHeader headerOf(const FileBytes& file, const std::string& path) {
    const NpyHeader header =
        readNpyHeader(path, file.size(), [&](std::size_t offset, std::size_t count, std::byte* out) {
            file.read(offset, count, out);
        });
    return header;
}

ArrayInfo infoOf(const NpyHeader& header, const std::string& path) {
    ArrayInfo info;
    info.path = path;
    applyNpyHeader(header, info);
    return info;
}

} // namespace

std::vector<ArrayInfo> listNpy(const std::string& path) {
    const FileBytes file(path);
    const NpyHeader header = headerOf(file, path);
    ArrayInfo info = infoOf(header, path);
    if (info.bytes > file.size() - header.length) {
        fail(Sentence("{1} is truncated: its header promises {2} bytes of values, {3} are there", path,
                      info.bytes, file.size() - header.length));
    }
    return {std::move(info)};
}

PackedArray packedNpy(const std::string& path, const std::string& key) {
    if (!key.empty()) {
        fail(Sentence("{1} holds one array without a name; leave out ':{2}'", path, key));
    }
    auto file = std::make_shared<FileBytes>(path);
    const NpyHeader header = headerOf(*file, path);
    if (header.type.name == "object") {
        fail(Sentence("{1} holds pickled Python objects, which are never unpickled; {2}", path,
                      conversionHint()));
    }
    return {infoOf(header, path), std::move(file), header.length};
}

std::unique_ptr<ArrayReader> openNpy(const std::string& path, const std::string& key) {
    PackedArray array = packedNpy(path, key);
    return std::make_unique<DenseReader>(std::move(array.info), std::move(array.bytes), array.offset);
}

} // namespace parsimony::data
