// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ed25519.h"

#include "core/base/hex.h"
#include "core/base/input_file.h"
#include "core/base/sentence.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace parsimony {

namespace {

constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kSignatureBytes = 64;

EVP_PKEY* keyOf(const std::shared_ptr<void>& key) {
    return static_cast<EVP_PKEY*>(key.get());
}

using KeyPtr = std::shared_ptr<void>;

KeyPtr owned(EVP_PKEY* key) {
    return {key, [](void* k) { EVP_PKEY_free(static_cast<EVP_PKEY*>(k)); }};
}

// libcrypto's decoders try every kind of key that it knows on every block; of these two kinds there is one
// spelling each (RFC 8410), so that only its PEM and PKCS #8 readers are needed, which are small.

KeyPtr publicKeyOf(std::span<const unsigned char> der) {
    constexpr std::array<unsigned char, 12> kStart{0x30, 0x2a, 0x30, 0x05, 0x06, 0x03,
                                                   0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};
    if (der.size() != kStart.size() + kKeyBytes || !std::equal(kStart.begin(), kStart.end(), der.begin())) {
        return nullptr;
    }
    return owned(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, &der[kStart.size()], kKeyBytes));
}

KeyPtr privateKeyOf(std::span<const unsigned char> der) {
    const unsigned char* next = der.data();
    const std::unique_ptr<PKCS8_PRIV_KEY_INFO, decltype(&PKCS8_PRIV_KEY_INFO_free)> info(
        d2i_PKCS8_PRIV_KEY_INFO(nullptr, &next, static_cast<long>(der.size())), PKCS8_PRIV_KEY_INFO_free);
    const ASN1_OBJECT* algorithm = nullptr;
    const unsigned char* text = nullptr; // an octet string within the octet string
    int size = 0;
    if (!info || PKCS8_pkey_get0(&algorithm, &text, &size, nullptr, info.get()) != 1 ||
        OBJ_obj2nid(algorithm) != NID_ED25519 || size != 2 + static_cast<int>(kKeyBytes) ||
        text[0] != V_ASN1_OCTET_STRING || text[1] != kKeyBytes) {
        return nullptr;
    }
    return owned(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, text + 2, kKeyBytes));
}

/// The first key in a file of PEM blocks; null when it holds none.
KeyPtr firstKey(std::FILE* stream, bool wantsPrivate) {
    char* name = nullptr;
    char* header = nullptr;
    unsigned char* bytes = nullptr;
    long size = 0;
    KeyPtr key;
    while (!key && PEM_read(stream, &name, &header, &bytes, &size) == 1) {
        const std::span<const unsigned char> der(bytes, static_cast<std::size_t>(size));
        if (wantsPrivate && std::strcmp(name, PEM_STRING_PKCS8INF) == 0) {
            key = privateKeyOf(der);
        } else if (!wantsPrivate && std::strcmp(name, PEM_STRING_PUBLIC) == 0) {
            key = publicKeyOf(der);
        }
        OPENSSL_free(name);
        OPENSSL_free(header);
        OPENSSL_clear_free(bytes, static_cast<std::size_t>(size));
    }
    ERR_clear_error();
    return key;
}

KeyPtr readKey(const std::filesystem::path& file, bool wantsPrivate) {
    requireReadable(file);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rbe"),
                                                                 [](std::FILE* f) { return std::fclose(f); });
    if (!stream) {
        fail(Sentence("can't read the key '{1}': {2}", file.string(), std::strerror(errno)));
    }
    KeyPtr key = firstKey(stream.get(), wantsPrivate);
    if (!key) {
        fail(wantsPrivate
                 ? Sentence(
                       "'{1}' holds no private key of Ed25519 without a passphrase; make one with: openssl "
                       "genpkey -algorithm ed25519 -out KEY.pem",
                       file.string())
                 : Sentence(
                       "'{1}' holds no public key of Ed25519; take one out of the private key with: openssl "
                       "pkey -in KEY.pem -pubout",
                       file.string()));
    }
    return key;
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
    std::array<std::uint8_t, kKeyBytes> raw{};
    std::size_t size = raw.size();
    if (EVP_PKEY_get_raw_public_key(keyOf(m_key), raw.data(), &size) != 1 || size != raw.size()) {
        fail(Sentence("libcrypto could not read the public half of a key"));
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
        fail(Sentence("libcrypto could not sign"));
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
        fail(Sentence("the text is no base64"));
    }
    bytes.resize(bytes.size() - padding);
    if (toBase64(bytes) != text) { // spaces, or bits that no encoder sets
        fail(Sentence("the text is no base64"));
    }
    return bytes;
}

} // namespace parsimony
