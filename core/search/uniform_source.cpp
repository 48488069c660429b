// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/uniform_source.h"

#include "core/base/secure_random.h"
#include "core/base/sha256.h"

#include <cstring>
#include <limits>
#include <string>

namespace parsimony::search {

namespace {

void putLittleEndian(std::uint8_t* out, std::uint64_t value) {
    for (int i = 0; i < 8; ++i) {
        out[i] = static_cast<std::uint8_t>(value >> (8 * i));
    }
}

std::uint64_t getLittleEndian(const std::uint8_t* in) {
    std::uint64_t value = 0;
    for (int i = 7; i >= 0; --i) {
        value = value << 8 | in[i];
    }
    return value;
}

} // namespace

UniformSource::~UniformSource() = default;

double UniformSource::next() {
    // Half a cell from either end: neither 0 nor 1 is ever returned.
    return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52;
}

std::uint64_t UniformSource::below(std::uint64_t count) {
    const std::uint64_t limit =
        std::numeric_limits<std::uint64_t>::max() - std::numeric_limits<std::uint64_t>::max() % count;
    std::uint64_t word = bits();
    while (word >= limit) {
        word = bits();
    }
    return word % count;
}

std::uint64_t SecureUniformSource::bits() {
    if (m_used == m_buffer.size()) {
        fillSecureRandom(m_buffer);
        m_used = 0;
    }
    const std::uint64_t value = getLittleEndian(m_buffer.data() + m_used);
    std::memset(m_buffer.data() + m_used, 0, 8);
    m_used += 8;
    return value;
}

KeyedUniformSource::KeyedUniformSource(const SearchKey& key, std::uint64_t stream)
    : m_key(key), m_stream(stream) {}

std::uint64_t KeyedUniformSource::bits() {
    if (m_used == m_words.size()) {
        std::array<std::uint8_t, 48> message{};
        std::memcpy(message.data(), m_key.data(), m_key.size());
        putLittleEndian(message.data() + 32, m_stream);
        putLittleEndian(message.data() + 40, m_counter++);
        const Digest digest = sha256(message);
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            m_words[i] = getLittleEndian(digest.data() + 8 * i);
        }
        m_used = 0;
    }
    return m_words[m_used++];
}

SearchKey searchKeyOfSeed(std::uint64_t seed) {
    return sha256("parsimony search seed " + std::to_string(seed));
}

} // namespace parsimony::search
