// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/mapped_source.h"

#include "core/base/sentence.h"
#include "core/data/parallel.h"
#include "core/data/row_cache.h"
#include "core/data/row_recipe.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace parsimony::data {

namespace {

class MappedSource final : public FeatureSource, public RowsByRecipe {
public:
    MappedSource(std::shared_ptr<const FeatureSource> rows, FeatureMap map, double bound)
        : m_rows(std::move(rows)), m_map(std::move(map)), m_bound(bound) {}
    [[nodiscard]] std::size_t rows() const override { return m_rows->rows(); }
    [[nodiscard]] std::size_t dim() const override { return m_rows->dim() + m_map.added(); }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        const std::size_t block = rowsPerBlock(dim());
        std::vector<float> scratch(std::min(block, count) * m_rows->dim());
        for (std::size_t done = 0; done < count; done += block) {
            const std::size_t some = std::min(block, count - done);
            m_rows->readRows(first + done, some, scratch.data());
            mapRows(m_map, m_bound, scratch.data(), some, m_rows->dim(), out + done * dim());
        }
    }
    void prefetch(std::size_t first, std::size_t count) const override { m_rows->prefetch(first, count); }
    [[nodiscard]] bool unchanging() const override { return m_rows->unchanging(); }
    [[nodiscard]] std::span<const std::byte> madeFrom(std::size_t first, std::size_t count) const override {
        return m_rows->madeFrom(first, count);
    }
    /// None of quadratic features: how Eigen adds up a product depends on the processor's caches, so that the
    /// last bits of a row could differ where another machine makes it.
    [[nodiscard]] std::optional<RowRecipe> recipe() const override {
        std::optional<RowRecipe> recipe = m_map.quadratic ? std::nullopt : recipeOf(*m_rows);
        if (recipe) {
            recipe->preprocessing.map = m_map;
        }
        return recipe;
    }

private:
    std::shared_ptr<const FeatureSource> m_rows;
    FeatureMap m_map;
    double m_bound;
};

} // namespace

std::shared_ptr<const FeatureSource> mappedRows(std::shared_ptr<const FeatureSource> rows,
                                                const FeatureMap& map, double bound, std::size_t memoryLimit,
                                                int threads, const std::stop_token& stop) {
    checkFeatureMap(map, rows->dim());
    const std::size_t dim = rows->dim();
    const std::size_t width = dim + map.added();
    const std::span<const float> values = rows->contiguous();
    std::optional<AlignedFloats> matrix =
        !rows->inMemory() || memoryLimit == 0 ? std::nullopt : roomForRows(rows->rows() * width, memoryLimit);
    if (!matrix) {
        return std::make_shared<MappedSource>(std::move(rows), map, bound);
    }
    forBlocks(rows->rows(), rowsPerBlock(width) * 4, threads, [&](std::size_t first, std::size_t count) {
        if (stop.stop_requested()) {
            interrupted(Sentence("mapping the rows was stopped"));
        }
        std::vector<float> scratch(values.empty() ? count * dim : 0);
        if (values.empty()) {
            rows->readRows(first, count, scratch.data());
        }
        mapRows(map, bound, values.empty() ? scratch.data() : values.data() + first * dim, count, dim,
                matrix->data() + first * width);
    });
    return std::make_shared<MatrixSource>(std::move(*matrix), rows->rows(), width);
}

} // namespace parsimony::data
