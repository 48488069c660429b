// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMainWindow;
class QMenu;

namespace parsimony::ui {

class CommandPalette;
class RecentProjects;
class ShortcutSheet;
class Tour;
class UndoHistory;
class Workbench;
struct WindowParts;

/// The menu bar, and what it opens over the window: commands, shortcuts, the tour.
class WindowMenus : public QObject {
    Q_OBJECT
public:
    /// All outlive the menus.
    WindowMenus(QMainWindow& window, Workbench& bench, UndoHistory& history, RecentProjects& recent,
                const WindowParts& parts);
    void startTour();

signals:
    void said(QString text);

private:
    void buildFile();
    void addRecent(QMenu* file);
    void buildEdit();
    void buildView();
    void addThemes(QMenu* view);
    void addDocks(QMenu* view);
    void addPlotViews(QMenu* view);
    void buildExperiment();
    void addExperiments(QMenu* menu);
    void buildTools();
    void buildHelp();
    void about();

    QMainWindow& m_window;
    Workbench& m_bench;
    UndoHistory& m_history;
    RecentProjects& m_recent;
    const WindowParts& m_parts;
    CommandPalette* m_palette;
    ShortcutSheet* m_shortcuts;
    Tour* m_tour;
};

} // namespace parsimony::ui
