// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workers/session_port.h"

namespace parsimony::ui {

/// The engine of the program: session::Session on project files, core/data on feature files.
[[nodiscard]] EnginePtr makeEngine();

} // namespace parsimony::ui
