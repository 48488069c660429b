// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/engine_task.h"
#include "ui/models/values.h"
#include "ui/workers/context.h"

#include <QWidget>
#include <functional>

class QLabel;
class QPushButton;

namespace parsimony::ui {

class FormGrid;
class SheetView;

/// A form that starts an operation without a project, and beside it what it found.
class TaskPage : public QWidget {
    Q_OBJECT
public:
    struct Words {
        QString title, meaning, start, empty;
    };
    /// `read` gives what the form asks for; nothing while a field of it can't be read.
    TaskPage(const Context& context, const QString& name, const Words& words, FormGrid* form,
             std::function<std::optional<EngineTask>()> read, QWidget* parent = nullptr);
    void refresh(); ///< after an edit of the form

signals:
    void startRequested(parsimony::ui::EngineTask task);
    void queueRequested(parsimony::ui::EngineTask task, QString title);
    void message(QString text);
    void written(QStringList files);
    void failedWith(parsimony::ui::Problem problem);

private:
    void wire();
    [[nodiscard]] bool isMine() const; ///< what runs, or ran last
    QWidget* buildSide(const Words& words, FormGrid* form);

    Context m_context;
    std::function<std::optional<EngineTask>()> m_read;
    QString m_title;
    QLabel *m_problem = nullptr, *m_progress = nullptr;
    QPushButton *m_start = nullptr, *m_enqueue = nullptr;
    SheetView* m_found = nullptr;
};

/// Attacks a trainer with canaries: `audit --empirical` of the command line.
[[nodiscard]] TaskPage* newAttackPage(const Context& context);
/// Measures the machine that the engine is on: `bench` of the command line.
[[nodiscard]] TaskPage* newBenchPage(const Context& context);

} // namespace parsimony::ui
