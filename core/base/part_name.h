// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <string>

namespace parsimony {

/// A part's name as a sentence holds it: train, validation, test and prior are words that another language
/// has its own for, a set's name is what its owner called it.
[[nodiscard]] inline Sentence::Value partName(const std::string& name) {
    const Sentence word = name == "train"        ? Sentence("train")
                          : name == "validation" ? Sentence("validation")
                          : name == "test"       ? Sentence("test")
                          : name == "prior"      ? Sentence("prior")
                                                 : Sentence();
    return word.pattern().empty() ? Sentence::Value{name} : Sentence::value(word);
}

} // namespace parsimony
