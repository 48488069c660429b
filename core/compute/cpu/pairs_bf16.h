// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/cpu/kernels.h"

#include <cstddef>
#include <cstdint>

// Clang has no `#pragma GCC target`; what it builds, the readers under libFuzzer, does without.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define PARSIMONY_HAS_BF16_PRODUCTS 1
#else
#define PARSIMONY_HAS_BF16_PRODUCTS 0
#endif

namespace parsimony::compute::cpu {

/// The entries of Bf16Kernels; there where PARSIMONY_HAS_BF16_PRODUCTS, to be called where the processor has
/// AVX512-BF16.
void multiplyPairs(const MultiplyArgs& a);
void dotPairs(const DotArgs& a);
void truncateResiduals(const float* h, std::size_t columns, std::size_t count, std::uint16_t* g);
void accumulatePairs(const AccumulateArgs& a, std::uint32_t* scratch);

} // namespace parsimony::compute::cpu
