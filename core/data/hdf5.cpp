// SPDX-License-Identifier: GPL-3.0-or-later
// libhdf5 has known memory errors on crafted files, so it never runs in this process (hdf5_reader/main.cpp).
#include "core/data/dense_reader.h"
#include "core/data/formats.h"
#include "core/data/process_array.h"

#include <utility>

namespace parsimony::data {

namespace {

ReaderProgram hdf5Program(const std::string& path) {
    return {{readerBeside("parsimony-hdf5-reader", "PARSIMONY_HDF5_READER", path)}, "parsimony-hdf5: "};
}

PackedArray packed(const ReaderProgram& program, ProcessArray array) {
    if (array.inPlace) {
        auto bytes = std::make_shared<FileBytes>(array.info.path);
        return {std::move(array.info), std::move(bytes), array.offset};
    }
    // Values come unpacked in the machine's own byte order.
    array.info.type.bigEndian = false;
    auto bytes = bytesByProcess(program, array.info, {array.info.key, std::to_string(array.info.bytes)});
    return {std::move(array.info), std::move(bytes), 0};
}

ProcessArray chosen(const ReaderProgram& program, const std::string& path, const std::string& key) {
    std::vector<ProcessArray> arrays = listByProcess(program, path);
    return std::move(arrays[chooseArray(infosOf(arrays), path, key)]);
}

} // namespace

std::vector<ArrayInfo> listHdf5(const std::string& path) {
    return infosOf(listByProcess(hdf5Program(path), path));
}

std::unique_ptr<ArrayReader> openHdf5(const std::string& path, const std::string& key) {
    const ReaderProgram program = hdf5Program(path);
    PackedArray array = packed(program, chosen(program, path, key));
    return std::make_unique<DenseReader>(std::move(array.info), std::move(array.bytes), array.offset);
}

std::unique_ptr<IdSource> openHdf5Ids(const std::string& path, const std::string& key) {
    const ReaderProgram program = hdf5Program(path);
    ProcessArray array = chosen(program, path, key);
    if (isVaryingText(array.info.type)) {
        return textsByProcess(program, array.info, {"texts", path, array.info.key});
    }
    return packedIds(packed(program, std::move(array)));
}

} // namespace parsimony::data
