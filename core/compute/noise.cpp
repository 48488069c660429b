// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/noise.h"

#include "core/base/secure_random.h"
#include "core/base/sentence.h"
#include "core/base/sha256.h"
#include "core/compute/noise_kernel.h"
#include "core/compute/numerics/chacha20.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace parsimony::compute {

namespace {

constexpr std::uint32_t kKeyDomain = 0x59454b50;    // the last nonce word keeps derived keys …
constexpr std::uint32_t kStreamDomain = 0x53494f4e; // … and noise apart

void keyWords(const NoiseSource::Key& key, std::uint32_t (&words)[8]) {
    for (std::size_t i = 0; i < 8; ++i) {
        words[i] = static_cast<std::uint32_t>(key[4 * i]) | static_cast<std::uint32_t>(key[4 * i + 1]) << 8 |
                   static_cast<std::uint32_t>(key[4 * i + 2]) << 16 |
                   static_cast<std::uint32_t>(key[4 * i + 3]) << 24;
    }
}

/// Calls use(batch, first, count) for the parts of [firstWord, firstWord + count) that lie in one batch each.
template <class Use>
void forBatches(std::uint64_t firstWord, std::size_t count, const Use& use) {
    if (firstWord + count > (std::uint64_t{1} << 35)) { // 2³² blocks of 8 words
        failUsage(Sentence("a noise stream holds 2^35 words; split the tensor"));
    }
    std::uint64_t word = firstWord;
    while (count > 0) {
        const std::uint64_t offset = word % NoiseKernel::kBatchWords;
        const std::size_t part = std::min<std::size_t>(count, NoiseKernel::kBatchWords - offset);
        use(static_cast<std::uint32_t>((word - offset) / 8), static_cast<std::size_t>(offset), part);
        word += part;
        count -= part;
    }
}

/// Fills memory that held key material; a plain memset before the end of its life may be left out.
void wipe(void* memory, std::size_t bytes) {
    volatile auto* byte = static_cast<volatile unsigned char*>(memory);
    for (std::size_t i = 0; i < bytes; ++i) {
        byte[i] = 0;
    }
}

} // namespace

StreamWords streamWords(const NoiseSource::Key& key, StreamId stream) {
    StreamWords words{};
    keyWords(key, words.key);
    words.nonce[0] = stream.step;
    words.nonce[1] = stream.tensor | static_cast<std::uint32_t>(stream.device) << 16;
    words.nonce[2] = kStreamDomain;
    return words;
}

NoiseSource::NoiseSource(const Key& master, std::uint64_t trial, std::uint32_t attempt) {
    std::uint32_t key[8];
    keyWords(master, key);
    const std::uint32_t nonce[3] = {static_cast<std::uint32_t>(trial),
                                    static_cast<std::uint32_t>(trial >> 32), kKeyDomain};
    std::uint32_t block[16];
    numerics::chachaBlock(key, attempt, nonce, block);
    for (std::size_t i = 0; i < m_key.size(); ++i) {
        m_key[i] = static_cast<std::uint8_t>(block[i / 4] >> (8 * (i % 4)));
    }
    wipe(key, sizeof key);
    wipe(block, sizeof block);
}

NoiseSource::~NoiseSource() {
    wipe(m_key.data(), m_key.size());
}

NoiseSource NoiseSource::fresh(std::uint64_t trial, std::uint32_t attempt) {
    Key master = secureRandomKey();
    NoiseSource source(master, trial, attempt);
    wipe(master.data(), master.size());
    return source;
}

NoiseSource NoiseSource::freshOnPublicData(std::uint64_t trial, std::uint32_t attempt) {
    NoiseSource source = fresh(trial, attempt);
    source.m_onPublicData = true;
    return source;
}

NoiseSource NoiseSource::seeded(PublicDataSeed seed, std::uint64_t trial, std::uint32_t attempt) {
    std::array<std::uint8_t, 34> text{};
    std::memcpy(text.data(), "parsimony public data seed", 26);
    for (std::size_t i = 0; i < 8; ++i) {
        text[26 + i] = static_cast<std::uint8_t>(seed.value >> (8 * i));
    }
    NoiseSource source(sha256(std::span<const std::uint8_t>(text)), trial, attempt);
    source.m_onPublicData = true;
    return source;
}

NoiseSource NoiseSource::continued(const PublicDataKey& key) {
    NoiseSource source;
    source.m_key = key.value;
    source.m_onPublicData = true;
    return source;
}

PublicDataKey NoiseSource::publicDataKey() const {
    if (!m_onPublicData) {
        refuse(Sentence("the key of the noise on private data leaves no process"));
    }
    return PublicDataKey(m_key);
}

void NoiseSource::fillWords(std::span<std::uint64_t> out, StreamId stream, std::uint64_t firstWord) const {
    const NoiseKernel& kernel = noiseKernels().back();
    StreamWords words = streamWords(m_key, stream);
    alignas(64) std::uint64_t batch[NoiseKernel::kBatchWords];
    std::size_t done = 0;
    forBatches(firstWord, out.size(), [&](std::uint32_t block, std::size_t offset, std::size_t count) {
        kernel.words(words, block, batch);
        std::copy_n(batch + offset, count, out.data() + done);
        done += count;
    });
    wipe(&words, sizeof words);
}

void NoiseSource::fillGaussian(std::span<double> out, StreamId stream, std::uint64_t firstElement) const {
    const NoiseKernel& kernel = noiseKernels().back();
    StreamWords words = streamWords(m_key, stream);
    alignas(64) std::uint64_t batch[NoiseKernel::kBatchWords];
    alignas(64) double normals[NoiseKernel::kBatchWords];
    std::size_t done = 0;
    forBatches(firstElement, out.size(), [&](std::uint32_t block, std::size_t offset, std::size_t count) {
        kernel.words(words, block, batch);
        kernel.gaussians(batch, normals);
        std::copy_n(normals + offset, count, out.data() + done);
        done += count;
    });
    wipe(&words, sizeof words);
}

void NoiseSource::addGaussian(std::span<double> sums, double sd, StreamId stream,
                              std::uint64_t firstElement) const {
    if (sd == 0.0) {
        return;
    }
    const double grid = releaseGrid(sd);
    const NoiseKernel& kernel = noiseKernels().back();
    StreamWords words = streamWords(m_key, stream);
    alignas(64) std::uint64_t batch[NoiseKernel::kBatchWords];
    alignas(64) double normals[NoiseKernel::kBatchWords];
    std::size_t done = 0;
    forBatches(firstElement, sums.size(), [&](std::uint32_t block, std::size_t offset, std::size_t count) {
        kernel.words(words, block, batch);
        kernel.gaussians(batch, normals);
        kernel.addRounded(sums.data() + done, normals + offset, count, sd, grid);
        done += count;
    });
    wipe(&words, sizeof words);
}

double releaseGrid(double sd) {
    if (sd == 0.0) {
        return 0.0;
    }
    if (!std::isnormal(sd) || sd < 0.0 || sd < 0x1p-900 || sd > 0x1p900) {
        failUsage(Sentence("the standard deviation of noise is out of range"));
    }
    return std::ldexp(1.0, std::ilogb(sd) - 10);
}

} // namespace parsimony::compute
