// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/ledger/audit.h"
#include "core/ledger/receipt.h"
#include "tests/core/ledger/ledger_fixture.h"

#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <fstream>

namespace parsimony::ledger {

using ::testing::HasSubstr;
using ::testing::SizeIs;

class ReceiptTest : public LedgerTest {
protected:
    [[nodiscard]] AuditReport checked(const std::string& name, const Receipt& receipt) const {
        AuditOptions options;
        options.receipt = receipt;
        return audit(file(name), options);
    }
};

TEST_F(ReceiptTest, SurvivesAMailAndNoSlip) {
    (void)Project::openOrCreate(file("own"), {});
    const Receipt receipt = receiptOf(file("own"));
    const std::string text = receipt.text();
    EXPECT_EQ(Receipt::fromText(text, "it"), receipt);
    EXPECT_EQ(Receipt::fromText("Dear colleague,\r\n\r\n  " + text + "\nYours", "it"), receipt);
    std::size_t refused = 0;
    const std::size_t first = text.find('\n') + 1;
    for (std::size_t at = first; at < text.size(); ++at) {
        if (std::isxdigit(static_cast<unsigned char>(text[at])) == 0) {
            continue;
        }
        std::string wrong = text;
        wrong[at] = wrong[at] == '7' ? '1' : '7';
        try {
            (void)Receipt::fromText(wrong, "it");
            ADD_FAILURE() << wrong;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Failed);
            ++refused;
        }
    }
    EXPECT_GT(refused, 100U);
    for (const std::size_t length : {std::size_t{0}, first, text.size() - 2}) {
        EXPECT_THROW((void)Receipt::fromText(text.substr(0, length), "it"), Error);
    }
}

TEST_F(ReceiptTest, FindsAFileThatWasRewrittenAsAWhole) {
    {
        auto own = Project::openOrCreate(file("own"), {});
        std::filesystem::copy_file(file("own"), file("empty"));
        (void)own.declareDataset(privateDataset());
    }
    const Receipt receipt = receiptOf(file("own"));
    EXPECT_GT(receipt.row, 1);
    EXPECT_TRUE(checked("own", receipt).ok());
    {
        auto own = Project::openOrCreate(file("own"), {});
        own.raiseCap(own.datasets().front().id, 9.0, "later rows are no matter");
    }
    EXPECT_TRUE(checked("own", receipt).ok());
    // A chain of its own from the same first row on, which by itself verifies.
    EXPECT_FALSE(checked("empty", receipt).ok()) << "the tail is gone";
    {
        auto rewritten = Project::openOrCreate(file("empty"), {});
        auto dataset = privateDataset();
        dataset.epsilon = 100.0;
        (void)rewritten.declareDataset(dataset);
        rewritten.raiseCap(rewritten.datasets().front().id, 200.0, "long enough");
    }
    EXPECT_TRUE(audit(file("empty")).ok());
    const auto found = checked("empty", receipt);
    ASSERT_THAT(found.problems, SizeIs(1));
    EXPECT_EQ(found.problems.front().row, receipt.row);
    EXPECT_THAT(found.problems.front().what.english(), HasSubstr("rewritten"));
    (void)Project::openOrCreate(file("another"), {});
    const auto other = checked("another", receipt);
    ASSERT_THAT(other.problems, SizeIs(1));
    EXPECT_THAT(other.problems.front().what.english(), HasSubstr("another project"));
}

TEST_F(ReceiptTest, TheTimeStampRequestIsWhatAuthoritiesRead) {
    const Digest digest = sha256(std::string_view("a receipt"));
    for (const std::uint64_t nonce : {0ULL, 0x7fULL, 0x80ULL, 0x123456789abcdef0ULL, ~0ULL}) {
        const auto request = timeStampRequest(digest, nonce);
        ASSERT_EQ(request.size(), request[1] + 2U);
        EXPECT_THAT(toHex(request), HasSubstr("020101"
                                              "3031300d06096086480165030402010500"
                                              "0420" +
                                              toHex(digest)));
        EXPECT_TRUE(toHex(request).ends_with("0101ff"));
    }
    const std::string path = (folder / "request.tsq").string();
    const auto request = timeStampRequest(digest, 0xfedcba9876543210ULL);
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(request.data()), static_cast<std::streamsize>(request.size()));
    FILE* pipe = ::popen(("openssl ts -query -in '" + path + "' -text 2>/dev/null").c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string text;
    std::array<char, 256> piece{};
    while (const std::size_t read = std::fread(piece.data(), 1, piece.size(), pipe)) {
        text.append(piece.data(), read);
    }
    if (::pclose(pipe) == 127 << 8) {
        GTEST_SKIP() << "no openssl here";
    }
    EXPECT_THAT(text, HasSubstr("Version: 1"));
    EXPECT_THAT(text, HasSubstr("Hash Algorithm: sha256"));
    EXPECT_THAT(text, HasSubstr("Nonce: 0xFEDCBA9876543210"));
    EXPECT_THAT(text, HasSubstr("Certificate required: yes"));
}

} // namespace parsimony::ledger
