// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "core/importance/knob_importance.h"

namespace parsimony::cli {

/// Adds `importance` to the object, and puts its table, with a sentence on what it was computed from, in the
/// place of the one there.
void addImportance(Result& result, const importance::KnobImportance& found);

} // namespace parsimony::cli
