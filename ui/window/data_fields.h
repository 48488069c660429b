// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parsimony::ui {

class OptionFields;

/// Rare questions about the data: a private mean, which parts are public, rows of other people.
void addRareDataFields(OptionFields& fields);

} // namespace parsimony::ui
