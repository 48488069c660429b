// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/runtime/gpu_device.h"

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

namespace parsimony::gpu {

/// A device of the CUDA runtime: cuBLAS for the products, our kernels for the rest. FP32 runs in cuBLAS'
/// pedantic mode; TF32, bfloat16 and binary16 multiply operands that are rounded already and add up in 32
/// bits.
class CudaDevice final : public GpuDevice {
public:
    /// Throws GpuError: no driver, an old one, no such device, taken, too little memory.
    explicit CudaDevice(int number);
    ~CudaDevice() override;
    CudaDevice(const CudaDevice&) = delete;
    CudaDevice& operator=(const CudaDevice&) = delete;

    [[nodiscard]] int number() const override { return m_number; }
    [[nodiscard]] std::string description() const override { return m_description; }
    [[nodiscard]] MemoryInfo memory() override;
    /// The stream of the compute queue, for libraries that work in it.
    [[nodiscard]] cudaStream_t computeStream() const { return m_streams[0]; }

    void* allocate(std::size_t bytes) override;
    void release(void* memory) noexcept override;
    void* allocatePinned(std::size_t bytes) override;
    void releasePinned(void* memory) noexcept override;
    void copyIn(void* to, const void* from, std::size_t bytes, Queue queue) override;
    void copyOut(void* to, const void* from, std::size_t bytes) override;
    void clear(void* memory, std::size_t bytes) override;
    void record(unsigned event, Queue queue) override;
    void await(Queue queue, unsigned event) override;
    void finish(unsigned event) override;
    void finish() override;
    void drain() noexcept override;
    void packWeights(const PassShape& shape, const double* parameters, void* operands, float* bias) override;
    void firstProduct(const PassShape& shape, std::size_t rows, const void* x, const void* operands,
                      float* logits) override;
    void residuals(const PassShape& shape, const ResidualArgs& args) override;
    void secondProduct(const PassShape& shape, std::size_t rows, std::size_t block, const void* x,
                       const void* residuals, float* parts) override;
    void addParts(double* sums, const float* parts, std::size_t blocks, std::size_t stride, std::size_t size,
                  bool first) override;
    void addColumns(const PassShape& shape, double* sums, const float* logits, std::size_t rows,
                    std::size_t block, double* parts, bool first) override;
    void descend(const PassShape& shape, const DescentArgs& args) override;
    void nextStep(DescentState* states, std::uint32_t trials) override;
    void beginCapture() override;
    std::unique_ptr<Graph> endCapture() override;
    void abandonCapture() noexcept override;
    void replay(Graph& graph) override;
    double bareSeconds(const PassShape& shape, std::size_t rows, const void* x, const void* operands,
                       float* logits, const void* residuals, float* product, unsigned repeats) override;

private:
    void open();
    void close() noexcept;
    void use() const; ///< makes this device the calling thread's
    [[nodiscard]] cudaStream_t stream(Queue queue) const {
        return m_streams[static_cast<std::size_t>(queue)];
    }

    int m_number;
    std::string m_description;
    cudaStream_t m_streams[2] = {};
    cudaEvent_t m_events[kEvents] = {};
    cublasHandle_t m_blas = nullptr;
    void* m_workspace = nullptr;
};

} // namespace parsimony::gpu
