// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <cstdint>
#include <string>
#include <utility>

namespace parsimony {

/// A value that no data file supplied, as a format, a number of the ledger's or the name of a module: who
/// may not know what stands in files is told it all the same (core/wire/error_json.cpp); what isn't marked so
/// stays hidden. Where it crosses it is a value like any other.
[[nodiscard]] inline Sentence::Value told(std::string text) {
    Sentence::Value value{std::move(text)};
    value.told = true;
    return value;
}
[[nodiscard]] inline Sentence::Value told(std::int64_t number) {
    return told(std::to_string(number));
}

} // namespace parsimony
