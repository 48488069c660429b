// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

// A project file as text. A hunt mutates values, rows and experiments of it (ledger_mutation.h), where bytes
// of a database seldom stay one; and what a mutant does not say follows from what it does: numbers of rows,
// commitments, the hashes of blobs and of the whole chain, so that it is refused for what it says alone.
//
// A line is a row: a letter for its table and the cells, with tabs between them. A cell is empty where it is
// NULL or follows from others, else n (NULL), i (whole), r (real), t (text) or b (bytes, hexadecimal) and the
// value; in texts \\, \n and \t stand for themselves.
//   p application_id user_version    first of all
//   l ledger, its columns as they are hashed, then prev and hash
//   b blobs    c checkpoints    k clocks
//   d name     a table, view, index or trigger that is left out; v name: a view of endless rows
namespace parsimony::fuzzing {

[[nodiscard]] bool isLedgerText(std::string_view bytes);
/// The text for the project file of that path; for the same file the same. Throws Error where it is none.
[[nodiscard]] std::string ledgerTextOf(const std::string& path);
/// Writes the file that a text stands for; lines that no row can be made of are left out.
void layLedger(std::string_view text, const std::string& path);

} // namespace parsimony::fuzzing
