// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLabel;

namespace parsimony::ui {

struct Problem;

/// Shows what went wrong in the language of the window. Where that is not the engine's, the English sentence
/// is the tool tip and can be copied from the context menu: others search and report by it.
void showProblem(QLabel& label, const Problem& problem);
/// For a label that may have shown one before: no English sentence belongs to what it says now.
void forgetProblem(QLabel& label);

} // namespace parsimony::ui
