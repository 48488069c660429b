// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/task_page.h"

#include "ui/models/number_format.h"
#include "ui/pages/sheet_view.h"
#include "ui/style/problem_label.h"
#include "ui/style/side_by_side.h"
#include "ui/style/widgets.h"
#include "ui/workers/workbench.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace parsimony::ui {

TaskPage::TaskPage(const Context& context, const QString& name, const Words& words, FormGrid* form,
                   std::function<std::optional<EngineTask>()> read, QWidget* parent)
    : QWidget(parent), m_context(context), m_read(std::move(read)), m_title(words.title) {
    setObjectName(QStringLiteral("plotPage"));
    setAttribute(Qt::WA_StyledBackground);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    auto* side = buildSide(words, form);
    m_start->setObjectName(name + QStringLiteral(".start"));
    m_enqueue->setObjectName(name + QStringLiteral(".enqueue"));
    m_problem->setObjectName(name + QStringLiteral(".problem"));
    m_progress->setObjectName(name + QStringLiteral(".progress"));
    m_found = new SheetView(words.title, words.empty);
    all->addWidget(new SideBySide(side, 304, words.title, m_found, {260, 320}));
    wire();
    refresh();
}

QWidget* TaskPage::buildSide(const Words& words, FormGrid* form) {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(16, 12, 12, 8);
    column->setSpacing(8);
    column->addWidget(roleLabel(words.title.toUpper(), "heading"));
    auto* meaning = roleLabel(words.meaning, "muted");
    meaning->setWordWrap(true);
    column->addWidget(meaning);
    column->addWidget(form);
    m_problem = roleLabel({}, "problem");
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem->hide();
    m_progress = roleLabel({}, "muted");
    m_progress->hide();
    m_start = new QPushButton(words.start);
    m_start->setProperty("primary", true);
    m_enqueue = new QPushButton(tr("+ queue it"));
    m_enqueue->setProperty("link", true);
    m_enqueue->setToolTip(tr("It runs when what waits before it has finished."));
    column->addWidget(m_problem);
    column->addWidget(m_progress);
    column->addWidget(m_start);
    column->addWidget(m_enqueue, 0, Qt::AlignLeft);
    column->addStretch(1);
    return side;
}

bool TaskPage::isMine() const {
    const auto mine = m_read();
    const auto& task = m_context.bench.task();
    return mine && task && task->index() == mine->index();
}

void TaskPage::wire() {
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (const auto task = m_read()) {
            emit startRequested(*task);
        }
    });
    connect(m_enqueue, &QPushButton::clicked, this, [this] {
        if (const auto task = m_read()) {
            emit queueRequested(*task, m_title);
        }
    });
    connect(m_found, &SheetView::message, this, &TaskPage::message);
    connect(m_found, &SheetView::written, this, &TaskPage::written);
    connect(m_found, &SheetView::failedWith, this, &TaskPage::failedWith);
    Workbench& bench = m_context.bench;
    connect(&bench, &Workbench::runStarted, this, [this] {
        m_problem->hide();
        refresh();
    });
    connect(&bench, &Workbench::studyProgress, this, [this](const StudyProgress& progress) {
        if (isMine()) {
            m_progress->setText(tr("%1 done").arg(formatPercent(progress.done, 0)));
            m_progress->show();
        }
    });
    connect(&bench, &Workbench::taskEnded, this, [this](const SheetPtr& found) {
        if (found && isMine()) {
            m_found->setSheet(found);
        }
        refresh();
    });
    connect(&bench, &Workbench::runFailed, this, [this](const Problem& problem) {
        if (isMine()) {
            showProblem(*m_problem, problem);
            m_problem->show();
        }
        refresh();
    });
    connect(&bench, &Workbench::runEnded, this, &TaskPage::refresh);
    connect(&bench, &Workbench::studyEnded, this, &TaskPage::refresh);
    connect(&bench, &Workbench::lookEnded, this, &TaskPage::refresh);
}

void TaskPage::refresh() {
    const bool readable = m_read().has_value();
    m_start->setEnabled(readable && !m_context.bench.running());
    m_enqueue->setEnabled(readable);
    if (!m_context.bench.running()) {
        m_progress->hide();
    }
}

} // namespace parsimony::ui
