// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sha256.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::ledger {

/// The tip of a ledger as a small text that is mailed, printed or time-stamped before data is opened. Whoever
/// has it finds a ledger that was rewritten as a whole since.
struct Receipt {
    std::string project; ///< Project::projectId()
    std::int64_t row = 0;
    Digest tip{};    ///< of that row
    std::string day; ///< YYYY-MM-DD, as the machine's clock had it; a time stamp proves it

    /// Five lines and a sixth that checks them, so that a slip of who types it off paper is found.
    [[nodiscard]] std::string text() const;
    /// Inverse of text(); throws Error(Failed) naming `source` where it is no receipt, or not a whole one.
    [[nodiscard]] static Receipt fromText(std::string_view text, const std::string& source);
    friend bool operator==(const Receipt&, const Receipt&) = default;
};

/// The receipt of a project file as it is now; the file is not changed. Throws Error(Failed) when it is no
/// project.
[[nodiscard]] Receipt receiptOf(const std::filesystem::path& project);

/// A request to a time-stamping authority (RFC 3161, DER) to date what has this SHA-256, its certificate
/// included; `nonce` makes the answer one to this request.
[[nodiscard]] std::vector<std::uint8_t> timeStampRequest(const Digest& digest, std::uint64_t nonce);

} // namespace parsimony::ledger
