// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_split.h"

#include "core/base/sha256.h"
#include "core/data/part.h"
#include "core/data/row_order.h"
#include "core/data/row_peers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace parsimony::data {

namespace {

/// Never change it: records would move between parts that have accounts of their own.
const Digest& splitKey() {
    static const Digest key = sha256(std::string_view("parsimony: the parts of one file, version 1"));
    return key;
}

/// Of halves. Never change it either: a run that is resumed would train its two models on other records.
const Digest& halfKey() {
    static const Digest key = sha256(std::string_view("parsimony: the halves of a part, version 1"));
    return key;
}

/// Uniform in [0, 100): the first 53 bits of the tag.
double percentileOf(const RowDigest& tag) {
    return std::ldexp(static_cast<double>(orderedWord(tag) >> 11U), -53) * 100.0;
}

/// Without rows that hold nothing, of zeros or of no numbers; unless all are so, where those are `evenAll`.
void leaveEmptyOut(std::vector<RowDigest>& sorted, std::size_t width, std::span<const std::uint8_t> key,
                   bool evenAll) {
    RowHasher hash(key, width);
    std::array<RowDigest, 2> empty{};
    const std::array values{0.0F, std::numeric_limits<float>::quiet_NaN()};
    for (std::size_t i = 0; i < empty.size(); ++i) {
        hash(std::vector<float>(width, values[i]).data(), 1, &empty[i]);
    }
    const auto isEmpty = [&](const RowDigest& row) { return row == empty[0] || row == empty[1]; };
    if (!evenAll && std::all_of(sorted.begin(), sorted.end(), isEmpty)) {
        return;
    }
    std::erase_if(sorted, isEmpty);
}

} // namespace

Division divisionOf(const PartFiles& files, const SplitShares& shares, int threads) {
    const auto features = openFeatures(files);
    const std::vector<RowDigest> tags = files.ids.empty()
                                            ? rowDigestsInOrder(files, *features, splitKey(), threads)
                                            : personTags(files.ids, features->info(), splitKey(), threads);
    Division division{std::vector<Side>(tags.size())};
    std::transform(tags.begin(), tags.end(), division.sides.begin(), [&](const RowDigest& tag) {
        const double at = percentileOf(tag);
        if (at < shares.train) {
            return Side::Train;
        }
        return at < shares.train + shares.validation || shares.test == 0.0 ? Side::Validation : Side::Test;
    });
    Sha256Stream records;
    for (const RowDigest& tag : tags) {
        records.add(tag);
    }
    division.records = records.finish();
    return division;
}

std::vector<std::uint8_t> halvesOf(const PartFiles& files, int threads) {
    const auto features = openFeatures(files);
    const std::vector<RowDigest> tags = files.ids.empty()
                                            ? rowDigestsInOrder(files, *features, halfKey(), threads)
                                            : personTagsOf(files, features->info(), halfKey());
    std::vector<std::uint8_t> halves(tags.size());
    std::transform(tags.begin(), tags.end(), halves.begin(),
                   [](const RowDigest& tag) { return static_cast<std::uint8_t>(tag.back() & 1U); });
    return halves;
}

void takeSide(PartFiles& files, std::span<const Side> sides, Side side) {
    RowOrder order(sides.size(), kNoRow);
    std::vector<std::uint8_t> withheld(sides.size(), 1);
    for (std::size_t row = 0; row < sides.size(); ++row) {
        if (sides[row] == side) {
            order[row] = static_cast<std::uint32_t>(row);
            withheld[row] = 0;
        }
    }
    files.order = std::make_shared<const RowOrder>(std::move(order));
    files.withheld = std::make_shared<const std::vector<std::uint8_t>>(std::move(withheld));
}

std::size_t missingRows(const PartFiles& files) {
    return files.order
               ? static_cast<std::size_t>(std::count(files.order->begin(), files.order->end(), kNoRow))
               : 0;
}

std::vector<PersonTag> personTagsOf(const PartFiles& files, const ArrayInfo& features,
                                    std::span<const std::uint8_t> key) {
    std::vector<PersonTag> tags = personTags(files.ids, features, key);
    if (!files.order) {
        return tags;
    }
    std::vector<PersonTag> ordered(files.order->size(), kNobody);
    for (std::size_t row = 0; row < ordered.size(); ++row) {
        const std::uint32_t place = (*files.order)[row];
        ordered[row] = place == kNoRow ? kNobody : tags.at(place);
    }
    return ordered;
}

RowDigests rowDigestsOf(const PartFiles& files, std::span<const std::uint8_t> key, bool withLabels) {
    const auto features = openFeatures(files);
    const auto labels = withLabels ? openLabels(files) : nullptr;
    const std::size_t width = features->info().width();
    RowDigests digests = rowDigests(rowDigestsInOrder(files, *features, key), labels.get(), key);
    leaveEmptyOut(digests.sorted, width, key, files.order != nullptr);
    if (files.viewDim > 0 && files.viewDim < width) {
        digests.views = sortedDigests(viewDigestsInOrder(files, *features, files.viewDim, key));
        leaveEmptyOut(digests.views, files.viewDim, key, true);
    }
    return digests;
}

} // namespace parsimony::data
