// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/line_fit.h"

#include "core/base/sentence.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace parsimony::search {

namespace {

using Vector3 = std::array<double, 3>;
using Matrix3 = std::array<Vector3, 3>;

/// Inverse of the leading n×n block by Gauss-Jordan with pivoting; the block is positive definite.
Matrix3 inverse(Matrix3 a, int n) {
    Matrix3 result{};
    for (int i = 0; i < n; ++i) {
        result[i][i] = 1.0;
    }
    for (int column = 0; column < n; ++column) {
        int pivot = column;
        for (int row = column + 1; row < n; ++row) {
            if (std::abs(a[row][column]) > std::abs(a[pivot][column])) {
                pivot = row;
            }
        }
        std::swap(a[pivot], a[column]);
        std::swap(result[pivot], result[column]);
        const double scale = 1.0 / a[column][column];
        for (int j = 0; j < n; ++j) {
            a[column][j] *= scale;
            result[column][j] *= scale;
        }
        for (int row = 0; row < n; ++row) {
            const double factor = row == column ? 0.0 : a[row][column];
            for (int j = 0; j < n; ++j) {
                a[row][j] -= factor * a[column][j];
                result[row][j] -= factor * result[column][j];
            }
        }
    }
    return result;
}

/// Row i holds the powers of x in ((x − centre)/width)^i.
Matrix3 powersOfScaled(double centre, double width) {
    const double a = 1.0 / width;
    const double b = -centre / width;
    return {{{1.0, 0.0, 0.0}, {b, a, 0.0}, {b * b, 2.0 * a * b, a * a}}};
}

void checkPoints(std::span<const FitPoint> points, int degree) {
    if (degree != 1 && degree != 2) {
        failUsage(Sentence("the fit must be linear or quadratic"));
    }
    if (points.size() <= static_cast<std::size_t>(degree)) {
        failUsage(Sentence("a fit of degree {1} needs at least {2} phases with different budgets, not {3}: "
                           "give more in --phase-epsilons",
                           degree, degree + 1, points.size()));
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!std::isfinite(points[i].x) || !std::isfinite(points[i].r)) {
            failUsage(Sentence("a point of the fit is not a finite number"));
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (points[i].x == points[j].x) {
                failUsage(Sentence(
                    "two phases have the same budget {1}: a line needs different ones, see --phase-epsilons",
                    points[i].x));
            }
        }
    }
}

} // namespace

LineFit::LineFit(std::span<const FitPoint> points, int degree)
    : m_degree(degree), m_points(points.begin(), points.end()) {
    checkPoints(points, degree);
    const int n = degree + 1;
    const auto [least, most] = std::minmax_element(
        points.begin(), points.end(), [](const FitPoint& a, const FitPoint& b) { return a.x < b.x; });
    // Centred and scaled to [−1, 1], the normal equations are well conditioned whatever the unit of x.
    const double centre = 0.5 * (least->x + most->x);
    const double width = 0.5 * (most->x - least->x);
    Matrix3 normal{};
    Vector3 right{};
    for (const FitPoint& point : points) {
        const double u = (point.x - centre) / width;
        const Vector3 powers{1.0, u, u * u};
        for (int i = 0; i < n; ++i) {
            right[i] += powers[i] * (point.r - points[0].r); // equal r give a slope of exactly 0
            for (int j = 0; j < n; ++j) {
                normal[i][j] += powers[i] * powers[j];
            }
        }
    }
    const Matrix3 inverted = inverse(normal, n);
    const Matrix3 powers = powersOfScaled(centre, width);
    m_coefficients.assign(n, 0.0);
    m_inverseNormal.assign(static_cast<std::size_t>(n) * n, 0.0);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            for (int k = 0; k < n; ++k) {
                m_coefficients[k] += powers[i][k] * inverted[i][j] * right[j];
                for (int l = 0; l < n; ++l) {
                    m_inverseNormal[k * n + l] += powers[i][k] * inverted[i][j] * powers[j][l];
                }
            }
        }
    }
    m_coefficients[0] += points[0].r;
    if (points.size() > static_cast<std::size_t>(n)) {
        double sum = 0.0;
        for (const FitPoint& point : points) {
            const double residual = point.r - predict(point.x);
            sum += residual * residual;
        }
        m_residualSd = std::sqrt(sum / static_cast<double>(points.size() - n));
    }
}

double LineFit::predict(double x) const {
    double value = 0.0;
    for (std::size_t i = m_coefficients.size(); i-- > 0;) {
        value = value * x + m_coefficients[i];
    }
    return value;
}

double LineFit::slopeAt(double x) const {
    return m_degree == 1 ? m_coefficients[1] : m_coefficients[1] + 2.0 * m_coefficients[2] * x;
}

std::optional<double> LineFit::coefficientSe(int i) const {
    if (!m_residualSd) {
        return std::nullopt;
    }
    return *m_residualSd * std::sqrt(std::max(0.0, m_inverseNormal[i * (m_degree + 1) + i]));
}

std::optional<Interval> LineFit::predictionInterval(double x, double level) const {
    if (!m_residualSd) {
        return std::nullopt;
    }
    const int n = m_degree + 1;
    const Vector3 powers{1.0, x, x * x};
    double spread = 1.0;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            spread += powers[i] * m_inverseNormal[i * n + j] * powers[j];
        }
    }
    const boost::math::students_t distribution(static_cast<double>(m_points.size()) - n);
    const double half =
        boost::math::quantile(distribution, 0.5 + 0.5 * level) * *m_residualSd * std::sqrt(spread);
    return Interval{predict(x) - half, predict(x) + half};
}

Extrapolation extrapolate(const LineFit& fit, double x, double lo, double hi) {
    if (!(lo > 0.0 && lo <= hi)) {
        failUsage(
            Sentence("the range of the total step size must be positive and rising, not {1},{2}", lo, hi));
    }
    Extrapolation result;
    result.predictedR = fit.predict(x);
    result.r = std::clamp(result.predictedR, lo, hi);
    result.clamped = result.r != result.predictedR;
    result.slopeNotPositive = !(fit.slopeAt(x) > 0.0);
    result.interval = fit.predictionInterval(x);
    return result;
}

nlohmann::json toJson(const LineFit& fit) {
    nlohmann::json points = nlohmann::json::array();
    for (const FitPoint& point : fit.points()) {
        points.push_back({point.x, point.r});
    }
    nlohmann::json object{{"degree", fit.degree()}, {"coefficients", fit.coefficients()}, {"points", points}};
    if (const auto sd = fit.residualSd()) {
        object["residual_sd"] = *sd;
    }
    return object;
}

} // namespace parsimony::search
