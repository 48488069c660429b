// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <QString>
#include <string>
#include <vector>

namespace parsimony::ui {

/// A sentence of the engine in the language of the window; one that has no translation stays English, under a
/// lead that says so where the window speaks another language.
[[nodiscard]] QString sentenceText(const Sentence& sentence);
/// The same for sentences that follow one another.
[[nodiscard]] QString sentenceText(const std::vector<Sentence>& sentences);
/// The same for a sentence that names no pattern.
[[nodiscard]] QString sentenceText(const char* english);
/// A part's name, where it is a word of the engine's (train, test …) in the language of the window.
[[nodiscard]] QString partText(const std::string& name);

} // namespace parsimony::ui
