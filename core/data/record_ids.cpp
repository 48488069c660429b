// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_ids.h"

#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/data/id_source.h"
#include "core/data/parallel.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace parsimony::data {

namespace {

constexpr std::size_t kTagBlock = 8192;
constexpr std::string_view kIdSpace(" \t\r\n\0", 5);

std::unique_ptr<IdSource> openFor(const std::string& spec, const ArrayInfo& features) {
    auto ids = openIds(spec);
    if (ids->rows() != features.rows()) {
        throw CuratorRefusal(Sentence("{1} does not have as many rows as {2} has ids; they must be as many",
                                      features.spec(), ids->spec()),
                             {Sentence("{1} has {2} rows, {3} has {4} ids; they must be as many",
                                       features.spec(), features.rows(), ids->spec(), ids->rows())},
                             ErrorCode::Failed);
    }
    return ids;
}

template <class Value>
void hashRows(const ArrayReader& features, std::span<const std::uint8_t> key,
              std::span<const std::size_t> rows, std::vector<RowDigest>& out) {
    const std::size_t width = features.info().width();
    RowHasher hasher(key, width);
    std::vector<Value> values(width);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if constexpr (std::is_same_v<Value, float>) {
            features.readRows(rows[i], 1, values.data());
        } else {
            features.readRowsF64(rows[i], 1, values.data());
        }
        hasher(values.data(), 1, &out[i]);
    }
}

/// The keyed hashes of some rows.
std::vector<RowDigest> digestsOf(const ArrayReader& features, std::span<const std::uint8_t> key,
                                 std::span<const std::size_t> rows) {
    std::vector<RowDigest> digests(rows.size());
    fitsFloat32(features.info().type.dtype) ? hashRows<float>(features, key, rows, digests)
                                            : hashRows<double>(features, key, rows, digests);
    return digests;
}

/// A row with an id, as it is put in order.
struct TaggedRow {
    std::uint64_t first, second; ///< of the tag: comparing numbers takes half the time of comparing bytes
    std::uint32_t row;
    [[nodiscard]] PersonTag tag() const {
        const std::array words{__builtin_bswap64(first), __builtin_bswap64(second)};
        PersonTag tag{};
        std::memcpy(tag.data(), words.data(), tag.size());
        return tag;
    }
    bool operator<(const TaggedRow& other) const {
        return std::tie(first, second, row) < std::tie(other.first, other.second, other.row);
    }
};

/// All rows with an id, by person, then by row. Tags are hashes, so they fall evenly into buckets by their
/// first bits, and what is sorted lies in the cache.
std::vector<TaggedRow> sortedEntries(std::span<const PersonTag> tags) {
    constexpr unsigned kShift = 64 - 12;
    std::vector<std::size_t> ends((std::size_t{1} << (64 - kShift)) + 1);
    for (const PersonTag& tag : tags) {
        ends[(orderedWord(tag) >> kShift) + 1] += tag != kNobody ? 1 : 0;
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<TaggedRow> entries(ends.back());
    for (std::size_t row = 0; row < tags.size(); ++row) {
        if (tags[row] != kNobody) {
            const std::uint64_t first = orderedWord(tags[row]);
            entries[ends[first >> kShift]++] = {first, orderedWord(tags[row], 8),
                                                static_cast<std::uint32_t>(row)};
        }
    }
    auto begin = entries.begin(); // each bucket's place is now where the next begins
    for (std::size_t bucket = 0; bucket + 1 < ends.size(); ++bucket) {
        const auto end = entries.begin() + static_cast<std::ptrdiff_t>(ends[bucket]);
        std::sort(begin, end);
        begin = end;
    }
    return entries;
}

} // namespace

void checkRecordIds(const std::string& spec, const ArrayInfo& features) {
    (void)openFor(spec, features);
}

std::vector<PersonTag> personTags(const std::string& spec, const ArrayInfo& features,
                                  std::span<const std::uint8_t> key, int threads) {
    const auto ids = openFor(spec, features);
    std::vector<PersonTag> tags(ids->rows());
    forBlocks(tags.size(), kTagBlock, threads, [&](std::size_t first, std::size_t count) {
        std::vector<std::string> texts;
        ids->read(first, count, texts);
        HmacSha256 hash(key);
        std::array<std::vector<std::uint8_t>, 2> messages; // hashed together
        for (std::size_t i = 0; i < count; i += 2) {
            const std::size_t together = std::min<std::size_t>(count - i, 2);
            for (std::size_t k = 0; k < together; ++k) {
                const std::string_view id = trimmed(texts[i + k], kIdSpace);
                messages[k].assign(1, 'i'); // rows begin with the size of a number
                messages[k].insert(messages[k].end(), id.begin(), id.end());
            }
            const auto digests = hash.both(messages[0], messages[together - 1]);
            for (std::size_t k = 0; k < together; ++k) {
                PersonTag& tag = tags[first + i + k];
                if (messages[k].size() > 1) { // an empty id is nobody
                    std::copy_n(digests[k].begin(), tag.size(), tag.begin());
                }
            }
        }
    });
    return tags;
}

RowsByPerson::RowsByPerson(std::vector<PersonTag> ofRows) : m_ofRows(std::move(ofRows)) {
    const std::vector<TaggedRow> entries = sortedEntries(m_ofRows);
    m_rows.reserve(entries.size());
    m_first.reserve(entries.size());
    m_people.reserve(entries.size());
    const TaggedRow* before = nullptr;
    for (const TaggedRow& entry : entries) {
        if (before == nullptr || entry.first != before->first || entry.second != before->second) {
            m_first.push_back(static_cast<std::uint32_t>(m_rows.size()));
            m_people.push_back(entry.tag()); // the row's own lies anywhere in memory
        }
        m_rows.push_back(entry.row);
        before = &entry;
    }
}

std::vector<std::size_t> RowsByPerson::rowsOfThoseAbove(std::uint32_t most) const {
    std::vector<std::size_t> found;
    forPeople([&](const PersonTag&, std::span<const std::uint32_t> rows) {
        if (rows.size() > most) {
            found.insert(found.end(), rows.begin(), rows.end());
        }
    });
    std::sort(found.begin(), found.end());
    return found;
}

WithheldRows withheldRows(const RowsByPerson& rows, std::uint32_t most, std::span<const PersonTag> allowed,
                          const ArrayReader& features, std::span<const std::uint8_t> key) {
    WithheldRows withheld;
    std::vector<std::uint8_t> flags(rows.ofRows().size());
    const auto flag = [&](std::size_t row, std::size_t& counter) {
        flags[row] = 1;
        ++counter;
    };
    for (std::size_t row = 0; row < flags.size(); ++row) {
        if (rows.ofRows()[row] == kNobody) {
            flag(row, withheld.withoutId);
        }
    }
    const std::vector<std::size_t> above = rows.rowsOfThoseAbove(most);
    if (above.empty() && withheld.withoutId == 0 && std::ranges::equal(allowed, rows.people())) {
        return withheld; // everybody's rows count
    }
    const std::vector<RowDigest> digests = digestsOf(features, key, above);
    const auto digestOf = [&](std::size_t row) -> const RowDigest& {
        return digests[static_cast<std::size_t>(std::lower_bound(above.begin(), above.end(), row) -
                                                above.begin())];
    };
    auto next = allowed.begin();
    rows.forPeople([&](const PersonTag& person, std::span<const std::uint32_t> own) {
        while (next != allowed.end() && *next < person) {
            ++next;
        }
        if (next == allowed.end() || *next != person) {
            for (const std::uint32_t row : own) {
                flag(row, withheld.ofOthers);
            }
        } else if (own.size() > most) {
            std::vector<std::uint32_t> order(own.begin(), own.end());
            std::stable_sort(order.begin(), order.end(),
                             [&](std::uint32_t a, std::uint32_t b) { return digestOf(a) < digestOf(b); });
            for (std::size_t i = most; i < order.size(); ++i) {
                flag(order[i], withheld.beyondLimit);
            }
        }
    });
    if (withheld.withoutId + withheld.beyondLimit + withheld.ofOthers > 0) {
        withheld.flags = std::move(flags);
    }
    return withheld;
}

} // namespace parsimony::data
