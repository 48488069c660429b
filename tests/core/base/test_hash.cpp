// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/base/sha256.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace parsimony {

TEST(Sha256, MatchesFips180Examples) {
    EXPECT_EQ(toHex(sha256(std::string_view("abc"))),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(toHex(sha256(std::string_view(""))),
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Sha256, StreamEqualsOneShot) {
    Sha256Stream stream;
    stream.add(std::string_view("a"));
    stream.add(std::string_view("bc"));
    EXPECT_EQ(stream.finish(), sha256(std::string_view("abc")));
}

TEST(HmacSha256, MatchesRfc4231CasesOneAndSix) {
    HmacSha256 one(std::vector<std::uint8_t>(20, 0x0b));
    const std::string hi = "Hi There";
    const std::span<const std::uint8_t> message(reinterpret_cast<const std::uint8_t*>(hi.data()), hi.size());
    const char* expected = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7";
    EXPECT_EQ(toHex(one(message)), expected);
    EXPECT_EQ(toHex(one(message)), expected) << "the keyed state must survive a message";

    HmacSha256 six(std::vector<std::uint8_t>(131, 0xaa));
    const std::string text = "Test Using Larger Than Block-Size Key - Hash Key First";
    EXPECT_EQ(toHex(six({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()})),
              "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(HmacSha256, TwoMessagesTogetherGetWhatEachGetsAlone) {
    HmacSha256 hmac(std::vector<std::uint8_t>(32, 0x17)); // alone: libcrypto's
    std::vector<std::uint8_t> bytes(8192);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(i * i + 3 * i + i / 256);
    }
    const auto expectSame = [&](std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
        const auto both = hmac.both(a, b);
        ASSERT_EQ(both[0], hmac(a)) << a.size();
        ASSERT_EQ(both[1], hmac(b)) << b.size();
    };
    for (std::size_t size = 0; size <= 300; ++size) { // the padding takes a block of its own or not
        expectSame(std::span(bytes).first(size), std::span(bytes).subspan(517, size));
    }
    for (const std::size_t size : {1537U, 3073U, 4095U, 4096U}) {
        expectSame(std::span(bytes).first(size), std::span(bytes).last(size));
        expectSame(std::span(bytes).first(size), std::span(bytes).first(size));
        expectSame(std::span(bytes).first(size), std::span(bytes).last(size - 1));
    }
}

TEST(Hex, RoundTripsAndRefusesNonsense) {
    const auto key = secureRandomKey();
    const auto back = fromHex(toHex(key));
    EXPECT_TRUE(std::equal(key.begin(), key.end(), back.begin(), back.end()));
    EXPECT_THROW((void)fromHex("abc"), Error);
    EXPECT_THROW((void)fromHex("zz"), Error);
}

TEST(SecureRandom, KeysDiffer) {
    EXPECT_NE(secureRandomKey(), secureRandomKey());
}

} // namespace parsimony
