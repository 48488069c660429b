// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace parsimony::ui {

/// Sets a report in Markdown, with the SVG files beside it, as a PDF on A4. May run on any thread. Throws
/// Error(Failed) when a file can't be read or written.
void printReport(const QString& markdown, const QString& pdf);

} // namespace parsimony::ui
