// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/runtime/trouble.h"

namespace parsimony::gpu {

Trouble troubleOfCuda(int status) {
    switch (status) {
    case 2: // cudaErrorMemoryAllocation
        return Trouble::OutOfMemory;
    case 100: // cudaErrorNoDevice
        return Trouble::NoDevice;
    case 34:  // cudaErrorStubLibrary
    case 35:  // cudaErrorInsufficientDriver
    case 803: // cudaErrorSystemDriverMismatch
    case 804: // cudaErrorCompatNotSupportedOnDevice
        return Trouble::OldDriver;
    case 101: // cudaErrorInvalidDevice
        return Trouble::WrongNumber;
    case 46:  // cudaErrorDevicesUnavailable
    case 201: // cudaErrorDeviceUninitialized
    case 802: // cudaErrorSystemNotReady
    case 805: // cudaErrorMpsConnectionFailed
        return Trouble::Taken;
    case 98:  // cudaErrorInvalidDeviceFunction
    case 200: // cudaErrorInvalidKernelImage
    case 209: // cudaErrorNoKernelImageForDevice
    case 222: // cudaErrorUnsupportedPtxVersion
        return Trouble::WrongBuild;
    case 214: // cudaErrorECCUncorrectable
    case 220: // cudaErrorNvlinkUncorrectable
    case 700: // cudaErrorIllegalAddress
    case 702: // cudaErrorLaunchTimeout
    case 710: // cudaErrorAssert
    case 714: // cudaErrorHardwareStackError
    case 715: // cudaErrorIllegalInstruction
    case 716: // cudaErrorMisalignedAddress
    case 717: // cudaErrorInvalidAddressSpace
    case 718: // cudaErrorInvalidPc
    case 719: // cudaErrorLaunchFailure
    case 721: // cudaErrorContained, the device was reset
        return Trouble::Lost;
    case 900: // cudaErrorStreamCaptureUnsupported … 908 cudaErrorStreamCaptureWrongThread
    case 901:
    case 902:
    case 903:
    case 904:
    case 905:
    case 906:
    case 907:
    case 908:
    case 910: // cudaErrorGraphExecUpdateFailure
        return Trouble::Capture;
    default:
        return Trouble::Other;
    }
}

Trouble troubleOfBlas(int status) {
    switch (status) {
    case 1: // CUBLAS_STATUS_NOT_INITIALIZED: what cublasCreate says when there is no memory for it
    case 3: // CUBLAS_STATUS_ALLOC_FAILED
        return Trouble::OutOfMemory;
    case 8: // CUBLAS_STATUS_ARCH_MISMATCH
        return Trouble::WrongBuild;
    case 13: // CUBLAS_STATUS_EXECUTION_FAILED
        return Trouble::Lost;
    default:
        return Trouble::Other;
    }
}

std::string troubleSentence(Trouble trouble, std::string_view doing, std::string_view detail) {
    const std::string while_(doing);
    const std::string word = detail.empty() ? std::string() : " (" + std::string(detail) + ")";
    switch (trouble) {
    case Trouble::OutOfMemory:
        return while_ + ": the GPU has too little free memory" + word +
               "; close other programs on it, train fewer trials together or use --device cpu";
    case Trouble::NoDevice:
        return while_ + ": no CUDA device was found; use --device cpu";
    case Trouble::OldDriver:
        return while_ +
               ": the NVIDIA driver is missing or older than the CUDA that this program was built with" +
               word + "; update it or use --device cpu";
    case Trouble::WrongNumber:
        return while_ + ": there is no CUDA device of that number; name another or use --device cpu";
    case Trouble::Taken:
        return while_ + ": the GPU is taken by another process" + word + "; wait for it or use --device cpu";
    case Trouble::WrongBuild:
        return while_ + ": this program was built for other GPUs" + word +
               "; build it with -DCMAKE_CUDA_ARCHITECTURES for this one or use --device cpu";
    case Trouble::Capture:
        return while_ + ": the step could not be recorded as a graph" + word;
    case Trouble::Lost:
        return while_ + ": the GPU failed" + word +
               " and can't be used by this process any more; start again, or use --device cpu";
    case Trouble::Other:
        break;
    }
    return while_ + ": the GPU reports an error" + word + "; use --device cpu";
}

} // namespace parsimony::gpu
