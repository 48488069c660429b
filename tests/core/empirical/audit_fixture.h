// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/empirical/trainer_audit.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace parsimony::test {

/// How many audits of honest mechanisms the suite may hold: each gets its share of one false alarm in 10⁶.
inline constexpr double kSuiteAudits = 100.0;

/// 99 % for bounds, 10⁻⁶ over the suite for alarms.
inline empirical::AuditLevels suiteLevels() {
    return {0.99, 1e-6 / kSuiteAudits};
}

/// Public rows that can be told apart: class k has its weight on column k, beside some noise; norm `bound`.
inline data::LoadedPart publicBlobs(std::size_t rows, std::size_t dim, std::uint32_t classes,
                                    double bound = 1.0) {
    const auto source = compute::NoiseSource::seeded(compute::PublicDataSeed{11}, 0, 0);
    std::vector<double> normals(rows * dim);
    source.fillGaussian(normals, {});
    std::vector<float> values(rows * dim);
    data::LoadedPart part;
    for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t label = i % classes;
        part.labels.push_back(static_cast<std::int32_t>(label));
        normals[i * dim + label % dim] += 2.0;
        double square = 0.0;
        for (std::size_t j = 0; j < dim; ++j) {
            square += normals[i * dim + j] * normals[i * dim + j];
        }
        for (std::size_t j = 0; j < dim; ++j) {
            values[i * dim + j] =
                static_cast<float>(normals[i * dim + j] * bound * (1.0 - 1e-6) / std::sqrt(square));
        }
    }
    part.features = std::make_shared<data::MatrixSource>(values, rows, dim);
    part.info.rows = rows;
    part.info.dim = dim;
    return part;
}

inline empirical::BackendFactory cpuBackends() {
    return [](unsigned threads) { return compute::makeCpuBackend({.threads = threads}); };
}

/// For failure messages and for the record.
inline std::string describe(const empirical::Verdict& verdict) {
    return std::to_string(verdict.count.correct) + " of " + std::to_string(verdict.count.guesses) +
           " guesses right, epsilon >= " + std::to_string(verdict.epsilonLower) +
           ", p = " + numberText(verdict.pValue);
}

inline std::string describe(const empirical::TrainerAudit& audit) {
    std::string text = "claimed epsilon " + std::to_string(audit.claimed.value()) + "\n";
    for (const empirical::Finding& finding : audit.findings) {
        text += std::string("  ") + toText(finding.game) + " " + toText(finding.bound) + " " +
                std::string(empirical::canaryName(finding.canary)) + ": " + describe(finding.verdict) +
                (finding.broken ? " BROKEN" : "") + "\n";
    }
    for (const empirical::ExposureRow& row : audit.exposure) {
        text += "  exposure x" + std::to_string(row.repetitions) + ": " + std::to_string(row.trained.mean) +
                " +- " + std::to_string(row.trained.sd) +
                (row.withoutNoise ? ", without noise " + std::to_string(row.withoutNoise->mean) : "") + "\n";
    }
    return text;
}

} // namespace parsimony::test
