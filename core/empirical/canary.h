// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/noise.h"
#include "core/data/part.h"
#include "core/privacy/event.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::empirical {

/// Labelled rows in memory, a copy of public data that canaries may be put into.
struct Dataset {
    std::size_t rows = 0;
    std::size_t dim = 0;
    std::uint32_t classes = 0;
    std::vector<float> features;      ///< rows × dim
    std::vector<std::int32_t> labels; ///< −1: the row contributes nothing
};

/// Records made to be noticed.
enum class CanaryKind {
    Dirac,       ///< one number that is not zero, on a column that no other record uses
    RandomUnit,  ///< a direction at random
    Mislabelled, ///< a record of the data under a label that is not its own
};

/// "dirac", "random-unit", "mislabelled".
[[nodiscard]] std::string_view canaryName(CanaryKind kind);
/// Throws Error(Usage) naming `what` and the names there are.
[[nodiscard]] CanaryKind parseCanary(std::string_view text, const std::string& what);

struct Canary {
    std::vector<float> features; ///< dim numbers of the norm bound
    std::int32_t label = 0;
};

/// The randomness of an audit: the coins, and where canaries lie. Fresh from the operating system, or seeded
/// (an audit works on public data only).
class AuditRandomness {
public:
    /// `game` keeps the parts of one audit apart.
    explicit AuditRandomness(std::optional<std::uint64_t> seed, std::uint32_t game = 0);

    /// The noise of one run of a mechanism; a run is never repeated with other data.
    [[nodiscard]] compute::NoiseSource noise(std::uint32_t run) const;
    /// A stream for the audit itself.
    [[nodiscard]] compute::NoiseSource stream(std::uint32_t number) const;

private:
    [[nodiscard]] compute::NoiseSource source(std::uint64_t trial) const;
    std::optional<std::uint64_t> m_seed;
    std::uint64_t m_game;
};

/// `count` fair coins.
[[nodiscard]] std::vector<bool> fairCoins(const compute::NoiseSource& source, std::size_t count);

/// Columns to add to a data set of `classes` classes so that `count` Dirac canaries differ in column or
/// label.
[[nodiscard]] std::size_t diracColumns(std::size_t count, std::uint32_t classes);

/// The first rows of a loaded part that have a label, at most `rows` of them (0: all), on their first `dim`
/// numbers (0: all), scaled to norm `bound` again where some were cut, with `extraColumns` zeros behind.
/// Throws Error(Usage) when no row has a label.
[[nodiscard]] Dataset copyForAudit(const data::LoadedPart& part, std::uint32_t classes, std::size_t rows,
                                   std::size_t dim, double bound, std::size_t extraColumns);

/// `count` canaries of norm `bound` for `base`, whose last `extraColumns` columns are zero and for Dirac
/// canaries to use. Throws Error(Usage) where there are not as many (Dirac: extraColumns × classes;
/// mislabelled: needs two classes).
[[nodiscard]] std::vector<Canary> makeCanaries(const Dataset& base, CanaryKind kind, std::size_t count,
                                               double bound, std::size_t extraColumns,
                                               const compute::NoiseSource& source);

/// `base` with one row behind it for each canary: the canary where `in` says so; else a row that contributes
/// nothing (add_or_remove_one) or the canary with its features negated (replace_one).
[[nodiscard]] Dataset withCanaries(const Dataset& base, std::span<const Canary> canaries,
                                   const std::vector<bool>& in, Adjacency adjacency);

} // namespace parsimony::empirical
