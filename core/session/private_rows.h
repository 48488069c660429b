// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/data/part.h"
#include "core/ledger/registry.h"

#include <span>
#include <vector>

namespace parsimony::session {

/// How rows are looked for: see ledger::PartTags.
struct RowsAsked {
    bool toBeShown = false;
    bool anyRowLinks = false;
};

/// The registered parts that share rows with files of the same records, one for each encoder; people by the
/// ids that stand with the first. Reads all rows, writes nothing. Throws Error(Failed) for files that cannot
/// be read.
[[nodiscard]] std::vector<ledger::RegistryMatch> registeredMatches(const ledger::Registry& registry,
                                                                   std::span<const data::PartFiles> encodings,
                                                                   const RowsAsked& asked = {});

/// The rows, by their keyed hashes, each once and sorted, that `numbers` begin with `width` numbers, one of
/// the strides after the one before. Rows of zeros are nobody's and left out.
[[nodiscard]] std::vector<ledger::RowTag> tagsOfNumbers(const ledger::Registry& registry,
                                                        std::span<const double> numbers, std::size_t width,
                                                        std::span<const std::size_t> strides);

/// Throws Error(Refused), saying `refusal`, when `numbers` begin a row with `width` numbers, that many or
/// more after the one before, which this user's registry knows as private.
void refusePrivateNumbers(std::span<const double> numbers, std::size_t width,
                          std::span<const std::size_t> strides, const Sentence& refusal);

/// Throws Error(Refused), saying `refusal`, when this user's registry knows more than a fifth of the rows as
/// private, whatever they are called now; with `anyRow` when it knows a single one. Returns what is for the
/// curator: that fewer are equal to private ones, which are taken for other records with equal values.
std::vector<Sentence> refusePrivateRows(const data::PartFiles& files, const Sentence& refusal,
                                        bool anyRow = false);
/// Of rows whose exact counts are asked for.
std::vector<Sentence> refusePrivateRows(const data::PartFiles& files, bool anyRow = false);

} // namespace parsimony::session
