// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secure_random.h"

#include "core/base/sentence.h"

#include <sys/random.h>

#include <cerrno>

namespace parsimony {

void fillSecureRandom(std::span<std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t got = getrandom(bytes.data(), bytes.size(), 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            fail(Sentence("the operating system gave no random bytes; noise cannot be drawn safely"));
        }
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
}

std::array<std::uint8_t, 32> secureRandomKey() {
    std::array<std::uint8_t, 32> key{};
    fillSecureRandom(key);
    return key;
}

} // namespace parsimony
