// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled once per instruction set by Highway's foreach_target, and chosen at run time.
#include "core/data/row_kernels.h"

#include <cstring>
#include <limits>

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
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
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

} // namespace parsimony::data::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace parsimony::data {

HWY_EXPORT(WidenHalves);
HWY_EXPORT(WriteCanonical);

void widenHalves(const std::byte* bytes, std::size_t count, float* out) {
    HWY_DYNAMIC_DISPATCH(WidenHalves)(bytes, count, out);
}

void writeCanonical(const float* values, std::size_t count, std::uint8_t* out) {
    HWY_DYNAMIC_DISPATCH(WriteCanonical)(values, count, out);
}

} // namespace parsimony::data
#endif
