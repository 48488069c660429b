// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/instruction_choice.h"

#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/compute/backend_factory.h"
#include "core/compute/cpu/cpu_backend.h"
#include "core/compute/device_choice.h"
#include "core/data/feature_source.h"

#include <algorithm>
#include <ctime>
#include <limits>
#include <memory>

namespace parsimony::compute::cpu {

namespace {

constexpr std::size_t kRows = kBlockRows;
constexpr std::size_t kDim = 256;
constexpr std::uint32_t kClasses = 40;

/// Processor time of this thread, which is the only one of the backends here: on a busy machine the clock on
/// the wall would tell of others' work, and the choice change from run to run.
double secondsTaken() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Rate of a pass: the best of four, or of as many as a few milliseconds hold.
double passRate(ComputeBackend& backend, const std::shared_ptr<const data::FeatureSource>& rows,
                Precision precision) {
    constexpr int repeats = 4;
    const std::vector<std::int32_t> labels(kRows, 0);
    const auto data = backend.upload({rows, labels, kClasses, precision, 0});
    PassOptions pass;
    pass.head.dim = kDim;
    pass.head.classes = kClasses;
    const std::vector<double> weights(pass.head.parameters());
    std::vector<double> sums(pass.head.parameters());
    const GradientTask task{weights, 1.0, sums};
    double least = std::numeric_limits<double>::infinity();
    double total = 0.0;
    for (int i = 0; i < repeats && total < 2e-3; ++i) {
        const double start = secondsTaken();
        (void)backend.clippedGradientSums(*data, pass, std::span(&task, 1));
        const double taken = secondsTaken() - start;
        least = std::min(least, taken);
        total += taken;
    }
    return 4.0 * kRows * kDim * kClasses / least / 1e9;
}

} // namespace

const std::vector<InstructionRate>& instructionRates() {
    static const std::vector<InstructionRate> rates = [] {
        data::AlignedFloats x(kRows * kDim);
        for (std::size_t i = 0; i < kRows * kDim; ++i) {
            x.data()[i] = static_cast<float>(i * 7919 % 1000) * 0x1p-10F - 0.5F;
        }
        const auto rows = std::make_shared<data::MatrixSource>(std::move(x), kRows, kDim);
        std::vector<InstructionRate> all;
        for (const InstructionSet& set : instructionSets()) {
            CpuBackend backend({.threads = 1}, set);
            all.push_back({set.name, passRate(backend, rows, Precision::Float32),
                           passRate(backend, rows, Precision::Bfloat16)});
        }
        return all;
    }();
    return rates;
}

std::size_t fastestInstructions(const std::vector<InstructionSet>& sets,
                                const std::vector<InstructionRate>& rates) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < sets.size(); ++i) {
        const bool sameKernels = std::string_view(sets[i].kernels.name) == sets[best].kernels.name;
        const double gain =
            sameKernels ? rates[i].bfloat16 / rates[best].bfloat16 : rates[i].float32 / rates[best].float32;
        best = gain > kMargin ? i : best;
    }
    return best;
}

const InstructionSet& bestInstructions() {
    static const InstructionSet best = [] {
        const std::vector<InstructionSet> sets = instructionSets();
        return sets[fastestInstructions(sets, instructionRates())];
    }();
    return best;
}

bool bfloat16Pays(const std::vector<InstructionSet>& sets, std::string_view name) {
    const auto first = std::find_if(sets.begin(), sets.end(),
                                    [](const InstructionSet& set) { return set.multipliesBfloat16(); });
    return first != sets.end() && first->name == name;
}

} // namespace parsimony::compute::cpu

namespace parsimony::compute {

std::string instructionWords() {
    return std::string(automatic()) + "|" + joined(cpu::instructionNames(), "|");
}

std::string instructionsNamed(const std::string& word) {
    if (word == automatic()) {
        return {};
    }
    const std::vector<std::string>& names = cpu::instructionNames();
    if (std::find(names.begin(), names.end(), word) == names.end()) {
        failUsage(
            Sentence("--instructions must be auto or one of {1}, not \"{2}\"", joined(names, ", "), word));
    }
    return word;
}

bool bfloat16Pays(const std::string& instructions) {
    return cpu::bfloat16Pays(cpu::instructionSets(),
                             instructions.empty() ? cpu::bestInstructions().name : instructions);
}

std::unique_ptr<ComputeBackend> makeCpuBackend(const CpuOptions& options) {
    return std::make_unique<cpu::CpuBackend>(options, options.instructions.empty()
                                                          ? cpu::bestInstructions()
                                                          : cpu::instructionSet(options.instructions));
}

} // namespace parsimony::compute
