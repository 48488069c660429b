// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/data/data_files.h"
#include "core/data/record_ids.h"
#include "core/data/row_digest.h"

#include <cstdint>
#include <span>
#include <vector>

// One file as several parts (PRIVACY.md rule 26): each record has its side from a hash of its own person's
// id, or else of its own values, and every part keeps the place of every record. A row of another part is a
// row of zeros without a label there, as one with wrong values is: so a record that becomes a row of zeros in
// its place changes the sums of its own part alone, which is the adjacency that their slack is proved for.
namespace parsimony::data {

struct Division {
    std::vector<Side> sides;
    Digest records{}; ///< of the ids, or the values, that they were told by, in the order of the file
};

/// The side of each row, in the order of the file: SHA-256, keyed with a text that is published, of the id
/// where `files` have ids, else of the feature values as rowDigests takes them (whatever their dtype). Equal
/// ids, or equal rows, are on one side, and no row's side depends on another row. The key is no secret, so
/// that the same records are divided alike on every machine, in every project and after a loss of the
/// registry; privacy does not rest on it, because the bound on what one record changes holds wherever it
/// falls. With the same share for train in front, other shares leave the train side as it is. A row without
/// an id, where there are ids, is on the side of train, where it counts as empty. Reads all rows, or all ids;
/// threads 0: one per processor. Throws Error(Failed) as describePart, and when reading fails.
[[nodiscard]] Division divisionOf(const PartFiles& files, const SplitShares& shares, int threads = 0);

/// Which half each row of a part is in, 0 or 1, in the order in which the part's rows are read: a bit of the
/// same hash under another key, so of its own person's id or else of its own values, and independent of the
/// side that it was divided to. Reads all rows, or all ids.
[[nodiscard]] std::vector<std::uint8_t> halvesOf(const PartFiles& files, int threads = 0);

/// From now on `files` are read with the rows of one side alone, those of others empty. Sets order and
/// withheld.
void takeSide(PartFiles& files, std::span<const Side> sides, Side side);

/// How many of a part's rows the files do not have, or have for another part.
[[nodiscard]] std::size_t missingRows(const PartFiles& files);

/// As personTags, in the order in which the part's rows are read: those that it does not have are nobody's.
[[nodiscard]] std::vector<PersonTag> personTagsOf(const PartFiles& files, const ArrayInfo& features,
                                                  std::span<const std::uint8_t> key);

/// As rowDigests, of the rows as the part reads them; `sorted` has no rows of zeros and none without a
/// number, which say of nobody that he is elsewhere too: what a part lacks, what is malformed. A file of
/// nothing else keeps them, unless it is divided or tied to another encoder's. Without `withLabels` labels
/// are not read.
[[nodiscard]] RowDigests rowDigestsOf(const PartFiles& files, std::span<const std::uint8_t> key,
                                      bool withLabels = true);

} // namespace parsimony::data
