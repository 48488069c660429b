// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/receipt.h"

#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/base/utc_time.h"
#include "core/ledger/project_file.h"
#include "core/ledger/sqlite.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <sstream>

namespace parsimony::ledger {

namespace {

constexpr const char* title = "Parsimony receipt of a ledger";

std::string checkOf(const std::string& lines) {
    return toHex(sha256(lines)).substr(0, 16);
}

bool isHex(const std::string& text, std::size_t digits) {
    return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// The value of a line "name   value": mail programs may change the blanks at its ends and between.
std::string valueIn(std::istream& lines, const std::string& name) {
    std::string line, key, value, more;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        if (words >> key) {
            return key == name && words >> value && !(words >> more) ? value : std::string();
        }
    }
    return {};
}

} // namespace

std::string Receipt::text() const {
    const std::string lines = std::string(title) + "\nproject  " + project + "\nrow      " +
                              std::to_string(row) + "\nhead     " + toHex(tip) + "\nday      " + day + "\n";
    return lines + "check    " + checkOf(lines) + "\n";
}

Receipt Receipt::fromText(std::string_view text, const std::string& source) {
    const auto refused = [&source] {
        fail(Sentence("{1} is no receipt of a ledger, or not a whole one; `witness` writes them", source));
    };
    const auto begin = text.find(title); // a mail has words of its own around it
    if (begin == std::string_view::npos) {
        refused();
    }
    std::istringstream lines{std::string(text.substr(begin + std::string_view(title).size()))};
    Receipt receipt;
    receipt.project = valueIn(lines, "project");
    const std::string row = valueIn(lines, "row");
    const std::string tip = valueIn(lines, "head");
    receipt.day = valueIn(lines, "day");
    const std::string check = valueIn(lines, "check");
    const auto read = std::from_chars(row.data(), row.data() + row.size(), receipt.row);
    if (read.ec != std::errc{} || read.ptr != row.data() + row.size() || receipt.row < 1 ||
        !isHex(tip, 2 * sizeof(Digest))) {
        refused();
    }
    const auto bytes = fromHex(tip);
    std::copy(bytes.begin(), bytes.end(), receipt.tip.begin());
    const std::string whole = receipt.text();
    if (check.empty() || !whole.ends_with(" " + check + "\n")) {
        refused();
    }
    return receipt;
}

Receipt receiptOf(const std::filesystem::path& project) {
    Receipt receipt;
    {
        Database database(project.string(), readingModeOf(project));
        requireProject(database);
        const ReadSnapshot snapshot(database);
        receipt.project = projectIdIn(database);
        auto last = database.prepare("SELECT seq, hash FROM ledger ORDER BY seq DESC LIMIT 1");
        if (!last.step() || last.blobView(1).size() != receipt.tip.size()) {
            fail(
                Sentence("{1} has an empty ledger; there is nothing to give a receipt of", project.string()));
        }
        receipt.row = last.integer(0);
        std::copy_n(last.blobView(1).begin(), receipt.tip.size(), receipt.tip.begin());
    }
    removeEmptyLog(project);
    receipt.day = utcDay(std::chrono::system_clock::now());
    return receipt;
}

std::vector<std::uint8_t> timeStampRequest(const Digest& digest, std::uint64_t nonce) {
    // TimeStampReq ::= SEQUENCE { version 1, messageImprint { sha-256, digest }, nonce, certReq TRUE }
    std::vector<std::uint8_t> inner{0x02, 0x01, 0x01,                               // version
                                    0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, // messageImprint …
                                    0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, // … 2.16.840.1.101.3.4.2.1
                                    0x05, 0x00, 0x04, 0x20};
    inner.insert(inner.end(), digest.begin(), digest.end());
    std::vector<std::uint8_t> number;
    for (int shift = 56; shift >= 0; shift -= 8) {
        const auto byte = static_cast<std::uint8_t>(nonce >> static_cast<unsigned>(shift));
        if (!number.empty() || byte != 0 || shift == 0) {
            number.push_back(byte);
        }
    }
    if ((number.front() & 0x80U) != 0) { // it would be negative
        number.insert(number.begin(), 0);
    }
    inner.insert(inner.end(), {0x02, static_cast<std::uint8_t>(number.size())});
    inner.insert(inner.end(), number.begin(), number.end());
    inner.insert(inner.end(), {0x01, 0x01, 0xff});
    std::vector<std::uint8_t> request{0x30, static_cast<std::uint8_t>(inner.size())};
    request.insert(request.end(), inner.begin(), inner.end());
    return request;
}

} // namespace parsimony::ledger
