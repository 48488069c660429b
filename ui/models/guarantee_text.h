// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/guarantee.h"

#include <QString>

namespace parsimony::ui {

/// The guarantee of an experiment in the language of the window; in English it is session::sentenceOf. What
/// is exported keeps the engine's words.
[[nodiscard]] QString guaranteeText(const session::Guarantee& guarantee);

} // namespace parsimony::ui
