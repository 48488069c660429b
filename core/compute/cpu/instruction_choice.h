// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/cpu/instruction_sets.h"

#include <string>
#include <string_view>
#include <vector>

namespace parsimony::compute::cpu {

/// What one thread of this processor does in a pass with an instruction set, in 10⁹ operations a second.
struct InstructionRate {
    std::string name; ///< InstructionSet::name
    double float32 = 0.0;
    double bfloat16 = 0.0;
};

/// Rates of all instruction sets, in the order of instructionSets(). Timed once a process, on rows made up,
/// in some milliseconds.
[[nodiscard]] const std::vector<InstructionRate>& instructionRates();

/// The place in `rates` of the set to take: the one with the fastest float32, and of those that share its
/// kernels the one with the fastest bfloat16. A later one is taken only where it is faster by kMargin than
/// the one before, so that a noisy moment does not change the bits of results from run to run.
[[nodiscard]] std::size_t fastestInstructions(const std::vector<InstructionSet>& sets,
                                              const std::vector<InstructionRate>& rates);
inline constexpr double kMargin = 1.2;

/// Whether a plan may round its rows for the set of that name: it is the first of `sets` that multiplies
/// bfloat16 as such (in pairs beside tiles it is slower than float32). No rate is asked: one near a margin
/// would change the bits of results from run to run.
[[nodiscard]] bool bfloat16Pays(const std::vector<InstructionSet>& sets, std::string_view name);

/// That set of this processor.
[[nodiscard]] const InstructionSet& bestInstructions();

} // namespace parsimony::compute::cpu
