// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <cstdint>
#include <string>

namespace parsimony {

/// A value that no data file supplied, as a format, a number of the ledger's or the name of a module: who
/// may not know what stands in files is told it all the same (core/wire/error_json.cpp). It crosses as a
/// sentence without values, whose words are ours; what isn't marked so stays hidden.
[[nodiscard]] inline Sentence::Value told(const std::string& text) {
    return Sentence::value(Sentence::of(text, {}));
}
[[nodiscard]] inline Sentence::Value told(std::int64_t number) {
    return told(std::to_string(number));
}

} // namespace parsimony
