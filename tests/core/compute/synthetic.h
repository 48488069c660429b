// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/data/feature_source.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace parsimony::compute::testing {

/// A labelled matrix whose numbers are the same in every run.
struct Synthetic {
    std::size_t rows = 0;
    std::size_t dim = 0;
    std::uint32_t classes = 0;
    std::vector<float> x;
    std::vector<std::int32_t> y;
    data::LabelSets sets = {}; ///< in place of `y`, where records may have several labels

    /// Gaussian rows scaled to norms spread over 0.2..2, class means apart.
    static Synthetic make(std::size_t rows, std::size_t dim, std::uint32_t classes, std::uint32_t seed = 1) {
        Synthetic s{rows, dim, classes, std::vector<float>(rows * dim), std::vector<std::int32_t>(rows)};
        std::mt19937 random(seed);
        std::normal_distribution<float> normal;
        std::vector<float> means(classes * dim);
        for (float& m : means) {
            m = normal(random);
        }
        for (std::size_t i = 0; i < rows; ++i) {
            s.y[i] = static_cast<std::int32_t>(random() % classes);
            double squares = 0;
            for (std::size_t k = 0; k < dim; ++k) {
                const float v = normal(random) + 0.7F * means[static_cast<std::size_t>(s.y[i]) * dim + k];
                s.x[i * dim + k] = v;
                squares += static_cast<double>(v) * static_cast<double>(v);
            }
            const double norm = 0.2 + 1.8 * (static_cast<double>(random() % 1000) / 1000);
            for (std::size_t k = 0; k < dim; ++k) {
                s.x[i * dim + k] *= static_cast<float>(norm / std::sqrt(squares));
            }
        }
        return s;
    }

    /// The same rows with up to `perRecord` labels each, some with none.
    [[nodiscard]] Synthetic withSets(std::uint32_t perRecord) const {
        Synthetic several = *this;
        several.sets = {perRecord, std::vector<std::int32_t>(rows * perRecord, data::kNoLabel)};
        for (std::size_t i = 0; i < rows; ++i) {
            const std::size_t count = (i * 7 + 3) % (perRecord + 1);
            std::size_t place = i * perRecord;
            for (std::uint32_t j = 0; j < classes && place < i * perRecord + count; ++j) {
                if ((i + j * 5) % 3 != 0 || classes - j <= i * perRecord + count - place) {
                    several.sets.values[place++] = static_cast<std::int32_t>(j);
                }
            }
        }
        return several;
    }

    [[nodiscard]] bool isValid(std::size_t i) const {
        return sets.present() ? sets.valid(i) : y[i] >= 0 && y[i] < static_cast<std::int32_t>(classes);
    }
    [[nodiscard]] bool has(std::size_t i, std::size_t label) const {
        const auto wanted = static_cast<std::int32_t>(label);
        if (!sets.present()) {
            return y[i] == wanted;
        }
        const auto own = sets.of(i);
        return std::find(own.begin(), own.end(), wanted) != own.end();
    }

    [[nodiscard]] std::shared_ptr<const data::FeatureSource> source() const {
        return std::make_shared<data::MatrixSource>(x, rows, dim);
    }

    [[nodiscard]] std::unique_ptr<ResidentData> upload(ComputeBackend& backend,
                                                       Precision precision = Precision::Float32,
                                                       std::uint64_t memoryLimit = 0) const {
        return backend.upload(
            {source(), y, classes, precision, memoryLimit, false, sets.present() ? &sets : nullptr});
    }
};

/// Σ clipped gradients of a linear head in float64, straight from the formulas.
inline std::vector<double> referenceGradient(const Synthetic& s, const std::vector<double>& w, bool bias,
                                             double clip, Loss loss,
                                             const std::vector<std::uint32_t>* subset = nullptr) {
    const std::size_t in = s.dim + (bias ? 1 : 0);
    std::vector<double> sum(s.classes * in);
    std::vector<std::uint32_t> all(s.rows);
    for (std::size_t i = 0; i < s.rows; ++i) {
        all[i] = static_cast<std::uint32_t>(i);
    }
    for (const std::uint32_t i : subset == nullptr ? all : *subset) {
        if (!s.isValid(i)) {
            continue;
        }
        std::vector<double> z(s.classes);
        const float* const row = s.x.data() + i * s.dim;
        double rowSquares = bias ? 1 : 0;
        for (std::size_t k = 0; k < s.dim; ++k) {
            rowSquares += static_cast<double>(row[k]) * static_cast<double>(row[k]);
        }
        double top = -1e300;
        for (std::size_t j = 0; j < s.classes; ++j) {
            // By pointers and not by the elements of vectors, which take ten times as long under sanitizers.
            const double* const weights = w.data() + j * in;
            double logit = 0;
            for (std::size_t k = 0; k < s.dim; ++k) {
                logit += weights[k] * static_cast<double>(row[k]);
            }
            z[j] = logit + (bias ? weights[s.dim] : 0);
            top = std::max(top, z[j]);
        }
        double total = 0;
        for (double v : z) {
            total += std::exp(v - top);
        }
        double gradientSquares = 0;
        for (std::size_t j = 0; j < s.classes; ++j) {
            z[j] = loss == Loss::Softmax ? std::exp(z[j] - top) / total : 1 / (1 + std::exp(-z[j]));
            z[j] -= s.has(i, j) ? 1 : 0;
            gradientSquares += z[j] * z[j];
        }
        const double norm = std::sqrt(gradientSquares * rowSquares);
        const double factor = norm > clip ? clip / norm : 1;
        for (std::size_t j = 0; j < s.classes; ++j) {
            const double weight = factor * z[j];
            double* const sums = sum.data() + j * in;
            for (std::size_t k = 0; k < s.dim; ++k) {
                sums[k] += weight * static_cast<double>(row[k]);
            }
            if (bias) {
                sums[s.dim] += weight;
            }
        }
    }
    return sum;
}

inline double norm(const std::vector<double>& v) {
    double squares = 0;
    for (double x : v) {
        squares += x * x;
    }
    return std::sqrt(squares);
}

inline double relativeDistance(const std::vector<double>& a, const std::vector<double>& b) {
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        squares += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return std::sqrt(squares) / std::max(norm(b), 1e-300);
}

} // namespace parsimony::compute::testing
