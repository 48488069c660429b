// SPDX-License-Identifier: GPL-3.0-or-later
// Files that all processes of a run read, each its share of the rows.
#pragma once

#include "core/data/row_peers.h"
#include "core/ranks/call.h"
#include "core/ranks/rank_group.h"

#include <memory>

namespace parsimony::ranks {

/// Process 0: has the others look at files, and read what they can.
[[nodiscard]] std::shared_ptr<data::RowPeers> makeRowPeers(std::shared_ptr<RankGroup> group);

/// The others: what canRead() of process 0 asks, and passOver().
void sayWhatIsThere(RankGroup& group, CallReader& call);
void passOverShare(RankGroup& group, CallReader& call);
/// The rows of a recipe, those that the last first pass has kept here or those of its files. Nothing is kept
/// any more then.
[[nodiscard]] std::shared_ptr<const data::FeatureSource> keptRowsBy(RankGroup& group,
                                                                    const data::RowRecipe& recipe);
/// Bytes of rows that this process may keep: its part of half of what its machine can spare.
[[nodiscard]] std::size_t roomHere(const RankGroup& group);

/// A recipe in a call, without what it has for each row.
void putRecipe(CallWriter& call, const data::RowRecipe& recipe);
/// Process 0: what the recipe has for these rows, behind the call.
void sendRecipeRows(RankGroup& group, std::size_t to, const data::RowRecipe& recipe, RowSpan rows);

/// A recipe of some rows that came from process 0, with what it looks at.
class ReceivedRecipe {
public:
    /// The others: what putRecipe() and sendRecipeRows() sent.
    ReceivedRecipe(RankGroup& group, CallReader& call, RowSpan rows);
    /// Lives as long as this.
    [[nodiscard]] const data::RowRecipe& recipe() const { return m_recipe; }

private:
    data::RowRecipe m_recipe;
    std::vector<data::RowDigest> m_digests;
    std::vector<std::uint8_t> m_blank;
};

} // namespace parsimony::ranks
