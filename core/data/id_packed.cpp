// SPDX-License-Identifier: GPL-3.0-or-later
// Ids that lie packed in an array: integers, or text of a fixed length.
#include "core/base/sentence.h"
#include "core/data/byte_source.h"
#include "core/data/formats.h"
#include "core/data/id_source.h"
#include "core/data/shards.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace parsimony::data {

namespace {

/// UTF-8 of one code point; what is none (a surrogate, or beyond the last) becomes U+FFFD.
void appendCodePoint(std::string& text, std::uint32_t point) {
    if (point > 0x10FFFFU || (point >= 0xD800U && point < 0xE000U)) {
        point = 0xFFFDU;
    }
    const auto tail = [&](unsigned shift) {
        text.push_back(static_cast<char>(0x80U | ((point >> shift) & 0x3FU)));
    };
    if (point < 0x80U) {
        text.push_back(static_cast<char>(point));
    } else if (point < 0x800U) {
        text.push_back(static_cast<char>(0xC0U | (point >> 6U)));
        tail(0);
    } else if (point < 0x10000U) {
        text.push_back(static_cast<char>(0xE0U | (point >> 12U)));
        tail(6);
        tail(0);
    } else {
        text.push_back(static_cast<char>(0xF0U | (point >> 18U)));
        tail(12);
        tail(6);
        tail(0);
    }
}

class PackedIds final : public IdSource {
public:
    explicit PackedIds(PackedArray array)
        : m_array(std::move(array)), m_size(elementSize(m_array.info.type)) {
        const ArrayInfo& info = m_array.info;
        if (isVaryingText(info.type)) {
            fail(Sentence("{1} holds text of varying length; save ids as integers or as text of a fixed "
                          "length (.astype('S'))",
                          info.spec()));
        }
        if (m_size == 0 || (!isText() && !isInteger(info.type.dtype))) {
            fail(
                Sentence("{1} holds ids of type {2}; ids are integers or text", info.spec(), info.type.name));
        }
        if (info.shape.empty() || (info.shape.size() != 1 && info.width() != 1)) {
            fail(Sentence("{1} has the shape {2}; ids are one a record", info.spec(),
                          Sentence::ofRows(info.shapeText())));
        }
        if (m_array.offset > m_array.bytes->size() || info.bytes > m_array.bytes->size() - m_array.offset) {
            fail(Sentence("{1} is truncated: its header promises {2} bytes of values, {3} are there",
                          info.spec(), info.bytes,
                          m_array.bytes->size() - std::min(m_array.offset, m_array.bytes->size())));
        }
    }

    [[nodiscard]] std::string spec() const override { return m_array.info.spec(); }
    [[nodiscard]] std::size_t rows() const override { return m_array.info.rows(); }

    void read(std::size_t first, std::size_t count, std::vector<std::string>& out) const override {
        std::vector<std::byte> bytes(count * m_size);
        m_array.bytes->read(m_array.offset + first * m_size, bytes.size(), bytes.data());
        m_array.bytes->verify();
        out.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            const std::byte* at = bytes.data() + i * m_size;
            isText() ? readText(at, out[i]) : readInteger(at, out[i]);
        }
    }

private:
    [[nodiscard]] bool isText() const { return m_array.info.type.textLength > 0; }

    void readInteger(const std::byte* at, std::string& out) const {
        const ElementType& type = m_array.info.type;
        if (type.dtype == DType::U64) { // beyond what readIntegers can say: hashes of files use all bits
            std::uint64_t value = 0;
            std::memcpy(&value, at, sizeof value);
            out = std::to_string(type.bigEndian ? __builtin_bswap64(value) : value);
            return;
        }
        std::int64_t value = 0;
        decode(type, at, 1, &value);
        out = std::to_string(value);
    }

    void readText(const std::byte* at, std::string& out) const {
        const ElementType& type = m_array.info.type;
        out.clear();
        if (!type.wideText) {
            out.assign(reinterpret_cast<const char*>(at), type.textLength);
        } else {
            for (std::size_t i = 0; i < type.textLength; ++i) {
                std::uint32_t point = 0;
                std::memcpy(&point, at + i * sizeof point, sizeof point);
                appendCodePoint(out, type.bigEndian ? __builtin_bswap32(point) : point);
            }
        }
        out.resize(out.find_last_not_of('\0') + 1); // NumPy pads with zeros
    }

    PackedArray m_array;
    std::size_t m_size;
};

} // namespace

std::unique_ptr<IdSource> packedIds(PackedArray array) {
    return std::make_unique<PackedIds>(std::move(array));
}

std::unique_ptr<IdSource> openIds(const std::string& spec) {
    const ArraySpec split = splitSpec(spec);
    return openJoined<IdSource>(split, [&](const std::string& path) -> std::unique_ptr<IdSource> {
        switch (detectFormat(path)) {
        case FileFormat::Npy:
            return packedIds(packedNpy(path, split.key));
        case FileFormat::Zip:
            return packedIds(packedNpz(path, split.key));
        case FileFormat::Hdf5:
            return openHdf5Ids(path, split.key);
        case FileFormat::Safetensors:
            return packedIds(packedSafetensors(path, split.key));
        case FileFormat::Columns:
            return openColumnIds(path, split.key);
        case FileFormat::Text:
            return openTextIds(path, split.key);
        }
        fail(Sentence("{1} is of no known format", path));
    });
}

} // namespace parsimony::data
