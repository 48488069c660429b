// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/kernels_bf16.h"

#include "core/compute/cpu/pairs_bf16.h"

namespace parsimony::compute::cpu {

#if PARSIMONY_HAS_BF16_PRODUCTS

const Bf16Kernels* bf16Kernels() {
    static const Bf16Kernels kernels{multiplyPairs, dotPairs, truncateResiduals, accumulatePairs};
    static const bool supported = __builtin_cpu_supports("avx512bf16") &&
                                  __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                                  __builtin_cpu_supports("avx512vl");
    return supported ? &kernels : nullptr;
}

#else

const Bf16Kernels* bf16Kernels() {
    return nullptr;
}

#endif

} // namespace parsimony::compute::cpu
