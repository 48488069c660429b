// SPDX-License-Identifier: GPL-3.0-or-later
// Mutated files of every format: whatever they hold, reading them ends with values or with an Error, never
// with a crash, a hang, another exception or an allocation that the file's size does not justify.
// Deterministic, so that a failure repeats; its power comes from running under AddressSanitizer too.
#include "core/base/error.h"
#include "tests/fuzz/readers.h"

#include "array_files.h"
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>

using namespace parsimony;
using namespace parsimony::data::testing;
using fuzzing::Reader;

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

/// More rounds for a longer hunt: PARSIMONY_FUZZ_ROUNDS=100 tests/run -R fuzz
int rounds() {
    const char* text = std::getenv("PARSIMONY_FUZZ_ROUNDS");
    return text != nullptr ? std::max(1, std::atoi(text)) : 1;
}

/// How many mutants of each seed; a process for each file, or a database, takes longer.
int mutantsOf(const Reader& reader) {
    const std::string name = reader.name;
    return rounds() * (name == "hdf5" || name == "project" ? 30 : 800);
}

/// Every mutant is read or refused with an Error.
struct Outcomes {
    int read = 0, refused = 0;
};

/// A file that is truncated and written again is flushed by some file systems.
void replaceFile(const std::string& path, const std::string& bytes) {
    std::filesystem::remove(path);
    writeText(path, bytes);
}

void useMutants(const Reader& reader, const std::string& seedFile, Outcomes& outcomes) {
    const TempFolder folder;
    const bool inFile = reader.file != nullptr;
    const std::string path = inFile ? folder.file(reader.file) : std::string();
    const std::string seed = readText(seedFile);
    if (inFile) {
        replaceFile(path, seed);
    }
    try {
        reader.use(inFile ? path : seed);
    } catch (const Error& error) { // what once broke a reader may be refused
        ASSERT_TRUE(std::filesystem::path(seedFile).filename().string().starts_with("found-"))
            << seedFile << " itself is not sound: " << error.what();
    }
    Random pick(std::hash<std::string>()(reader.name));
    for (int i = 0; i < mutantsOf(reader); ++i) {
        Random random(pick());
        std::string bytes = seed;
        for (std::size_t mutations = 1 + random() % 4; mutations > 0; --mutations) {
            mutateOnce(bytes, random);
        }
        if (inFile) {
            replaceFile(path, bytes);
        }
        if (reader.mutate != nullptr && i % 2 == 0) {
            replaceFile(path, seed);
            reader.mutate(path, static_cast<unsigned>(random()), [&random](std::string text) {
                mutateOnce(text, random);
                return text;
            });
        }
        try {
            reader.use(inFile ? path : bytes);
            ++outcomes.read;
        } catch (const Error& error) {
            ++outcomes.refused;
            EXPECT_TRUE(!inFile || std::string(error.what()).find(std::filesystem::path(path).stem()) !=
                                       std::string::npos)
                << "the sentence does not name the file: " << error.what();
        } catch (const std::exception& error) {
            FAIL() << seedFile << ", mutant " << i << ": " << error.what();
        }
    }
}

class FuzzReaders : public ::testing::TestWithParam<Reader> {
protected:
    void SetUp() override {
#ifndef PARSIMONY_HAS_ASAN
        // An allocation that follows a lying header shows as bad_alloc.
        getrlimit(RLIMIT_AS, &m_before);
        const rlimit small{rlim_t{3} << 30U, m_before.rlim_max};
        setrlimit(RLIMIT_AS, &small);
#endif
    }
    void TearDown() override {
#ifndef PARSIMONY_HAS_ASAN
        setrlimit(RLIMIT_AS, &m_before);
#endif
    }

private:
    [[maybe_unused]] rlimit m_before = {};
};

TEST_P(FuzzReaders, ReadOrRefuseEveryMutant) {
    const Reader reader = GetParam();
    std::filesystem::path seeds = std::filesystem::path(PARSIMONY_CORPUS) / reader.name;
    const TempFolder made;
    if (std::string(reader.name) == "project") { // too large to keep
        ASSERT_EQ(std::system(
                      (std::string(PARSIMONY_LEDGER_SAMPLE) + " '" + made.path() + "' > /dev/null").c_str()),
                  0);
        for (const auto& kept : std::filesystem::directory_iterator(seeds)) {
            std::filesystem::copy(kept, made.path());
        }
        seeds = made.path();
    }
    Outcomes outcomes;
    for (const auto& seed : std::filesystem::directory_iterator(seeds)) {
        useMutants(reader, seed.path().string(), outcomes);
    }
    // Were all refused, or none, the parser behind the first check would never have been reached.
    EXPECT_GT(outcomes.read, 0);
    EXPECT_TRUE(outcomes.refused > 0 || std::string(reader.name) == "csv");
}

/// A reader that tests/fuzz/run does not list is never hunted.
TEST_P(FuzzReaders, IsKnownToTheHunts) {
    const std::string script =
        readText((std::filesystem::path(PARSIMONY_CORPUS).parent_path() / "run").string());
    std::string lists; // of readers_ROOM=(…)
    for (std::size_t at = script.find("\nreaders_"); at != std::string::npos;
         at = script.find("\nreaders_", at + 1)) {
        const std::size_t begin = script.find('(', at) + 1;
        lists += " " + script.substr(begin, script.find(')', begin) - begin) + " ";
    }
    EXPECT_NE(lists.find(" " + std::string(GetParam().name) + " "), std::string::npos) << lists;
}

INSTANTIATE_TEST_SUITE_P(All, FuzzReaders, ::testing::ValuesIn(fuzzing::PARSIMONY_READERS()),
                         [](const auto& reader) {
                             std::string name = reader.param.name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

} // namespace
