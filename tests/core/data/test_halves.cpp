// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of two models side by side: which half a record is in, and what becomes of its row.
#include "core/data/halves.h"
#include "core/data/record_split.h"

#include "array_files.h"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace parsimony::data {

using namespace testing;

namespace {

constexpr std::size_t kHalvedRows = 1200, kOneWidth = 3;

class Halves : public ::testing::Test {
protected:
    Halves() {
        for (std::size_t i = 0; i < kHalvedRows * kOneWidth; ++i) {
            m_values.push_back(static_cast<float>(i + 1) * 0.25F);
        }
        m_labels.resize(kHalvedRows);
    }

    [[nodiscard]] PartFiles write(const std::vector<std::int64_t>& ids = {}) const {
        const std::string rows = std::to_string(kHalvedRows);
        writeText(m_folder.file("x.npy"), npy("<f4", rows + ", 3", bytesOf(m_values)));
        writeText(m_folder.file("y.npy"), npy("<i8", rows + ",", bytesOf(m_labels)));
        PartFiles files{.features = m_folder.file("x.npy"), .labels = m_folder.file("y.npy")};
        if (!ids.empty()) {
            writeText(m_folder.file("ids.npy"), npy("<i8", rows + ",", bytesOf(ids)));
            files.ids = m_folder.file("ids.npy");
        }
        return files;
    }

    [[nodiscard]] static LoadedPart load(const PartFiles& files, std::size_t memoryLimit = 0) {
        LoadOptions options;
        options.classes = 1;
        options.threads = 2;
        options.memoryLimit = memoryLimit;
        return inHalves(loadPart(files, options), files, options);
    }

    [[nodiscard]] static std::vector<float> rowsOf(const LoadedPart& part) {
        std::vector<float> rows(part.features->rows() * part.features->dim());
        part.features->readRows(0, part.features->rows(), rows.data());
        return rows;
    }

    TempFolder m_folder;
    std::vector<float> m_values;
    std::vector<std::int64_t> m_labels;
};

} // namespace

TEST_F(Halves, ARowIsInTheColumnsOfItsHalfAndZerosInTheOthers) {
    std::fill_n(m_values.begin() + 5 * kOneWidth, kOneWidth, 0.0F); // nobody's
    m_labels[6] = -1;                                               // malformed
    const PartFiles files = write();
    LoadOptions options;
    options.classes = 1;
    const LoadedPart plain = loadPart(files, options);
    const LoadedPart part = load(files);
    const auto halves = halvesOf(files);
    ASSERT_EQ(part.features->dim(), 2 * kOneWidth);
    const std::vector<float> rows = rowsOf(part);
    for (std::size_t row = 0; row < kHalvedRows; ++row) {
        for (std::size_t j = 0; j < kOneWidth; ++j) {
            const float* both = rows.data() + row * 2 * kOneWidth;
            EXPECT_EQ(both[halves[row] * kOneWidth + j], plain.features->contiguous()[row * kOneWidth + j]);
            EXPECT_EQ(both[(1 - halves[row]) * kOneWidth + j], 0.0F);
        }
    }
    EXPECT_EQ(part.labels, plain.labels);
    EXPECT_TRUE(std::all_of(rows.begin() + 10 * kOneWidth, rows.begin() + 14 * kOneWidth,
                            [](float value) { return value == 0.0F; }));
    const auto first = static_cast<double>(std::count(halves.begin(), halves.end(), 0));
    EXPECT_NEAR(first, kHalvedRows / 2.0, 4.0 * std::sqrt(kHalvedRows / 4.0)); // the key is fixed
}

TEST_F(Halves, RowsThatMemoryDoesNotHoldAreTheSame) {
    const PartFiles files = write();
    const LoadedPart inMemory = load(files);
    EXPECT_FALSE(inMemory.features->contiguous().empty());
    for (const std::size_t limit : {std::size_t{1}, kHalvedRows * kOneWidth * sizeof(float)}) {
        const LoadedPart streamed = load(files, limit);
        EXPECT_TRUE(streamed.features->contiguous().empty()) << limit;
        EXPECT_EQ(rowsOf(streamed), rowsOf(inMemory)) << limit;
        std::vector<float> some(7 * 2 * kOneWidth);
        streamed.features->readRows(100, 7, some.data());
        EXPECT_TRUE(std::equal(some.begin(), some.end(), rowsOf(inMemory).begin() + 100 * 2 * kOneWidth));
    }
    const std::vector<float> three(3 * kOneWidth);
    const auto rows = std::make_shared<const MatrixSource>(three, 3, kOneWidth);
    EXPECT_THROW((void)inHalves(rows, {0, 1}), Error);
}

TEST_F(Halves, NoOtherRecordMovesARecordAndPeopleAreInOneHalf) {
    const auto before = halvesOf(write());
    std::copy_n(m_values.begin(), 100 * kOneWidth, m_values.begin() + 100 * kOneWidth); // equal rows
    const auto after = halvesOf(write());
    for (std::size_t row = 0; row < kHalvedRows; ++row) {
        EXPECT_EQ(after[row], before[row >= 100 && row < 200 ? row - 100 : row]) << row;
    }
    std::vector<std::int64_t> ids(kHalvedRows);
    for (std::size_t row = 0; row < kHalvedRows; ++row) {
        ids[row] = static_cast<std::int64_t>(row / 4);
    }
    const auto ofPeople = halvesOf(write(ids));
    for (std::size_t row = 0; row < kHalvedRows; ++row) {
        EXPECT_EQ(ofPeople[row], ofPeople[row / 4 * 4]) << row;
    }
    std::reverse(m_values.begin(), m_values.end());
    EXPECT_EQ(halvesOf(write(ids)), ofPeople) << "by ids alone";
}

/// The rows of one side of a divided file fall into halves as if there were no other.
TEST_F(Halves, TellNothingOfTheSideOfADividedFile) {
    PartFiles files = write();
    const auto whole = halvesOf(files);
    const auto sides = divisionOf(files, {50.0, 0.0, 50.0}).sides;
    takeSide(files, sides, Side::Train);
    const auto halves = halvesOf(files);
    double own = 0.0;
    double first = 0.0;
    for (std::size_t row = 0; row < kHalvedRows; ++row) {
        if (sides[row] == Side::Train) {
            EXPECT_EQ(halves[row], whole[row]) << row;
            own += 1.0;
            first += halves[row] == 0 ? 1.0 : 0.0;
        }
    }
    EXPECT_NEAR(first, own / 2.0, 4.0 * std::sqrt(own / 4.0));
    EXPECT_EQ(load(files).features->rows(), kHalvedRows);
}

/// A run that is resumed by a later program trains its two models on the same records.
TEST_F(Halves, AreForEver) {
    std::string first;
    for (const std::uint8_t half : halvesOf(write())) {
        first += first.size() < 40 ? std::to_string(half) : "";
    }
    EXPECT_EQ(first, "1110011011111100001011100011000000101010");
}

} // namespace parsimony::data
