// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_filter.h"

#include <QString>

namespace parsimony::ui {

/// What filters are read with in the window: beside their own words those of its language, and the names that
/// a project's experiments have.
[[nodiscard]] filter::FilterWords filterWords(const filter::ExperimentNamesById& experiments);

/// "character 8: there is no column 'scoer'; did you mean 'score'?", in the window's language.
[[nodiscard]] QString problemText(const filter::FilterProblem& problem, const QString& text);

/// A place in bytes of UTF-8 as one in characters of `text`, and back.
[[nodiscard]] int characterAt(const QString& text, std::size_t byte);
[[nodiscard]] std::size_t byteAt(const QString& text, int character);

} // namespace parsimony::ui
