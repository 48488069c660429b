// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/runtime/cuda_reducer.h"

#include "gpu/runtime/trouble.h"

#include <type_traits>

#if __has_include(<nccl.h>)
#include <nccl.h>

namespace {
using Api = parsimony::gpu::NcclApi;
static_assert(sizeof(ncclComm_t) == sizeof(Api::Communicator) && std::is_pointer_v<ncclComm_t>);
static_assert(sizeof(ncclResult_t) == sizeof(int) && ncclSuccess == Api::kSuccess);
static_assert(sizeof(ncclDataType_t) == sizeof(int) && ncclFloat64 == Api::kFloat64);
static_assert(sizeof(ncclRedOp_t) == sizeof(int) && ncclSum == Api::kSum);
static_assert(std::is_same_v<decltype(&ncclCommInitAll), ncclResult_t (*)(ncclComm_t*, int, const int*)>);
static_assert(
    std::is_same_v<decltype(&ncclAllReduce), ncclResult_t (*)(const void*, void*, std::size_t, ncclDataType_t,
                                                              ncclRedOp_t, ncclComm_t, cudaStream_t)>);
static_assert(std::is_same_v<decltype(&ncclCommDestroy), ncclResult_t (*)(ncclComm_t)>);
static_assert(std::is_same_v<decltype(&ncclCommAbort), ncclResult_t (*)(ncclComm_t)>);
} // namespace
#endif

namespace parsimony::gpu {

class NcclReducer final : public Reducer {
public:
    NcclReducer(std::shared_ptr<NcclGroup> group, std::size_t rank, CudaDevice& device)
        : m_group(std::move(group)), m_rank(rank), m_device(device) {}

    void add(double* sums, std::size_t count) override {
        if (m_group->m_aborted) {
            throw GpuError(Trouble::Lost, "adding up over GPUs",
                           Sentence::value(Sentence("another GPU of the group failed")));
        }
        const int result =
            m_group->m_api.allReduce(sums, sums, count, NcclApi::kFloat64, NcclApi::kSum,
                                     m_group->m_communicators[m_rank], m_device.computeStream());
        if (result != NcclApi::kSuccess) {
            throw GpuError(Trouble::Other, "adding up over GPUs", m_group->m_api.errorText(result));
        }
    }

    [[nodiscard]] bool capturable() const override { return true; }

private:
    std::shared_ptr<NcclGroup> m_group;
    std::size_t m_rank;
    CudaDevice& m_device;
};

std::shared_ptr<NcclGroup> NcclGroup::connect(const std::vector<int>& devices, std::string& why) {
    const NcclApi* api = loadNccl(why);
    if (api == nullptr) {
        return nullptr;
    }
    std::shared_ptr<NcclGroup> group(new NcclGroup(*api));
    group->m_communicators.resize(devices.size());
    const int result =
        api->initAll(group->m_communicators.data(), static_cast<int>(devices.size()), devices.data());
    if (result != NcclApi::kSuccess) {
        why = api->errorText(result);
        group->m_communicators.clear();
        return nullptr;
    }
    return group;
}

NcclGroup::~NcclGroup() {
    for (const NcclApi::Communicator communicator : m_communicators) {
        if (!m_aborted) {
            (void)m_api.destroy(communicator);
        }
    }
}

std::unique_ptr<Reducer> NcclGroup::reducer(const std::shared_ptr<NcclGroup>& group, std::size_t rank,
                                            CudaDevice& device) {
    return std::make_unique<NcclReducer>(group, rank, device);
}

void NcclGroup::abort() {
    if (!m_aborted.exchange(true)) {
        for (const NcclApi::Communicator communicator : m_communicators) {
            (void)m_api.abort(communicator);
        }
    }
}

} // namespace parsimony::gpu
