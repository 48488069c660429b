// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/data/byte_source.h"

#include <memory>

namespace parsimony::data {

/// Values of one binary type that lie packed in a ByteSource from `offset` on, in C or Fortran order.
class DenseReader final : public ArrayReader {
public:
    /// Throws Error(Failed) when the array has no axis, holds no numbers, or `bytes` ends before its last
    /// value.
    DenseReader(ArrayInfo info, std::shared_ptr<const ByteSource> bytes, std::size_t offset);

    [[nodiscard]] const ArrayInfo& info() const override { return m_info; }
    void readRows(std::size_t first, std::size_t count, float* out) const override;
    void readRowsF64(std::size_t first, std::size_t count, double* out) const override;
    void readIntegers(std::size_t first, std::size_t count, std::int64_t* out) const override;
    [[nodiscard]] std::span<const float> contiguousF32() const override;
    [[nodiscard]] std::span<const std::uint16_t> contiguousBf16() const override;
    [[nodiscard]] const std::byte* mappedRows(std::size_t first, std::size_t count) const override;
    [[nodiscard]] bool isMapped() const override;
    void verify() const override;
    [[nodiscard]] bool unwritten(std::size_t first, std::size_t count) const override;
    void prefetch(std::size_t first, std::size_t count) const override;
    void needsOnly(std::size_t first, std::size_t count) const override;

private:
    template <class Out>
    void readAny(std::size_t first, std::size_t count, Out* out) const;
    template <class Out>
    void readColumns(std::size_t first, std::size_t count, Out* out) const;
    template <class Out>
    void decodeRange(std::size_t element, std::size_t count, Out* out) const;
    template <class Value>
    [[nodiscard]] std::span<const Value> contiguousAs(DType dtype) const;
    [[nodiscard]] std::size_t fortranOffset(std::size_t column) const;

    ArrayInfo m_info;
    std::shared_ptr<const ByteSource> m_bytes;
    std::size_t m_offset = 0;
    std::size_t m_rows = 0;
    std::size_t m_width = 0;
    std::size_t m_size = 0; ///< bytes of an element
};

} // namespace parsimony::data
