// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "core/data/dense_reader.h"
#include "core/data/formats.h"
#include "core/data/hdf5_client.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <mutex>
#include <utility>

namespace parsimony::data {

namespace {

using nlohmann::json;

constexpr std::size_t kLongestList = 1U << 24U;

struct Dataset {
    ArrayInfo info;
    bool inPlace = false; ///< its values lie uncompressed in one piece of the file
    std::size_t offset = 0;
};

[[noreturn]] void badAnswer(const std::string& path) {
    fail(Sentence("{1} could not be read: the HDF5 reader's answer makes no sense; the file may be damaged",
                  path));
}

/// What the reader process wrote is as little to be trusted as the file: every field is checked.
Dataset datasetOf(const json& entry, const std::string& path) {
    Dataset dataset;
    dataset.info.path = path;
    dataset.info.key = entry.at("key").get<std::string>();
    dataset.info.type = elementTypeOfDescr(entry.at("type").get<std::string>());
    if (entry.at("type") == "bf16") {
        dataset.info.type = {DType::BF16, false, "bfloat16"};
    }
    dataset.info.type.bigEndian = entry.at("big").get<bool>();
    for (const json& extent : entry.at("shape")) {
        dataset.info.shape.push_back(extent.get<std::size_t>());
    }
    std::vector<std::size_t> extents = dataset.info.shape;
    extents.push_back(elementSize(dataset.info.type));
    dataset.info.bytes = checkedProduct(extents, dataset.info.spec());
    dataset.inPlace = entry.at("offset").is_number_unsigned();
    if (dataset.inPlace) {
        dataset.offset = entry.at("offset").get<std::size_t>();
    }
    return dataset;
}

std::vector<Dataset> datasetsOf(const std::string& path) {
    std::string text;
    runHdf5Reader(path, {"list", path}, [&](const std::byte* bytes, std::size_t count) {
        text.append(reinterpret_cast<const char*>(bytes), count);
        return text.size() <= kLongestList;
    });
    std::vector<Dataset> datasets;
    try {
        const auto shallow = [&](int depth, json::parse_event_t, json&) { return depth <= 4; };
        for (const json& entry : json::parse(text, shallow)) {
            datasets.push_back(datasetOf(entry, path));
        }
    } catch (const json::exception&) {
        badAnswer(path);
    }
    return datasets;
}

std::vector<ArrayInfo> infosOf(const std::vector<Dataset>& datasets) {
    std::vector<ArrayInfo> infos;
    infos.reserve(datasets.size());
    for (const Dataset& dataset : datasets) {
        infos.push_back(dataset.info);
    }
    return infos;
}

/// A chunked or compressed dataset: the reader process unpacks it into memory when the first value is asked
/// for.
class UnpackedBytes final : public ByteSource {
public:
    explicit UnpackedBytes(const ArrayInfo& info) : m_path(info.path), m_key(info.key), m_size(info.bytes) {}

    [[nodiscard]] std::size_t size() const override { return m_size; }
    void read(std::size_t offset, std::size_t count, std::byte* out) const override {
        load();
        m_memory->read(offset, count, out);
    }
    [[nodiscard]] const std::byte* mapped() const override {
        load();
        return m_memory->mapped();
    }

private:
    void load() const {
        const std::lock_guard lock(m_mutex);
        if (m_memory) {
            return;
        }
        const std::string name = m_path + ":" + m_key;
        auto memory = std::make_unique<MemoryBytes>(m_size, name);
        std::size_t filled = 0;
        const auto sink = [&](const std::byte* bytes, std::size_t count) {
            if (count > m_size - filled) {
                return false;
            }
            std::copy_n(bytes, count, memory->data() + filled);
            filled += count;
            return true;
        };
        runHdf5Reader(m_path, {"read", m_path, m_key, std::to_string(m_size)}, sink);
        if (filled != m_size) {
            fail(Sentence("{1} is truncated or damaged: only {2} of {3} bytes came out of it", name, filled,
                          m_size));
        }
        m_memory = std::move(memory);
    }

    std::string m_path;
    std::string m_key;
    std::size_t m_size;
    mutable std::mutex m_mutex;
    mutable std::unique_ptr<MemoryBytes> m_memory;
};

} // namespace

std::vector<ArrayInfo> listHdf5(const std::string& path) {
    return infosOf(datasetsOf(path));
}

PackedArray packedHdf5(const std::string& path, const std::string& key) {
    std::vector<Dataset> datasets = datasetsOf(path);
    Dataset& dataset = datasets[chooseArray(infosOf(datasets), path, key)];
    if (dataset.inPlace) {
        return {std::move(dataset.info), std::make_shared<FileBytes>(path), dataset.offset};
    }
    // Values come unpacked in the machine's own byte order.
    dataset.info.type.bigEndian = false;
    auto bytes = std::make_shared<UnpackedBytes>(dataset.info);
    return {std::move(dataset.info), std::move(bytes), 0};
}

std::unique_ptr<ArrayReader> openHdf5(const std::string& path, const std::string& key) {
    PackedArray array = packedHdf5(path, key);
    return std::make_unique<DenseReader>(std::move(array.info), std::move(array.bytes), array.offset);
}

} // namespace parsimony::data
