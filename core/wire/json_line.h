// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/fields.h"

#include <optional>
#include <string>

namespace parsimony::wire {

/// A member whose value is numbers with commas between them and no brackets, as 0,5.
struct CommaMember {
    std::string name;
    std::string numbers;
};

struct JsonLine {
    Json json;                        ///< an object
    std::optional<CommaMember> comma; ///< the first; it is a text in `json`
};

/// A line as JSON, in which a number beyond what JSON's readers take is a text, as it is written: its option
/// says what is wrong with it. Throws Error(Usage) where it is none, or nested deeper than any request is:
/// writing it again would take a stack as deep. `plain` are the members that are texts and numbers, before
/// the place at which it is broken.
[[nodiscard]] JsonLine jsonOfLine(const std::string& line, Json& plain);

} // namespace parsimony::wire
