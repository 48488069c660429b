// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/numerics/portable.h"

namespace parsimony::numerics {

template <class Word>
PARSIMONY_HOST_DEVICE Word rotateLeft(Word value, int bits) {
    return (value << bits) | (value >> (32 - bits));
}

/// RFC 8439 §2.1; Word is std::uint32_t or a vector of them, one block a lane.
template <class Word>
PARSIMONY_HOST_DEVICE void quarterRound(Word& a, Word& b, Word& c, Word& d) {
    a += b;
    d = rotateLeft(d ^ a, 16);
    c += d;
    b = rotateLeft(b ^ c, 12);
    a += b;
    d = rotateLeft(d ^ a, 8);
    c += d;
    b = rotateLeft(b ^ c, 7);
}

/// The 20 rounds and the final addition of RFC 8439 §2.3 on a state that is set up; `x` becomes the key
/// stream.
template <class Word>
PARSIMONY_HOST_DEVICE void chachaRounds(Word (&x)[16]) {
    Word start[16];
    for (int i = 0; i < 16; ++i) {
        start[i] = x[i];
    }
    for (int round = 0; round < 10; ++round) {
        quarterRound(x[0], x[4], x[8], x[12]);
        quarterRound(x[1], x[5], x[9], x[13]);
        quarterRound(x[2], x[6], x[10], x[14]);
        quarterRound(x[3], x[7], x[11], x[15]);
        quarterRound(x[0], x[5], x[10], x[15]);
        quarterRound(x[1], x[6], x[11], x[12]);
        quarterRound(x[2], x[7], x[8], x[13]);
        quarterRound(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 16; ++i) {
        x[i] += start[i];
    }
}

/// One block of key stream: key of 8 little-endian words, 32-bit counter, nonce of 3 words.
PARSIMONY_HOST_DEVICE void chachaBlock(const std::uint32_t* key, std::uint32_t counter,
                                       const std::uint32_t* nonce, std::uint32_t (&out)[16]) {
    out[0] = 0x61707865U;
    out[1] = 0x3320646eU;
    out[2] = 0x79622d32U;
    out[3] = 0x6b206574U;
    for (int i = 0; i < 8; ++i) {
        out[4 + i] = key[i];
    }
    out[12] = counter;
    for (int i = 0; i < 3; ++i) {
        out[13 + i] = nonce[i];
    }
    chachaRounds(out);
}

} // namespace parsimony::numerics
