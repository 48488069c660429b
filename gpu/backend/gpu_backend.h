// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/forwarding_backend.h"
#include "gpu/backend/host_rows.h"
#include "gpu/backend/reducer.h"
#include "gpu/runtime/chunks.h"
#include "gpu/runtime/device_buffer.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace parsimony::gpu {

/// Features of one part for a device: in its memory where they fit, else brought there chunk by chunk in each
/// pass. What only the CPU computes (second-order sums, other heads, sampled rows, counts) uses a resident
/// copy of the CPU backend, made on first use.
class GpuResident final : public compute::ResidentData {
public:
    /// Leaves the features on the host where they take more than the request's limit (0: three quarters of
    /// what the device has free) or than the device gives.
    GpuResident(const compute::UploadRequest& request, GpuDevice& device, ChunkPipeline& pipeline,
                compute::cpu::WorkerPool& pool, compute::ComputeBackend& cpu);

    [[nodiscard]] std::size_t rows() const override { return m_rows; }
    [[nodiscard]] std::size_t dim() const override { return m_dim; }
    [[nodiscard]] std::uint32_t classes() const override { return m_classes; }
    [[nodiscard]] compute::Precision precision() const override { return m_precision; }
    [[nodiscard]] bool streamed() const override { return m_features.bytes() == 0; }

    [[nodiscard]] std::uint64_t number() const { return m_number; } ///< no two of a process share one
    [[nodiscard]] std::size_t paddedRows() const { return m_padded; }
    [[nodiscard]] std::size_t dimStride() const { return (m_dim + 7) / 8 * 8; }
    [[nodiscard]] const HostRows& host() const { return m_host; }
    [[nodiscard]] const compute::ResidentData& onCpu() const;

    [[nodiscard]] const void* features(std::size_t first) const {
        return m_features.as<char>() + first * dimStride() * compute::operandBytes(m_precision);
    }
    [[nodiscard]] const std::int32_t* labels(std::size_t first) const {
        return m_labels.as<std::int32_t>() + first;
    }
    [[nodiscard]] const float* norms(std::size_t first, bool bias) const {
        return (bias ? m_biasNorms : m_norms).as<float>() + first;
    }
    /// Gives the features' memory back: from here on they are streamed. False when they were already.
    bool evict() const;

private:
    void uploadFeatures(GpuDevice& device, ChunkPipeline& pipeline, compute::cpu::WorkerPool& pool);

    HostRows m_host;
    compute::ComputeBackend& m_cpu;
    std::vector<std::int32_t> m_hostLabels;
    std::size_t m_rows = 0;
    std::size_t m_padded = 0;
    std::size_t m_dim = 0;
    std::uint32_t m_classes = 0;
    compute::Precision m_precision = compute::Precision::Float32;
    std::uint64_t m_number = 0;
    mutable DeviceBuffer m_features, m_norms, m_biasNorms;
    DeviceBuffer m_labels;
    mutable std::mutex m_mutex;
    mutable std::unique_ptr<compute::ResidentData> m_onCpu;
};

/// A clip as the device takes it: never above what was asked for.
[[nodiscard]] float clipRoundedDown(double clip);

struct GpuOptions {
    unsigned threads = 0;                           ///< of the host; 0: all
    std::size_t workBytes = std::size_t{512} << 20; ///< what a chunk's logits and partial sums should take
    bool graphs = true;                             ///< capture steps where the device can
};

/// One GPU. FP32 adds up blocks of kBlockRows rows in IEEE float32 (cuBLAS' pedantic mode) with a summation
/// order that the shape fixes, as the proof at kArithmeticSlack asks; whether a device keeps to that is what
/// checkDevice() looks at before a charged trial. The other precisions run on tensor cores in longer blocks
/// with nothing proved, for public data only.
class GpuBackend final : public compute::ForwardingBackend {
public:
    GpuBackend(std::unique_ptr<GpuDevice> device, const GpuOptions& options);
    ~GpuBackend() override;

    [[nodiscard]] std::string name() const override { return "cuda:" + std::to_string(m_device->number()); }
    [[nodiscard]] std::string description() const override { return m_device->description(); }
    [[nodiscard]] bool isOfDevices() const override { return true; }
    [[nodiscard]] compute::SlackClaim slackClaim(const compute::HeadShape& head, compute::Precision precision,
                                                 bool sampled) const override;
    [[nodiscard]] std::size_t preferredTrials(const compute::HeadShape& head) const override;
    [[nodiscard]] GpuDevice& device() { return *m_device; }
    /// The sums of a descent's step are added up over a group of devices; null: this one is alone.
    void setReducer(std::unique_ptr<Reducer> reducer);
    [[nodiscard]] std::optional<double> productSeconds(const compute::ResidentData& data,
                                                       const compute::HeadShape& head, std::size_t trials,
                                                       unsigned repeats) override;

protected:
    std::unique_ptr<compute::ResidentData> doUpload(const compute::UploadRequest& request) override;
    bool doClippedGradientSums(const compute::ResidentData& data, const compute::PassOptions& options,
                               std::span<const compute::GradientTask> tasks) override;
    std::optional<std::uint32_t> doDescend(const compute::ResidentData& data,
                                           const compute::PassOptions& options,
                                           std::span<const compute::DescentTask> tasks,
                                           std::uint32_t steps) override;
    compute::ComputeBackend& rest() override { return *m_cpu; }
    const compute::ResidentData& restOf(const compute::ResidentData& data) override;

private:
    /// What a captured step depends on beside the numbers in device memory.
    struct GraphKey {
        std::uint64_t data = 0;
        PassShape shape;
        compute::Loss loss = compute::Loss::Softmax;
        std::size_t chunk = 0;
        std::uint64_t memory = 0; ///< counts reallocations
        friend bool operator==(const GraphKey&, const GraphKey&) = default;
    };

    PassShape shapeOf(const GpuResident& data, const compute::HeadShape& head, std::size_t trials) const;
    /// Makes room for the pass; returns the rows of its chunks.
    std::size_t prepare(const GpuResident& data, const PassShape& shape, bool descent);
    void releaseChunks();
    /// Puts Σ clipped gradients of all rows into the compute queue; false when stopped.
    bool enqueueSums(const GpuResident& data, const PassShape& shape, compute::Loss loss, std::size_t chunk,
                     const std::stop_token& stop);
    void enqueueChunk(const PassShape& shape, compute::Loss loss, std::size_t rows, const void* x,
                      const float* norms, const std::int32_t* labels, bool first);
    /// Nothing is under way any more: clears the keys of the noise here and on the device.
    void forgetKeys(std::vector<DescentState>& states) noexcept;
    bool enqueueStep(const GpuResident& data, const PassShape& shape, compute::Loss loss, std::size_t chunk,
                     const std::stop_token& stop);
    /// The step as a graph, or null.
    GpuDevice::Graph* graphOf(const GpuResident& data, const PassShape& shape, compute::Loss loss,
                              std::size_t chunk);
    [[nodiscard]] double* biasSums(const PassShape& shape) const {
        return m_sums.as<double>() + shape.columns() * shape.dimStride;
    }

    std::unique_ptr<GpuDevice> m_device;
    GpuOptions m_options;
    compute::cpu::WorkerPool m_pool;
    std::unique_ptr<compute::ComputeBackend> m_cpu;
    ChunkPipeline m_pipeline;
    std::unique_ptr<Reducer> m_reducer;
    DeviceBuffer m_parameters, m_velocity, m_states, m_operands, m_bias, m_clips, m_sums;
    DeviceBuffer m_logits, m_narrow, m_parts, m_staging[2], m_pinned[2];
    DeviceBuffer m_numbers;     ///< pinned: weights, then velocities, on their way
    std::uint64_t m_memory = 0; ///< counts reallocations
    std::unique_ptr<GpuDevice::Graph> m_graph;
    GraphKey m_graphKey;
};

} // namespace parsimony::gpu
