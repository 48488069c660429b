// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/memory_rows.h"

#include "core/data/parallel.h"
#include "core/data/row_cache.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

namespace parsimony::data {

namespace {

std::uint16_t* rowOf(AlignedFloats& halves, std::size_t row, std::size_t dim) {
    return reinterpret_cast<std::uint16_t*>(halves.data()) + row * dim;
}

template <class Value>
void zeroRows(const std::vector<std::uint8_t>& which, Value* values, std::size_t dim) {
    for (std::size_t i = 0; i < which.size(); ++i) {
        if (which[i] != 0) {
            std::fill_n(values + i * dim, dim, Value{0});
        }
    }
}

} // namespace

MemoryRows::MemoryRows(StreamedSource& source, std::size_t limit, int classes, const EachBlock& eachBlock,
                       std::vector<std::uint8_t>& wrong)
    : m_dim(source.dim()) {
    const std::size_t values = source.rows() * m_dim;
    wrong.assign(source.rows(), 0);
    if (source.givesHalves() && (classes <= kFewClasses || values > limit / sizeof(float))) {
        if (std::optional<AlignedFloats> room = roomForRows(floatsForHalves(values), limit)) {
            Halves halves{std::move(*room), std::vector<float>(source.rows())};
            if (readHalves(source, halves, eachBlock, wrong)) {
                m_rows = std::move(halves);
                return;
            }
        }
    }
    std::optional<AlignedFloats> matrix = roomForRows(values, limit);
    if (!matrix) {
        source.remember();
    }
    eachBlock(rowsPerBlock(m_dim) * 4, [&](std::size_t first, std::size_t count) {
        const auto scratch = std::make_unique_for_overwrite<float[]>(matrix ? 0 : count * m_dim);
        source.readFirst(first, count, matrix ? matrix->data() + first * m_dim : scratch.get(),
                         wrong.data() + first);
    });
    if (matrix) {
        m_rows = std::move(*matrix);
    }
}

bool MemoryRows::readHalves(StreamedSource& source, Halves& halves, const EachBlock& eachBlock,
                            std::vector<std::uint8_t>& wrong) {
    const std::size_t dim = source.dim();
    std::atomic<bool> exact{true};
    eachBlock(rowsPerBlock(dim), [&](std::size_t first, std::size_t count) {
        const auto scratch = std::make_unique_for_overwrite<float[]>(count * dim);
        const StreamedSource::Kept kept{rowOf(halves.values, first, dim), halves.factors.data() + first};
        source.readFirst(first, count, scratch.get(), wrong.data() + first, kept);
        for (std::size_t i = 0; i < count; ++i) {
            if (kept.factors[i] != 0.0F) {
                continue;
            }
            const float* row = scratch.get() + i * dim; // of zeros, mostly
            if (!std::all_of(row, row + dim, [](float value) { return value == 0.0F; })) {
                exact.store(false);
            }
            std::fill_n(kept.values + i * dim, dim, std::uint16_t{0});
            kept.factors[i] = 1.0F;
        }
    });
    return exact.load();
}

std::shared_ptr<const FeatureSource> MemoryRows::take(const std::vector<std::uint8_t>& blank) && {
    if (auto* halves = std::get_if<Halves>(&m_rows)) {
        zeroRows(blank, rowOf(halves->values, 0, m_dim), m_dim);
        return std::make_shared<HalfMatrix>(std::move(halves->values), std::move(halves->factors), m_dim);
    }
    auto& matrix = std::get<AlignedFloats>(m_rows);
    zeroRows(blank, matrix.data(), m_dim);
    const std::size_t rows = matrix.size() / m_dim;
    return std::make_shared<MatrixSource>(std::move(matrix), rows, m_dim);
}

} // namespace parsimony::data
