// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled once per instruction set by Highway's foreach_target, and chosen at run time.
#include "core/data/row_kernels.h"

#include <cstring>
#include <limits>

// Vectors whose length the compiler does not know can't be held in arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
// foreach_target needs this order.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/data/row_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace parsimony::data::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors are read and written at any address. What is left over behind the last whole one goes through a
// vector of its own.

void WidenHalves(const std::byte* bytes, std::size_t count, float* out) {
    const hn::ScalableTag<float> floats;
    const hn::Rebind<hwy::float16_t, decltype(floats)> halves;
    const std::size_t lanes = hn::Lanes(floats);
    const auto widen = [&](const std::byte* from, float* to) {
        const auto half = hn::LoadU(halves, reinterpret_cast<const hwy::float16_t*>(from));
        hn::StoreU(hn::PromoteTo(floats, half), floats, to);
    };
    // Processors ask ahead by themselves, but not beyond a page of 4 KB. Nothing is read where no page is.
    constexpr std::size_t ahead = 8192;
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        // No pointer may lead there.
        const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(bytes) + 2 * i + ahead;
        __builtin_prefetch(reinterpret_cast<const void*>(at)); // NOLINT(performance-no-int-to-ptr)
        widen(bytes + 2 * i, out + i);
    }
    if (i < count) {
        HWY_ALIGN std::byte few[2 * HWY_LANES(float)] = {};
        HWY_ALIGN float wide[HWY_LANES(float)];
        std::memcpy(few, bytes + 2 * i, 2 * (count - i));
        widen(few, wide);
        std::memcpy(out + i, wide, (count - i) * sizeof(float));
    }
}

void WriteCanonical(const float* values, std::size_t count, std::uint8_t* out) {
    const hn::ScalableTag<float> floats;
    const std::size_t lanes = hn::Lanes(floats);
    const auto zero = hn::Zero(floats);
    const auto nan = hn::Set(floats, std::numeric_limits<float>::quiet_NaN());
    const auto write = [&](const float* from, std::uint8_t* to) {
        const auto value = hn::Add(hn::LoadU(floats, from), zero); // −0 + 0 is 0
        hn::StoreU(hn::IfThenElse(hn::IsNaN(value), nan, value), floats, reinterpret_cast<float*>(to));
    };
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        write(values + i, out + i * sizeof(float));
    }
    if (i < count) {
        HWY_ALIGN float few[HWY_LANES(float)] = {};
        HWY_ALIGN std::uint8_t written[sizeof few];
        std::memcpy(few, values + i, (count - i) * sizeof(float));
        write(few, written);
        std::memcpy(out + i * sizeof(float), written, (count - i) * sizeof(float));
    }
}

using Wide = hn::CappedTag<double, 8>;
constexpr std::size_t kWideLanes = HWY_MIN(8, HWY_LANES(double));

/// Eight sums of squares, in as many vectors as they take.
class Squares {
public:
    Squares() {
        for (auto& sums : m_sums) {
            sums = hn::Zero(Wide());
        }
    }
    void add(std::size_t vector, hn::Vec<Wide> values) {
        m_sums[vector] = hn::MulAdd(values, values, m_sums[vector]); // the square is exact either way
    }
    /// With the squares of `rest`, the fewer than eight values that are left over.
    [[nodiscard]] double total(const float* rest, std::size_t count) const {
        double sums[8];
        for (std::size_t vector = 0; vector < 8 / kWideLanes; ++vector) {
            hn::StoreU(m_sums[vector], Wide(), sums + vector * kWideLanes);
        }
        for (std::size_t i = 0; i < count; ++i) {
            sums[0] += static_cast<double>(rest[i]) * static_cast<double>(rest[i]);
        }
        return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
    }

private:
    hn::Vec<Wide> m_sums[8 / kWideLanes];
};

// An addition to a sum waits for the one before, so several rows go side by side.

template <std::size_t rows>
void SquaresOfRows(const float* values, std::size_t dim, double* sums) {
    const hn::Rebind<float, Wide> narrow;
    Squares squares[rows];
    std::size_t i = 0;
    for (; i + 8 <= dim; i += 8) {
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t vector = 0; vector < 8 / kWideLanes; ++vector) {
                const float* from = values + r * dim + i + vector * kWideLanes;
                squares[r].add(vector, hn::PromoteTo(Wide(), hn::LoadU(narrow, from)));
            }
        }
    }
    for (std::size_t r = 0; r < rows; ++r) {
        sums[r] = squares[r].total(values + r * dim + i, dim - i);
    }
}

template <std::size_t rows>
void ScaledRows(const float* values, std::size_t dim, const double* factors, float* out, double* sums) {
    const hn::Rebind<float, Wide> narrow;
    Squares squares[rows];
    std::size_t i = 0;
    for (; i + 8 <= dim; i += 8) {
        for (std::size_t r = 0; r < rows; ++r) {
            const auto factor = hn::Set(Wide(), factors[r]);
            for (std::size_t vector = 0; vector < 8 / kWideLanes; ++vector) {
                const std::size_t at = r * dim + i + vector * kWideLanes;
                const auto wide = hn::PromoteTo(Wide(), hn::LoadU(narrow, values + at));
                const auto rounded = hn::DemoteTo(narrow, hn::Mul(wide, factor));
                hn::StoreU(rounded, narrow, out + at);
                squares[r].add(vector, hn::PromoteTo(Wide(), rounded));
            }
        }
    }
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t rest = r * dim + i; rest < (r + 1) * dim; ++rest) {
            out[rest] = static_cast<float>(static_cast<double>(values[rest]) * factors[r]);
        }
        sums[r] = squares[r].total(out + r * dim + i, dim - i);
    }
}

constexpr std::size_t kRowsAtOnce = kWideLanes >= 4 ? 4 : 1; // as registers have room for

void SumsOfSquares(const float* values, std::size_t rows, std::size_t dim, double* sums) {
    std::size_t r = 0;
    for (; r + kRowsAtOnce <= rows; r += kRowsAtOnce) {
        SquaresOfRows<kRowsAtOnce>(values + r * dim, dim, sums + r);
    }
    for (; r < rows; ++r) {
        SquaresOfRows<1>(values + r * dim, dim, sums + r);
    }
}

void ScaleRows(const float* values, std::size_t rows, std::size_t dim, const double* factors, float* out,
               double* sums) {
    std::size_t r = 0;
    for (; r + kRowsAtOnce <= rows; r += kRowsAtOnce) {
        ScaledRows<kRowsAtOnce>(values + r * dim, dim, factors + r, out + r * dim, sums + r);
    }
    for (; r < rows; ++r) {
        ScaledRows<1>(values + r * dim, dim, factors + r, out + r * dim, sums + r);
    }
}

/// A product of two float32 is exact in float64, so multiplying in float32 rounds it as well as once.
void RescaleRows(const float* values, std::size_t rows, std::size_t dim, const float* factors,
                 const float* mean, float* out) {
    const hn::ScalableTag<float> floats;
    const hn::Rebind<float, Wide> narrow;
    for (std::size_t r = 0; r < rows; ++r) {
        const float* row = values + r * dim;
        float* to = out + r * dim;
        std::size_t i = 0;
        if (mean == nullptr) {
            const auto factor = hn::Set(floats, factors[r]);
            for (const std::size_t lanes = hn::Lanes(floats); i + lanes <= dim; i += lanes) {
                hn::StoreU(hn::Mul(hn::LoadU(floats, row + i), factor), floats, to + i);
            }
        } else {
            const auto factor = hn::Set(Wide(), static_cast<double>(factors[r]));
            for (; i + kWideLanes <= dim; i += kWideLanes) {
                const auto apart = hn::Sub(hn::PromoteTo(Wide(), hn::LoadU(narrow, row + i)),
                                           hn::PromoteTo(Wide(), hn::LoadU(narrow, mean + i)));
                hn::StoreU(hn::DemoteTo(narrow, hn::Mul(apart, factor)), narrow, to + i);
            }
        }
        for (; i < dim; ++i) {
            const double apart =
                static_cast<double>(row[i]) - (mean == nullptr ? 0.0 : static_cast<double>(mean[i]));
            to[i] = static_cast<float>(apart * static_cast<double>(factors[r]));
        }
    }
}

void TagRow(const float* row, std::size_t dim, const std::uint32_t* key, std::uint64_t* tag) {
    std::size_t i = 0;
    tag[0] = tag[1] = 0;
#if HWY_TARGET != HWY_SCALAR // which has no two words to multiply
    const hn::ScalableTag<std::uint64_t> sums;
    const hn::Repartition<std::uint32_t, decltype(sums)> words;
    const std::size_t lanes = hn::Lanes(words);
    auto first = hn::Zero(sums), second = hn::Zero(sums);
    const auto product = [&](hn::Vec<decltype(words)> value, const std::uint32_t* from) {
        const auto sum = hn::Add(value, hn::LoadU(words, from));
        return hn::MulEven(sum, hn::Shuffle2301(sum));
    };
    for (; i + lanes <= dim; i += lanes) {
        const auto value = hn::BitCast(words, hn::LoadU(hn::ScalableTag<float>(), row + i));
        first = hn::Add(first, product(value, key + i));
        second = hn::Add(second, product(value, key + i + 2));
    }
    tag[0] = hn::GetLane(hn::SumOfLanes(sums, first));
    tag[1] = hn::GetLane(hn::SumOfLanes(sums, second));
#endif
    for (; i < dim; i += 2) {
        std::uint32_t pair[2] = {0, 0};
        std::memcpy(pair, row + i, (i + 1 < dim ? 2 : 1) * sizeof(float));
        for (std::size_t half = 0; half < 2; ++half) {
            const std::uint32_t* from = key + i + 2 * half;
            tag[half] += std::uint64_t{pair[0] + from[0]} * std::uint64_t{pair[1] + from[1]};
        }
    }
}

} // namespace parsimony::data::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace parsimony::data {

HWY_EXPORT(WidenHalves);
HWY_EXPORT(WriteCanonical);
HWY_EXPORT(SumsOfSquares);
HWY_EXPORT(ScaleRows);
HWY_EXPORT(RescaleRows);
HWY_EXPORT(TagRow);

void widenHalves(const std::byte* bytes, std::size_t count, float* out) {
    HWY_DYNAMIC_DISPATCH(WidenHalves)(bytes, count, out);
}

void writeCanonical(const float* values, std::size_t count, std::uint8_t* out) {
    HWY_DYNAMIC_DISPATCH(WriteCanonical)(values, count, out);
}

double sumOfSquares(const float* values, std::size_t count) {
    double sum = 0.0;
    sumsOfSquares(values, 1, count, &sum);
    return sum;
}

void sumsOfSquares(const float* values, std::size_t rows, std::size_t dim, double* sums) {
    HWY_DYNAMIC_DISPATCH(SumsOfSquares)(values, rows, dim, sums);
}

double scaleRow(const float* row, std::size_t count, double factor, float* out) {
    double sum = 0.0;
    scaleRows(row, 1, count, &factor, out, &sum);
    return sum;
}

void scaleRows(const float* values, std::size_t rows, std::size_t dim, const double* factors, float* out,
               double* sums) {
    HWY_DYNAMIC_DISPATCH(ScaleRows)(values, rows, dim, factors, out, sums);
}

void rescaleRows(const float* values, std::size_t rows, std::size_t dim, const float* factors,
                 const float* mean, float* out) {
    HWY_DYNAMIC_DISPATCH(RescaleRows)(values, rows, dim, factors, mean, out);
}

void tagRow(const float* row, std::size_t dim, const std::uint32_t* key, std::uint64_t* tag) {
    HWY_DYNAMIC_DISPATCH(TagRow)(row, dim, key, tag);
}

} // namespace parsimony::data
#endif
