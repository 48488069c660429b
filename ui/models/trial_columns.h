// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_field.h"
#include "ui/models/values.h"

#include <QString>
#include <optional>

namespace parsimony::ui {

/// The columns of the trial table are what filters ask for.
using TrialColumn = filter::TrialField;
constexpr int kTrialColumns = filter::kTrialFields;

[[nodiscard]] QString trialColumnTitle(TrialColumn column);   ///< short: "σ"
[[nodiscard]] QString knobTitle(train::Knob knob);            ///< of its column: "c"
[[nodiscard]] QString trialColumnMeaning(TrialColumn column); ///< a sentence that teaches the term
[[nodiscard]] QString trialColumnKey(TrialColumn column); ///< the name a filter and a CSV header use: "sigma"
/// Empty for what the experiment says: TrialTableModel::text() knows it.
[[nodiscard]] QString trialText(const session::TrialSnapshot& trial, TrialColumn column);
/// The number to sort and filter by; nullopt where the trial has none (sorted last).
[[nodiscard]] std::optional<double> trialNumber(const session::TrialSnapshot& trial, TrialColumn column);

[[nodiscard]] QString tagsText(const std::vector<std::string>& tags); ///< "good, again"
/// Words between commas, semicolons or blanks, each once.
[[nodiscard]] std::vector<std::string> tagsFromText(const QString& text);

[[nodiscard]] bool isFinal(const session::TrialSnapshot& trial);
/// "phase 1", or "final" for what is in no phase (−1).
[[nodiscard]] QString phaseTitle(int phase);
[[nodiscard]] QString phaseName(const session::TrialSnapshot& trial); ///< "phase 1", "final", "mean"
[[nodiscard]] QString statisticName(const std::string& name);         ///< as a plan calls it, in words
/// Columns of words stand left, columns of numbers right.
[[nodiscard]] constexpr bool trialColumnIsText(TrialColumn column) {
    return column == TrialColumn::Phase || column >= TrialColumn::State;
}

[[nodiscard]] QString stateName(session::TrialState state); ///< in the window's language
[[nodiscard]] QString stateMeaning(session::TrialState state);

} // namespace parsimony::ui
