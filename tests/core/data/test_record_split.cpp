// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/part.h"
#include "core/data/record_split.h"
#include "core/data/row_order.h"

#include "array_files.h"
#include "expect_error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace parsimony::data {

using namespace testing;
using ::testing::Each;
using ::testing::IsEmpty;

namespace {

constexpr std::size_t kRows = 3000, kDim = 3;
constexpr SplitShares kThree{80.0, 15.0, 5.0};
constexpr std::array kSides{Side::Train, Side::Validation, Side::Test};

class RecordSplit : public ::testing::Test {
protected:
    RecordSplit() {
        for (std::size_t row = 0; row < kRows; ++row) {
            for (std::size_t j = 0; j < kDim; ++j) {
                m_values.push_back(static_cast<float>(row * kDim + j) * 0.25F);
            }
            m_labels.push_back(static_cast<std::int64_t>(row % 3));
        }
    }

    [[nodiscard]] PartFiles write() const {
        const std::string rows = std::to_string(m_values.size() / kDim);
        writeText(m_folder.file("x.npy"), npy("<f4", rows + ", 3", bytesOf(m_values)));
        writeText(m_folder.file("y.npy"), npy("<i8", rows + ",", bytesOf(m_labels)));
        return {.features = m_folder.file("x.npy"), .labels = m_folder.file("y.npy")};
    }
    /// With as many ids as there are rows.
    [[nodiscard]] PartFiles write(const std::vector<std::int64_t>& ids) const {
        PartFiles files = write();
        writeText(m_folder.file("ids.npy"), npy("<i8", std::to_string(ids.size()) + ",", bytesOf(ids)));
        files.ids = m_folder.file("ids.npy");
        return files;
    }
    [[nodiscard]] static LoadedPart load(PartFiles files, Side side) {
        takeSide(files, divisionOf(files, kThree).sides, side);
        LoadOptions options;
        options.classes = 3;
        return loadPart(files, options);
    }

    TempFolder m_folder;
    std::vector<float> m_values;
    std::vector<std::int64_t> m_labels;
};

bool isZero(const float* row) {
    return std::all_of(row, row + kDim, [](float value) { return value == 0.0F; });
}

} // namespace

TEST_F(RecordSplit, EveryRecordIsInOnePartAndKeepsItsPlaceInAll) {
    const PartFiles files = write();
    std::vector<int> seen(kRows);
    for (const Side side : kSides) {
        const LoadedPart part = load(files, side);
        ASSERT_EQ(part.features->rows(), kRows);
        std::size_t own = 0;
        for (std::size_t row = 0; row < kRows; ++row) {
            const bool here = part.labels[row] >= 0;
            EXPECT_EQ(here, !isZero(part.features->contiguous().data() + row * kDim)) << row;
            seen[row] += here ? 1 : 0;
            own += here ? 1 : 0;
        }
        const double share = kThree.of(side) / 100.0;
        const double sd = std::sqrt(share * (1.0 - share) * kRows); // the key is fixed: no alarm is by chance
        EXPECT_NEAR(static_cast<double>(own), share * kRows, 4.0 * sd);
        EXPECT_EQ(part.invalidFeatureRows + part.invalidLabelRows, 0U);
        EXPECT_THAT(part.invalidRows, IsEmpty());
    }
    EXPECT_THAT(seen, Each(1));
}

/// A record that becomes empty in its place, or one that is nothing but wrong, changes its own part alone.
TEST_F(RecordSplit, NeighboursDifferInOnePart) {
    const PartFiles files = write();
    const auto rowsOf = [&] {
        std::vector<std::pair<std::vector<float>, std::vector<std::int32_t>>> parts;
        for (const Side side : kSides) {
            const LoadedPart part = load(files, side);
            const auto rows = part.features->contiguous();
            parts.emplace_back(std::vector<float>(rows.begin(), rows.end()), part.labels);
        }
        return parts;
    };
    const auto before = rowsOf();
    const auto sides = divisionOf(files, kThree).sides;
    for (const std::size_t row : {std::size_t{7}, std::size_t{1800}, kRows - 1}) {
        for (const float value : {0.0F, std::numeric_limits<float>::quiet_NaN()}) {
            const std::vector<float> kept = m_values;
            m_labels[row] = value == 0.0F ? -1 : m_labels[row];
            std::fill_n(m_values.begin() + static_cast<std::ptrdiff_t>(row * kDim), kDim, value);
            (void)write();
            const auto after = rowsOf();
            m_values = kept;
            m_labels[row] = static_cast<std::int64_t>(row % 3);
            for (const Side side : kSides) {
                const auto part = static_cast<std::size_t>(side);
                EXPECT_EQ(before[part] != after[part], sides[row] == side) << row;
            }
        }
    }
}

TEST_F(RecordSplit, NoOtherRecordMovesARecord) {
    const auto before = divisionOf(write(), kThree).sides;
    m_values.erase(m_values.begin() + 10 * kDim, m_values.begin() + 11 * kDim);
    m_labels.erase(m_labels.begin() + 10);
    auto after = divisionOf(write(), kThree).sides;
    after.insert(after.begin() + 10, before[10]);
    EXPECT_EQ(after, before);
    m_labels.assign(m_labels.size(), 2); // nor its label
    after = divisionOf(write(), kThree).sides;
    after.insert(after.begin() + 10, before[10]);
    EXPECT_EQ(after, before);
}

TEST_F(RecordSplit, DoublesAndThePeopleOfIdsStayTogether) {
    std::copy_n(m_values.begin(), 300 * kDim, m_values.begin() + 300 * kDim);
    auto sides = divisionOf(write(), kThree).sides;
    EXPECT_TRUE(std::equal(sides.begin(), sides.begin() + 300, sides.begin() + 300));
    std::vector<std::int64_t> ids(kRows);
    for (std::size_t row = 0; row < kRows; ++row) {
        ids[row] = static_cast<std::int64_t>(row / 4);
    }
    sides = divisionOf(write(ids), kThree).sides;
    for (std::size_t row = 0; row < kRows; ++row) {
        EXPECT_EQ(sides[row], sides[row / 4 * 4]) << row;
    }
    std::reverse(m_values.begin(), m_values.end()); // other numbers for the same people
    EXPECT_EQ(divisionOf(write(ids), kThree).sides, sides);
}

/// Other shares behind the same one for train, other types of numbers and other machines divide alike.
TEST_F(RecordSplit, SidesAreForEver) {
    const auto three = divisionOf(write(), kThree).sides;
    const auto two = divisionOf(write(), {80.0, 0.0, 20.0}).sides;
    const auto scored = divisionOf(write(), {80.0, 20.0, 0.0}).sides;
    for (std::size_t row = 0; row < kRows; ++row) {
        EXPECT_EQ(three[row] == Side::Train, two[row] == Side::Train);
        EXPECT_EQ(two[row] == Side::Test, scored[row] == Side::Validation);
        EXPECT_NE(two[row], Side::Validation);
    }
    PartFiles wide = write();
    const std::vector<double> values(m_values.begin(), m_values.end());
    wide.features = m_folder.file("wide.npy");
    writeText(wide.features, npy("<f8", std::to_string(kRows) + ", 3", bytesOf(values)));
    EXPECT_EQ(divisionOf(wide, kThree).sides, three);
    // Written down once: projects that are there depend on it.
    std::string first;
    for (std::size_t row = 0; row < 60; ++row) {
        first += "tve"[static_cast<std::size_t>(three[row])];
    }
    EXPECT_EQ(first, "tetttttttttvttvtetvtttttttvtettttttvtvvtttttttttttvtttttettt");
}

TEST_F(RecordSplit, WhatIsRegisteredOfAPartIsItsOwn) {
    std::fill_n(m_values.begin(), 5 * kDim, 0.0F); // rows that are zeros themselves
    std::vector<std::int64_t> ids(kRows);
    for (std::size_t row = 0; row < kRows; ++row) {
        ids[row] = static_cast<std::int64_t>(row);
    }
    const std::array<std::uint8_t, 32> key{5};
    const PartFiles whole = write(ids);
    std::vector<RowDigest> rows;
    std::vector<PersonTag> people;
    std::array<Digest, 3> contents{};
    for (const Side side : kSides) {
        PartFiles files = whole;
        takeSide(files, divisionOf(files, kThree).sides, side);
        const RowDigests own = rowDigestsOf(files, key);
        rows.insert(rows.end(), own.sorted.begin(), own.sorted.end());
        contents[static_cast<std::size_t>(side)] = own.content;
        const auto tags = RowsByPerson(personTagsOf(files, openFeatures(files)->info(), key)).people();
        people.insert(people.end(), tags.begin(), tags.end());
    }
    std::sort(rows.begin(), rows.end());
    EXPECT_EQ(rows.size(), kRows - 5) << "rows of zeros are nobody's";
    EXPECT_TRUE(rows == rowDigestsOf(whole, key).sorted);
    std::sort(people.begin(), people.end());
    EXPECT_EQ(people, RowsByPerson(personTagsOf(whole, openFeatures(whole)->info(), key)).people());
    EXPECT_NE(contents[0], contents[1]);
    EXPECT_NE(contents[1], contents[2]);
}

TEST_F(RecordSplit, EmptyRowsSayOfNobodyThatHeIsElsewhereToo) {
    const std::array<std::uint8_t, 32> key{5};
    std::fill_n(m_values.begin(), 5 * kDim, 0.0F);
    std::fill_n(m_values.begin() + 5 * kDim, 7 * kDim, std::numeric_limits<float>::quiet_NaN());
    m_values[12 * kDim] = 0.0F; // a part of a row is no empty row
    m_values[13 * kDim] = std::numeric_limits<float>::quiet_NaN();
    const RowDigests some = rowDigestsOf(write(), key);
    EXPECT_EQ(some.sorted.size(), kRows - 12);
    EXPECT_EQ(some.leftOut, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
    std::fill(m_values.begin() + 12 * kDim, m_values.end(), 0.0F);
    const RowDigests all = rowDigestsOf(write(), key);
    EXPECT_EQ(all.sorted.size(), kRows) << "there is nothing else to know it by";
    EXPECT_TRUE(all.leftOut.empty());
}

} // namespace parsimony::data
