// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace parsimony::search {

/// Where random choices of a search come from. Such draws depend on no data.
class UniformSource {
public:
    virtual ~UniformSource();
    /// The next 64 uniform bits.
    virtual std::uint64_t bits() = 0;
    /// Uniform on the open interval (0, 1): 52 bits, centred in their cells.
    double next();
    /// Uniform on 0..count−1 without bias. `count` ≥ 1.
    std::uint64_t below(std::uint64_t count);
};

/// Fresh bits of the operating system's CSPRNG. What it returned cannot be had again: for draws that must
/// stay secret, as the number of runs of a private selection.
class SecureUniformSource final : public UniformSource {
public:
    std::uint64_t bits() override;

private:
    std::array<std::uint8_t, 512> m_buffer{};
    std::size_t m_used = 512;
};

using SearchKey = std::array<std::uint8_t, 32>;

/// A stream that a key and a stream number determine (SHA-256 of key, stream and counter), so that an
/// interrupted search proposes the same trials again. The key is drawn by secureRandomKey() at planning and
/// may be stored: the draws of a sequential method are part of what it releases.
class KeyedUniformSource final : public UniformSource {
public:
    KeyedUniformSource(const SearchKey& key, std::uint64_t stream);
    std::uint64_t bits() override;

private:
    SearchKey m_key;
    std::uint64_t m_stream;
    std::uint64_t m_counter = 0;
    std::array<std::uint64_t, 4> m_words{};
    unsigned m_used = 4;
};

/// The key that a user's seed stands for. Public data only: PRIVACY, accounts.
[[nodiscard]] SearchKey searchKeyOfSeed(std::uint64_t seed);

} // namespace parsimony::search
