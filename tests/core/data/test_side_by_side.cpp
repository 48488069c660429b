// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/part.h"
#include "core/data/row_digest.h"
#include "core/data/side_by_side.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <vector>

namespace parsimony::data {

using namespace testing;

namespace {

constexpr std::size_t kRecords = 13;

std::vector<double> values(std::size_t count, unsigned seed, double scale) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<double> drawn(count);
    for (double& value : drawn) {
        value = static_cast<double>(normal(random)) * scale;
    }
    return drawn;
}

std::vector<float> narrow(const std::vector<double>& wide) {
    return {wide.begin(), wide.end()};
}

/// Encoder a of 2 numbers, in two shards; b of 3 numbers at another scale. Row 4 is zeros by a.
class SideBySideFiles : public ::testing::Test {
protected:
    SideBySideFiles() : m_a(values(kRecords * 2, 1, 1.0)), m_b(values(kRecords * 3, 2, 1024.0)) {
        m_a[8] = m_a[9] = 0.0;
        const std::vector<float> a = narrow(m_a);
        writeText(m_folder.file("a_0.npy"),
                  npy("<f4", "6, 2", bytesOf(std::vector<float>(a.begin(), a.begin() + 12))));
        writeText(m_folder.file("a_1.npy"),
                  npy("<f4", "7, 2", bytesOf(std::vector<float>(a.begin() + 12, a.end()))));
        writeB("<f4");
        writeText(m_folder.file("y.npy"), npy("<i8", "13,", bytesOf(std::vector<std::int64_t>(kRecords, 1))));
    }

    void writeB(const std::string& type) const {
        writeText(m_folder.file("b.npy"),
                  npy(type, "13, 3", type == "<f4" ? bytesOf(narrow(m_b)) : bytesOf(m_b)));
    }
    [[nodiscard]] PartFiles both() const {
        PartFiles files{m_folder.file("a_*.npy"), m_folder.file("y.npy")};
        files.beside = {{m_folder.file("b.npy"), {}}};
        return files;
    }
    [[nodiscard]] static LoadOptions options(std::size_t memoryLimit = 0) {
        LoadOptions result;
        result.classes = 3;
        result.threads = 2;
        result.memoryLimit = memoryLimit;
        return result;
    }
    [[nodiscard]] static std::vector<float> rowsOf(const LoadedPart& part) {
        std::vector<float> rows(part.features->rows() * part.features->dim());
        part.features->readRows(0, part.features->rows(), rows.data());
        return rows;
    }

    TempFolder m_folder;
    std::vector<double> m_a, m_b;
};

} // namespace

TEST_F(SideBySideFiles, AreReadAsOneArray) {
    const auto reader = openFeatures(both());
    EXPECT_EQ(reader->info().shape, (std::vector<std::size_t>{kRecords, 5}));
    EXPECT_EQ(reader->info().blocks, (std::vector<std::size_t>{2, 3}));
    EXPECT_EQ(reader->info().spec(), m_folder.file("a_*.npy") + " + " + m_folder.file("b.npy"));
    for (std::size_t first = 0; first < kRecords; ++first) {
        for (std::size_t count = 0; first + count <= kRecords; ++count) {
            std::vector<double> out(count * 5 + 1, 0.5);
            reader->readRowsF64(first, count, out.data());
            std::vector<float> same(count * 5);
            reader->readRows(first, count, same.data());
            for (std::size_t i = 0; i < count; ++i) {
                for (std::size_t j = 0; j < 5; ++j) {
                    const std::size_t row = first + i;
                    const double expected = j < 2 ? m_a[row * 2 + j] : m_b[row * 3 + j - 2];
                    ASSERT_EQ(out[i * 5 + j], expected);
                    ASSERT_EQ(static_cast<double>(same[i * 5 + j]), expected);
                }
            }
            ASSERT_EQ(out.back(), 0.5);
        }
    }
    reader->prefetch(0, kRecords);
    reader->verify();
    std::vector<float> beyond(10);
    expectFailed([&] { reader->readRows(kRecords - 1, 2, beyond.data()); }, {});
}

TEST_F(SideBySideFiles, MustBeAsMany) {
    writeText(m_folder.file("b.npy"), npy("<f4", "12, 3", bytesOf(std::vector<float>(36, 1.0F))));
    expectFailed([&] { (void)describePart(both()); }, {"13", "12", "side by side"});
}

/// No encoder outweighs another by its scale; what one lacks is zeros, and the whole has the bound.
TEST_F(SideBySideFiles, EachIsBroughtToLengthOneBeforeTheWhole) {
    const std::vector<float> rows = rowsOf(loadPart(both(), options()));
    for (std::size_t row = 0; row < kRecords; ++row) {
        const auto squares = [&](std::size_t begin, std::size_t end) {
            double sum = 0.0;
            for (std::size_t j = begin; j < end; ++j) {
                sum += std::pow(static_cast<double>(rows[row * 5 + j]), 2);
            }
            return sum;
        };
        EXPECT_NEAR(squares(0, 2), row == 4 ? 0.0 : 0.5, 1e-6) << row;
        EXPECT_NEAR(squares(2, 5), row == 4 ? 1.0 : 0.5, 1e-6) << row;
        EXPECT_LE(squares(0, 5), 1.0);
        for (std::size_t j = 0; j < 3; ++j) { // its direction stays
            const double length = std::hypot(m_b[row * 3], m_b[row * 3 + 1], m_b[row * 3 + 2]);
            EXPECT_NEAR(rows[row * 5 + 2 + j], m_b[row * 3 + j] / length * (row == 4 ? 1.0 : std::sqrt(0.5)),
                        1e-6);
        }
    }
}

TEST_F(SideBySideFiles, GiveTheSameBitsStreamedOrKeptFromAnyTypeOrOneFile) {
    const std::vector<float> kept = rowsOf(loadPart(both(), options()));
    EXPECT_EQ(rowsOf(loadPart(both(), options(1))), kept) << "streamed";
    writeB("<f8");
    EXPECT_EQ(openFeatures(both())->info().type.name, "float64");
    EXPECT_EQ(rowsOf(loadPart(both(), options())), kept) << "float64 beside float32";
    std::string text;
    std::vector<float> together;
    for (std::size_t row = 0; row < kRecords; ++row) {
        for (std::size_t j = 0; j < 5; ++j) {
            together.push_back(static_cast<float>(j < 2 ? m_a[row * 2 + j] : m_b[row * 3 + j - 2]));
        }
        for (std::size_t j = 0; j < 3; ++j) {
            text += (j > 0 ? "," : "") + std::to_string(static_cast<float>(m_b[row * 3 + j]));
        }
        text += "\n";
    }
    writeText(m_folder.file("both.npy"), npy("<f4", "13, 5", bytesOf(together)));
    LoadOptions joined = options();
    joined.preprocessing.blocks = {2, 3};
    const PartFiles one{m_folder.file("both.npy"), m_folder.file("y.npy")};
    EXPECT_EQ(rowsOf(loadPart(one, joined)), kept) << "a file of such rows, as a classifier gets it";
    writeText(m_folder.file("b.csv"), text);
    PartFiles withText = both();
    withText.beside.front().features = m_folder.file("b.csv:3");
    const std::vector<float> read = rowsOf(loadPart(withText, options()));
    for (std::size_t i = 0; i < read.size(); ++i) {
        EXPECT_NEAR(read[i], kept[i], 1e-5);
    }
    withText.beside.front().features = m_folder.file("b.csv");
    expectFailed([&] { (void)loadPart(withText, options()); }, {"b.csv"}); // columns of private text are said
}

TEST_F(SideBySideFiles, ARowThatIsWrongByOneIsZeros) {
    m_b[3 * 2] = std::nan("");
    writeB("<f4");
    const LoadedPart part = loadPart(both(), options());
    EXPECT_EQ(part.invalidRows, std::vector<std::size_t>{2});
    EXPECT_EQ(part.labels[2], -1);
    const std::vector<float> rows = rowsOf(part);
    EXPECT_TRUE(std::all_of(rows.begin() + 10, rows.begin() + 15, [](float value) { return value == 0.0F; }));
}

/// A record of one file moves one row of what they are together, and what was declared is what is read.
TEST_F(SideBySideFiles, OneRecordOfOneFileIsOneRow) {
    const std::vector<std::uint8_t> key(32, 7);
    const std::vector<float> before = rowsOf(loadPart(both(), options()));
    const auto digests = rowDigestsInOrder(*openFeatures(both()), key);
    PartFiles declared = both();
    std::array<std::uint8_t, 32> fixed{};
    fixed.fill(7);
    const auto labels = openLabels(both());
    declared.declared = std::make_shared<const DeclaredContent>(
        DeclaredContent{fixed, rowDigests(*openFeatures(both()), labels.get(), key).content});
    EXPECT_EQ(rowsOf(loadPart(declared, options())), before);
    m_b[3 * 5 + 1] += 64.0;
    writeB("<f4");
    const std::vector<float> after = rowsOf(loadPart(both(), options()));
    const auto moved = rowDigestsInOrder(*openFeatures(both()), key);
    for (std::size_t row = 0; row < kRecords; ++row) {
        const auto begin = static_cast<std::ptrdiff_t>(row * 5);
        EXPECT_EQ(std::equal(before.begin() + begin, before.begin() + begin + 5, after.begin() + begin),
                  row != 5);
        EXPECT_EQ(digests[row] == moved[row], row != 5);
    }
    expectFailed([&] { (void)loadPart(declared, options()); }, {"changed since"});
}

TEST(Blocks, KeepTheBoundForRowsOfEverySize) {
    std::mt19937 random(4);
    std::normal_distribution<double> normal;
    for (const RowNorm norm : {RowNorm::Unit, RowNorm::Clip}) {
        for (const double scale : {1e-300, 1e-30, 1.0, 1e30, 1e300}) {
            std::vector<double> row(37);
            for (std::size_t i = 0; i < row.size(); ++i) {
                row[i] = normal(random) * (i < 20 ? scale : 1.0);
            }
            Preprocessing preprocessing;
            preprocessing.norm = norm;
            preprocessing.bound = 1.25;
            preprocessing.blocks = {20, 17};
            std::vector<float> out(row.size());
            ASSERT_TRUE(preprocessRow(row.data(), row.size(), preprocessing, out.data()));
            long double first = 0, all = 0;
            for (std::size_t i = 0; i < out.size(); ++i) {
                const auto square = static_cast<long double>(out[i]) * static_cast<long double>(out[i]);
                first += i < 20 ? square : 0;
                all += square;
            }
            EXPECT_LE(all, 1.25L * 1.25L);
            EXPECT_NEAR(static_cast<double>(first / all), 0.5, 1e-6) << scale;
        }
    }
    Preprocessing preprocessing;
    preprocessing.blocks = {2, 2};
    for (const float bad : {std::nanf(""), INFINITY}) {
        std::vector<float> row{1, bad, 2, 3}, out(4, 9.0F);
        EXPECT_FALSE(preprocessRow(row.data(), 4, preprocessing, out.data()));
        EXPECT_EQ(out, std::vector<float>(4, 0.0F));
    }
    std::vector<float> zeros(4, 0.0F), out(4, 9.0F);
    EXPECT_TRUE(preprocessRow(zeros.data(), 4, preprocessing, out.data()));
    EXPECT_EQ(out, std::vector<float>(4, 0.0F));
    EXPECT_NO_THROW(checkPreprocessing(preprocessing, 4));
    expectError([&] { checkPreprocessing(preprocessing, 5); }, ErrorCode::Usage, {"joined"});
}

/// The mean is one of rows whose blocks have length 1.
TEST(Blocks, ComeBeforeTheMean) {
    Preprocessing preprocessing;
    preprocessing.norm = RowNorm::None;
    preprocessing.blocks = {1, 2};
    preprocessing.mean = {0.25F, 0.0F, 0.5F};
    std::vector<float> row{-7, 30, 40}, out(3);
    ASSERT_TRUE(preprocessRow(row.data(), 3, preprocessing, out.data()));
    EXPECT_EQ(out, (std::vector<float>{-1.25F, 0.6F, 0.3F}));
}

} // namespace parsimony::data
