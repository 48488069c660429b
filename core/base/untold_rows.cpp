// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/untold_rows.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace parsimony {

bool tellsRows(const Sentence::Value& value) {
    const auto inside = value.said ? value.said->values() : std::vector<Sentence::Value>();
    return value.ofRows || std::any_of(inside.begin(), inside.end(), tellsRows);
}

Sentence::Value untold() {
    return {"(not told)", false};
}

Sentence withoutRows(const Sentence& sentence) {
    std::vector<Sentence::Value> values = sentence.values();
    std::replace_if(values.begin(), values.end(), tellsRows, untold());
    return Sentence::of(sentence.pattern(), std::move(values));
}

} // namespace parsimony
