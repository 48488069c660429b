// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workers/session_port.h"

#include <string>
#include <vector>

namespace parsimony::ui {

/// The engine behind `parsimony-cli serve --stdio`, which `command` starts here or over ssh. It is started
/// when it is needed, and again after the connection was lost.
[[nodiscard]] EnginePtr makeRemoteEngine(std::vector<std::string> command);

} // namespace parsimony::ui
