// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/data_files.h"
#include "core/data/feature_source.h"
#include "core/data/preprocess.h"
#include "core/data/row_digest.h"

#include <cstdint>
#include <optional>
#include <span>

namespace parsimony::data {

/// All that another process needs to read rows itself.
struct RowRecipe {
    PartFiles
        files; ///< features, their order and what was declared; labels and ids stay with the first process
    Preprocessing preprocessing = {};
    std::span<const RowDigest> digests = {}; ///< what each row has to be; empty: nothing was declared
    std::span<const std::uint8_t> blank =
        {}; ///< flags: rows that are zeros whatever the file says; empty: none
};

/// A feature source whose rows other processes may be able to read themselves.
class RowsByRecipe {
public:
    virtual ~RowsByRecipe() = default;
    /// How; what it looks at lives as long as this. None where they cannot.
    [[nodiscard]] virtual std::optional<RowRecipe> recipe() const = 0;
};

/// Of rows that have one.
[[nodiscard]] inline std::optional<RowRecipe> recipeOf(const FeatureSource& rows) {
    const auto* readable = dynamic_cast<const RowsByRecipe*>(&rows);
    return readable != nullptr ? readable->recipe() : std::nullopt;
}

} // namespace parsimony::data
