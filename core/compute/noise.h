// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace parsimony::compute {

/// A seed may replace the operating system's randomness on public data only; this type says that the caller
/// has checked that (PRIVACY rule 11).
struct PublicDataSeed {
    explicit PublicDataSeed(std::uint64_t number) : value(number) {}
    std::uint64_t value;
};

/// The key of an attempt that another process of the same run makes. Likewise on public data only, whose
/// noise hides nothing: NoiseSource::publicDataKey() gives no other.
struct PublicDataKey {
    explicit PublicDataKey(const std::array<std::uint8_t, 32>& key) : value(key) {}
    std::array<std::uint8_t, 32> value;
};

/// What a stream of random words is for. Two streams of one source differ in at least one field.
struct StreamId {
    std::uint32_t step = 0;   ///< optimiser step, from 0
    std::uint16_t tensor = 0; ///< which release of the step
    std::uint16_t device = 0; ///< which device drew it
};

/// The randomness of one attempt at one trial: ChaCha20 (RFC 8439) streams under a key that is never written.
/// Words, uniforms and Gaussians depend on key, trial, attempt and stream alone: they are the same on every
/// processor and on the GPU, whatever the number of threads.
class NoiseSource {
public:
    using Key = std::array<std::uint8_t, 32>;

    /// A fresh key from the operating system's CSPRNG.
    [[nodiscard]] static NoiseSource fresh(std::uint64_t trial, std::uint32_t attempt);
    /// The same for public data, as the caller has checked: its key may go to another process.
    [[nodiscard]] static NoiseSource freshOnPublicData(std::uint64_t trial, std::uint32_t attempt);
    /// Reproducible, for public data only.
    [[nodiscard]] static NoiseSource seeded(PublicDataSeed seed, std::uint64_t trial, std::uint32_t attempt);
    /// With the streams of the source whose key it is.
    [[nodiscard]] static NoiseSource continued(const PublicDataKey& key);

    NoiseSource(const NoiseSource&) = default;
    NoiseSource& operator=(const NoiseSource&) = default;
    ~NoiseSource(); ///< wipes the key

    /// Adds N(0, sd²) to every element in float64 and rounds it to the grid 2^⌊log2(sd·2⁻¹⁰)⌋ (PRIVACY rule
    /// 12). sd = 0 leaves `sums` as they are. Draws element i from words [2i…] of the stream, so a part of a
    /// tensor can be filled by giving its first element (even).
    void addGaussian(std::span<double> sums, double sd, StreamId stream,
                     std::uint64_t firstElement = 0) const;

    /// Standard normals.
    void fillGaussian(std::span<double> out, StreamId stream, std::uint64_t firstElement = 0) const;

    /// Uniform 64-bit words.
    void fillWords(std::span<std::uint64_t> out, StreamId stream, std::uint64_t firstWord = 0) const;

    /// The key of this attempt's streams, for a backend that draws on its device.
    [[nodiscard]] const Key& streamKey() const { return m_key; }
    /// The key, for another process of the same run. Throws Error(Refused) unless the data are public.
    [[nodiscard]] PublicDataKey publicDataKey() const;

private:
    NoiseSource() = default;
    NoiseSource(const Key& master, std::uint64_t trial, std::uint32_t attempt);
    Key m_key{};
    bool m_onPublicData = false;
};

struct StreamWords;
/// Key and nonce of a stream, for a backend that draws on its device.
[[nodiscard]] StreamWords streamWords(const NoiseSource::Key& key, StreamId stream);

/// The public power-of-two grid of released values: the largest power of two not above sd·2⁻¹⁰; 0 for sd = 0.
[[nodiscard]] double releaseGrid(double sd);

} // namespace parsimony::compute
