// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ed25519.h"

#include "core/base/error.h"
#include "core/base/hex.h"

#include <openssl/evp.h>
#include <openssl/pem.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace parsimony {

namespace {

constexpr std::size_t kSignatureBytes = 64;

EVP_PKEY* keyOf(const std::shared_ptr<void>& key) {
    return static_cast<EVP_PKEY*>(key.get());
}

// A program that signs is run by scripts too: it must not stop to ask for a passphrase.
int noPassphrase(char*, int, int, void*) {
    return 0;
}

std::shared_ptr<void> readKey(const std::filesystem::path& file, bool wantsPrivate) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rbe"),
                                                                 [](std::FILE* f) { return std::fclose(f); });
    if (!stream) {
        fail("can't read the key '" + file.string() + "': " + std::strerror(errno));
    }
    EVP_PKEY* key = PEM_read_PrivateKey(stream.get(), nullptr, noPassphrase, nullptr);
    if (key == nullptr && !wantsPrivate) {
        std::rewind(stream.get());
        key = PEM_read_PUBKEY(stream.get(), nullptr, noPassphrase, nullptr);
    }
    std::shared_ptr<void> owned(key, [](void* k) { EVP_PKEY_free(static_cast<EVP_PKEY*>(k)); });
    if (key == nullptr || EVP_PKEY_get_base_id(key) != EVP_PKEY_ED25519) {
        fail("'" + file.string() + "' holds no " + (wantsPrivate ? "private" : "public") +
             " key of Ed25519 without a passphrase; make one with: openssl genpkey -algorithm ed25519 -out "
             "KEY.pem");
    }
    return owned;
}

using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

} // namespace

VerifyingKey VerifyingKey::read(const std::filesystem::path& file) {
    return VerifyingKey(readKey(file, false));
}

bool VerifyingKey::verify(std::span<const std::uint8_t> message,
                          std::span<const std::uint8_t> signature) const {
    const Context context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    return context && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, keyOf(m_key)) == 1 &&
           EVP_DigestVerify(context.get(), signature.data(), signature.size(), message.data(),
                            message.size()) == 1;
}

std::string VerifyingKey::id() const {
    std::array<std::uint8_t, 32> raw{};
    std::size_t size = raw.size();
    if (EVP_PKEY_get_raw_public_key(keyOf(m_key), raw.data(), &size) != 1 || size != raw.size()) {
        fail("libcrypto could not read the public half of a key");
    }
    return toHex(sha256(raw));
}

SigningKey SigningKey::read(const std::filesystem::path& file) {
    return SigningKey(VerifyingKey(readKey(file, true)));
}

std::vector<std::uint8_t> SigningKey::sign(std::span<const std::uint8_t> message) const {
    const Context context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    std::vector<std::uint8_t> signature(kSignatureBytes);
    std::size_t size = signature.size();
    if (!context || EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, keyOf(m_key.m_key)) != 1 ||
        EVP_DigestSign(context.get(), signature.data(), &size, message.data(), message.size()) != 1 ||
        size != signature.size()) {
        fail("libcrypto could not sign");
    }
    return signature;
}

std::string toBase64(std::span<const std::uint8_t> bytes) {
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0'); // libcrypto ends it with a zero
    const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), bytes.data(),
                                     static_cast<int>(bytes.size()));
    text.resize(static_cast<std::size_t>(size));
    return text;
}

std::vector<std::uint8_t> fromBase64(std::string_view text) {
    std::vector<std::uint8_t> bytes(text.size() / 4 * 3);
    const std::size_t padding = text.size() - std::min(text.size(), text.find_last_not_of('=') + 1);
    const int size = text.size() % 4 != 0 || padding > 2
                         ? -1
                         : EVP_DecodeBlock(bytes.data(), reinterpret_cast<const unsigned char*>(text.data()),
                                           static_cast<int>(text.size()));
    if (size != static_cast<int>(bytes.size())) {
        fail("the text is no base64");
    }
    bytes.resize(bytes.size() - padding);
    if (toBase64(bytes) != text) { // spaces, or bits that no encoder sets
        fail("the text is no base64");
    }
    return bytes;
}

} // namespace parsimony
