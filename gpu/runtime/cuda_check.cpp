// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/runtime/cuda_check.h"

#include "gpu/runtime/trouble.h"

#include <string>

namespace parsimony::gpu {

// The table in trouble.cpp names them by number, so that it can be tested where there is no CUDA.
static_assert(cudaErrorMemoryAllocation == 2 && cudaErrorStubLibrary == 34 &&
              cudaErrorInsufficientDriver == 35 && cudaErrorDevicesUnavailable == 46 &&
              cudaErrorInvalidDeviceFunction == 98 && cudaErrorNoDevice == 100 &&
              cudaErrorInvalidDevice == 101);
static_assert(cudaErrorInvalidKernelImage == 200 && cudaErrorDeviceUninitialized == 201 &&
              cudaErrorNoKernelImageForDevice == 209 && cudaErrorECCUncorrectable == 214 &&
              cudaErrorNvlinkUncorrectable == 220 && cudaErrorUnsupportedPtxVersion == 222);
static_assert(cudaErrorIllegalAddress == 700 && cudaErrorLaunchTimeout == 702 && cudaErrorAssert == 710 &&
              cudaErrorHardwareStackError == 714 && cudaErrorIllegalInstruction == 715 &&
              cudaErrorMisalignedAddress == 716 && cudaErrorInvalidAddressSpace == 717 &&
              cudaErrorInvalidPc == 718 && cudaErrorLaunchFailure == 719);
static_assert(cudaErrorSystemNotReady == 802 && cudaErrorSystemDriverMismatch == 803 &&
              cudaErrorCompatNotSupportedOnDevice == 804 && cudaErrorMpsConnectionFailed == 805 &&
              cudaErrorStreamCaptureUnsupported == 900 && cudaErrorStreamCaptureWrongThread == 908 &&
              cudaErrorGraphExecUpdateFailure == 910);
static_assert(CUBLAS_STATUS_NOT_INITIALIZED == 1 && CUBLAS_STATUS_ALLOC_FAILED == 3 &&
              CUBLAS_STATUS_ARCH_MISMATCH == 8 && CUBLAS_STATUS_EXECUTION_FAILED == 13);

void check(cudaError_t status, const char* doing) {
    if (status == cudaSuccess) {
        return;
    }
    (void)cudaGetLastError(); // the next call starts clean
    throw GpuError(troubleOfCuda(static_cast<int>(status)), doing,
                   std::string(cudaGetErrorName(status)) + ": " + cudaGetErrorString(status));
}

void check(cublasStatus_t status, const char* doing) {
    if (status != CUBLAS_STATUS_SUCCESS) {
        throw GpuError(troubleOfBlas(static_cast<int>(status)), doing, cublasGetStatusString(status));
    }
}

} // namespace parsimony::gpu
