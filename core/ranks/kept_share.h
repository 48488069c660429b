// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/feature_source.h"
#include "core/data/row_recipe.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace parsimony::ranks {

/// This process's share of the rows as the last first pass read them, hashed and pre-processed, until a pass
/// over them is prepared or another first pass begins. What is kept is what was hashed (PRIVACY rule 28).
class KeptShare {
public:
    /// Room for the rows of the recipe, of which `said` is all but what it has for each row, in place of
    /// others; null where they take more than `limit` bytes.
    [[nodiscard]] float* make(const data::RowRecipe& recipe, std::vector<std::byte> said, std::size_t dim,
                              std::size_t limit);
    /// They have been read, and were these.
    void isFilled(std::span<const data::RowDigest> digests);
    /// The rows of a recipe: those that are kept, where it says just that of them, else as they lie in its
    /// files. Nothing is kept any more then.
    [[nodiscard]] std::shared_ptr<const data::FeatureSource> take(const data::RowRecipe& recipe,
                                                                  const std::vector<std::byte>& said);
    void drop() { *this = KeptShare(); }

private:
    [[nodiscard]] bool isOf(const data::RowRecipe& recipe, const std::vector<std::byte>& said) const;

    std::vector<std::byte> m_said;
    data::RowOrder m_order;
    std::vector<data::RowDigest> m_digests;
    data::AlignedFloats m_rows;
    std::size_t m_dim = 0;
    bool m_filled = false;
};

} // namespace parsimony::ranks
