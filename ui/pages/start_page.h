// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

#include <QWidget>

class QFrame;
class QLabel;
class QListView;

namespace parsimony::ui {

class RecentProjects;

/// What is seen without a project: recent ones, the bundled samples in one click, and a place to drop files.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(RecentProjects& recent, QWidget* parent = nullptr);
    void setProblem(const Problem& problem); ///< an empty one: none
    void setDropActive(bool active);

signals:
    void openRequested(const QString& project);
    void sampleRequested(const QString& name); ///< "wordnet-nouns" or "digits"
    void filesWanted();
    void projectWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildRecent(RecentProjects& recent);
    QWidget* buildBegin();

    QFrame* m_drop = nullptr;
    QLabel* m_problem = nullptr;
    QWidget* m_middle = nullptr;
    QListView* m_recent = nullptr;
};

/// The folder with the bundled samples: beside the installed program, else in the source tree.
[[nodiscard]] QString samplesFolder();

} // namespace parsimony::ui
