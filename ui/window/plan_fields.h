// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parsimony::ui {

class OptionFields;

/// The knobs that most plans need: method, trainer and what the two of them ask for.
void addPlanFields(OptionFields& fields);
/// All others that the command line has; each shows up where the chosen method and trainer look at it.
void addAdvancedFields(OptionFields& fields);

} // namespace parsimony::ui
