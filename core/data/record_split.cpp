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

/// Rows that hold nothing: of zeros, or of no numbers.
class EmptyRows {
public:
    EmptyRows(std::size_t width, std::span<const std::uint8_t> key) {
        RowHasher hash(key, width);
        const std::array values{0.0F, std::numeric_limits<float>::quiet_NaN()};
        for (std::size_t i = 0; i < m_empty.size(); ++i) {
            hash(std::vector<float>(width, values.at(i)).data(), 1, &m_empty.at(i));
        }
    }
    [[nodiscard]] bool has(const RowDigest& row) const { return row == m_empty[0] || row == m_empty[1]; }
    /// Takes them out of `sorted`; unless all are so, where those are `evenAll`. Returns whether it did.
    [[nodiscard]] bool takeFrom(std::vector<RowDigest>& sorted, bool evenAll) const {
        const auto isEmpty = [this](const RowDigest& row) { return has(row); };
        if (!evenAll && std::all_of(sorted.begin(), sorted.end(), isEmpty)) {
            return false;
        }
        return std::erase_if(sorted, isEmpty) > 0;
    }
    /// Notes the rows of which all `ofEachRow` digests are so.
    void note(std::span<const RowDigest> inOrder, std::size_t ofEachRow,
              std::vector<std::uint32_t>& rows) const {
        for (std::size_t at = 0; at < inOrder.size(); at += ofEachRow) {
            const auto row = inOrder.subspan(at, ofEachRow);
            if (std::all_of(row.begin(), row.end(), [this](const RowDigest& each) { return has(each); })) {
                rows.push_back(static_cast<std::uint32_t>(at / ofEachRow));
            }
        }
    }

private:
    std::array<RowDigest, 2> m_empty{};
};

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
    const std::vector<RowDigest> inOrder = rowDigestsInOrder(files, *features, key);
    RowDigests digests = rowDigests(inOrder, labels.get(), key);
    const EmptyRows emptyRows(width, key);
    if (emptyRows.takeFrom(digests.sorted, files.order != nullptr)) {
        emptyRows.note(inOrder, 1, digests.leftOut);
    }
    if (files.viewDim > 0 && files.viewDim < width) {
        const EmptyRows emptyViews(files.viewDim, key);
        const std::vector<RowDigest> views = viewDigestsInOrder(files, *features, files.viewDim, key);
        digests.views = sortedDigests(views);
        if (emptyViews.takeFrom(digests.views, true)) {
            emptyViews.note(views, width / files.viewDim, digests.leftOut);
        }
    }
    return digests;
}

} // namespace parsimony::data
