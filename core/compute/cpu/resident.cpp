// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/resident.h"

#include "core/compute/cpu/tile_products.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cmath>
#include <limits>

namespace parsimony::compute::cpu {

namespace {

/// Three quarters of what is free, so that workspaces and the rest of the machine keep some.
std::uint64_t spareMemory() {
    const long pages = sysconf(_SC_AVPHYS_PAGES);
    const long size = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || size <= 0) {
        return std::numeric_limits<std::uint64_t>::max();
    }
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) / 4 * 3;
}

constexpr float kUnknownNorm = -1.0F;

float withBias(float norm) {
    const double wide = std::sqrt(static_cast<double>(norm) * static_cast<double>(norm) + 1.0);
    const auto rounded = static_cast<float>(wide * (1.0 + 0x1p-40));
    return std::nextafter(rounded, std::numeric_limits<float>::infinity());
}

/// Values from a row of bfloat16 of so many to the next where tiles multiply them: they take lines of many
/// rows one below the other, which fall into few sets of a near cache unless rows are an odd number of lines
/// apart (16 % of the time of 39 classes and 384 features).
std::size_t tileStride(std::size_t padded) {
    constexpr std::size_t line = kFetchLine / sizeof(std::uint16_t);
    return padded / line % 2 == 0 ? padded + line : padded;
}

/// A row whose norm is not a finite float32 can't be clipped: it becomes a row of zeros. Returns how many
/// there were.
std::size_t zeroEndlessRows(float* rows, std::size_t stride, std::size_t count, float* norms) {
    std::size_t zeroed = 0;
    for (std::size_t r = 0; r < count; ++r) {
        if (!std::isfinite(norms[r])) {
            std::fill_n(rows + r * stride, stride, 0.0F);
            norms[r] = 0.0F;
            ++zeroed;
        }
    }
    return zeroed;
}

} // namespace

void Block::widen(const Kernels& kernels, std::size_t row, std::size_t count, float* out) const {
    if (factors != nullptr) {
        kernels.scaleHalves(x16 + row * stride, factors + row, count, stride, out);
    } else {
        kernels.widen(x16 + row * stride, count * stride, out);
    }
}

CpuResident::CpuResident(const UploadRequest& request, const InstructionSet& instructions, WorkerPool& pool,
                         std::optional<RowShare> share)
    : m_source(request.features), m_kernels(instructions.kernels),
      m_share(share.value_or(RowShare{0, request.features->rows()})), m_rows(request.features->rows()),
      m_dim(request.features->dim()),
      m_padded(paddedTo(m_dim, request.precision == Precision::Bfloat16 ? kTileDepth : kRowPadding)),
      m_narrowStride(instructions.tiles != nullptr ? tileStride(m_padded) : m_padded),
      m_classes(request.classes), m_precision(request.precision) {
    takeLabels(request);
    const std::span<const float> whole = m_source->contiguous();
    const bool usable =
        !whole.empty() && m_dim == m_padded && reinterpret_cast<std::uintptr_t>(whole.data()) % 64 == 0;
    const std::uint64_t limit = request.memoryLimit != 0 ? request.memoryLimit : spareMemory();
    const auto fits = [&](std::uint64_t bytes) { return std::uint64_t{m_rows} * bytes <= limit; };
    const std::uint64_t wide = std::uint64_t{m_padded} * sizeof(float);
    m_half = m_precision == Precision::Bfloat16 && (instructions.multipliesBfloat16() || !fits(wide));
    const data::ScaledHalves halves = m_source->halves();
    if (m_precision == Precision::Float32 && usable) {
        m_floats = whole.data();
    } else if (m_precision == Precision::Float32 && halves.values != nullptr && m_dim == m_padded &&
               m_kernels.scaleHalves != nullptr) {
        m_halves = halves;
    } else {
        m_streamed = !fits(m_half ? m_narrowStride * sizeof(std::uint16_t) : wide);
    }
    if (!m_streamed) {
        makeResident(pool);
        if ((m_floats != whole.data() || whole.empty()) && m_halves.values == nullptr) {
            m_source.reset(); // a copy is kept: twice the memory is not
        }
    } else if (m_source->unchanging()) {
        m_foundNorms.assign(m_rows, kUnknownNorm);
    }
}

void CpuResident::takeLabels(const UploadRequest& request) {
    m_labels.assign(paddedTo(m_rows, kBlockRows), -1);
    if (request.labelSets == nullptr) {
        for (std::size_t i = 0; i < m_rows; ++i) {
            const std::int32_t label = request.labels[i];
            m_labels[i] = label >= 0 && static_cast<std::uint32_t>(label) < m_classes ? label : -1;
        }
        return;
    }
    m_labelSets = *request.labelSets;
    for (std::size_t i = 0; i < m_rows; ++i) {
        const std::span<const std::int32_t> own = m_labelSets.of(i);
        const bool known = std::all_of(own.begin(), own.end(), [this](std::int32_t label) {
            return static_cast<std::uint32_t>(label) < m_classes;
        });
        m_labels[i] = known && m_labelSets.valid(i) ? 0 : -1;
    }
    m_labelSets.values.resize(m_labels.size() * m_labelSets.perRecord, data::kNoLabel);
}

void CpuResident::makeResident(WorkerPool& pool) {
    m_norms.assign(m_labels.size(), 0.0F);
    m_biasNorms.assign(m_labels.size(), 1.0F);
    float* floats = nullptr;
    std::uint16_t* bfloats = nullptr;
    if (m_half) {
        const std::size_t paddedRows = paddedTo(m_rows, kTileDepth);
        bfloats = m_bfloats.ensure(paddedRows * m_narrowStride);
        std::fill(bfloats + m_rows * m_narrowStride, bfloats + paddedRows * m_narrowStride, std::uint16_t{0});
    } else if (m_floats == nullptr && m_halves.values == nullptr) {
        floats = m_owned.ensure(m_rows * m_padded);
        m_floats = floats;
    }
    std::vector<BlockScratch> scratch(pool.threads());
    std::atomic<bool> endless{false};
    pool.run(m_labels.size() / kBlockRows, [&](std::size_t index, unsigned worker) {
        const std::size_t first = index * kBlockRows;
        const std::size_t count = std::min(kBlockRows, m_rows - first);
        const float* x = m_floats + (m_floats == nullptr ? 0 : first * m_padded);
        float* norms = m_norms.data() + first;
        if (floats != nullptr) {
            readPadded(first, count, scratch[worker].raw, floats + first * m_padded);
            m_kernels.norms(x, m_padded, count, m_padded, norms);
            (void)zeroEndlessRows(floats + first * m_padded, m_padded, count, norms);
        } else if (bfloats != nullptr) {
            readNarrow(first, count, scratch[worker], bfloats + first * m_narrowStride, norms);
        } else {
            if (m_halves.values != nullptr) {
                float* rows = scratch[worker].rows.ensure(kBlockRows * m_padded);
                scaleHalves(first, count, rows);
                x = rows;
            }
            m_kernels.norms(x, m_padded, count, m_padded, norms);
            if (std::any_of(norms, norms + count, [](float norm) { return !std::isfinite(norm); })) {
                endless.store(true);
            }
        }
        std::transform(norms, norms + count, m_biasNorms.data() + first, withBias);
    });
    if (endless.load()) { // the source's own memory can't be mended: copy it, once more from the start
        m_floats = nullptr;
        m_halves = {};
        makeResident(pool);
    }
}

void CpuResident::narrowRows(const float* rows, std::size_t count, std::uint16_t* out) const {
    for (std::size_t r = 0; r < count; ++r) {
        m_kernels.narrow(rows + r * m_padded, m_padded, out + r * m_narrowStride);
    }
}

void CpuResident::widenRows(const std::uint16_t* rows, std::size_t count, float* out) const {
    for (std::size_t r = 0; r < count; ++r) {
        m_kernels.widen(rows + r * m_narrowStride, m_padded, out + r * m_padded);
    }
}

void CpuResident::scaleHalves(std::size_t first, std::size_t count, float* out) const {
    m_kernels.scaleHalves(m_halves.values + first * m_padded, m_halves.factors + first, count, m_padded, out);
}

void CpuResident::readPadded(std::size_t first, std::size_t count, Buffer<float>& raw, float* out) const {
    if (m_dim == m_padded) {
        m_source->readRows(first, count, out);
    } else {
        float* packed = raw.ensure(count * m_dim);
        m_source->readRows(first, count, packed);
        for (std::size_t r = 0; r < count; ++r) {
            std::copy_n(packed + r * m_dim, m_dim, out + r * m_padded);
            std::fill_n(out + r * m_padded + m_dim, m_padded - m_dim, 0.0F);
        }
    }
    if (m_precision == Precision::Tf32 || m_precision == Precision::Float16) {
        // Kept as float32: what these precisions save, they save on a GPU.
        std::transform(out, out + count * m_padded, out,
                       [this](float value) { return roundOperand(value, m_precision); });
    } else if (m_precision == Precision::Bfloat16 && !m_half) {
        std::array<std::uint16_t, 512>
            rounded; // NOLINT(cppcoreguidelines-pro-type-member-init): written first
        for (std::size_t done = 0; done < count * m_padded; done += rounded.size()) {
            const std::size_t some = std::min(rounded.size(), count * m_padded - done);
            m_kernels.narrow(out + done, some, rounded.data());
            m_kernels.widen(rounded.data(), some, out + done);
        }
    }
}

std::size_t CpuResident::blocks(const std::vector<std::uint32_t>* subset) const {
    return ((subset == nullptr ? m_share.total : subset->size()) + kBlockRows - 1) / kBlockRows;
}

Block CpuResident::block(std::size_t index, const std::vector<std::uint32_t>* subset, bool bias,
                         BlockScratch& scratch, bool narrow) const {
    if (subset != nullptr || m_streamed) {
        return copied(index, subset, bias, scratch, narrow);
    }
    const std::size_t first = index * kBlockRows - m_share.first;
    Block block;
    block.stride = m_padded;
    block.rows = std::min(kBlockRows, m_rows - first);
    block.info = {m_labels.data() + first, (bias ? m_biasNorms : m_norms).data() + first};
    if (m_labelSets.present()) {
        block.info.perRow = m_labelSets.perRecord;
        block.info.sets = m_labelSets.values.data() + first * block.info.perRow;
    }
    block.followed = first + 2 * kBlockRows <= m_rows;
    if (m_halves.values != nullptr && narrow) {
        block.x16 = m_halves.values + first * m_padded;
        block.factors = m_halves.factors + first;
    } else if (m_halves.values != nullptr) {
        float* rows = scratch.rows.ensure(kBlockRows * m_padded);
        scaleHalves(first, block.rows, rows);
        block.x = rows;
        block.followed = false;
    } else if (!m_half) {
        block.x = m_floats + first * m_padded;
    } else if (narrow) {
        block.x16 = m_bfloats.data() + first * m_narrowStride;
        block.stride = m_narrowStride;
    } else {
        float* rows = scratch.rows.ensure(kBlockRows * m_padded);
        widenRows(m_bfloats.data() + first * m_narrowStride, block.rows, rows);
        block.x = rows;
        block.followed = false;
    }
    return block;
}

bool CpuResident::rememberedNorms(std::size_t first, std::size_t count, float* norms) const {
    for (std::size_t i = 0; !m_foundNorms.empty() && i < count; ++i) {
        norms[i] = std::atomic_ref(m_foundNorms[first + i]).load(std::memory_order_relaxed);
        if (norms[i] == kUnknownNorm) {
            return false;
        }
    }
    return !m_foundNorms.empty();
}

void CpuResident::rememberNorms(std::size_t first, std::size_t count, const float* norms) const {
    for (std::size_t i = 0; !m_foundNorms.empty() && i < count; ++i) {
        if (std::isfinite(norms[i])) { // else the row is to be made zeros each time
            std::atomic_ref(m_foundNorms[first + i]).store(norms[i], std::memory_order_relaxed);
        }
    }
}

void CpuResident::readNarrow(std::size_t first, std::size_t count, BlockScratch& scratch, std::uint16_t* out,
                             float* norms) const {
    float* rows = scratch.rows.ensure(kBlockRows * m_padded);
    readPadded(first, count, scratch.raw, rows);
    narrowRows(rows, count, out);
    if (rememberedNorms(first, count, norms)) {
        return;
    }
    widenRows(out, count, rows); // norms are those of the rounded rows
    m_kernels.norms(rows, m_padded, count, m_padded, norms);
    rememberNorms(first, count, norms);
    if (zeroEndlessRows(rows, m_padded, count, norms) > 0) {
        narrowRows(rows, count, out);
    }
}

Block CpuResident::copied(std::size_t index, const std::vector<std::uint32_t>* subset, bool bias,
                          BlockScratch& scratch, bool narrow) const {
    const bool half = m_half;
    const std::size_t first = index * kBlockRows - (subset == nullptr ? m_share.first : 0);
    const std::size_t count = std::min(kBlockRows, (subset == nullptr ? m_rows : subset->size()) - first);
    std::int32_t* labels = scratch.labels.ensure(kBlockRows);
    float* norms = scratch.norms.ensure(kBlockRows);
    std::fill_n(labels, kBlockRows, -1);
    std::fill_n(norms, kBlockRows, 0.0F);
    const std::size_t perRow = m_labelSets.perRecord;
    std::int32_t* sets = perRow > 0 ? scratch.sets.ensure(kBlockRows * perRow) : nullptr;
    std::fill_n(sets, sets != nullptr ? kBlockRows * perRow : 0, data::kNoLabel);
    const auto takeSets = [&](std::size_t row, std::size_t number, std::size_t at) {
        std::copy_n(m_labelSets.values.data() + row * perRow, number * perRow, sets + at * perRow);
    };
    float* rows = scratch.rows.ensure(kBlockRows * m_padded);
    std::uint16_t* rows16 = half ? scratch.narrow.ensure(kBlockRows * m_narrowStride) : nullptr;
    const auto read = [&](std::size_t row, std::size_t number, std::size_t at) {
        std::copy_n(m_labels.data() + row, number, labels + at);
        takeSets(row, number, at);
        float* out = rows + at * m_padded;
        if (half) {
            readNarrow(row, number, scratch, rows16 + at * m_narrowStride, norms + at);
        } else {
            readPadded(row, number, scratch.raw, out);
            if (!rememberedNorms(row, number, norms + at)) {
                m_kernels.norms(out, m_padded, number, m_padded, norms + at);
                rememberNorms(row, number, norms + at);
                (void)zeroEndlessRows(out, m_padded, number, norms + at);
            }
        }
        if (bias) {
            std::transform(norms + at, norms + at + number, norms + at, withBias);
        }
    };
    if (subset == nullptr) {
        m_source->prefetch(std::min(m_rows - 1, first + kBlockRows),
                           std::min(kBlockRows, m_rows - first - count));
        read(first, count, 0);
    }
    for (std::size_t r = 0; subset != nullptr && r < count; ++r) {
        if (const GuestRows* guests = guestsAt(first + r)) {
            const std::size_t guest = first + r - guests->first;
            labels[r] = guests->labels[guest];
            std::copy_n(guests->sets.data() + guest * perRow, perRow, sets + r * perRow);
            norms[r] = guests->norms[guest];
            takeGuest(guests->rows.data() + guest * rowBytes(), rows + r * m_padded,
                      half ? rows16 + r * m_narrowStride : nullptr);
            continue;
        }
        const std::size_t row = (*subset)[first + r] - m_share.first;
        if (m_streamed) {
            read(row, 1, r);
            continue;
        }
        labels[r] = m_labels[row];
        takeSets(row, 1, r);
        norms[r] = (bias ? m_biasNorms : m_norms)[row];
        if (half) {
            std::copy_n(m_bfloats.data() + row * m_narrowStride, m_padded, rows16 + r * m_narrowStride);
        } else if (m_halves.values != nullptr) {
            scaleHalves(row, 1, rows + r * m_padded);
        } else {
            std::copy_n(m_floats + row * m_padded, m_padded, rows + r * m_padded);
        }
    }
    Block block;
    block.stride = m_padded;
    block.rows = count;
    block.info = {labels, norms, sets, perRow};
    if (subset == nullptr && first + count < m_rows) {
        const auto next = m_source->madeFrom(first + count, std::min(kBlockRows, m_rows - first - count));
        block.source = {reinterpret_cast<const char*>(next.data()), next.size() / kFetchLine};
    }
    if (half && narrow) {
        std::fill(rows16 + count * m_narrowStride, rows16 + paddedTo(count, kTileDepth) * m_narrowStride,
                  std::uint16_t{0});
        block.x16 = rows16;
        block.stride = m_narrowStride;
    } else {
        if (half) {
            widenRows(rows16, count, rows);
        }
        block.x = rows;
    }
    return block;
}

} // namespace parsimony::compute::cpu
