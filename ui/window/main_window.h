// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/data_catalog.h"
#include "ui/models/recent_projects.h"
#include "ui/models/request.h"
#include "ui/models/run_queue.h"
#include "ui/models/selection.h"
#include "ui/models/trial_table_model.h"
#include "ui/models/undo_history.h"
#include "ui/workers/context.h"
#include "ui/workers/workbench.h"

#include <QMainWindow>
#include <QTimer>

class QDockWidget;
class QStackedWidget;
class QTabBar;

namespace parsimony::ui {

class AuditPage;
class BudgetSection;
class BudgetStrip;
class CalculatorPage;
class CommandPalette;
class ComparePage;
class ComparePlot;
class DataSection;
class ElidedLabel;
class ExperimentsPage;
class HeatmapPlot;
class Inspector;
class ParallelPlot;
class PlanSection;
class Plot;
class PlotPage;
class REpsilonPlot;
class RunBar;
class ShortcutSheet;
class StartPage;
class Tour;
class TrialPlot;
class TrialsPanel;

/// The one window: budget strip on top, setup left, pages in the middle over the trials, inspector right.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(EnginePtr engine, QWidget* parent = nullptr);
    ~MainWindow() override;

    void openProject(const QString& path);
    void openFiles(const QStringList& paths); ///< feature files, folders or one project
    void openSample(const QString& name);
    /// Fills the forms; with `runNow` the run starts as soon as its plan is ready.
    void setRequest(const session::RunOptions& options, const QString& project, bool runNow);
    /// Opens `project` when it exists and goes on with what was interrupted there; else begins it and runs
    /// `options`.
    void startOrGoOn(const session::RunOptions& options, const QString& project);
    void newProject();
    void closeProject();
    /// Opens the project that was open when the program was last left.
    void restoreSession();

    [[nodiscard]] Workbench& workbench() { return m_bench; }
    [[nodiscard]] Request& request() { return m_request; }
    [[nodiscard]] bool working() const { return m_working; }
    [[nodiscard]] QStringList pageNames() const;
    void showPage(const QString& name);
    void resetLayout();
    /// Makes the window no larger than the screen that it is on, with its frame.
    void fitScreen();
    [[nodiscard]] QWidget* page(const QString& name) const;
    [[nodiscard]] QList<Plot*> plots() const;
    void exportModelTo(std::int64_t trial, const QString& file); ///< 0: the newest result

signals:
    void runFinished(); ///< for whoever started the program with a run to do

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    // main_window.cpp
    void buildLayout();
    QDockWidget* addDock(const QString& name, const QString& title, QWidget* widget, Qt::DockWidgetArea area);
    void setWorking(bool working);
    [[nodiscard]] QString missingInWords() const; ///< what the forms lack for a plan
    void restoreLayout();
    void saveLayout() const;
    void comeOnScreen(); ///< a display that is gone must not take the window with it
    // main_window_pages.cpp
    void addPage(const QString& name, const QString& title, QWidget* widget);
    PlotPage* addPlotPage(Plot* plot);
    void buildPages();
    void buildHeatmaps();
    void refreshTrialPlots();
    [[nodiscard]] std::vector<session::TrialSnapshot> trialsOfShown() const;
    // main_window_actions.cpp
    void buildMenus();
    void buildFileMenu();
    void buildEditMenu();
    void buildViewMenu();
    void buildExperimentMenu();
    void buildHelpMenu();
    void chooseFiles();
    void chooseProject();
    void chooseProjectPath();
    void exportModel(std::int64_t trial);
    [[nodiscard]] PlotPage* currentPlotPage() const;
    // main_window_wiring.cpp
    void wire();
    void wireForms();
    void requestChanged();
    void planReady(const RunSnapshotPtr& plan);
    void planFailed(const Problem& problem);
    void projectOpened(const ProjectStatePtr& state);
    void projectChanged(const ProjectStatePtr& state);
    void showRun(const RunSnapshotPtr& run);
    void liveSnapshot(const RunSnapshotPtr& run);
    void runEnded(const RunSnapshotPtr& run);
    void tellDesktop(const QString& text); ///< when nobody looks at the window
    void startRun();
    void rerunTrial(std::int64_t trial);
    void loadOptions(std::int64_t experiment);
    void takeOptions(const session::RunOptions& options);
    void updateTitle();
    void updateStrip();
    // main_window_queue.cpp
    void wireQueue();
    void startNextInQueue();
    void updateQueueRoom();
    void wireCurator();
    void setCurator(bool on);
    void showCuratorNotice(const QString& notice);
    void showCurator(bool on);
    void recordCuratorShown(); ///< then they may be shown
    void writeRemark(std::function<void(SessionPort&)> write);
    void listFiles(const QStringList& files, bool assign); ///< `assign`: to the parts that they look like
    [[nodiscard]] QString suggestProjectPath() const;
    void say(const QString& text);

    Workbench m_bench;
    Request m_request;
    DataCatalog m_catalog;
    Selection m_selection;
    TrialTableModel m_trials;
    RecentProjects m_recent;
    RunQueue m_queue;
    UndoHistory m_history{m_request};
    Context m_context;

    StartPage* m_start = nullptr;
    BudgetStrip* m_strip = nullptr;
    DataSection* m_data = nullptr;
    BudgetSection* m_budget = nullptr;
    PlanSection* m_planSection = nullptr;
    RunBar* m_runBar = nullptr;
    Inspector* m_inspector = nullptr;
    TrialsPanel* m_trialsPanel = nullptr;
    REpsilonPlot* m_rPlot = nullptr;
    HeatmapPlot* m_heatmaps = nullptr;
    TrialPlot *m_gap = nullptr, *m_pareto = nullptr, *m_course = nullptr;
    ComparePlot* m_split = nullptr;
    ComparePage* m_compare = nullptr;
    ParallelPlot* m_parallel = nullptr;
    ExperimentsPage* m_experiments = nullptr;
    AuditPage* m_audit = nullptr;
    CommandPalette* m_palette = nullptr;
    ShortcutSheet* m_shortcuts = nullptr;
    Tour* m_tour = nullptr;
    QTimer m_plotTimer;
    QStackedWidget *m_center = nullptr, *m_pages = nullptr;
    QTabBar* m_tabs = nullptr;
    QDockWidget *m_setupDock = nullptr, *m_inspectorDock = nullptr, *m_trialsDock = nullptr;
    ElidedLabel* m_status = nullptr;
    QList<QDockWidget*> m_hiddenDocks;
    std::optional<session::TrialSnapshot> m_rerunTrial; ///< to be made of the options that are being read
    RunSnapshotPtr m_plan, m_shown;
    session::RunOptions m_runOptions; ///< of the run that goes on, or was last
    bool m_working = false, m_runWhenPlanned = false, m_closeWhenEnded = false, m_planDone = false;
    bool m_goOn = false, m_curatorOn = false, m_queueRuns = false;
    QAction* m_curatorAction = nullptr;
    QStringList m_curatorNotices; ///< kept back until the switch is on
    QByteArray m_defaultState;
    Question m_optionsAsked, m_droppedAsked, m_namedAsked, m_curatorAsked;
};

} // namespace parsimony::ui
