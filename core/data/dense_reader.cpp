// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dense_reader.h"

#include "core/base/sentence.h"
#include "core/data/feature_source.h"

#include <algorithm>
#include <array>
#include <utility>

namespace parsimony::data {

DenseReader::DenseReader(ArrayInfo info, std::shared_ptr<const ByteSource> bytes, std::size_t offset)
    : m_info(std::move(info)), m_bytes(std::move(bytes)), m_offset(offset), m_rows(m_info.rows()),
      m_width(m_info.width()), m_size(dtypeSize(m_info.type.dtype)) {
    const std::string name = m_info.spec();
    if (m_size == 0) {
        fail(m_info.type.name == "void"
                 ? Sentence("{1} holds values of type void, not numbers; save it as float32 or integers "
                            "(bfloat16 as safetensors)",
                            name)
                 : Sentence("{1} holds values of type {2}, not numbers; save it as float32 or integers", name,
                            m_info.type.name));
    }
    if (m_info.shape.empty()) {
        fail(Sentence("{1} is a single number, not an array", name));
    }
    if (m_offset > m_bytes->size() || m_info.bytes > m_bytes->size() - m_offset) {
        fail(Sentence("{1} is truncated: its header promises {2} bytes of values, {3} are there", name,
                      m_info.bytes, m_bytes->size() - std::min(m_offset, m_bytes->size())));
    }
}

template <class Out>
void DenseReader::decodeRange(std::size_t element, std::size_t count, Out* out) const {
    const std::size_t offset = m_offset + element * m_size;
    if (const std::byte* memory = m_bytes->mapped(); memory != nullptr) {
        decode(m_info.type, memory + offset, count, out);
        return;
    }
    std::array<std::byte, 1U << 15U> buffer;
    const std::size_t perBlock = buffer.size() / m_size;
    for (std::size_t done = 0; done < count;) {
        const std::size_t now = std::min(perBlock, count - done);
        m_bytes->read(offset + done * m_size, now * m_size, buffer.data());
        decode(m_info.type, buffer.data(), now, out + done);
        done += now;
    }
}

/// Elements between the first value of row 0 and that of flattened column `column` (C order over axes 1…) in
/// a file in Fortran order.
std::size_t DenseReader::fortranOffset(std::size_t column) const {
    std::size_t stride = m_rows;
    std::size_t offset = 0;
    std::size_t inner = m_width;
    for (std::size_t axis = 1; axis < m_info.shape.size(); ++axis) {
        inner /= m_info.shape[axis];
        offset += column / inner * stride;
        column %= inner;
        stride *= m_info.shape[axis];
    }
    return offset;
}

template <class Out>
void DenseReader::readColumns(std::size_t first, std::size_t count, Out* out) const {
    std::array<Out, 512> strip;
    for (std::size_t column = 0; column < m_width; ++column) {
        const std::size_t start = fortranOffset(column) + first;
        for (std::size_t done = 0; done < count;) {
            const std::size_t now = std::min(strip.size(), count - done);
            decodeRange(start + done, now, strip.data());
            for (std::size_t i = 0; i < now; ++i) {
                out[(done + i) * m_width + column] = strip[i];
            }
            done += now;
        }
    }
}

template <class Out>
void DenseReader::readAny(std::size_t first, std::size_t count, Out* out) const {
    checkRowRange(first, count, m_rows);
    if (count == 0) { // of no rows a header can claim any number of columns
        return;
    }
    if (m_info.order == 'F' && m_width > 1) {
        readColumns(first, count, out);
    } else {
        decodeRange(first * m_width, count * m_width, out);
    }
    m_bytes->verify();
}

void DenseReader::readRows(std::size_t first, std::size_t count, float* out) const {
    readAny(first, count, out);
}
void DenseReader::readRowsF64(std::size_t first, std::size_t count, double* out) const {
    readAny(first, count, out);
}
void DenseReader::readIntegers(std::size_t first, std::size_t count, std::int64_t* out) const {
    readAny(first, count, out);
}

template <class Value>
std::span<const Value> DenseReader::contiguousAs(DType dtype) const {
    const std::byte* memory = m_bytes->mapped();
    if (m_info.type.dtype != dtype || m_info.type.bigEndian || memory == nullptr ||
        (m_info.order == 'F' && m_width > 1)) {
        return {};
    }
    const std::byte* start = memory + m_offset;
    if (reinterpret_cast<std::uintptr_t>(start) % alignof(Value) != 0) {
        return {};
    }
    return {reinterpret_cast<const Value*>(start), m_rows * m_width};
}

std::span<const float> DenseReader::contiguousF32() const {
    return contiguousAs<float>(DType::F32);
}
std::span<const std::uint16_t> DenseReader::contiguousBf16() const {
    return contiguousAs<std::uint16_t>(DType::BF16);
}

const std::byte* DenseReader::mappedRows(std::size_t first, std::size_t count) const {
    checkRowRange(first, count, m_rows);
    return isMapped() ? m_bytes->mapped() + m_offset + first * m_width * m_size : nullptr;
}

bool DenseReader::isMapped() const {
    return m_bytes->mapped() != nullptr && (m_info.order != 'F' || m_width == 1);
}

bool DenseReader::unwritten(std::size_t /*first*/, std::size_t /*count*/) const {
    return m_bytes->unwritten();
}

void DenseReader::verify() const {
    m_bytes->verify();
}

void DenseReader::prefetch(std::size_t first, std::size_t count) const {
    if (m_info.order == 'C' && first < m_rows) {
        const std::size_t rowBytes = m_width * m_size;
        m_bytes->prefetch(m_offset + first * rowBytes, std::min(count, m_rows - first) * rowBytes);
    }
}

void DenseReader::needsOnly(std::size_t first, std::size_t count) const {
    if (m_info.order == 'C') {
        const std::size_t rowBytes = m_width * m_size;
        m_bytes->needsOnly(m_offset + first * rowBytes, count * rowBytes);
    }
}

} // namespace parsimony::data
