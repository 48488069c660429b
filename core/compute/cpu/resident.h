// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/compute/cpu/buffer.h"
#include "core/compute/cpu/instruction_sets.h"
#include "core/compute/cpu/worker_pool.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace parsimony::compute::cpu {

/// kBlockRows rows ready for the kernels: pointers into the resident matrix or into the worker's scratch.
struct Block {
    const float* x = nullptr; ///< rows × stride; entries from dim() to the padded dim are zeros
    /// The same in bfloat16 in place of `x`, where that was asked for; rows up to a multiple of kTileDepth
    /// are there, as zeros.
    const std::uint16_t* x16 = nullptr;
    const float* factors = nullptr; ///< not null: `x16` are binary16, each row to be multiplied by its factor
    std::size_t stride = 0;
    std::size_t rows = 0;  ///< real ones, 1..kBlockRows
    bool followed = false; ///< as many rows lie behind it in memory: worth fetching ahead
    Fetch source;          ///< what the next block is made from, where rows are streamed; may be empty
    BlockRows info;        ///< labels and norms of kBlockRows rows; missing ones have label −1

    /// Of a block with `x16`: `count` rows from row `row` on in float32, `stride` apart.
    void widen(const Kernels& kernels, std::size_t row, std::size_t count, float* out) const;
};

/// Where a worker puts a block that does not lie in memory as the kernels want it.
struct BlockScratch {
    Buffer<float> rows;
    Buffer<float> raw;
    Buffer<std::uint16_t> narrow;
    Buffer<std::int32_t> labels;
    Buffer<std::int32_t> sets;
    Buffer<float> norms;
};

/// What a process that shares the rows of a part with others keeps of them.
struct RowShare {
    std::size_t first = 0; ///< a multiple of kBlockRows where it keeps any
    std::size_t total = 0; ///< rows of the part
};

/// Rows of a sample that this process adds up and another one keeps: `count` of them, from position `first`
/// of the sample on, as their keeper has them.
struct GuestRows {
    std::size_t first = 0;
    std::size_t count = 0;
    std::vector<std::byte> rows; ///< count × CpuResident::rowBytes()
    std::vector<std::int32_t> labels;
    std::vector<std::int32_t> sets; ///< count × setWidth()
    std::vector<float> norms;       ///< with the bias' 1 where the pass has one
};

/// Features in float32 or bfloat16, in memory or streamed from their source.
class CpuResident final : public ResidentData {
public:
    /// Where nothing multiplies bfloat16, its rows are widened here once, while they fit in memory, so that
    /// no pass is slower than one over float32.
    CpuResident(const UploadRequest& request, const InstructionSet& instructions, WorkerPool& pool,
                std::optional<RowShare> share = std::nullopt);

    [[nodiscard]] std::size_t rows() const override { return m_share.total; } ///< of all processes together
    [[nodiscard]] std::size_t dim() const override { return m_dim; }
    [[nodiscard]] std::uint32_t classes() const override { return m_classes; }
    [[nodiscard]] Precision precision() const override { return m_precision; }
    [[nodiscard]] bool streamed() const override { return m_streamed; }
    [[nodiscard]] std::uint32_t labelsPerRecord() const override {
        return std::max<std::uint32_t>(m_labelSets.perRecord, 1);
    }

    /// Places for labels of a record that may have several; 0: there are none.
    [[nodiscard]] std::size_t setWidth() const { return m_labelSets.perRecord; }
    [[nodiscard]] std::size_t paddedDim() const { return m_padded; }
    [[nodiscard]] std::size_t blocks(const std::vector<std::uint32_t>* subset) const;
    /// Of a row on its way to another process: the same in all of them.
    [[nodiscard]] std::size_t rowBytes() const {
        return m_padded * (m_precision == Precision::Bfloat16 ? 2 : 4);
    }

    /// Rows of the sample at [first, first + count), kept here, for the process that adds them up.
    [[nodiscard]] GuestRows lend(const std::vector<std::uint32_t>& subset, std::size_t first,
                                 std::size_t count, bool bias) const;
    /// Takes the place of those it had: passes over that sample find them there.
    void host(std::vector<GuestRows> guests) { m_guests = std::move(guests); }

    /// Block `index` of the rows, or of the rows listed in `subset`: of those that lie here. `bias` asks for
    /// norms with the bias' 1, `narrow` for values of two bytes where rows are kept so.
    [[nodiscard]] Block block(std::size_t index, const std::vector<std::uint32_t>* subset, bool bias,
                              BlockScratch& scratch, bool narrow = false) const;

private:
    void takeLabels(const UploadRequest& request);
    void makeResident(WorkerPool& pool);
    /// Rows of m_padded floats, side by side, to bfloat16, m_narrowStride apart; and back.
    void narrowRows(const float* rows, std::size_t count, std::uint16_t* out) const;
    /// Rows of m_halves.
    void scaleHalves(std::size_t first, std::size_t count, float* out) const;
    void widenRows(const std::uint16_t* rows, std::size_t count, float* out) const;
    [[nodiscard]] const GuestRows* guestsAt(std::size_t position) const;
    void takeGuest(const std::byte* row, float* wide, std::uint16_t* narrow) const;
    void readPadded(std::size_t first, std::size_t count, Buffer<float>& raw, float* out) const;
    /// Rows of the block in the worker's scratch: read, or copied from memory.
    Block copied(std::size_t index, const std::vector<std::uint32_t>* subset, bool bias,
                 BlockScratch& scratch, bool narrow) const;
    void readNarrow(std::size_t first, std::size_t count, BlockScratch& scratch, std::uint16_t* out,
                    float* norms) const;
    /// Norms of streamed rows as an earlier pass found them; false: it did not find all of them.
    bool rememberedNorms(std::size_t first, std::size_t count, float* norms) const;
    void rememberNorms(std::size_t first, std::size_t count, const float* norms) const;

    std::shared_ptr<const data::FeatureSource> m_source;
    const Kernels& m_kernels;
    RowShare m_share;
    std::size_t m_rows = 0; ///< that lie here
    std::size_t m_dim = 0;
    std::size_t m_padded = 0;
    std::size_t m_narrowStride = 0; ///< values from a row of bfloat16 to the next
    std::uint32_t m_classes = 0;
    Precision m_precision = Precision::Float32;
    bool m_half = false; ///< kept as bfloat16; else rounded to it, in float32
    bool m_streamed = false;
    const float* m_floats = nullptr; ///< m_rows × m_padded, owned by m_owned or by the source
    data::ScaledHalves m_halves{};   ///< in place of them, owned by the source
    Buffer<float> m_owned;
    Buffer<std::uint16_t> m_bfloats;
    std::vector<std::int32_t> m_labels; ///< padded with −1 to whole blocks
    data::LabelSets m_labelSets;        ///< likewise, where records may have several; else none
    std::vector<float> m_norms;         ///< padded with zeros; empty when streamed
    std::vector<float> m_biasNorms;     ///< √(norm² + 1)
    /// Of streamed rows that stay what they are, as passes find them; else empty.
    mutable std::vector<float> m_foundNorms; // mutable: atomic_ref has no const form before C++26
    std::vector<GuestRows> m_guests;
};

} // namespace parsimony::compute::cpu
