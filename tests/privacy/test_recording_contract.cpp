// SPDX-License-Identifier: GPL-3.0-or-later
// The backend that the rules are tested with is one like the others.
#include "tests/core/compute/backend_contract.h"
#include "tests/privacy/recording_backend.h"

namespace parsimony::compute::testing {
namespace {

/// With the backend that it passes calls on to.
class OwnRecording final : public test::RecordingBackend {
public:
    OwnRecording() : OwnRecording(makeCpuBackend({1})) {}

private:
    explicit OwnRecording(std::unique_ptr<ComputeBackend> inner)
        : test::RecordingBackend(*inner), m_inner(std::move(inner)) {}
    std::unique_ptr<ComputeBackend> m_inner;
};

INSTANTIATE_TEST_SUITE_P(Recording, BackendContract,
                         ::testing::Values(BackendMaker{"recording",
                                                        [] { return std::make_unique<OwnRecording>(); }}),
                         nameOfBackend);

} // namespace
} // namespace parsimony::compute::testing
