// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sha256.h"
#include "core/ledger/sqlite.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace parsimony::ledger {

/// The columns of table `ledger` in the order in which they are hashed; `prev` and `hash` follow them.
inline constexpr std::string_view chainedColumns =
    "seq,time,kind,dataset,part,experiment,trial,class,mu_squared,mu_squared_exact,epsilon,delta,salt,"
    "commitment,body";

/// Where a statement that selects those, `prev` and `hash` has what chain and audit look at.
enum ChainColumn {
    seqColumn = 0,
    timeColumn = 1,
    classColumn = 7,
    saltColumn = 12,
    commitmentColumn = 13,
    bodyColumn = 14,
    prevColumn = 15,
    hashColumn = 16
};

/// What stands in the chain for a curator body: SHA-256("parsimony/commitment/1" ‖ salt ‖ body). The salt is
/// 32 random bytes, so a copy without salt and body tells nothing about the body.
[[nodiscard]] Digest commitmentOf(std::span<const std::uint8_t> salt, std::string_view body);

/// The hash of a row: SHA-256 over "parsimony/ledger/1", every column of `chainedColumns` as type byte,
/// eight-byte big-endian length and bytes, and the hash of the row before it. For a row of class curator salt
/// and body are left out: its commitment stands for them.
class RowHasher {
public:
    RowHasher();
    void addNull() { add('n', {}); }
    void addInteger(std::int64_t value);
    void addReal(double value);
    void addText(std::string_view value);
    void addBlob(std::span<const std::uint8_t> value) { add('b', value); }
    /// The hash of what was added; the hasher then begins with the next row.
    [[nodiscard]] Digest finish(const Digest& previous);

private:
    void add(char type, std::span<const std::uint8_t> bytes);
    Bytes m_buffer;
};

/// The hash that the current row of a statement that selects `chainedColumns` first should have after
/// `previous`.
[[nodiscard]] Digest hashOfSelectedRow(const Statement& row, const Digest& previous);

} // namespace parsimony::ledger
