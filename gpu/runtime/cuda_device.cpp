// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/runtime/cuda_device.h"

#include "core/base/sentence.h"
#include "gpu/kernels/kernels.h"
#include "gpu/runtime/cuda_check.h"
#include "gpu/runtime/trouble.h"

#include <algorithm>
#include <limits>

namespace parsimony::gpu {

using compute::Precision;

namespace {

/// What NVIDIA recommends for Hopper. It is ours because cuBLAS must take no memory while a step is captured.
constexpr std::size_t kWorkspaceBytes = std::size_t{32} << 20;

cudaDataType_t typeOf(Precision precision) {
    switch (precision) {
    case Precision::Bfloat16:
        return CUDA_R_16BF;
    case Precision::Float16:
        return CUDA_R_16F;
    case Precision::Float32:
    case Precision::Tf32:
        break;
    }
    return CUDA_R_32F;
}

cublasComputeType_t modeOf(Precision precision) {
    switch (precision) {
    case Precision::Float32:
        return CUBLAS_COMPUTE_32F_PEDANTIC;
    case Precision::Tf32:
        return CUBLAS_COMPUTE_32F_FAST_TF32;
    case Precision::Bfloat16:
    case Precision::Float16:
        break;
    }
    return CUBLAS_COMPUTE_32F;
}

float scaleOf(Precision precision) {
    return precision == Precision::Float16 ? 1.0F / kHalfResidualScale : 1.0F;
}

/// cuBLAS counts in 32 bits.
int narrow(std::size_t value) {
    if (value > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        failUsage(Sentence("a pass is larger than cuBLAS takes: train fewer trials together"));
    }
    return static_cast<int>(value);
}

struct CudaGraph final : GpuDevice::Graph {
    ~CudaGraph() override { (void)cudaGraphExecDestroy(exec); }
    cudaGraphExec_t exec = nullptr;
};

} // namespace

CudaDevice::CudaDevice(int number) : m_number(number) {
    int count = 0;
    check(cudaGetDeviceCount(&count), "looking for a GPU");
    if (number < 0 || number >= count) {
        fail(count == 1 ? Sentence("there is no CUDA device {1}; this machine has 1, number 0", number)
                        : Sentence("there is no CUDA device {1}; this machine has {2}, numbers from 0",
                                   number, count));
    }
    try {
        open();
    } catch (...) {
        close();
        throw;
    }
}

CudaDevice::~CudaDevice() {
    close();
}

void CudaDevice::open() {
    use();
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, m_number), "asking the GPU what it is");
    m_description = std::string(properties.name) + ", " + std::to_string(properties.totalGlobalMem >> 30) +
                    " GiB, compute capability " + std::to_string(properties.major) + "." +
                    std::to_string(properties.minor);
    for (cudaStream_t& stream : m_streams) {
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "opening the GPU");
    }
    for (cudaEvent_t& event : m_events) {
        check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "opening the GPU");
    }
    check(cublasCreate(&m_blas), "starting cuBLAS");
    check(cublasSetStream(m_blas, m_streams[0]), "starting cuBLAS");
    check(cudaMalloc(&m_workspace, kWorkspaceBytes), "starting cuBLAS");
    check(cublasSetWorkspace(m_blas, m_workspace, kWorkspaceBytes), "starting cuBLAS");
}

void CudaDevice::close() noexcept {
    (void)cudaSetDevice(m_number);
    if (m_blas != nullptr) {
        (void)cublasDestroy(m_blas);
    }
    if (m_workspace != nullptr) {
        (void)cudaFree(m_workspace);
    }
    for (cudaEvent_t event : m_events) {
        if (event != nullptr) {
            (void)cudaEventDestroy(event);
        }
    }
    for (cudaStream_t stream : m_streams) {
        if (stream != nullptr) {
            (void)cudaStreamDestroy(stream);
        }
    }
    (void)cudaGetLastError();
}

void CudaDevice::use() const {
    check(cudaSetDevice(m_number), "using the GPU");
}

MemoryInfo CudaDevice::memory() {
    use();
    MemoryInfo info;
    check(cudaMemGetInfo(&info.free, &info.total), "asking for the GPU's memory");
    return info;
}

void* CudaDevice::allocate(std::size_t bytes) {
    use();
    void* memory = nullptr;
    check(cudaMalloc(&memory, std::max<std::size_t>(bytes, 1)), "reserving GPU memory");
    return memory;
}

void CudaDevice::release(void* memory) noexcept {
    (void)cudaSetDevice(m_number);
    (void)cudaFree(memory);
    (void)cudaGetLastError();
}

void* CudaDevice::allocatePinned(std::size_t bytes) {
    use();
    void* memory = nullptr;
    check(cudaHostAlloc(&memory, std::max<std::size_t>(bytes, 1), cudaHostAllocDefault),
          "reserving pinned memory");
    return memory;
}

void CudaDevice::releasePinned(void* memory) noexcept {
    (void)cudaFreeHost(memory);
    (void)cudaGetLastError();
}

void CudaDevice::copyIn(void* to, const void* from, std::size_t bytes, Queue queue) {
    use();
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream(queue)), "copying to the GPU");
}

void CudaDevice::copyOut(void* to, const void* from, std::size_t bytes) {
    use();
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, m_streams[0]), "copying from the GPU");
}

void CudaDevice::clear(void* memory, std::size_t bytes) {
    use();
    check(cudaMemsetAsync(memory, 0, bytes, m_streams[0]), "clearing sums");
}

void CudaDevice::record(unsigned event, Queue queue) {
    use();
    check(cudaEventRecord(m_events[event], stream(queue)), "marking a queue");
}

void CudaDevice::await(Queue queue, unsigned event) {
    use();
    check(cudaStreamWaitEvent(stream(queue), m_events[event], 0), "joining queues");
}

void CudaDevice::finish(unsigned event) {
    use();
    check(cudaEventSynchronize(m_events[event]), "waiting for the GPU");
}

void CudaDevice::finish() {
    use();
    for (cudaStream_t stream : m_streams) {
        check(cudaStreamSynchronize(stream), "a pass over the features");
    }
}

void CudaDevice::drain() noexcept {
    (void)cudaSetDevice(m_number);
    for (cudaStream_t stream : m_streams) {
        (void)cudaStreamSynchronize(stream);
    }
    (void)cudaGetLastError();
}

void CudaDevice::packWeights(const PassShape& shape, const double* parameters, void* operands, float* bias) {
    use();
    launchPackWeights(shape, parameters, operands, bias, m_streams[0]);
    check(cudaGetLastError(), "packing the weights");
}

void CudaDevice::firstProduct(const PassShape& shape, std::size_t rows, const void* x, const void* operands,
                              float* logits) {
    use();
    const float one = 1.0F;
    const float zero = 0.0F;
    const int d = narrow(shape.dimStride);
    // Column-major: logits (columns × rows) = operandsᵀ · x.
    check(cublasGemmEx(m_blas, CUBLAS_OP_T, CUBLAS_OP_N, narrow(shape.columnStride()), narrow(rows), d, &one,
                       operands, typeOf(shape.precision), d, x, typeOf(shape.precision), d, &zero, logits,
                       CUDA_R_32F, narrow(shape.columnStride()), modeOf(shape.precision),
                       CUBLAS_GEMM_DEFAULT),
          "the first product");
}

void CudaDevice::residuals(const PassShape& shape, const ResidualArgs& args) {
    use();
    launchResiduals(shape, args, m_streams[0]);
    check(cudaGetLastError(), "the row-wise kernel");
}

void CudaDevice::secondProduct(const PassShape& shape, std::size_t rows, std::size_t block, const void* x,
                               const void* residuals, float* parts) {
    use();
    const float scale = scaleOf(shape.precision);
    const float zero = 0.0F;
    const int d = narrow(shape.dimStride);
    const int c = narrow(shape.columnStride());
    const std::size_t size = shape.columnStride() * shape.dimStride;
    const std::size_t whole = rows / block;
    const auto type = typeOf(shape.precision);
    const auto mode = modeOf(shape.precision);
    // Column-major: part (dim × columns) = x · residualsᵀ over the rows of a block.
    if (whole > 0) {
        check(cublasGemmStridedBatchedEx(m_blas, CUBLAS_OP_N, CUBLAS_OP_T, d, c, narrow(block), &scale, x,
                                         type, d, static_cast<long long>(block * shape.dimStride), residuals,
                                         type, c, static_cast<long long>(block * shape.columnStride()), &zero,
                                         parts, CUDA_R_32F, d, static_cast<long long>(size), narrow(whole),
                                         mode, CUBLAS_GEMM_DEFAULT),
              "the second product");
    }
    if (const std::size_t rest = rows - whole * block; rest > 0) {
        const std::size_t bytes = compute::operandBytes(shape.precision);
        check(cublasGemmEx(m_blas, CUBLAS_OP_N, CUBLAS_OP_T, d, c, narrow(rest), &scale,
                           static_cast<const char*>(x) + whole * block * shape.dimStride * bytes, type, d,
                           static_cast<const char*>(residuals) + whole * block * shape.columnStride() * bytes,
                           type, c, &zero, parts + whole * size, CUDA_R_32F, d, mode, CUBLAS_GEMM_DEFAULT),
              "the second product");
    }
}

void CudaDevice::addParts(double* sums, const float* parts, std::size_t blocks, std::size_t stride,
                          std::size_t size, bool first) {
    use();
    launchAddParts(sums, parts, blocks, stride, size, first, m_streams[0]);
    check(cudaGetLastError(), "adding up blocks");
}

void CudaDevice::addColumns(const PassShape& shape, double* sums, const float* logits, std::size_t rows,
                            std::size_t block, double* parts, bool first) {
    use();
    launchAddColumns(shape, sums, logits, rows, block, parts, first, m_streams[0]);
    check(cudaGetLastError(), "adding up the bias");
}

void CudaDevice::descend(const PassShape& shape, const DescentArgs& args) {
    use();
    launchDescend(shape, args, m_streams[0]);
    check(cudaGetLastError(), "noise and step");
}

void CudaDevice::nextStep(DescentState* states, std::uint32_t trials) {
    use();
    launchNextStep(states, trials, m_streams[0]);
    check(cudaGetLastError(), "counting a step");
}

void CudaDevice::beginCapture() {
    use();
    check(cudaStreamBeginCapture(m_streams[0], cudaStreamCaptureModeThreadLocal), "recording a step");
}

std::unique_ptr<GpuDevice::Graph> CudaDevice::endCapture() {
    use();
    cudaGraph_t graph = nullptr;
    check(cudaStreamEndCapture(m_streams[0], &graph), "recording a step");
    auto captured = std::make_unique<CudaGraph>();
    const cudaError_t status = cudaGraphInstantiateWithFlags(&captured->exec, graph, 0);
    (void)cudaGraphDestroy(graph);
    check(status, "preparing a recorded step");
    return captured;
}

void CudaDevice::abandonCapture() noexcept {
    (void)cudaSetDevice(m_number);
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(m_streams[0], &status) == cudaSuccess &&
        status != cudaStreamCaptureStatusNone) {
        cudaGraph_t graph = nullptr;
        (void)cudaStreamEndCapture(m_streams[0], &graph);
        if (graph != nullptr) {
            (void)cudaGraphDestroy(graph);
        }
    }
    (void)cudaGetLastError();
}

void CudaDevice::replay(Graph& graph) {
    use();
    check(cudaGraphLaunch(static_cast<CudaGraph&>(graph).exec, m_streams[0]), "replaying a step");
}

double CudaDevice::bareSeconds(const PassShape& shape, std::size_t rows, const void* x, const void* operands,
                               float* logits, const void* residuals, float* product, unsigned repeats) {
    cudaEvent_t start = nullptr;
    cudaEvent_t stop = nullptr;
    use();
    check(cudaEventCreate(&start), "timing the products");
    check(cudaEventCreate(&stop), "timing the products");
    float best = std::numeric_limits<float>::infinity();
    for (unsigned i = 0; i <= repeats; ++i) { // the first one warms up
        check(cudaEventRecord(start, m_streams[0]), "timing the products");
        firstProduct(shape, rows, x, operands, logits);
        secondProduct(shape, rows, rows, x, residuals, product);
        check(cudaEventRecord(stop, m_streams[0]), "timing the products");
        check(cudaEventSynchronize(stop), "timing the products");
        float milliseconds = 0.0F;
        check(cudaEventElapsedTime(&milliseconds, start, stop), "timing the products");
        best = i == 0 ? best : std::min(best, milliseconds);
    }
    (void)cudaEventDestroy(start);
    (void)cudaEventDestroy(stop);
    return static_cast<double>(best) * 1e-3;
}

} // namespace parsimony::gpu
