// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/cpu/worker_pool.h"
#include "core/data/feature_source.h"
#include "gpu/runtime/gpu_device.h"

namespace parsimony::gpu {

/// Reads rows of a source as a device multiplies them.
class HostRows {
public:
    HostRows(std::shared_ptr<const data::FeatureSource> source, compute::Precision precision)
        : m_source(std::move(source)), m_precision(precision) {}

    [[nodiscard]] std::shared_ptr<const data::FeatureSource> shared() const { return m_source; }

    /// Writes rows [first, first + count) as operands `dimStride` apart, padding as zeros, and their norms,
    /// rounded up; rows behind the last one, and rows whose norm is not a finite float32, are zeros with norm
    /// 0. Norms are those of the rounded rows. Any alignment of `first` and `count`.
    void read(std::size_t first, std::size_t count, std::size_t dimStride, void* operands, float* norms,
              compute::cpu::WorkerPool& pool) const;

private:
    void readBlock(std::size_t first, std::size_t count, std::size_t dimStride, char* operands,
                   float* norms) const;

    std::shared_ptr<const data::FeatureSource> m_source;
    compute::Precision m_precision;
};

/// ‖(x, 1)‖ from ‖x‖, rounded up.
[[nodiscard]] float normWithBias(float norm);

} // namespace parsimony::gpu
