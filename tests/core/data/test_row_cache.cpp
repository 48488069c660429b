// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/part.h"
#include "core/data/row_cache.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>

namespace parsimony::data {

namespace {

using namespace testing;

/// A folder in which rows may be kept, for as long as it lives.
class CacheFolder {
public:
    CacheFolder() { setenv("PARSIMONY_ROW_CACHE", m_folder.path().c_str(), 1); }
    ~CacheFolder() { unsetenv("PARSIMONY_ROW_CACHE"); }
    CacheFolder(const CacheFolder&) = delete;
    CacheFolder& operator=(const CacheFolder&) = delete;
    [[nodiscard]] bool empty() const { return std::filesystem::is_empty(m_folder.path()); }

private:
    TempFolder m_folder;
};

PartFiles digitsFiles() {
    const std::string sample = std::string(PARSIMONY_SAMPLES) + "/digits.npz";
    return {sample + ":x_train", sample + ":y_train"};
}

LoadOptions beyondMemory() {
    LoadOptions load;
    load.preprocessing.norm = RowNorm::Unit;
    load.classes = 10;
    load.memoryLimit = 1;
    return load;
}

std::vector<float> valuesOf(const FeatureSource& source) {
    std::vector<float> values(source.rows() * source.dim());
    source.readRows(0, source.rows(), values.data());
    return values;
}

FeatureMap digitsMap() {
    FeatureMap map;
    map.mean.assign(64, 0.01F);
    map.biasShare = 0.02;
    return map;
}

} // namespace

TEST(RowCache, HoldsTheRowsThatMemoryDoesNotInAFileWithoutAName) {
    LoadOptions load = beyondMemory();
    LoadOptions chosen = load;
    chosen.keep.assign(describePart(digitsFiles()).rows, 1);
    chosen.keep.front() = 0;
    load.preprocessing.map = digitsMap();
    const LoadedPart streamed = loadPart(digitsFiles(), load);
    ASSERT_TRUE(streamed.features->contiguous().empty());

    const CacheFolder folder;
    const LoadedPart kept = loadPart(digitsFiles(), load);
    EXPECT_TRUE(folder.empty());
    const auto matrix = kept.features->contiguous();
    const std::vector<float> values = valuesOf(*streamed.features);
    EXPECT_TRUE(std::equal(matrix.begin(), matrix.end(), values.begin(), values.end()));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(matrix.data()) % 64, 0U);
    EXPECT_EQ(kept.labels, streamed.labels);

    const LoadedPart some = loadPart(digitsFiles(), chosen);
    EXPECT_EQ(some.features->contiguous().size(), (chosen.keep.size() - 1) * some.info.dim);
}

TEST(RowCache, MemoryThatIsEnoughIsTaken) {
    const CacheFolder folder;
    EXPECT_EQ(roomForRows(16, 64)->size(), 16U);
    unsetenv("PARSIMONY_ROW_CACHE");
    EXPECT_TRUE(roomForRows(16, 64));
    EXPECT_FALSE(roomForRows(17, 64));
    checkRowCache();
}

TEST(RowCache, AFolderThatTakesNoRowsIsToldInASentence) {
    setenv("PARSIMONY_ROW_CACHE", "/no/such/folder", 1);
    expectFailed([] { checkRowCache(); }, {"PARSIMONY_ROW_CACHE", "/no/such/folder", "No such file"});
    expectFailed([] { (void)loadPart(digitsFiles(), beyondMemory()); }, {"/no/such/folder"});
    unsetenv("PARSIMONY_ROW_CACHE");

    const CacheFolder folder;
    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit small{std::size_t{1} << 16U, limit.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    expectFailed([] { (void)roomForRows(std::size_t{1} << 20U, 1); }, {"no room for 5 MB"});
    setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, before);
    EXPECT_TRUE(folder.empty());
}

} // namespace parsimony::data
