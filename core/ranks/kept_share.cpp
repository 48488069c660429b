// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/kept_share.h"

#include "core/data/row_peers.h"

#include <algorithm>
#include <utility>

namespace parsimony::ranks {

float* KeptShare::make(const data::RowRecipe& recipe, std::vector<std::byte> said, std::size_t dim,
                       std::size_t limit) {
    drop();
    const std::size_t rows = recipe.files.order->size();
    if (rows == 0 || rows > limit / sizeof(float) / dim) {
        return nullptr;
    }
    m_said = std::move(said);
    m_order = *recipe.files.order;
    m_dim = dim;
    m_rows = data::AlignedFloats(rows * dim);
    return m_rows.data();
}

void KeptShare::isFilled(std::span<const data::RowDigest> digests) {
    m_digests.assign(digests.begin(), digests.end());
    m_filled = m_rows.size() > 0;
}

bool KeptShare::isOf(const data::RowRecipe& recipe, const std::vector<std::byte>& said) const {
    return m_filled && recipe.files.order && m_order == *recipe.files.order &&
           std::equal(m_digests.begin(), m_digests.end(), recipe.digests.begin(), recipe.digests.end()) &&
           m_said == said;
}

std::shared_ptr<const data::FeatureSource> KeptShare::take(const data::RowRecipe& recipe,
                                                           const std::vector<std::byte>& said) {
    KeptShare kept = std::exchange(*this, KeptShare());
    return kept.isOf(recipe, said) ? data::rowsBy(recipe, std::move(kept.m_rows), kept.m_dim)
                                   : data::rowsBy(recipe);
}

} // namespace parsimony::ranks
