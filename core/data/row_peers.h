// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/data/data_files.h"
#include "core/data/row_recipe.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

// Other processes of one run that read a share of the rows from the same files, so that those need not be
// sent.
namespace parsimony::data {

/// The features of files alone, with what tells how they are read.
[[nodiscard]] PartFiles featuresOf(const PartFiles& files);

/// Rows [first, first + count) of the recipe's, as a recipe whose rows are those; the vectors that its views
/// look at are the caller's.
[[nodiscard]] RowRecipe slice(const RowRecipe& recipe, std::size_t first, std::size_t count);

/// The rows that a recipe describes, read from its files each time they are asked for.
[[nodiscard]] std::shared_ptr<const FeatureSource> rowsBy(const RowRecipe& recipe);
/// The same of rows that a first pass over this recipe has read, which were what its digests say.
[[nodiscard]] std::shared_ptr<const FeatureSource> rowsBy(const RowRecipe& recipe, AlignedFloats rows,
                                                          std::size_t dim);

/// What a first pass over the rows of a recipe finds, one entry a row.
struct FirstPass {
    std::span<RowDigest> digests;  ///< under the key of what was declared; empty: not asked for
    std::span<std::uint8_t> wrong; ///< flags of rows with wrong values; empty: not asked for
    /// Bytes of pre-processed rows that each process that shares them may keep for the passes to come, where
    /// it has as much.
    std::size_t room = 0;
    /// Where so wide rows go that were pre-processed for the flags; null, or without: nowhere.
    std::function<float*(std::size_t dim)> keep = {};
};

/// Goes over the rows of a recipe by this process alone, on `threads` threads. Throws Error(Interrupted) on a
/// stop.
void passOver(const RowRecipe& recipe, const FirstPass& found, int threads, const std::stop_token& stop);

class RowPeers {
public:
    virtual ~RowPeers() = default;
    /// Do the other processes find the same arrays in these files as this one? No where none does: they get
    /// their rows from here then. Throws Error(Failed) where only some do.
    [[nodiscard]] virtual bool canRead(const PartFiles& files) = 0;
    /// passOver() by all of them, each over its share of the rows.
    virtual void passOver(const RowRecipe& recipe, const FirstPass& found, int threads,
                          const std::stop_token& stop) = 0;
};

/// Called once by the process that leads, before anything else runs; null: it is alone again.
void registerRowPeers(std::shared_ptr<RowPeers> peers);
/// Those that can read these files; null where this process reads them alone.
[[nodiscard]] std::shared_ptr<RowPeers> peersFor(const PartFiles& files);

/// As viewDigestsInOrder() of `features`. Other processes hash whole rows alone: throws Error(Failed) where
/// what they read is not what is read here.
[[nodiscard]] std::vector<RowDigest> viewDigestsInOrder(const PartFiles& files, const ArrayReader& features,
                                                        std::size_t viewDim,
                                                        std::span<const std::uint8_t> key, int threads = 0);
/// As rowDigestsInOrder() of `features`, those of `files`, by all processes that can read them.
[[nodiscard]] std::vector<RowDigest> rowDigestsInOrder(const PartFiles& files, const ArrayReader& features,
                                                       std::span<const std::uint8_t> key, int threads = 0);

} // namespace parsimony::data
