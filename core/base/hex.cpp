// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"

#include "core/base/sentence.h"

namespace parsimony {

std::string toHex(std::span<const std::uint8_t> bytes) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const std::uint8_t byte : bytes) {
        text.push_back(digits[byte >> 4U]);
        text.push_back(digits[byte & 15U]);
    }
    return text;
}

namespace {
std::uint8_t nibble(char c) {
    if (c >= '0' && c <= '9') {
        return static_cast<std::uint8_t>(c - '0');
    }
    if (c >= 'a' && c <= 'f') {
        return static_cast<std::uint8_t>(c - 'a' + 10);
    }
    if (c >= 'A' && c <= 'F') {
        return static_cast<std::uint8_t>(c - 'A' + 10);
    }
    failUsage(Sentence("'{1}' is no hexadecimal digit", std::string(1, c)));
}
} // namespace

std::vector<std::uint8_t> fromHex(std::string_view text) {
    if (text.size() % 2 != 0) {
        failUsage(Sentence("a hexadecimal text needs an even number of digits"));
    }
    std::vector<std::uint8_t> bytes(text.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(nibble(text[2 * i]) << 4U | nibble(text[2 * i + 1]));
    }
    return bytes;
}

} // namespace parsimony
