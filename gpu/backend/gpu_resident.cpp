// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/backend/gpu_backend.h"

#include <algorithm>
#include <atomic>

namespace parsimony::gpu {

using compute::kBlockRows;

namespace {

constexpr std::size_t kUploadBytes = std::size_t{64} << 20; ///< of each of the two pinned buffers

std::uint64_t nextNumber() {
    static std::atomic<std::uint64_t> number{0};
    return ++number;
}

} // namespace

GpuResident::GpuResident(const compute::UploadRequest& request, GpuDevice& device, ChunkPipeline& pipeline,
                         compute::cpu::WorkerPool& pool, compute::ComputeBackend& cpu)
    : m_host(request.features, request.precision), m_cpu(cpu),
      m_hostLabels(request.labels.begin(), request.labels.end()), m_rows(request.features->rows()),
      m_padded(gpu::paddedRows(request.precision, m_rows)), m_dim(request.features->dim()),
      m_classes(request.classes), m_precision(request.precision), m_number(nextNumber()), m_features(device),
      m_norms(device), m_biasNorms(device), m_labels(device) {
    for (std::int32_t& label : m_hostLabels) {
        label = label >= 0 && static_cast<std::uint32_t>(label) < m_classes ? label : -1;
    }
    std::vector<std::int32_t> labels = m_hostLabels;
    labels.resize(m_padded, -1);
    m_labels.ensure(m_padded * sizeof(std::int32_t));
    device.copyIn(m_labels.as<void>(), labels.data(), m_padded * sizeof(std::int32_t), Queue::Compute);
    device.finish();
    const std::size_t bytes = m_padded * dimStride() * compute::operandBytes(m_precision);
    const std::size_t limit = request.memoryLimit != 0 ? request.memoryLimit : device.memory().free / 4 * 3;
    if (bytes > limit) {
        return; // streamed: nothing is read now
    }
    try {
        m_norms.ensure(m_padded * sizeof(float));
        m_biasNorms.ensure(m_padded * sizeof(float));
        m_features.ensure(bytes);
        uploadFeatures(device, pipeline, pool);
    } catch (const GpuError& error) {
        if (error.trouble() != Trouble::OutOfMemory) {
            throw;
        }
        (void)evict(); // another program took what was free: streamed
    }
}

void GpuResident::uploadFeatures(GpuDevice& device, ChunkPipeline& pipeline, compute::cpu::WorkerPool& pool) {
    const std::size_t rowBytes = dimStride() * compute::operandBytes(m_precision);
    const std::size_t chunk =
        std::min(m_padded, std::max<std::size_t>(1, kUploadBytes / (rowBytes * kBlockRows)) * kBlockRows);
    DeviceBuffer pinned[2] = {DeviceBuffer(device, DeviceBuffer::Kind::Pinned),
                              DeviceBuffer(device, DeviceBuffer::Kind::Pinned)};
    for (DeviceBuffer& buffer : pinned) {
        buffer.ensure(chunk * rowBytes);
    }
    std::vector<float> norms(m_padded);
    ChunkPipeline::Work work;
    work.fill = [&](const ChunkPipeline::Chunk& c) {
        m_host.read(c.first, c.rows, dimStride(), pinned[c.slot].as<char>(), norms.data() + c.first, pool);
    };
    work.copy = [&](const ChunkPipeline::Chunk& c) {
        device.copyIn(m_features.as<char>() + c.first * rowBytes, pinned[c.slot].as<char>(),
                      c.rows * rowBytes, Queue::Copy);
    };
    (void)pipeline.run(m_padded, chunk, work, {});
    device.finish();
    pipeline.settled();
    device.copyIn(m_norms.as<void>(), norms.data(), m_padded * sizeof(float), Queue::Compute);
    device.finish();
    std::transform(norms.begin(), norms.end(), norms.begin(), normWithBias);
    device.copyIn(m_biasNorms.as<void>(), norms.data(), m_padded * sizeof(float), Queue::Compute);
    device.finish();
}

bool GpuResident::evict() const {
    const bool had = m_features.bytes() > 0;
    m_features.reset();
    m_norms.reset();
    m_biasNorms.reset();
    return had;
}

const compute::ResidentData& GpuResident::onCpu() const {
    const std::scoped_lock lock(m_mutex);
    if (!m_onCpu) {
        // The source outlives this object through m_host; the copy shares it.
        m_onCpu = m_cpu.upload({m_host.shared(), m_hostLabels, m_classes, m_precision, 0});
    }
    return *m_onCpu;
}

} // namespace parsimony::gpu
