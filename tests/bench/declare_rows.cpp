// SPDX-License-Identifier: GPL-3.0-or-later
// Times how rows that were hashed become known to a registry: bench_declare [ROWS] [FOLDER] [divided]. A
// train part of so many and a test part of a tenth of them, declared by a new project and then once more, in
// a new registry in FOLDER; `divided`: as the sides of one file.
#include "core/base/error.h"
#include "core/ledger/project.h"
#include "core/ledger/registry.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>

using namespace parsimony;
using namespace parsimony::ledger;

namespace {

PartDeclaration partOf(const std::string& name, std::size_t rows, bool divided, std::mt19937_64& generator) {
    PartDeclaration part;
    part.name = name;
    part.contentDigest = name;
    part.divided = divided;
    part.rowTags.resize(rows);
    for (RowTag& tag : part.rowTags) {
        const std::uint64_t words[] = {generator(), generator()};
        std::memcpy(tag.data(), words, tag.size());
    }
    std::sort(part.rowTags.begin(), part.rowTags.end());
    return part;
}

/// Seconds, the registry's closing included.
double declare(const std::filesystem::path& folder, DatasetDeclaration declaration) {
    const auto start = std::chrono::steady_clock::now();
    {
        OpenOptions options;
        options.registry = Registry::open(folder / "registry.db");
        Project project = Project::openOrCreate(folder / "declared.parsimony", options);
        (void)project.declareDataset(std::move(declaration));
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

int main(int argc, char** argv) {
    try {
        const std::size_t rows = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 5'000'000;
        const std::filesystem::path folder =
            std::filesystem::path(argc > 2 ? argv[2] : "/dev/shm") / "bench_declare";
        std::filesystem::remove_all(folder);
        std::filesystem::create_directories(folder);
        std::mt19937_64 generator(1);
        DatasetDeclaration declaration;
        declaration.name = "bench";
        declaration.epsilon = 1.0;
        declaration.delta = 1e-7;
        declaration.parts = {partOf("train", rows, argc > 3, generator),
                             partOf("test", rows / 10, argc > 3, generator)};
        DatasetDeclaration again = declaration;
        std::printf("declared %.3f s", declare(folder, std::move(declaration)));
        std::printf(", again %.3f s\n", declare(folder, std::move(again)));
        std::filesystem::remove_all(folder);
        return 0;
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return error.exitCode();
    }
}
