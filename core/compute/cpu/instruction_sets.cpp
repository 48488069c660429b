// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/instruction_sets.h"

#include "core/base/sentence.h"

#include <algorithm>
#include <cctype>
#include <mutex>

namespace parsimony::compute::cpu {

namespace {

/// Highway's name of a target as the project writes it: AVX-512 has several there.
std::string nameOf(const Kernels& kernels) {
    std::string name = kernels.name;
    if (name.starts_with("AVX3")) {
        return "avx512";
    }
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name;
}

} // namespace

std::vector<InstructionSet> instructionSets() {
    static std::mutex mutex; // Highway asks for the kernels of each set by a choice that the process shares
    const std::scoped_lock lock(mutex);
    std::vector<InstructionSet> sets;
    for (const Kernels& kernels : allKernels()) {
        const std::string name = nameOf(kernels);
        if (!sets.empty() && sets.back().name == name) {
            continue;
        }
        if (name == "avx512") { // the bfloat16 kernels take its panels
            if (amxKernels() != nullptr) {
                sets.push_back({"amx", kernels, nullptr, amxKernels()});
            }
            if (bf16Kernels() != nullptr) {
                sets.push_back({"avx512-bf16", kernels, bf16Kernels(), nullptr});
            }
        }
        sets.push_back({name, kernels, nullptr, nullptr});
    }
    return sets;
}

const std::vector<std::string>& instructionNames() {
    static const std::vector<std::string> names{"amx",
                                                "avx512-bf16",
                                                "avx512",
                                                "avx2",
                                                "sse4",
                                                "ssse3",
                                                "sse2",
                                                "sve2",
                                                "sve2_128",
                                                "sve",
                                                "sve_256",
                                                "neon",
                                                "neon_without_aes",
                                                "emu128",
                                                "scalar"};
    return names;
}

InstructionSet instructionSet(std::string_view name) {
    std::string names;
    for (InstructionSet& set : instructionSets()) {
        if (set.name == name) {
            return set;
        }
        names += " " + set.name;
    }
    failUsage(Sentence("there are no instructions \"{1}\" on this processor: take one of{2}", name, names));
}

} // namespace parsimony::compute::cpu
