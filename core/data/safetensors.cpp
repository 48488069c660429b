// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/collected.h"
#include "core/base/sentence.h"
#include "core/data/dense_reader.h"
#include "core/data/formats.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace parsimony::data {

namespace {

using nlohmann::json;

constexpr std::size_t kLongestHeader = 1U << 24U;
constexpr int kDeepestNesting = 4;

struct Tensor {
    ArrayInfo info;
    std::size_t begin = 0; ///< of its values, from the start of the file
};

struct Header {
    std::vector<Tensor> tensors;
    std::vector<std::pair<std::string, std::string>> metadata;
};

[[noreturn]] void bad(const std::string& path, const std::string& what) {
    fail(Sentence("{1} has a damaged safetensors header: {2}", path, what));
}

std::vector<std::size_t> sizesOf(const json& entry, const char* name, const std::string& path) {
    const auto found = entry.find(name);
    if (found == entry.end() || !found->is_array() || found->size() > 32) {
        bad(path, std::string("a tensor without ") + name);
    }
    std::vector<std::size_t> sizes;
    for (const json& value : *found) {
        if (!value.is_number_unsigned()) {
            bad(path, std::string("an entry of ") + name + " is no natural number");
        }
        sizes.push_back(value.get<std::size_t>());
    }
    return sizes;
}

Tensor tensorOf(const std::string& key, const json& entry, const std::string& path, std::size_t dataBegin,
                std::size_t fileSize) {
    if (!entry.is_object() || !entry.contains("dtype") || !entry["dtype"].is_string()) {
        bad(path, "a tensor without dtype");
    }
    Tensor tensor;
    tensor.info.path = path;
    tensor.info.key = key;
    tensor.info.type = elementTypeOfSafetensors(entry["dtype"].get_ref<const std::string&>());
    tensor.info.shape = sizesOf(entry, "shape", path);
    const std::vector<std::size_t> offsets = sizesOf(entry, "data_offsets", path);
    if (offsets.size() != 2 || offsets[0] > offsets[1]) {
        bad(path, "data_offsets of a tensor are out of order");
    }
    if (offsets[1] > fileSize - dataBegin) {
        fail(Sentence("{1} is truncated: its header promises values up to byte {2}, the file ends after {3}",
                      tensor.info.spec(), offsets[1], fileSize - dataBegin));
    }
    tensor.begin = dataBegin + offsets[0];
    tensor.info.bytes = offsets[1] - offsets[0];
    if (tensor.info.type.dtype != DType::Other) {
        std::vector<std::size_t> extents = tensor.info.shape;
        extents.push_back(dtypeSize(tensor.info.type.dtype));
        if (checkedProduct(extents, tensor.info.spec()) != tensor.info.bytes) {
            bad(path, "shape and data_offsets of a tensor do not agree");
        }
    }
    return tensor;
}

Header readHeader(const FileBytes& file) {
    const std::string& path = file.path();
    std::array<std::byte, 8> prefix{};
    if (file.size() < prefix.size()) {
        fail(Sentence("{1} is truncated: it ends inside its safetensors header", path));
    }
    file.read(0, prefix.size(), prefix.data());
    std::uint64_t length = 0;
    for (std::size_t i = prefix.size(); i-- > 0;) {
        length = length << 8U | static_cast<std::uint64_t>(prefix[i]);
    }
    if (length > file.size() - prefix.size() || length > kLongestHeader) {
        bad(path, "it claims " + std::to_string(length) + " bytes");
    }
    std::string text(length, '\0');
    file.read(prefix.size(), length, reinterpret_cast<std::byte*>(text.data()));
    const auto shallow = [&](int depth, json::parse_event_t, json&) -> bool {
        if (depth > kDeepestNesting) {
            bad(path, "it nests too deep");
        }
        return true;
    };
    const json document = json::parse(text, shallow, false);
    if (!document.is_object()) {
        bad(path, "it is no JSON object");
    }
    Header header;
    for (const auto& [key, entry] : document.items()) {
        if (key != "__metadata__") {
            header.tensors.push_back(tensorOf(key, entry, path, prefix.size() + length, file.size()));
            continue;
        }
        for (const auto& [name, value] : entry.items()) {
            if (value.is_string()) {
                header.metadata.emplace_back(name, value.get<std::string>());
            }
        }
    }
    return header;
}

std::vector<ArrayInfo> infosOf(const Header& header) {
    return collected<ArrayInfo>(header.tensors, &Tensor::info);
}

} // namespace

std::vector<ArrayInfo> listSafetensors(const std::string& path) {
    return infosOf(readHeader(FileBytes(path)));
}

PackedArray packedSafetensors(const std::string& path, const std::string& key) {
    auto file = std::make_shared<FileBytes>(path);
    Header header = readHeader(*file);
    Tensor& tensor = header.tensors[chooseArray(infosOf(header), path, key)];
    return {std::move(tensor.info), std::move(file), tensor.begin};
}

std::unique_ptr<ArrayReader> openSafetensors(const std::string& path, const std::string& key) {
    PackedArray array = packedSafetensors(path, key);
    return std::make_unique<DenseReader>(std::move(array.info), std::move(array.bytes), array.offset);
}

std::vector<std::pair<std::string, std::string>> safetensorsMetadata(const std::string& path) {
    return readHeader(FileBytes(path)).metadata;
}

} // namespace parsimony::data
