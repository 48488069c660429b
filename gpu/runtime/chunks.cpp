// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/runtime/chunks.h"

#include <algorithm>

namespace parsimony::gpu {

using compute::kBlockRows;

namespace {

constexpr std::size_t kTensorCoreRows = 2048;
constexpr std::size_t kTensorCoreRowsOfLargeSums = 8192;
/// Numbers of a partial sum from which on its tiles are enough for a large device.
constexpr std::size_t kLargeSum = std::size_t{1} << 20;
/// cuBLAS takes the number of products of a batch as the z extent of a grid in some of its kernels: 65,535 at
/// most.
constexpr std::size_t kMostBlocks = std::size_t{1} << 15;

std::size_t roundedUp(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

constexpr unsigned copied(unsigned slot) {
    return slot;
}
constexpr unsigned used(unsigned slot) {
    return 2 + slot;
}

} // namespace

std::size_t accumulationRows(const PassShape& shape) {
    if (shape.precision == compute::Precision::Float32) {
        return kBlockRows;
    }
    return shape.columnStride() * shape.dimStride < kLargeSum ? kTensorCoreRows : kTensorCoreRowsOfLargeSums;
}

std::size_t paddedRows(compute::Precision precision, std::size_t rows) {
    const std::size_t block = precision == compute::Precision::Float32 ? kBlockRows : kTensorCoreRows;
    return roundedUp(std::max<std::size_t>(rows, 1), rows > block ? block : kBlockRows);
}

ChunkMemory chunkMemory(const PassShape& shape, std::size_t rows) {
    const std::size_t block = accumulationRows(shape);
    const std::size_t blocks = (rows + block - 1) / block;
    ChunkMemory memory;
    memory.logits = rows * shape.columnStride() * sizeof(float);
    memory.narrow = shape.halves() ? rows * shape.columnStride() * sizeof(std::uint16_t) : 0;
    memory.parts = blocks * shape.columnStride() * shape.dimStride * sizeof(float);
    memory.staging = rows * (shape.rowBytes() + sizeof(float));
    return memory;
}

std::size_t chunkRows(const PassShape& shape, std::size_t rows, std::size_t bytes, bool streamed) {
    const std::size_t block = accumulationRows(shape);
    const std::size_t perBlock = chunkMemory(shape, block).total(streamed);
    const std::size_t whole = paddedRows(shape.precision, rows);
    const std::size_t blocks = std::clamp<std::size_t>(bytes / perBlock, 1, kMostBlocks);
    return std::min(whole, blocks * block);
}

std::size_t backOff(std::size_t rows, const std::function<void(std::size_t rows)>& attempt,
                    const std::function<bool()>& makeRoom) {
    bool roomMade = false;
    for (std::size_t now = rows;;) {
        try {
            attempt(now);
            return now;
        } catch (const GpuError& error) {
            if (error.trouble() != Trouble::OutOfMemory) {
                throw;
            }
            if (now > kBlockRows) {
                now = roundedUp(now / 2, kBlockRows);
            } else if (!roomMade && makeRoom()) {
                roomMade = true;
                now = rows;
            } else {
                throw;
            }
        }
    }
}

bool ChunkPipeline::run(std::size_t rows, std::size_t chunk, const Work& work, const std::stop_token& stop) {
    try {
        for (std::size_t first = 0; first < rows; first += chunk) {
            if (stop.stop_requested()) {
                m_device.finish();
                settled();
                return false;
            }
            const Chunk now{first, std::min(chunk, rows - first), m_next};
            const bool again = m_copied[now.slot];
            if (again) {
                m_device.finish(copied(now.slot)); // the pinned buffer has been read
            }
            work.fill(now);
            if (again) {
                m_device.await(Queue::Copy, used(now.slot)); // the device buffer has been worked on
            }
            work.copy(now);
            m_device.record(copied(now.slot), Queue::Copy);
            m_device.await(Queue::Compute, copied(now.slot));
            if (work.compute) {
                work.compute(now);
            }
            m_device.record(used(now.slot), Queue::Compute);
            m_copied[now.slot] = true;
            m_next ^= 1U;
        }
    } catch (...) {
        m_device.drain(); // the buffers may go away with whoever catches this
        settled();
        throw;
    }
    return true;
}

} // namespace parsimony::gpu
