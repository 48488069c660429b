// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/data_catalog.h"
#include "ui/models/recent_projects.h"
#include "ui/models/request.h"
#include "ui/models/selection.h"
#include "ui/models/trial_table_model.h"
#include "ui/models/undo_history.h"
#include "ui/window/project_view.h"
#include "ui/window/window_parts.h"
#include "ui/workers/context.h"
#include "ui/workers/workbench.h"

#include <QMainWindow>

class QStackedWidget;

namespace parsimony::ui {

class WindowMenus;

/// The one window: budget strip on top, setup left, pages in the middle over the trials, inspector right. It
/// makes its parts, lays them out and lets them hear of each other.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(EnginePtr engine, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Workbench& workbench() { return m_bench; }
    [[nodiscard]] Request& request() { return m_request; }
    [[nodiscard]] const WindowParts& parts() const { return m_parts; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildStrip();
    void buildParts();
    [[nodiscard]] QWidget* buildSetup();
    void buildFlows();
    template <class Part>
    void wireWords(const Part* part); ///< what it says of what was done
    void wireBench();
    void wireFlows();
    void wirePages();
    void wireInspector();
    template <class Call>
    void writeRemark(const Call& call); ///< into the open project
    void tellEnd(const QString& text);
    void tellDesktop(const QString& text); ///< when nobody looks at the window
    void updateTitle();

    Workbench m_bench;
    Request m_request;
    DataCatalog m_catalog;
    Selection m_selection;
    TrialTableModel m_trials;
    RecentProjects m_recent;
    UndoHistory m_history{m_request};
    Context m_context;

    WindowParts m_parts;
    ProjectView m_view{m_context, m_parts};
    QStackedWidget* m_center = nullptr;
    WindowMenus* m_menus = nullptr;
    bool m_closeWhenEnded = false;
};

} // namespace parsimony::ui
