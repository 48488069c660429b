// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace parsimony::data {

/// Rows in memory as files of binary16 have them: row i is values[i·dim + k], exact as a float32, times
/// factors[i], rounded to float32.
struct ScaledHalves {
    const std::uint16_t* values = nullptr;
    const float* factors = nullptr;
};

/// With so few classes a step waits for rows, so that those of half the bytes are faster; with more of them
/// widening costs some 5 % of a step.
inline constexpr int kFewClasses = 16;

/// The feature matrix of one part as a trainer sees it: `rows()` × `dim()` float32 values, row-major,
/// pre-processed (mean subtracted, rows clipped or scaled) and valid: a record whose values are wrong is a
/// row of zeros that keeps its place. A row depends on its own record and on declared constants alone.
///
/// All members are const and may be called from several threads at once.
class FeatureSource {
public:
    virtual ~FeatureSource();

    [[nodiscard]] virtual std::size_t rows() const = 0;
    [[nodiscard]] virtual std::size_t dim() const = 0;

    /// Writes rows [first, first + count) to `out` (count × dim() floats, row-major, no padding). Throws
    /// Error(Failed) when the range is not inside the matrix or the file behind it changed its size or went
    /// bad. Every finite row norm promised by the pre-processing holds for what was written, also when the
    /// file was altered after it was opened.
    virtual void readRows(std::size_t first, std::size_t count, float* out) const = 0;

    /// The whole matrix when it lies in memory (rows() × dim() floats, 64-byte aligned), else empty: then it
    /// is streamed with readRows.
    [[nodiscard]] virtual std::span<const float> contiguous() const { return {}; }

    /// The same of a matrix that lies in memory as binary16; empty where it does not.
    [[nodiscard]] virtual ScaledHalves halves() const { return {}; }

    /// Each row is read from memory that this object holds.
    [[nodiscard]] bool inMemory() const { return !contiguous().empty() || halves().values != nullptr; }

    /// The mapped memory that these rows are made from, to be asked for ahead; empty where there is none, or
    /// not in one piece.
    [[nodiscard]] virtual std::span<const std::byte> madeFrom(std::size_t /*first*/,
                                                              std::size_t /*count*/) const {
        return {};
    }

    /// Each reading writes the same bits, or throws.
    [[nodiscard]] virtual bool unchanging() const { return false; }

    /// Tells the operating system that these rows are needed soon. Never fails and never waits.
    virtual void prefetch(std::size_t first, std::size_t count) const;
};

/// Gives back what AlignedFloats has.
struct FreeFloats {
    std::size_t mapped = 0; ///< bytes; 0: allocated
    void operator()(float* memory) const;
};

/// Memory for float32 values that begins on a cache line; throws std::bad_alloc. Contents are not
/// initialised.
class AlignedFloats {
public:
    AlignedFloats() = default;
    explicit AlignedFloats(std::size_t count);
    /// Takes over what was mapped for `count` values.
    AlignedFloats(void* mapping, std::size_t count);
    [[nodiscard]] float* data() { return m_data.get(); }
    [[nodiscard]] const float* data() const { return m_data.get(); }
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    std::unique_ptr<float, FreeFloats> m_data;
    std::size_t m_size = 0;
};

/// A feature matrix held in memory as binary16, at half of the room: the bits that readRows() writes are
/// those of the float32 matrix that it stands for.
class HalfMatrix final : public FeatureSource {
public:
    /// Takes rows × dim values of binary16 (two in the place of a float; the last place may be half empty)
    /// and a factor a row; throws Error(Usage) when they are not as many.
    HalfMatrix(AlignedFloats values, std::vector<float> factors, std::size_t dim);

    [[nodiscard]] std::size_t rows() const override { return m_factors.size(); }
    [[nodiscard]] std::size_t dim() const override { return m_dim; }
    void readRows(std::size_t first, std::size_t count, float* out) const override;
    [[nodiscard]] ScaledHalves halves() const override;
    [[nodiscard]] bool unchanging() const override { return true; }

private:
    AlignedFloats m_values;
    std::vector<float> m_factors;
    std::size_t m_dim = 0;
};

/// Floats that take the place of so many values of binary16.
[[nodiscard]] constexpr std::size_t floatsForHalves(std::size_t count) {
    return count / 2 + count % 2;
}

/// A feature matrix held in memory.
class MatrixSource final : public FeatureSource {
public:
    /// Takes rows × dim values; throws Error(Usage) when `values` is not of that size.
    MatrixSource(AlignedFloats values, std::size_t rows, std::size_t dim);
    /// Copies rows × dim values, row-major.
    MatrixSource(std::span<const float> values, std::size_t rows, std::size_t dim);

    [[nodiscard]] std::size_t rows() const override { return m_rows; }
    [[nodiscard]] std::size_t dim() const override { return m_dim; }
    void readRows(std::size_t first, std::size_t count, float* out) const override;
    [[nodiscard]] std::span<const float> contiguous() const override;
    [[nodiscard]] bool unchanging() const override { return true; }

private:
    AlignedFloats m_values;
    std::size_t m_rows = 0;
    std::size_t m_dim = 0;
};

/// Rows [first, first + count) of another source.
class RowRange final : public FeatureSource {
public:
    RowRange(std::shared_ptr<const FeatureSource> whole, std::size_t first, std::size_t count)
        : m_whole(std::move(whole)), m_first(first), m_count(count) {}

    [[nodiscard]] std::size_t rows() const override { return m_count; }
    [[nodiscard]] std::size_t dim() const override { return m_whole->dim(); }
    void readRows(std::size_t first, std::size_t count, float* out) const override;
    /// On a cache line where `first` is a multiple of 16.
    [[nodiscard]] std::span<const float> contiguous() const override;
    [[nodiscard]] ScaledHalves halves() const override;
    [[nodiscard]] bool unchanging() const override { return m_whole->unchanging(); }
    [[nodiscard]] std::span<const std::byte> madeFrom(std::size_t first, std::size_t count) const override {
        return m_whole->madeFrom(m_first + first, count);
    }
    void prefetch(std::size_t first, std::size_t count) const override;

private:
    std::shared_ptr<const FeatureSource> m_whole;
    std::size_t m_first = 0;
    std::size_t m_count = 0;
};

/// Throws Error(Failed) unless [first, first + count) lies inside [0, rows).
void checkRowRange(std::size_t first, std::size_t count, std::size_t rows);

} // namespace parsimony::data
