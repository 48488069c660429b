// SPDX-License-Identifier: GPL-3.0-or-later
// All that the backend asks of a GPU. The backend above it is plain C++; below it lies CUDA, or, in tests, a
// device made of ordinary memory whose queues run in any order that events allow and whose calls fail when
// told to.
#pragma once

#include "core/compute/noise_kernel.h"
#include "core/compute/numerics/descent.h"
#include "core/compute/types.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace parsimony::gpu {

/// Work in one queue runs in order; the queues run beside each other.
enum class Queue { Compute, Copy };

/// Marks in the queues that the other queue or the host can wait for.
inline constexpr unsigned kEvents = 4;

/// The sizes of a pass in device memory. Rows of operands are `dimStride` apart, the number of features
/// padded with zeros to a multiple of 8, so that tensor cores read whole vectors; logits are `columnStride`
/// apart for the same reason. Products are over the padding too (cuBLAS has slow kernels for odd numbers of
/// columns: twice the time on an H200): operands' padding is zeros, that of residuals and parts may be
/// anything and is read by nobody.
struct PassShape {
    compute::Precision precision = compute::Precision::Float32;
    std::size_t dim = 0;
    std::size_t dimStride = 0;
    std::uint32_t classes = 0;
    std::uint32_t trials = 0;
    bool bias = false;

    [[nodiscard]] std::size_t columns() const { return std::size_t{classes} * trials; }
    [[nodiscard]] std::size_t columnStride() const { return (columns() + 7) / 8 * 8; }
    [[nodiscard]] std::size_t rowBytes() const { return dimStride * compute::operandBytes(precision); }
    [[nodiscard]] std::size_t parameters() const { return classes * (dim + (bias ? 1 : 0)); } ///< of a trial
    [[nodiscard]] bool halves() const { return compute::operandBytes(precision) == 2; }
    friend bool operator==(const PassShape&, const PassShape&) = default;
};

/// binary16 residuals are multiplied by this before they are cut off and their product by its inverse: they
/// are at most 1, so nothing overflows, and what would be denormal keeps its bits.
inline constexpr float kHalfResidualScale = 0x1p15F;

/// Logits to clipped residuals by numerics::clipFactor, as cpu::Kernels::residuals makes them; then cut off
/// to the precision.
struct ResidualArgs {
    float* logits = nullptr; ///< [rows][columnStride]; what a second product in 32 bits reads afterwards
    std::uint16_t* narrow = nullptr; ///< the same in 16 bits, where the precision has 16
    std::size_t rows = 0;
    const float* bias =
        nullptr; ///< [columns] or null; where there is one, `logits` holds what `narrow` means
    const std::int32_t* labels = nullptr; ///< −1: the row contributes nothing
    const float* norms = nullptr;         ///< ‖x‖, with the bias' 1 where there is one, rounded up
    const float* clips = nullptr;         ///< [trials], rounded down
    compute::Loss loss = compute::Loss::Softmax;
};

/// What a trial's descent needs on the device; `stream.nonce[0]` is the step and counts up.
struct DescentState {
    compute::StreamWords stream;
    numerics::DescentRule rule;
};

struct DescentArgs {
    const DescentState* states = nullptr; ///< [trials]
    const double* sums = nullptr;         ///< [columns][dimStride], then [columns] sums of the bias
    double* weights = nullptr;            ///< [trials][parameters]
    double* velocity = nullptr;
};

struct MemoryInfo {
    std::size_t free = 0;
    std::size_t total = 0;
};

/// One device. Everything but memory and waiting is put into a queue and returns at once; pointers are the
/// device's own unless said otherwise. Every failure is a GpuError with a sentence. One thread at a time.
class GpuDevice {
public:
    /// A captured sequence of work.
    class Graph {
    public:
        virtual ~Graph() = default;
    };

    virtual ~GpuDevice() = default;

    [[nodiscard]] virtual int number() const = 0;
    [[nodiscard]] virtual std::string description() const = 0;
    [[nodiscard]] virtual MemoryInfo memory() = 0;

    [[nodiscard]] virtual void* allocate(std::size_t bytes) = 0;
    virtual void release(void* memory) noexcept = 0;
    /// Host memory that copies read and write without a detour.
    [[nodiscard]] virtual void* allocatePinned(std::size_t bytes) = 0;
    virtual void releasePinned(void* memory) noexcept = 0;

    /// `from` (host) stays as it is until the queue has passed the copy.
    virtual void copyIn(void* to, const void* from, std::size_t bytes, Queue queue) = 0;
    virtual void copyOut(void* to, const void* from, std::size_t bytes) = 0; ///< on the compute queue
    virtual void clear(void* memory, std::size_t bytes) = 0; ///< to zeros, on the compute queue

    virtual void record(unsigned event, Queue queue) = 0;
    virtual void await(Queue queue,
                       unsigned event) = 0;  ///< the queue goes on when the event's last record is passed
    virtual void finish(unsigned event) = 0; ///< the host waits
    virtual void finish() = 0;               ///< the host waits for both queues
    virtual void drain() noexcept = 0;       ///< the same on the way out of a failure

    /// Parameters [trials][classes][dim + bias] to operands [columnStride][dimStride], rounded to nearest,
    /// and bias.
    virtual void packWeights(const PassShape& shape, const double* parameters, void* operands,
                             float* bias) = 0;
    /// logits[row][column] = ⟨x_row, w_column⟩.
    virtual void firstProduct(const PassShape& shape, std::size_t rows, const void* x, const void* operands,
                              float* logits) = 0;
    virtual void residuals(const PassShape& shape, const ResidualArgs& args) = 0;
    /// parts[b][column][k] = Σ g[row][column]·x[row][k] over the rows of block b, `block` rows each but for
    /// the last; columnStride columns.
    virtual void secondProduct(const PassShape& shape, std::size_t rows, std::size_t block, const void* x,
                               const void* residuals, float* parts) = 0;
    /// sums[i] (0 before when `first`) += Σ_b parts[b·stride + i] in float64, b ascending, for i < size.
    virtual void addParts(double* sums, const float* parts, std::size_t blocks, std::size_t stride,
                          std::size_t size, bool first) = 0;
    /// sums[j] (0 before when `first`) += Σ_row logits[row][j] in float64, in an order that `block` fixes.
    /// `parts`: room for a float64 a column and block of rows.
    virtual void addColumns(const PassShape& shape, double* sums, const float* logits, std::size_t rows,
                            std::size_t block, double* parts, bool first) = 0;
    /// Noise, grid, momentum and weights of every trial.
    virtual void descend(const PassShape& shape, const DescentArgs& args) = 0;
    /// Counts the step of every trial.
    virtual void nextStep(DescentState* states, std::uint32_t trials) = 0;

    /// From here on work of the compute queue is kept in place of being done.
    virtual void beginCapture() = 0;
    [[nodiscard]] virtual std::unique_ptr<Graph> endCapture() = 0;
    virtual void abandonCapture() noexcept = 0;
    virtual void replay(Graph& graph) = 0;

    /// Seconds of the bare product z = x·wᵀ and of gᵀ·x over all rows at once, the least of `repeats`.
    [[nodiscard]] virtual double bareSeconds(const PassShape& shape, std::size_t rows, const void* x,
                                             const void* operands, float* logits, const void* residuals,
                                             float* product, unsigned repeats) = 0;
};

} // namespace parsimony::gpu
