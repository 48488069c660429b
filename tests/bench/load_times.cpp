// SPDX-License-Identifier: GPL-3.0-or-later
// How long declaring rows (reading, hashing, sorting) and loading them as declared take, beside one read of
// the file and hashing alone. The least of five each; the file should lie in the page cache.
#include "core/base/error.h"
#include "core/data/parallel.h"
#include "core/data/part.h"
#include "core/data/row_digest.h"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <limits>

using namespace parsimony;

namespace {

double least(const std::function<void()>& work) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 5; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        best =
            std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

void readOnce(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    std::vector<char> buffer(std::size_t{1} << 20);
    while (file >= 0 && read(file, buffer.data(), buffer.size()) > 0) {
    }
    close(file);
}

/// Bytes a second of plain SHA-256 on all processors, as `openssl speed -evp sha256 -multi N -bytes 16384`
/// measures.
double plainRate() {
    constexpr std::size_t pieces = 1U << 16U;
    const std::vector<std::uint8_t> piece(16384, 5);
    const double seconds = least([&] {
        data::forBlocks(pieces, 64, 0, [&](std::size_t, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) {
                (void)sha256(piece);
            }
        });
    });
    return static_cast<double>(pieces * piece.size()) / seconds;
}

void measure(data::PartFiles files, int classes) {
    const double once = least([&] { readOnce(data::splitSpec(files.features).path); });
    const auto features = data::openArray(files.features);
    const auto labels = data::openArray(files.labels);
    data::DeclaredContent declared;
    declared.key.fill(9);
    const double hashing =
        least([&] { declared.content = data::rowDigests(*features, labels.get(), declared.key).content; });
    data::LoadOptions options;
    options.classes = classes;
    const double plain = least([&] { (void)data::loadPart(files, options); });
    files.declared = std::make_shared<const data::DeclaredContent>(declared);
    const double loading = least([&] { (void)data::loadPart(files, options); });
    const double rows = static_cast<double>(features->info().rows());
    const double rate = rows * (4.0 * static_cast<double>(features->info().width()) + 1.0) / hashing;
    const double sha = plainRate();
    std::printf("one read of the file        %.3f s\n"
                "declare (read, hash, sort)  %.3f s, %.2f GB/s hashed; libcrypto's plain SHA-256 %.2f GB/s: "
                "%.2f of it\n"
                "load without a declaration  %.3f s\n"
                "load as declared            %.3f s\n"
                "declare and load            %.3f s, %.1f reads of the file\n",
                once, hashing, rate / 1e9, sha / 1e9, rate / sha, plain, loading, hashing + loading,
                (hashing + loading) / once);
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("bench_rows FEATURES LABELS CLASSES\n", stderr);
        return 2;
    }
    try {
        measure({argv[1], argv[2]}, std::stoi(argv[3]));
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
