// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/data_catalog.h"
#include "ui/models/recent_projects.h"
#include "ui/models/request.h"
#include "ui/models/selection.h"
#include "ui/models/trial_table_model.h"
#include "ui/models/undo_history.h"
#include "ui/window/window_parts.h"
#include "ui/workers/context.h"
#include "ui/workers/server_address.h"
#include "ui/workers/workbench.h"

#include <QMainWindow>
#include <filesystem>
#include <functional>
#include <vector>

class QPushButton;
class QStackedWidget;

namespace parsimony::ui {

class ElidedLabel;
class Plot;
class WindowMenus;

/// The one window: budget strip on top, setup left, pages in the middle over the trials, inspector right. It
/// makes its parts, opens projects and files, and shows what is open; plans and runs are RunFlow's.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(EnginePtr engine, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Says where the engine is, when it is not here: paths are that machine's.
    void setServer(const ServerAddress& server);

    // main_window_project.cpp
    void openProject(const QString& path);
    /// The same of one that is where this window's engine is, or elsewhere: then in a window of its own.
    void openRecent(const QString& address);
    /// Feature files, folders or one project. Where an experiment has finished it is asked what they are for.
    void openFiles(const QStringList& paths);
    void openSample(const QString& name);
    /// Fills the forms; with `runNow` the run starts as soon as its plan is ready.
    void setRequest(const session::RunOptions& options, const QString& project, bool runNow);
    /// Opens `project` when it exists and goes on with what was interrupted there; else begins it and runs
    /// `options`.
    void startOrGoOn(const session::RunOptions& options, const QString& project);
    void newProject();
    void closeProject();
    /// The project that was open when the program was last left, or killed; empty: none. One on a server is
    /// an address, for a window of its own.
    [[nodiscard]] static QString lastProject();
    void restoreSession(); ///< opens it where it is here
    void chooseFiles();
    void chooseData();                ///< the same for the forms: nothing is asked
    void locate(const QString& file); ///< asks where it is now
    void moveData(const QString& from, const QString& to);
    void chooseProject();
    void chooseProjectPath();
    void chooseServer(); ///< asks for an address, and opens it in a window of its own
    void chooseStudy();

    // main_window_files.cpp: each asks where to, or is told
    void chooseReport();
    void exportModel(std::int64_t trial); ///< 0: the newest result
    void chooseCopy();
    void choosePlanFile();
    /// Writes what the project released as the kind of file that the name ends in; .pdf beside those of the
    /// command line.
    void writeReport(const QString& file, const wire::ReportCall& call = {});
    /// With a `key` a signed statement is written beside it.
    void exportModelTo(std::int64_t trial, const QString& file, const QString& key = {});
    void writeCopy(const QString& file); ///< of the project, without a curator's values
    void writePlan(const QString& file); ///< what stands in the forms, for `--config` of the command line

    [[nodiscard]] Workbench& workbench() { return m_bench; }
    [[nodiscard]] Request& request() { return m_request; }
    [[nodiscard]] bool working() const { return m_working; }
    [[nodiscard]] QStringList pageNames() const;
    void showPage(const QString& name);
    [[nodiscard]] QWidget* page(const QString& name) const;
    void resetLayout();
    /// Makes the window no larger than the screen that it is on, with its frame.
    void fitScreen();
    void say(const QString& text); ///< in the status bar
    void sayProblem(const Problem& problem);
    void sayWritten(const QStringList& files); ///< with a button that shows them in their folder

signals:
    void runFinished(); ///< for whoever started the program with a run to do

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildParts();
    [[nodiscard]] QWidget* buildSetup();
    void buildStatus();
    void wireBench();
    void wireFlow();
    void wireParts();
    void wireMenus();
    void setWorking(bool working); ///< pages and docks, or the start page
    void projectOpened(const ProjectStatePtr& state);
    void projectChanged(const ProjectStatePtr& state);
    void showRun(const RunSnapshotPtr& run);
    void liveSnapshot(const RunSnapshotPtr& run);
    void runEnded(const RunSnapshotPtr& run);
    void tellDesktop(const QString& text); ///< when nobody looks at the window
    void updateStrip();
    // main_window_project.cpp
    void updateTitle();
    [[nodiscard]] QString suggestedPath() const;                ///< of a new project
    [[nodiscard]] QString addressOf(const QString& path) const; ///< as it is found again
    void openElsewhere(const QString& address);
    void forgetProject();
    void rememberProject(const ProjectState& state); ///< for the next start, should this one be killed
    void writeFiles(std::function<std::vector<std::filesystem::path>(SessionPort&)> write);
    [[nodiscard]] QString suggestedFile(const QString& ending) const; ///< to be written, beside the project
    [[nodiscard]] QString projectPath() const;                        ///< of the one that is open, or planned
    template <class Call>
    void writeRemark(const Call& call);                    ///< into the open project
    void listFiles(const QStringList& files, bool assign); ///< `assign`: to the parts that they look like
    void listFiles(Question& question, const QStringList& files,
                   std::function<void(const FileListing&)> take);
    /// Asks for the rows of a further encoder, or for others in the place of that one's.
    void chooseEncoder(bool folder, const QString& instead);
    void takeEncoder(const QString& place, const QString& instead);
    /// `take` gets the path.
    void browseServer(const QString& folder, const QString& ending,
                      const std::function<void(const QString&)>& take);
    void listMissingFiles();
    void chooseFilesFor(void (MainWindow::*take)(const QStringList&));
    void askWhatFor(const QStringList& paths);
    void takeData(const QStringList& paths); ///< into the forms

    Workbench m_bench;
    Request m_request;
    DataCatalog m_catalog;
    Selection m_selection;
    TrialTableModel m_trials;
    RecentProjects m_recent;
    UndoHistory m_history{m_request};
    Context m_context;

    WindowParts m_parts;
    WindowMenus* m_menus = nullptr;
    QStackedWidget* m_center = nullptr;
    ElidedLabel* m_status = nullptr;
    QPushButton* m_folder = nullptr; ///< of what was written last
    QString m_written;
    Question m_droppedAsked, m_namedAsked;
    QString m_server; ///< user@host; empty: the engine is here
    ServerAddress m_address;
    bool m_working = false, m_closeWhenEnded = false, m_goOn = false;
};

} // namespace parsimony::ui
