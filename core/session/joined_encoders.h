// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <string>
#include <vector>

// Encoders joined to one more (`--data A=DIR --data B=DIR --data both=A+B`): each record's features by A with
// those by B beside them.
namespace parsimony::session {

/// Is one of the encoders called that?
[[nodiscard]] bool isNamed(const ByEncoder& encoders, const std::string& name);

/// What is said for that encoder; empty where nothing is.
[[nodiscard]] std::string textFor(const ByEncoder& texts, const std::string& encoder);

/// The text of an encoder that joins those of these names.
[[nodiscard]] std::string joinOf(const std::vector<std::string>& names);

/// The names that the text of an encoder joins: those between '+', where it has no '/' and one of them is
/// that of an encoder given before. Empty where the text is a path: what names no encoder always is, and
/// `./A+B` is one whatever encoders there are. So neither files nor the folder of a program decide.
[[nodiscard]] std::vector<std::string> joinedNames(const ByEncoder& encoders, const std::string& encoder);

/// Throws Error(Usage) unless each joined encoder's names are two or more encoders with files of their own,
/// given before it.
void checkJoined(const ByEncoder& encoders);

} // namespace parsimony::session
