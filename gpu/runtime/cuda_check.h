// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <string>

namespace parsimony::gpu {

/// Throws Error(Failed) with a sentence for anything but success. `what` is what was being done.
void check(cudaError_t status, const std::string& what);
void check(cublasStatus_t status, const std::string& what);

/// The sentence for a CUDA error: what happened and what to do about it.
[[nodiscard]] std::string explain(cudaError_t status);

/// Device memory of one owner.
class DeviceMemory {
public:
    DeviceMemory() = default;
    ~DeviceMemory();
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    /// At least `bytes`; contents are lost when it grows. Throws Error(Failed) when the device has no more.
    void* ensure(std::size_t bytes);
    /// The same, false instead of an error when there is too little memory.
    bool tryEnsure(std::size_t bytes);
    template <class T>
    [[nodiscard]] T* as() const {
        return static_cast<T*>(m_data);
    }

private:
    void* m_data = nullptr;
    std::size_t m_bytes = 0;
};

} // namespace parsimony::gpu
