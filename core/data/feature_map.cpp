// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/feature_map.h"

#include "core/base/sentence.h"
#include "core/data/bounded_row.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>

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

} // namespace parsimony::data
