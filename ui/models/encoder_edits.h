// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/encoders.h"

#include <QString>
#include <map>
#include <string>
#include <vector>

// What a person does to the encoders of a request. The first one makes of the one set that is there an
// encoder; when one alone is left, it is one set again.
namespace parsimony::ui::encoders {

/// The further sets that a folder or file has beside the usual parts.
[[nodiscard]] std::map<std::string, session::PartFiles> setsIn(const std::string& place,
                                                               const std::vector<ArrayInfo>& arrays);

/// Adds the rows of a folder or file, in the same order. Further sets stay where each encoder has its own.
/// Returns a sentence on what did not go, empty where all did.
[[nodiscard]] QString add(session::RunOptions& options, const std::string& place,
                          const std::vector<ArrayInfo>& arrays);
/// Other files in the place of that encoder's.
[[nodiscard]] QString replace(session::RunOptions& options, const std::string& name, const std::string& place,
                              const std::vector<ArrayInfo>& arrays);
/// One more encoder, of the features of these side by side.
void join(session::RunOptions& options, const std::vector<std::string>& names);
/// Another name, wherever the old one stands. Returns a sentence where it can be none.
[[nodiscard]] QString rename(session::RunOptions& options, const std::string& from, const std::string& to);
/// Takes it away, with what was joined of it.
void remove(session::RunOptions& options, const std::string& name);
/// Rows are tied by their places, or else by ids.
void setSameOrder(session::RunOptions& options, bool same);

/// The file that says whose the rows of a part are, empty for none; with rows in the same order one for all.
void setIds(session::RunOptions& options, const std::string& name, PartOf part, const std::string& file);

/// The names that can be joined and are not yet: all pairs, and all together.
[[nodiscard]] std::vector<std::vector<std::string>> possibleJoins(const session::RunOptions& options);

} // namespace parsimony::ui::encoders
