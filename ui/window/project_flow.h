// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"
#include "ui/workers/context.h"

#include <QObject>

namespace parsimony::ui {

class RecentProjects;
class UndoHistory;
struct WindowParts;

/// Opens, begins, remembers and closes projects; files from outside become one, or go into the open one.
class ProjectFlow : public QObject {
    Q_OBJECT
public:
    ProjectFlow(const Context& context, const WindowParts& parts, RecentProjects& recent,
                UndoHistory& history, QWidget& window);

    void open(const QString& path);
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
    void begin();
    void close();
    /// The project that was open when the program was last left, or killed; empty: none. One on a server is
    /// an address, for a window of its own.
    [[nodiscard]] static QString last();
    void restore(); ///< opens it where it is here

    // Each asks which.
    void choose();
    void chooseFiles();
    void choosePath();   ///< of the one that is planned
    void chooseServer(); ///< and opens what is there in a window of its own

    [[nodiscard]] bool working() const { return m_working; } ///< with or without a project; else at the start
    void setWorking(bool working);

    void opened(const ProjectStatePtr& state);
    void changed(const ProjectStatePtr& state);
    void openFailed(const QString& path, const Problem& problem);

signals:
    void said(QString text);
    void workingChanged(bool working);

private:
    [[nodiscard]] bool locked(const QString& reason); ///< by what runs, and it is said so
    void openElsewhere(const QString& address);
    void askWhatFor(const QStringList& paths);
    void remember(const ProjectState& state); ///< for the next start, should this one be killed

    Context m_context;
    const WindowParts& m_parts;
    RecentProjects& m_recent;
    UndoHistory& m_history;
    QWidget& m_window;
    bool m_working = false, m_goOn = false;
};

} // namespace parsimony::ui
