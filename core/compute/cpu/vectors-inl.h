// SPDX-License-Identifier: GPL-3.0-or-later
// What all kernels know of their vectors; included by kernels.cpp for each instruction set.
#if defined(PARSIMONY_CPU_VECTORS_INL_H) == defined(HWY_TARGET_TOGGLE) // once for each instruction set
#ifdef PARSIMONY_CPU_VECTORS_INL_H
#undef PARSIMONY_CPU_VECTORS_INL_H
#else
#define PARSIMONY_CPU_VECTORS_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace parsimony::compute::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;
using Vec = hn::Vec<Floats>;
constexpr std::size_t kLanes = hn::MaxLanes(Floats());
// 32 registers hold 24 accumulators; 16 hold 12.
constexpr std::size_t kRowVectors = HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64 ? 4 : 2;
constexpr std::size_t kPanel = kLanes * kRowVectors;
static_assert(kBlockRows % kPanel == 0);
/// Whether the processor widens binary16 by an instruction.
constexpr bool kWidensHalves = HWY_TARGET <= HWY_AVX2 || HWY_ARCH_ARM_A64;

} // namespace parsimony::compute::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
