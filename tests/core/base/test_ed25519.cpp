// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ed25519.h"
#include "core/base/error.h"
#include "core/base/hex.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace parsimony {
namespace {

struct Vector {
    const char *seed, *key, *message, *signature;
};

/// RFC 8032, section 7.1, tests 1 to 3.
constexpr Vector kVectors[] = {
    {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f"
     "0595bbe"
     "24655141438e7a100b"},
    {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2ea"
     "eb4302a"
     "eeb00d291612bb0c00"},
    {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e"
     "9716ed2"
     "8dc027beceea1ec40a"},
};

std::vector<std::uint8_t> bytes(const std::string& hex) {
    std::vector<std::uint8_t> result;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        result.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    }
    return result;
}

std::filesystem::path pemFile(const std::string& name, const std::string& kind, const std::string& derHex) {
    const auto file = std::filesystem::temp_directory_path() / ("parsimony-" + name + ".pem");
    std::ofstream(file) << "-----BEGIN " << kind << " KEY-----\n"
                        << toBase64(bytes(derHex)) << "\n-----END " << kind << " KEY-----\n";
    return file;
}

TEST(Ed25519, ReadsTheFirstKeyOfItsKindInAFile) {
    const Vector& v = kVectors[0];
    const std::string seed = "302e020100300506032b657004220420" + std::string(v.seed);
    const auto file = pemFile("several", "PRIVATE", "3005060300" + seed); // of another kind
    const auto sound = pemFile("sound", "PRIVATE", seed);
    std::ofstream(file, std::ios::app) << std::ifstream(sound).rdbuf();
    EXPECT_EQ(SigningKey::read(file).id(), toHex(sha256(bytes(v.key))));
    const std::string x25519 = "302e020100300506032b656e04220420" + std::string(v.seed);
    const std::string longer = "302f020100300506032b657004230421" + std::string(v.seed) + "00";
    for (const std::string& der : {x25519, longer, seed.substr(0, seed.size() - 2)}) {
        EXPECT_THROW((void)SigningKey::read(pemFile("wrong", "PRIVATE", der)), Error) << der;
    }
    EXPECT_THROW((void)SigningKey::read(pemFile("locked", "ENCRYPTED PRIVATE", seed)), Error);
    const auto key = "302a300506032b6570032100" + std::string(v.key);
    for (const std::string& der :
         {key + "00", key.substr(0, key.size() - 2), "302a300506032b656e032100" + key.substr(24)}) {
        EXPECT_THROW((void)VerifyingKey::read(pemFile("wrong", "PUBLIC", der)), Error) << der;
    }
}

TEST(Ed25519, SignsAndVerifiesTheVectorsOfItsRfc) {
    for (const Vector& v : kVectors) {
        const auto secret =
            pemFile("secret", "PRIVATE", std::string("302e020100300506032b657004220420") + v.seed);
        const auto open = pemFile("public", "PUBLIC", std::string("302a300506032b6570032100") + v.key);
        const SigningKey signer = SigningKey::read(secret);
        const auto message = bytes(v.message);
        const auto signature = bytes(v.signature);
        EXPECT_EQ(signer.sign(message), signature);
        EXPECT_EQ(signer.id(), toHex(sha256(bytes(v.key))));
        const VerifyingKey key = VerifyingKey::read(open);
        EXPECT_EQ(key.id(), signer.id());
        EXPECT_TRUE(key.verify(message, signature));
        for (const std::size_t at : {0UL, 31UL, 32UL, 63UL}) {
            auto wrong = signature;
            wrong[at] ^= 1;
            EXPECT_FALSE(key.verify(message, wrong));
        }
        auto longer = message;
        longer.push_back(0);
        EXPECT_FALSE(key.verify(longer, signature));
        EXPECT_FALSE(key.verify(message, std::span(signature).first(63)));
        EXPECT_THROW((void)SigningKey::read(open), Error);
        EXPECT_THROW((void)VerifyingKey::read(secret), Error) << "it is not to be given away";
    }
    const auto other = pemFile("other", "PUBLIC", "00");
    EXPECT_THROW((void)VerifyingKey::read(other), Error);
    EXPECT_THROW((void)VerifyingKey::read("/no/such/key.pem"), Error);
}

TEST(Base64, IsReadBackAndNothingElseIs) {
    for (const char* text : {"", "00", "0001", "000102", "fffefdfc"}) {
        EXPECT_EQ(fromBase64(toBase64(bytes(text))), bytes(text));
    }
    EXPECT_EQ(toBase64(bytes("fffe")), "//4=");
    for (const char* wrong :
         {"A", "AB", "AB=", "A===", "====", "AB C", "AB==\n", "AB==AB==", "//5=", "-_=="}) {
        EXPECT_THROW((void)fromBase64(wrong), Error) << wrong;
    }
}

} // namespace
} // namespace parsimony
