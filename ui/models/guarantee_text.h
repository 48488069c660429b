// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace parsimony::ui {

/// The guarantee of an experiment (session::guaranteeOf) in the language of the window. A sentence of another
/// form is shown as it is: it may say more than a translation of this one would. What is exported keeps the
/// engine's words.
[[nodiscard]] QString guaranteeText(const std::string& guarantee);

/// A remark of the engine on an experiment in the language of the window, or as it is.
[[nodiscard]] QString noticeText(const std::string& notice);

} // namespace parsimony::ui
