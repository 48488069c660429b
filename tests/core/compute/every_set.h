// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/cpu/cpu_backend.h"
#include "tests/core/compute/tile_model.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace parsimony::compute::testing {

/// What this processor runs, and the software model of AMX, which runs everywhere.
inline std::vector<cpu::InstructionSet> setsToTest() {
    std::vector<cpu::InstructionSet> sets = cpu::instructionSets();
    sets.push_back({"amx-model", sets.front().kernels, nullptr, &cpu::modelKernels()});
    return sets;
}

/// Whether bfloat16 rows are multiplied by residuals cut off to bfloat16.
inline bool cutsResiduals(const cpu::InstructionSet& set) {
    return set.pairs != nullptr || set.tiles != nullptr;
}

/// A test that runs on each of them.
class EverySet : public ::testing::TestWithParam<std::size_t> {
public:
    static auto indices() { return ::testing::Range<std::size_t>(0, setsToTest().size()); }

protected:
    void SetUp() override {
        set = setsToTest()[GetParam()];
        backend = std::make_unique<cpu::CpuBackend>(CpuOptions{2}, set);
        RecordProperty("instructions", set.name);
    }
    cpu::InstructionSet set;
    std::unique_ptr<ComputeBackend> backend;
};

} // namespace parsimony::compute::testing
