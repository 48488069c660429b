// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sha256.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace parsimony {

/// A public key of Ed25519 (RFC 8032).
class VerifyingKey {
public:
    /// Reads "-----BEGIN PUBLIC KEY-----", as `openssl pkey -pubout` writes it, or takes the public half of a
    /// private key. Throws Error(Failed) when the file can't be read or holds another kind of key.
    [[nodiscard]] static VerifyingKey read(const std::filesystem::path& file);

    [[nodiscard]] bool verify(std::span<const std::uint8_t> message,
                              std::span<const std::uint8_t> signature) const;
    /// SHA-256 of the 32 bytes of the key, hexadecimal.
    [[nodiscard]] std::string id() const;

private:
    friend class SigningKey;
    explicit VerifyingKey(std::shared_ptr<void> key) : m_key(std::move(key)) {}
    std::shared_ptr<void> m_key; ///< EVP_PKEY
};

/// A private key of Ed25519 in a PEM file, as `openssl genpkey -algorithm ed25519` writes it.
class SigningKey {
public:
    /// Throws Error(Failed) when the file can't be read, asks for a passphrase or holds another kind of key.
    [[nodiscard]] static SigningKey read(const std::filesystem::path& file);

    [[nodiscard]] std::vector<std::uint8_t> sign(std::span<const std::uint8_t> message) const;
    [[nodiscard]] std::string id() const { return m_key.id(); }

private:
    explicit SigningKey(VerifyingKey key) : m_key(std::move(key)) {}
    VerifyingKey m_key;
};

/// Base64 of RFC 4648 with padding; decoding throws Error(Failed) for anything else, line ends included.
[[nodiscard]] std::string toBase64(std::span<const std::uint8_t> bytes);
[[nodiscard]] std::vector<std::uint8_t> fromBase64(std::string_view text);

} // namespace parsimony
