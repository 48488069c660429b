// SPDX-License-Identifier: GPL-3.0-or-later
// How a pass is cut into chunks, and how chunks that lie on the host travel while the device computes.
#pragma once

#include "gpu/runtime/gpu_device.h"
#include "gpu/runtime/trouble.h"

#include <functional>
#include <stop_token>

namespace parsimony::gpu {

/// Rows that are added up in 32 bits before float64 takes over. FP32 keeps the CPU's blocks, for which the
/// slack is proved. On tensor cores nothing is proved anyway and blocks this short would make a pass write
/// and read a C × d partial sum for every 256 rows, three times the time of the products at 1,664 × 1,000:
/// there 2,048 rows, and 8,192 where the tiles of one partial sum alone keep a large device busy.
[[nodiscard]] std::size_t accumulationRows(const PassShape& shape);

/// Rows that a part takes on the device: whole blocks of kBlockRows, and where that is more than the shortest
/// accumulationRows() of its precision whole ones of those, so that no product over a small rest is left. The
/// added rows are zeros without a label.
[[nodiscard]] std::size_t paddedRows(compute::Precision precision, std::size_t rows);

/// Rows of a chunk: a multiple of kBlockRows, at most paddedRows(), such that logits, residuals,
/// partial sums and (when `streamed`) both staging buffers take about `bytes`; at least one block, at most
/// 2¹⁵ of them.
[[nodiscard]] std::size_t chunkRows(const PassShape& shape, std::size_t rows, std::size_t bytes,
                                    bool streamed);

/// What a chunk of `rows` takes of each kind.
struct ChunkMemory {
    std::size_t logits = 0;
    std::size_t narrow = 0;
    std::size_t parts = 0;
    std::size_t staging = 0; ///< of one of the two slots: features, then norms
    [[nodiscard]] std::size_t total(bool streamed) const {
        return logits + narrow + parts + (streamed ? 2 * staging : 0);
    }
};
[[nodiscard]] ChunkMemory chunkMemory(const PassShape& shape, std::size_t rows);

/// Calls attempt(rows) with ever fewer rows while it throws GpuError(OutOfMemory): halves, down to one block.
/// Then makeRoom() once, which says whether it freed anything, and again from the start. Returns the rows
/// that fitted; passes on the last error when none did.
[[nodiscard]] std::size_t backOff(std::size_t rows, const std::function<void(std::size_t rows)>& attempt,
                                  const std::function<bool()>& makeRoom);

/// Copies chunks from two pinned buffers to two device buffers on the copy queue while the compute queue
/// works on the chunk before. Slots stay in use from one call to the next.
class ChunkPipeline {
public:
    explicit ChunkPipeline(GpuDevice& device) : m_device(device) {}

    struct Chunk {
        std::size_t first = 0;
        std::size_t rows = 0;
        unsigned slot = 0; ///< 0 or 1
    };
    struct Work {
        std::function<void(const Chunk&)> fill; ///< writes the slot's pinned buffer; the host, here and now
        std::function<void(const Chunk&)> copy; ///< puts its copy into the copy queue
        std::function<void(const Chunk&)> compute; ///< puts its work into the compute queue; may be empty
    };

    /// All rows, `chunk` at a time. False when stopped: then what was put into the queues is done and the
    /// rest was not begun. After an exception nothing is under way.
    [[nodiscard]] bool run(std::size_t rows, std::size_t chunk, const Work& work,
                           const std::stop_token& stop);

    /// Nothing is under way any more: the host has waited for both queues.
    void settled() { m_copied[0] = m_copied[1] = false; }

private:
    GpuDevice& m_device;
    bool m_copied[2] = {false, false}; ///< the slot's buffers may be in use by work in the queues
    unsigned m_next = 0;
};

} // namespace parsimony::gpu
