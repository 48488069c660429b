// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/backend/reducer.h"
#include "gpu/runtime/cuda_device.h"
#include "gpu/runtime/nccl_api.h"

#include <atomic>
#include <vector>

namespace parsimony::gpu {

/// The communicators of several devices of this process.
class NcclGroup {
public:
    /// Null, with the reason in `why`, when NCCL can't connect these devices.
    [[nodiscard]] static std::shared_ptr<NcclGroup> connect(const std::vector<int>& devices,
                                                            std::string& why);
    ~NcclGroup();
    NcclGroup(const NcclGroup&) = delete;
    NcclGroup& operator=(const NcclGroup&) = delete;

    /// All-reduce on the device's compute queue, part of whatever is captured there.
    [[nodiscard]] static std::unique_ptr<Reducer> reducer(const std::shared_ptr<NcclGroup>& group,
                                                          std::size_t rank, CudaDevice& device);
    /// Ends the waiting of all devices; afterwards the group is of no use.
    void abort();

private:
    friend class NcclReducer;
    explicit NcclGroup(const NcclApi& api) : m_api(api) {}

    const NcclApi& m_api;
    std::vector<NcclApi::Communicator> m_communicators;
    std::atomic<bool> m_aborted{false};
};

} // namespace parsimony::gpu
