// SPDX-License-Identifier: GPL-3.0-or-later
// A backend of several processes is one like the others.
#include "core/compute/forwarding_backend.h"
#include "tests/core/compute/backend_contract.h"

#include "local_ranks.h"

namespace parsimony::compute::testing {
namespace {

/// With the processes that it is made of.
class OwnRanks final : public ForwardingBackend {
public:
    explicit OwnRanks(int size) : m_ranks(size), m_backend(m_ranks.backend()) {}
    [[nodiscard]] std::string name() const override { return m_backend->name(); }
    [[nodiscard]] std::string description() const override { return m_backend->description(); }

protected:
    ComputeBackend& rest() override { return *m_backend; }

private:
    ranks::testing::LocalRanks m_ranks;
    std::unique_ptr<ComputeBackend> m_backend; // last: it ends before the processes
};

BackendMaker ranksOf(int size) {
    return {"ranks" + std::to_string(size), [size] { return std::make_unique<OwnRanks>(size); }};
}

INSTANTIATE_TEST_SUITE_P(Ranks, BackendContract, ::testing::Values(ranksOf(1), ranksOf(2), ranksOf(3)),
                         nameOfBackend);

} // namespace
} // namespace parsimony::compute::testing
