// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

namespace parsimony {

/// Is it a number of rows, or a sentence that has one?
[[nodiscard]] bool tellsRows(const Sentence::Value& value);

/// What stands in a value's place for whom it is not for.
[[nodiscard]] Sentence::Value untold();

/// The sentence for whoever may not know how many rows a file has, as what others read of a private one.
[[nodiscard]] Sentence withoutRows(const Sentence& sentence);

} // namespace parsimony
