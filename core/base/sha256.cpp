// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sha256.h"

#include "core/base/bytes_of.h"
#include "core/base/sentence.h"
#include "core/base/sha256_pairs.h"

#include <openssl/evp.h>

#include <algorithm>
#include <cstring>

namespace parsimony {

namespace {

using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

void check(int ok) {
    if (ok != 1) {
        fail(Sentence("libcrypto could not compute SHA-256"));
    }
}

Context newContext() {
    Context context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    if (!context) {
        fail(Sentence("out of memory while preparing SHA-256"));
    }
    return context;
}

// Fetched once; kept for the whole process.
const EVP_MD* algorithm() {
    static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    if (fetched == nullptr) {
        fail(Sentence("libcrypto has no SHA-256"));
    }
    return fetched;
}

Digest finishContext(EVP_MD_CTX* context) {
    Digest digest{};
    unsigned int size = 0;
    check(EVP_DigestFinal_ex(context, digest.data(), &size));
    return digest;
}

constexpr std::size_t kBlock = 64;

/// Two messages of `size` bytes each into states that have taken one block already, padding and length
/// included (FIPS 180-4 §5.1.1).
void takeBoth(std::array<Sha256State, 2>& states, const std::uint8_t* a, const std::uint8_t* b,
              std::size_t size) {
    const std::size_t whole = size / kBlock;
    const std::size_t rest = size % kBlock;
    compressPairs(states[0], states[1], a, b, whole);
    const std::size_t blocks = rest + 1 + sizeof(std::uint64_t) <= kBlock ? 1 : 2;
    std::array<std::array<std::uint8_t, 2 * kBlock>, 2> last{};
    const std::uint64_t bits = (kBlock + size) * 8;
    for (std::size_t lane = 0; lane < 2; ++lane) {
        std::copy_n((lane == 0 ? a : b) + whole * kBlock, rest, last[lane].begin());
        last[lane][rest] = 0x80;
        const std::uint64_t reversed = __builtin_bswap64(bits);
        std::memcpy(last[lane].data() + blocks * kBlock - sizeof reversed, &reversed, sizeof reversed);
    }
    compressPairs(states[0], states[1], last[0].data(), last[1].data(), blocks);
}

Digest digestOf(const Sha256State& state) {
    Digest digest{};
    for (std::size_t i = 0; i < state.size(); ++i) {
        const std::uint32_t word = __builtin_bswap32(state[i]); // the machine is little-endian
        std::memcpy(digest.data() + 4 * i, &word, sizeof word);
    }
    return digest;
}

} // namespace

Digest sha256(std::span<const std::uint8_t> bytes) {
    // Looking the algorithm up and making a context take longer than hashing a ledger row: both are kept.
    thread_local const Context context = newContext();
    check(EVP_DigestInit_ex2(context.get(), algorithm(), nullptr));
    check(EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()));
    return finishContext(context.get());
}

Digest sha256(std::string_view text) {
    return sha256(bytesOf(text));
}

struct Sha256Stream::State {
    Context context = newContext();
};

Sha256Stream::Sha256Stream() : m_state(std::make_unique<State>()) {
    check(EVP_DigestInit_ex2(m_state->context.get(), algorithm(), nullptr));
}
Sha256Stream::~Sha256Stream() = default;

void Sha256Stream::add(std::span<const std::uint8_t> bytes) {
    check(EVP_DigestUpdate(m_state->context.get(), bytes.data(), bytes.size()));
}
void Sha256Stream::add(std::string_view text) {
    add(bytesOf(text));
}

Digest Sha256Stream::finish() {
    return finishContext(m_state->context.get());
}

struct HmacSha256::State {
    Context inner = newContext();
    Context outer = newContext();
    Context work = newContext();
    Sha256State innerPair = kSha256Start; ///< the same beginnings for both(); only where hasPairs()
    Sha256State outerPair = kSha256Start;
};

HmacSha256::HmacSha256(std::span<const std::uint8_t> key) : m_state(std::make_unique<State>()) {
    std::array<std::uint8_t, 64> block{};
    if (key.size() > block.size()) {
        const Digest shortKey = sha256(key);
        std::copy(shortKey.begin(), shortKey.end(), block.begin());
    } else {
        std::copy(key.begin(), key.end(), block.begin());
    }
    const auto absorb = [&](EVP_MD_CTX* context, Sha256State& pair, std::uint8_t pad) {
        std::array<std::uint8_t, 64> padded{};
        for (std::size_t i = 0; i < padded.size(); ++i) {
            padded[i] = static_cast<std::uint8_t>(block[i] ^ pad);
        }
        check(EVP_DigestInit_ex2(context, algorithm(), nullptr));
        check(EVP_DigestUpdate(context, padded.data(), padded.size()));
        if (hasPairs()) {
            Sha256State other = pair;
            compressPairs(pair, other, padded.data(), padded.data(), 1);
        }
    };
    absorb(m_state->inner.get(), m_state->innerPair, 0x36);
    absorb(m_state->outer.get(), m_state->outerPair, 0x5c);
}
HmacSha256::~HmacSha256() = default;
HmacSha256::HmacSha256(HmacSha256&&) noexcept = default;
HmacSha256& HmacSha256::operator=(HmacSha256&&) noexcept = default;

Digest HmacSha256::operator()(std::span<const std::uint8_t> message) {
    if (hasPairs()) { // half of it for nothing, and yet sooner done than the copies of two contexts
        return both(message, message)[0];
    }
    EVP_MD_CTX* work = m_state->work.get();
    check(EVP_MD_CTX_copy_ex(work, m_state->inner.get()));
    check(EVP_DigestUpdate(work, message.data(), message.size()));
    const Digest inner = finishContext(work);
    check(EVP_MD_CTX_copy_ex(work, m_state->outer.get()));
    check(EVP_DigestUpdate(work, inner.data(), inner.size()));
    return finishContext(work);
}

std::array<Digest, 2> HmacSha256::both(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
    if (a.size() != b.size() || !hasPairs()) {
        return {(*this)(a), (*this)(b)};
    }
    std::array<Sha256State, 2> states{m_state->innerPair, m_state->innerPair};
    takeBoth(states, a.data(), b.data(), a.size());
    const std::array<Digest, 2> inner{digestOf(states[0]), digestOf(states[1])};
    states = {m_state->outerPair, m_state->outerPair};
    takeBoth(states, inner[0].data(), inner[1].data(), inner[0].size());
    return {digestOf(states[0]), digestOf(states[1])};
}

} // namespace parsimony
