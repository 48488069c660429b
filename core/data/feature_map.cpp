// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/feature_map.h"

#include "core/base/sentence.h"
#include "core/data/bounded_row.h"
#include "core/data/parallel.h"
#include "core/data/row_cache.h"
#include "core/data/row_peers.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <optional>

namespace parsimony::data {

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Rows = Eigen::Map<const Matrix>;
using Wide = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

bool allFinite(const std::vector<float>& values) {
    return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

void scaleTo(Eigen::Ref<Eigen::RowVectorXd> row, double norm) {
    const double length = row.norm();
    if (length > 0.0) {
        row *= norm / length;
    }
}

Wide quadratic(const QuadraticBlock& block, const Wide& units) {
    const auto outputs = static_cast<Eigen::Index>(block.rows);
    const Rows first(block.first.data(), outputs, units.cols());
    const Rows second(block.second.data(), outputs, units.cols());
    // Whole groups of rows: Eigen adds up those that are left over in another order, and what a row becomes
    // would depend on how many rows are mapped with it.
    constexpr Eigen::Index kGroup = 32;
    Matrix narrow = Matrix::Zero((units.rows() + kGroup - 1) / kGroup * kGroup, units.cols());
    narrow.topRows(units.rows()) = units.cast<float>();
    const Matrix left = narrow * first.transpose();
    const Matrix right = narrow * second.transpose();
    return left.cast<double>().cwiseProduct(right.cast<double>()).topRows(units.rows());
}

/// Reads another source's rows and maps them.
class MappedSource final : public FeatureSource {
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
    /// None of quadratic features: how Eigen adds up a product depends on the processor's caches, so that the
    /// last bits of a row could differ where another machine makes it.
    [[nodiscard]] std::optional<RowRecipe> recipe() const override {
        std::optional<RowRecipe> recipe = m_map.quadratic ? std::nullopt : m_rows->recipe();
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

void checkFeatureMap(const FeatureMap& map, std::size_t dim) {
    const auto isShare = [](double share) { return share > 0.0 && share < 1.0; };
    bool sound = map.mean.size() == dim && allFinite(map.mean) && isShare(map.biasShare);
    if (sound && map.quadratic) {
        const QuadraticBlock& block = *map.quadratic;
        sound = block.rows > 0 && isShare(block.share) && block.first.size() == block.rows * dim &&
                block.second.size() == block.first.size() && allFinite(block.first) &&
                allFinite(block.second);
    }
    if (!sound) {
        failUsage(Sentence("the feature map is not for rows of {1} values, or not finite", dim));
    }
}

void mapRows(const FeatureMap& map, double bound, const float* rows, std::size_t count, std::size_t dim,
             float* out) {
    const auto height = static_cast<Eigen::Index>(count);
    const auto width = static_cast<Eigen::Index>(dim);
    const Rows in(rows, height, width);
    const Eigen::Map<const Eigen::RowVectorXf> mean(map.mean.data(), width);
    const auto extra = static_cast<Eigen::Index>(map.added());
    Wide mapped(height, width + extra);
    const double whole = 1.0 - map.biasShare;
    const double linear = map.quadratic ? whole * (1.0 - map.quadratic->share) : whole;
    Wide units = in.cast<double>().rowwise() - mean.cast<double>();
    for (Eigen::Index i = 0; i < height; ++i) {
        scaleTo(units.row(i), 1.0);
    }
    mapped.leftCols(width) = bound * std::sqrt(linear) * units;
    if (map.quadratic) {
        Wide block = quadratic(*map.quadratic, units);
        for (Eigen::Index i = 0; i < height; ++i) {
            scaleTo(block.row(i), bound * std::sqrt(whole * map.quadratic->share));
        }
        mapped.middleCols(width, extra - 1) = block;
    }
    mapped.rightCols(1).setConstant(bound * std::sqrt(map.biasShare));
    for (Eigen::Index i = 0; i < height; ++i) {
        float* target = out + i * mapped.cols();
        if ((in.row(i).array() == 0.0F).all()) {
            std::fill_n(target, mapped.cols(), 0.0F); // not there before, not there now
        } else {
            scaleWithin(mapped.row(i).data(), static_cast<std::size_t>(mapped.cols()), 1.0, bound, target);
        }
    }
}

std::shared_ptr<const FeatureSource> mappedRows(std::shared_ptr<const FeatureSource> rows,
                                                const FeatureMap& map, double bound, std::size_t memoryLimit,
                                                int threads, const std::stop_token& stop) {
    checkFeatureMap(map, rows->dim());
    const std::size_t dim = rows->dim();
    const std::size_t width = dim + map.added();
    const std::span<const float> values = rows->contiguous();
    std::optional<AlignedFloats> matrix =
        values.empty() ? std::nullopt : roomForRows(rows->rows() * width, memoryLimit);
    if (!matrix) {
        return std::make_shared<MappedSource>(std::move(rows), map, bound);
    }
    forBlocks(rows->rows(), rowsPerBlock(width) * 4, threads, [&](std::size_t first, std::size_t count) {
        if (stop.stop_requested()) {
            interrupted("mapping the rows was stopped");
        }
        mapRows(map, bound, values.data() + first * dim, count, dim, matrix->data() + first * width);
    });
    return std::make_shared<MatrixSource>(std::move(*matrix), rows->rows(), width);
}

} // namespace parsimony::data
