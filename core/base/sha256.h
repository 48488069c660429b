// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace parsimony {

using Digest = std::array<std::uint8_t, 32>;

[[nodiscard]] Digest sha256(std::span<const std::uint8_t> bytes);
[[nodiscard]] Digest sha256(std::string_view text);

/// HMAC-SHA-256 (RFC 2104) of many messages under one key; the keyed state is copied per message.
class HmacSha256 {
public:
    explicit HmacSha256(std::span<const std::uint8_t> key);
    ~HmacSha256();
    HmacSha256(HmacSha256&&) noexcept;
    HmacSha256& operator=(HmacSha256&&) noexcept;
    [[nodiscard]] Digest operator()(std::span<const std::uint8_t> message);
    /// Of two messages; of equally long ones in little more than the time of one, where the processor can.
    [[nodiscard]] std::array<Digest, 2> both(std::span<const std::uint8_t> a,
                                             std::span<const std::uint8_t> b);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// SHA-256 over data that arrives in pieces.
class Sha256Stream {
public:
    Sha256Stream();
    ~Sha256Stream();
    Sha256Stream(const Sha256Stream&) = delete;
    Sha256Stream& operator=(const Sha256Stream&) = delete;
    void add(std::span<const std::uint8_t> bytes);
    void add(std::string_view text);
    [[nodiscard]] Digest finish();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace parsimony
