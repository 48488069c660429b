// SPDX-License-Identifier: GPL-3.0-or-later
// Mutated files of every format: whatever they hold, reading them ends with values or with an Error, never
// with a crash, a hang, another exception or an allocation that the file's size does not justify.
// Deterministic, so that a failure repeats; its power comes from running under AddressSanitizer too.
#include "core/base/error.h"
#include "core/data/part.h"
#include "core/data/row_digest.h"
#include "core/export/evaluate.h"
#include "core/export/model_file.h"

#include "array_files.h"
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <random>

using namespace parsimony;
using namespace parsimony::data::testing;

namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t bound) {
    return bound == 0 ? 0 : random() % bound;
}

/// Numbers that parsers get wrong: the ends of ranges and their neighbours.
std::uint64_t edgeNumber(Random& random) {
    constexpr std::uint64_t kEdges[] = {0,
                                        1,
                                        0x7f,
                                        0x80,
                                        0xff,
                                        0x7fff,
                                        0xffff,
                                        0x7fffffff,
                                        0x80000000,
                                        0xffffffff,
                                        0x7fffffffffffffff,
                                        0x8000000000000000,
                                        0xfffffffffffffff0,
                                        ~std::uint64_t{0}};
    return kEdges[below(random, std::size(kEdges))];
}

void mutateOnce(std::string& bytes, Random& random) {
    // Headers come first in most formats: half of the mutations go there.
    const std::size_t reach = random() % 2 == 0 ? std::min<std::size_t>(bytes.size(), 256) : bytes.size();
    const std::size_t at = below(random, reach);
    switch (random() % 8) {
    case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
        break;
    case 1:
        bytes[at] = static_cast<char>(random());
        break;
    case 2:
        bytes.resize(at + 1);
        break;
    case 3: { // a number of 1, 2, 4 or 8 bytes
        std::uint64_t number = edgeNumber(random);
        for (std::size_t i = 0; i < std::size_t{1} << random() % 4 && at + i < bytes.size();
             ++i, number >>= 8U) {
            bytes[at + i] = static_cast<char>(number);
        }
        break;
    }
    case 4: { // a decimal number becomes another
        const std::size_t digit = bytes.find_first_of("0123456789", at);
        if (digit != std::string::npos) {
            bytes.replace(digit, 1, std::to_string(edgeNumber(random)));
        }
        break;
    }
    case 5:
        bytes.insert(at, bytes.substr(below(random, bytes.size()), 1 + random() % 64));
        break;
    case 6:
        bytes.erase(at, 1 + random() % 16);
        break;
    default:
        bytes.insert(at, 1 + random() % 4, "[{(,:'\"\\\n-eE.\x80"[random() % 15]);
        break;
    }
    if (bytes.empty()) {
        bytes.assign(1, 'x');
    }
}

/// Everything a user can do with a file of arrays.
void useArrays(const std::string& path) {
    constexpr std::size_t kMostValues = 1U << 16U;
    for (const data::ArrayInfo& info : data::listArrays(path)) {
        try {
            const auto reader = data::openArray(info.spec());
            const std::size_t width = std::max<std::size_t>(reader->info().width(), 1);
            const std::size_t rows = std::min(reader->info().rows(), kMostValues / width);
            std::vector<double> values(rows * width);
            reader->readRowsF64(0, rows, values.data());
            std::vector<std::int64_t> integers(rows * width);
            reader->readIntegers(0, rows, integers.data());
            static_cast<void>(reader->contiguousF32());
            if (reader->info().rows() * width <= kMostValues) {
                data::LoadOptions options;
                options.threads = 1;
                static_cast<void>(data::loadPart({info.spec(), ""}, options));
                const std::vector<std::uint8_t> key(32);
                static_cast<void>(data::rowDigests(*reader, nullptr, key, 1));
            }
        } catch (const Error&) { // one array is bad; others may be sound
        }
    }
}

enum class Expect { SoundAndRefused, Sound };

/// More rounds for a longer hunt: PARSIMONY_FUZZ_ROUNDS=100 tests/run -R fuzz
int rounds() {
    const char* text = std::getenv("PARSIMONY_FUZZ_ROUNDS");
    return text != nullptr ? std::max(1, std::atoi(text)) : 1;
}

/// Runs `use` on `count` mutants of each seed; anything but Error and success fails.
void fuzz(const std::string& name, const std::vector<std::string>& seeds, int count,
          const std::function<void(const std::string&)>& use, Expect expect = Expect::SoundAndRefused) {
    const TempFolder folder;
    const std::string path = folder.file(name);
    int sound = 0;
    int refused = 0;
    for (std::size_t seed = 0; seed < seeds.size(); ++seed) {
        writeText(path, seeds[seed]);
        ASSERT_NO_THROW(use(path)) << "seed " << seed << " itself is not sound";
        for (int i = 0; i < count * rounds(); ++i) {
            Random random(seed * 1'000'003 + static_cast<std::size_t>(i));
            std::string bytes = seeds[seed];
            for (std::size_t mutations = 1 + random() % 4; mutations > 0; --mutations) {
                mutateOnce(bytes, random);
            }
            std::filesystem::remove(
                path); // a file that is truncated and written again is flushed by some file systems
            writeText(path, bytes);
            try {
                use(path);
                ++sound;
            } catch (const Error& error) {
                ++refused;
                EXPECT_NE(std::string(error.what()).find(name.substr(0, name.find('.'))), std::string::npos)
                    << "the sentence does not name the file: " << error.what();
            } catch (const std::exception& error) {
                FAIL() << name << ", seed " << seed << ", mutant " << i << ": " << error.what();
            }
        }
    }
    // Mutants that are all refused, or none, would mean that the parser behind the first check was never
    // reached.
    EXPECT_GT(sound, 0);
    EXPECT_TRUE(refused > 0 || expect == Expect::Sound);
}

std::string zipBytesOf(const std::map<std::string, std::string>& members, bool deflate) {
    const TempFolder folder;
    writeZip(folder.file("z"), members, deflate);
    return readText(folder.file("z"));
}

const std::vector<float> kValues{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

exporting::Classifier smallModel() {
    exporting::Classifier model;
    model.head.dim = 2;
    model.head.classes = 2;
    model.head.bias = true;
    model.parameters = {1, 2, 3, 4, 5, 6};
    model.preprocessing.mean = {0.5F, 0.25F};
    model.card.guarantee = "none";
    return model;
}

} // namespace

class FuzzFiles : public ::testing::Test {
protected:
    void SetUp() override {
#ifndef __SANITIZE_ADDRESS__
        // An allocation that follows a lying header shows as bad_alloc.
        getrlimit(RLIMIT_AS, &m_before);
        const rlimit small{rlim_t{3} << 30U, m_before.rlim_max};
        setrlimit(RLIMIT_AS, &small);
#endif
    }
    void TearDown() override {
#ifndef __SANITIZE_ADDRESS__
        setrlimit(RLIMIT_AS, &m_before);
#endif
    }

private:
    [[maybe_unused]] rlimit m_before = {};
};

TEST_F(FuzzFiles, Npy) {
    fuzz("a.npy",
         {npy("<f4", "4, 3", bytesOf(kValues)),
          npy("<f8", "3, 2", bytesOf(std::vector<double>(6, 1.5)), true, 2),
          npy("|u1", "12,", std::string(12, '\1'), false, 3),
          npy("<f2", "2, 2, 3", std::string(24, '\x3c'), true)},
         800, useArrays);
}

TEST_F(FuzzFiles, Npz) {
    const std::map<std::string, std::string> members{{"x_train.npy", npy("<f4", "4, 3", bytesOf(kValues))},
                                                     {"y_train.npy", npy("|u1", "4,", "abcd")}};
    fuzz("a.npz", {zipBytesOf(members, true), zipBytesOf(members, false)}, 800, useArrays);
}

TEST_F(FuzzFiles, Safetensors) {
    fuzz("a.safetensors",
         {safetensors(
              R"({"__metadata__":{"by":"test"},"x":{"dtype":"F32","shape":[4,3],"data_offsets":[0,48]}})",
              bytesOf(kValues)),
          safetensors(
              R"({"b":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]},"y":{"dtype":"I64","shape":[4],)"
              R"("data_offsets":[16,48]}})",
              bytesOf(kValues))},
         1200, useArrays);
}

TEST_F(FuzzFiles, Csv) {
    fuzz("a.csv", {"1.5,2,3\n4,5e-3,6\n7,8,9\n", "# note\na\tb\n1\t\"2\"\n-3\t4\n", "1;2\n\n3;x\n"}, 800,
         useArrays, Expect::Sound);
}

TEST_F(FuzzFiles, Hdf5) {
    const TempFolder folder;
    std::vector<std::string> seeds;
    for (const Hdf5Layout layout : {Hdf5Layout::Contiguous, Hdf5Layout::Chunked}) {
        writeHdf5(folder.file("a.h5"), kValues, 4, {0, 1, 2, 1}, layout);
        seeds.push_back(readText(folder.file("a.h5")));
    }
    fuzz("a.h5", seeds, 30, useArrays);
}

TEST_F(FuzzFiles, Models) {
    const TempFolder folder;
    for (const char* format : {"safetensors", "npz", "csv"}) {
        const std::string path = folder.file(std::string("m.") + format);
        exporting::writeModel(smallModel(), path);
        fuzz(std::string("m.") + format, {readText(path)}, 800, [](const std::string& file) {
            const exporting::Classifier model = exporting::loadModel(file);
            const data::MatrixSource row(std::vector<float>(model.head.recordDim(), 1.0F), 1,
                                         model.head.recordDim());
            static_cast<void>(exporting::predict(model, row, 1));
        });
    }
}

TEST_F(FuzzFiles, LabelMapsAndGroups) {
    fuzz("map.json", {R"({"5": 1, "7": 0, "6": "ignored"})", "label,class\n5,1\n7,0\n"}, 1000,
         [](const std::string& file) { static_cast<void>(exporting::readLabelMap(file, 3)); });
    fuzz("groups.csv", {"name\nnorth\nsouth\n", npy("|u1", "2,", "ab")}, 500,
         [](const std::string& file) { static_cast<void>(exporting::readGroups(file, 2)); });
}
