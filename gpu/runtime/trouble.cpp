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

Sentence troubleSentence(Trouble trouble, std::string_view doing, const Sentence::Value& detail) {
    const Sentence during(doing);
    const Sentence::Value word =
        detail.text.empty() ? Sentence::Value{} : Sentence::value(Sentence(" ({1})", detail));
    switch (trouble) {
    case Trouble::OutOfMemory:
        return Sentence("{1}: the GPU has too little free memory{2}; close other programs on it, train fewer "
                        "trials together or use --device cpu",
                        during, word);
    case Trouble::NoDevice:
        return Sentence("{1}: no CUDA device was found; use --device cpu", during);
    case Trouble::OldDriver:
        return Sentence("{1}: the NVIDIA driver is missing or older than the CUDA that this program was "
                        "built with{2}; update it or use --device cpu",
                        during, word);
    case Trouble::WrongNumber:
        return Sentence("{1}: there is no CUDA device of that number; name another or use --device cpu",
                        during);
    case Trouble::Taken:
        return Sentence("{1}: the GPU is taken by another process{2}; wait for it or use --device cpu",
                        during, word);
    case Trouble::WrongBuild:
        return Sentence("{1}: this program was built for other GPUs{2}; build it with "
                        "-DCMAKE_CUDA_ARCHITECTURES for this one or use --device cpu",
                        during, word);
    case Trouble::Capture:
        return Sentence("{1}: the step could not be recorded as a graph{2}", during, word);
    case Trouble::Lost:
        return Sentence("{1}: the GPU failed{2} and can't be used by this process any more; start again, or "
                        "use --device cpu",
                        during, word);
    case Trouble::Other:
        break;
    }
    return Sentence("{1}: the GPU reports an error{2}; use --device cpu", during, word);
}

} // namespace parsimony::gpu
