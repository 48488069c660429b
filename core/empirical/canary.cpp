// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/empirical/canary.h"

#include "core/base/error.h"
#include "core/base/sentence.h"

#include <algorithm>
#include <cmath>

namespace parsimony::empirical {

namespace {

constexpr std::string_view kNames[] = {"dirac", "random-unit", "mislabelled"};

/// Marks the trial numbers of the audit's own streams; those of runs are the game and a count from 0.
constexpr std::uint64_t kAuditTrial = std::uint64_t{1} << 63;

/// Scales a row to norm `bound`, a little less rather than more; a row of zeros stays one.
void scaleTo(std::span<float> row, double bound) {
    double square = 0.0;
    for (const float value : row) {
        square += static_cast<double>(value) * value;
    }
    if (square == 0.0) {
        return;
    }
    const double factor = bound * (1.0 - 1e-6) / std::sqrt(square);
    for (float& value : row) {
        value = static_cast<float>(value * factor);
    }
}

std::vector<std::uint64_t> words(const compute::NoiseSource& source, std::size_t count,
                                 std::uint16_t tensor) {
    std::vector<std::uint64_t> result(count);
    source.fillWords(result, {.tensor = tensor});
    return result;
}

Canary diracCanary(const Dataset& base, std::size_t number, double bound, std::size_t extraColumns) {
    Canary canary{std::vector<float>(base.dim), static_cast<std::int32_t>(number / extraColumns)};
    canary.features[base.dim - extraColumns + number % extraColumns] = static_cast<float>(bound);
    return canary;
}

Canary randomCanary(const Dataset& base, std::size_t number, double bound, std::size_t extraColumns,
                    std::uint64_t word, const compute::NoiseSource& source) {
    Canary canary{std::vector<float>(base.dim), static_cast<std::int32_t>(word % base.classes)};
    std::vector<double> normals(base.dim - extraColumns);
    source.fillGaussian(normals, {.step = static_cast<std::uint32_t>(number), .tensor = 1});
    std::copy(normals.begin(), normals.end(), canary.features.begin());
    scaleTo(canary.features, bound);
    return canary;
}

Canary mislabelledCanary(const Dataset& base, std::size_t row, double bound, std::uint64_t word) {
    const auto first = base.features.begin() + static_cast<std::ptrdiff_t>(row * base.dim);
    Canary canary{{first, first + static_cast<std::ptrdiff_t>(base.dim)}, base.labels[row]};
    scaleTo(canary.features, bound);
    const auto other = static_cast<std::int32_t>(1 + word % (base.classes - 1));
    canary.label = (canary.label + other) % static_cast<std::int32_t>(base.classes);
    return canary;
}

} // namespace

std::string_view canaryName(CanaryKind kind) {
    return kNames[static_cast<std::size_t>(kind)];
}

CanaryKind parseCanary(std::string_view text, const std::string& what) {
    const auto* const found = std::find(std::begin(kNames), std::end(kNames), text);
    if (found == std::end(kNames)) {
        failUsage(Sentence("{1} must be dirac, random-unit or mislabelled, not \"{2}\"", what, text));
    }
    return static_cast<CanaryKind>(found - std::begin(kNames));
}

AuditRandomness::AuditRandomness(std::optional<std::uint64_t> seed, std::uint32_t game)
    : m_seed(seed), m_game(std::uint64_t{game} << 32) {}

compute::NoiseSource AuditRandomness::source(std::uint64_t trial) const {
    return m_seed ? compute::NoiseSource::seeded(compute::PublicDataSeed{*m_seed}, trial, 0)
                  : compute::NoiseSource::fresh(trial, 0);
}

compute::NoiseSource AuditRandomness::noise(std::uint32_t run) const {
    return source(m_game | run);
}

compute::NoiseSource AuditRandomness::stream(std::uint32_t number) const {
    return source(kAuditTrial | m_game | number);
}

std::vector<bool> fairCoins(const compute::NoiseSource& source, std::size_t count) {
    std::vector<bool> coins(count);
    const std::vector<std::uint64_t> bits = words(source, (count + 63) / 64, 0);
    for (std::size_t i = 0; i < count; ++i) {
        coins[i] = (bits[i / 64] >> (i % 64) & 1) != 0;
    }
    return coins;
}

std::size_t diracColumns(std::size_t count, std::uint32_t classes) {
    return (count + classes - 1) / classes;
}

Dataset copyForAudit(const data::LoadedPart& part, std::uint32_t classes, std::size_t rows, std::size_t dim,
                     double bound, std::size_t extraColumns) {
    const std::size_t width = part.features->dim();
    const std::size_t kept = dim == 0 ? width : std::min(dim, width);
    Dataset copy;
    copy.dim = kept + extraColumns;
    copy.classes = classes;
    std::vector<float> row(width);
    for (std::size_t i = 0; i < part.labels.size() && (rows == 0 || copy.rows < rows); ++i) {
        if (part.labels[i] < 0) {
            continue;
        }
        part.features->readRows(i, 1, row.data());
        if (kept < width) {
            scaleTo(std::span(row).first(kept), bound);
        }
        copy.features.insert(copy.features.end(), row.begin(),
                             row.begin() + static_cast<std::ptrdiff_t>(kept));
        copy.features.resize(copy.features.size() + extraColumns);
        copy.labels.push_back(part.labels[i]);
        ++copy.rows;
    }
    if (copy.rows == 0) {
        failUsage(Sentence("an empirical audit needs at least one record with a valid label"));
    }
    return copy;
}

std::vector<Canary> makeCanaries(const Dataset& base, CanaryKind kind, std::size_t count, double bound,
                                 std::size_t extraColumns, const compute::NoiseSource& source) {
    if (kind == CanaryKind::Dirac && count > extraColumns * base.classes) {
        failUsage(Sentence("{1} Dirac canaries do not fit into {2} columns and {3} classes", count,
                           extraColumns, base.classes));
    }
    if (kind == CanaryKind::Mislabelled && base.classes < 2) {
        failUsage(Sentence("a mislabelled canary needs at least two classes"));
    }
    const std::vector<std::uint64_t> draws = words(source, 2 * count, 0);
    std::vector<Canary> canaries;
    for (std::size_t i = 0; i < count; ++i) {
        switch (kind) {
        case CanaryKind::Dirac:
            canaries.push_back(diracCanary(base, i, bound, extraColumns));
            break;
        case CanaryKind::RandomUnit:
            canaries.push_back(randomCanary(base, i, bound, extraColumns, draws[2 * i], source));
            break;
        case CanaryKind::Mislabelled:
            canaries.push_back(mislabelledCanary(base, draws[2 * i] % base.rows, bound, draws[2 * i + 1]));
            break;
        }
    }
    return canaries;
}

Dataset withCanaries(const Dataset& base, std::span<const Canary> canaries, const std::vector<bool>& in,
                     Adjacency adjacency) {
    Dataset data = base;
    data.rows += canaries.size();
    data.features.reserve(data.rows * data.dim);
    for (std::size_t i = 0; i < canaries.size(); ++i) {
        const bool replaced = !in[i] && adjacency == Adjacency::ReplaceOne;
        const float sign = in[i] ? 1.0F : (replaced ? -1.0F : 0.0F);
        for (const float value : canaries[i].features) {
            data.features.push_back(sign * value);
        }
        data.labels.push_back(in[i] || replaced ? canaries[i].label : -1);
    }
    return data;
}

} // namespace parsimony::empirical
