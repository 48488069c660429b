// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/runtime/cuda_check.h"

#include "core/base/error.h"

namespace parsimony::gpu {

std::string explain(cudaError_t status) {
    switch (status) {
    case cudaErrorNoDevice:
        return "no CUDA device was found; use --device cpu";
    case cudaErrorInsufficientDriver:
        return "the NVIDIA driver is missing or older than the CUDA that this program was built with; update "
               "it or use "
               "--device cpu";
    case cudaErrorInvalidDevice:
        return "there is no CUDA device of that number";
    case cudaErrorMemoryAllocation:
        return "the GPU has too little free memory; close other programs on it or use --device cpu";
    case cudaErrorDevicesUnavailable:
        return "the GPU is taken by another process; wait for it or use --device cpu";
    default:
        return std::string(cudaGetErrorString(status)) + " (" + cudaGetErrorName(status) + ")";
    }
}

void check(cudaError_t status, const std::string& what) {
    if (status != cudaSuccess) {
        (void)cudaGetLastError(); // the next call starts clean
        fail(what + ": " + explain(status));
    }
}

void check(cublasStatus_t status, const std::string& what) {
    if (status != CUBLAS_STATUS_SUCCESS) {
        fail(what + ": cuBLAS reports " + cublasGetStatusString(status) + "; use --device cpu");
    }
}

DeviceMemory::~DeviceMemory() {
    (void)cudaFree(m_data);
}

bool DeviceMemory::tryEnsure(std::size_t bytes) {
    if (bytes <= m_bytes) {
        return true;
    }
    (void)cudaFree(m_data);
    m_data = nullptr;
    m_bytes = 0;
    const cudaError_t status = cudaMalloc(&m_data, bytes);
    if (status == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError();
        return false;
    }
    check(status, "reserving GPU memory");
    m_bytes = bytes;
    return true;
}

void* DeviceMemory::ensure(std::size_t bytes) {
    if (!tryEnsure(bytes)) {
        check(cudaErrorMemoryAllocation, "reserving " + std::to_string(bytes >> 20) + " MiB");
    }
    return m_data;
}

} // namespace parsimony::gpu
