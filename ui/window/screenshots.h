// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workers/session_port.h"

#include <QSet>
#include <QStringList>

namespace parsimony::ui {

class MainWindow;

/// Files that were written; none: the folder cannot be.
using Pictures = QSet<QString>;

/// Writes a picture of every view as VIEW-{light,dark}[@2x].png into `folder`. The window shows its project;
/// nothing is run. With `only`, those pages and nothing else.
Pictures takeScreenshots(MainWindow& window, const QString& folder, const QStringList& only = {});

/// What `--screenshots` does: opens the first of `files`, a project, or runs the small bundled sample in a
/// temporary folder with a registry of its own; takes the pictures; returns an exit code.
int screenshotsOf(const EnginePtr& engine, const QStringList& files, const QString& folder);

/// What the command line asks of this program.
struct PlotOrder {
    QString name;         ///< of the plot's page
    QString size;         ///< of the paper, one of PlotPage's
    QString output;       ///< by its ending
    QString filter;       ///< of the trials; empty: all
    QString experiment;   ///< only this one; empty: all
    QString x, y, colour; ///< columns, of plots that let one choose; empty: what the window begins with
    QString releases; ///< of the calculator: noise, how many and δ, behind commas; no project is needed then
};

/// Draws it. Nothing is shown. Returns an exit code; what is wrong is one sentence on standard error.
int writePlot(const EnginePtr& engine, const QString& project, const PlotOrder& order);

} // namespace parsimony::ui
