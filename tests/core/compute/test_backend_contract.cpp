// SPDX-License-Identifier: GPL-3.0-or-later
// The contract on every instruction set of this processor, and through a backend that only passes calls on.
#include "core/compute/cpu/cpu_backend.h"
#include "core/compute/forwarding_backend.h"
#include "tests/core/compute/backend_contract.h"
#include "tests/core/compute/every_set.h"

#include <algorithm>

namespace parsimony::compute::testing {
namespace {

class Forwarding final : public ForwardingBackend {
public:
    [[nodiscard]] std::string name() const override { return m_cpu->name(); }
    [[nodiscard]] std::string description() const override { return m_cpu->description(); }

protected:
    ComputeBackend& rest() override { return *m_cpu; }

private:
    std::unique_ptr<ComputeBackend> m_cpu = makeCpuBackend({1});
};

std::vector<BackendMaker> cpuBackends() {
    std::vector<BackendMaker> makers{{"forwarding", [] { return std::make_unique<Forwarding>(); }}};
    for (const cpu::InstructionSet& set : setsToTest()) {
        std::string name = set.name;
        std::replace(name.begin(), name.end(), '-', '_');
        for (const unsigned threads : {1U, 3U}) {
            makers.push_back({name + "_threads" + std::to_string(threads),
                              [=] { return std::make_unique<cpu::CpuBackend>(CpuOptions{threads}, set); }});
        }
    }
    return makers;
}

INSTANTIATE_TEST_SUITE_P(Cpu, BackendContract, ::testing::ValuesIn(cpuBackends()), nameOfBackend);

} // namespace
} // namespace parsimony::compute::testing
