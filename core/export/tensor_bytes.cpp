// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/tensor_bytes.h"

#include "core/base/sentence.h"

#include <nlohmann/json.hpp>
#include <zip.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <span>

namespace parsimony::exporting {

namespace {

using nlohmann::json;

std::string littleEndian(std::uint64_t value, std::size_t size) {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) {
        bytes += static_cast<char>(value >> (8 * i) & 0xffU);
    }
    return bytes;
}

std::string valueBytes(const Tensor& tensor) {
    return {reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size() * sizeof(float)};
}

/// Memory that libzip writes an archive to.
class ZipBuffer {
public:
    ZipBuffer() {
        m_source = zip_source_buffer_create(nullptr, 0, 0, nullptr);
        zip_source_keep(m_source); // zip_close gives one reference back
        m_archive = zip_open_from_source(m_source, ZIP_TRUNCATE, nullptr);
        if (m_archive == nullptr) {
            zip_source_free(m_source);
            zip_source_free(m_source);
            fail(Sentence("libzip could not begin an archive"));
        }
    }
    ~ZipBuffer() {
        if (m_archive != nullptr) {
            zip_discard(m_archive);
        }
        zip_source_free(m_source);
    }
    ZipBuffer(const ZipBuffer&) = delete;
    ZipBuffer& operator=(const ZipBuffer&) = delete;

    void add(const std::string& name, const std::string& bytes) {
        zip_source_t* source = zip_source_buffer(m_archive, bytes.data(), bytes.size(), 0);
        const zip_int64_t index =
            source == nullptr ? -1 : zip_file_add(m_archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
        if (index < 0) {
            zip_source_free(source);
            fail(Sentence("libzip could not add an array: {1}", zip_strerror(m_archive)));
        }
        const auto entry = static_cast<zip_uint64_t>(index);
        zip_set_file_compression(m_archive, entry, ZIP_CM_STORE, 0);
        constexpr zip_uint16_t kFirstDosDate = (1U << 5U) | 1U; // a fixed date: same model, same bytes
        zip_file_set_dostime(m_archive, entry, 0, kFirstDosDate, 0);
    }

    std::string finish() {
        if (zip_close(m_archive) != 0) {
            fail(Sentence("libzip could not finish an archive: {1}", zip_strerror(m_archive)));
        }
        m_archive = nullptr;
        zip_stat_t status;
        if (zip_source_stat(m_source, &status) != 0 || zip_source_open(m_source) != 0) {
            fail(Sentence("libzip could not hand out an archive"));
        }
        std::string bytes(status.size, '\0');
        const zip_int64_t got = zip_source_read(m_source, bytes.data(), bytes.size());
        zip_source_close(m_source);
        if (got < 0 || static_cast<std::size_t>(got) != bytes.size()) {
            fail(Sentence("libzip could not hand out an archive"));
        }
        return bytes;
    }

private:
    zip_source_t* m_source = nullptr;
    zip_t* m_archive = nullptr;
};

} // namespace

std::string floatText(float value) {
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    static_cast<void>(error);
    return {text.data(), end};
}

std::string safetensorsBytes(const std::vector<Tensor>& tensors, const Metadata& metadata) {
    json header = json::object();
    for (const auto& [name, value] : metadata) {
        header["__metadata__"][name] = value;
    }
    std::string values;
    for (const Tensor& tensor : tensors) {
        const std::size_t begin = values.size();
        values += valueBytes(tensor);
        header[tensor.name] = {
            {"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {begin, values.size()}}};
    }
    std::string text = header.dump();
    text.append((8 - text.size() % 8) % 8, ' ');
    return littleEndian(text.size(), 8) + text + values;
}

std::string npyBytes(const std::string& descr, const std::vector<std::size_t>& shape, const void* values,
                     std::size_t size) {
    std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (";
    for (const std::size_t extent : shape) {
        header += std::to_string(extent) + ", ";
    }
    header += "), }";
    constexpr std::size_t kPrefix = 10;
    header.append(63 - (kPrefix + header.size()) % 64, ' ');
    header += '\n';
    std::string file = "\x93NUMPY";
    file += '\1';
    file += '\0';
    file += littleEndian(header.size(), 2) + header;
    file.append(static_cast<const char*>(values), size);
    return file;
}

std::string zipBytes(const std::vector<std::pair<std::string, std::string>>& members) {
    ZipBuffer archive;
    for (const auto& [name, bytes] : members) {
        archive.add(name, bytes);
    }
    return archive.finish();
}

std::string npzBytes(const std::vector<Tensor>& tensors, const std::string& cardKey,
                     const std::string& card) {
    std::vector<std::pair<std::string, std::string>> members;
    members.reserve(tensors.size() + 1);
    for (const Tensor& tensor : tensors) {
        members.emplace_back(tensor.name + ".npy", npyBytes("<f4", tensor.shape, tensor.values.data(),
                                                            tensor.values.size() * sizeof(float)));
    }
    members.emplace_back(cardKey + ".npy", npyBytes("|u1", {card.size()}, card.data(), card.size()));
    return zipBytes(members);
}

std::string csvTitle(std::size_t dim) {
    std::string text = "class,bias";
    for (std::size_t j = 0; j < dim; ++j) {
        text += ",x" + std::to_string(j);
    }
    return text;
}

std::string csvBytes(const Classifier& model, const std::string& comment) {
    const std::size_t dim = model.head.dim;
    std::string text = comment + '\n' + csvTitle(dim) + '\n';
    const double* at = model.parameters.data();
    for (std::size_t i = 0; i < model.head.classes; ++i, at += model.head.inputs()) {
        text += std::to_string(i) + ',' + (model.head.bias ? floatText(static_cast<float>(at[dim])) : "0");
        for (std::size_t j = 0; j < dim; ++j) {
            text += ',' + floatText(static_cast<float>(at[j]));
        }
        text += '\n';
    }
    /// With zeros under what the feature map adds.
    const auto row = [&](const std::string& name, std::span<const float> values) {
        text += name + ",0";
        for (std::size_t j = 0; j < dim; ++j) {
            text += ',' + floatText(j < values.size() ? values[j] : 0.0F);
        }
        text += '\n';
    };
    for (const Tensor& tensor : preprocessingTensors(model, !model.preprocessing.mean.empty())) {
        const std::size_t width = tensor.shape.back();
        for (std::size_t first = 0; first < tensor.values.size(); first += width) {
            row(tensor.name, std::span(tensor.values).subspan(first, width));
        }
    }
    return text;
}

} // namespace parsimony::exporting
