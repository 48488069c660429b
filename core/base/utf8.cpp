// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"

#include <array>
#include <cstdint>

namespace parsimony {

namespace {

/// The bytes that follow a first byte, and the range of the first of them: it shuts out long forms,
/// surrogates and what lies beyond U+10FFFF.
struct Lead {
    std::uint8_t first, last; ///< of the first byte
    std::size_t following;
    std::uint8_t low, high;
};

constexpr std::array<Lead, 8> kLeads{{{0xC2, 0xDF, 1, 0x80, 0xBF},
                                      {0xE0, 0xE0, 2, 0xA0, 0xBF},
                                      {0xE1, 0xEC, 2, 0x80, 0xBF},
                                      {0xED, 0xED, 2, 0x80, 0x9F},
                                      {0xEE, 0xEF, 2, 0x80, 0xBF},
                                      {0xF0, 0xF0, 3, 0x90, 0xBF},
                                      {0xF1, 0xF3, 3, 0x80, 0xBF},
                                      {0xF4, 0xF4, 3, 0x80, 0x8F}}};

/// Bytes of the code point that the text begins with; 0: it is none.
std::size_t lengthOfFirst(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    if (byte(0) < 0x80) {
        return 1;
    }
    for (const Lead& lead : kLeads) {
        if (byte(0) < lead.first || byte(0) > lead.last) {
            continue;
        }
        if (text.size() <= lead.following || byte(1) < lead.low || byte(1) > lead.high) {
            return 0;
        }
        for (std::size_t i = 2; i <= lead.following; ++i) {
            if ((byte(i) & 0xC0U) != 0x80U) {
                return 0;
            }
        }
        return lead.following + 1;
    }
    return 0;
}

} // namespace

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = lengthOfFirst(text);
        if (length == 0) {
            return false;
        }
        text.remove_prefix(length);
    }
    return true;
}

} // namespace parsimony
