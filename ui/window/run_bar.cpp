// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_bar.h"

#include "ui/models/gaussian.h"
#include "ui/models/number_format.h"
#include "ui/models/run_queue.h"
#include "ui/style/icons.h"
#include "ui/style/widgets.h"
#include "ui/workers/workbench.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace parsimony::ui {

QString runPrice(const session::RunSnapshot& plan) {
    const auto& budget = plan.budget;
    const QString price = formatEpsilon(plan.experimentEpsilon, Rounding::Up);
    if (budget.simulated || !plan.isPrivate) {
        return RunBar::tr("Run, simulates ε = %1").arg(price);
    }
    // What is left in ε does not follow by subtraction: charges add up in μ².
    double left = 0.0;
    if (budget.remainingEpsilon > 0.0 && budget.targetDelta > 0.0) {
        const double room = muOf(budget.remainingEpsilon, budget.targetDelta);
        const double square = room * room - plan.experimentMu * plan.experimentMu;
        left = square > 1e-9 * room * room ? epsilonOf(std::sqrt(square), budget.targetDelta) : 0.0;
    }
    return left >= 0.001
               ? RunBar::tr("Run, takes ε = %1, leaves %2").arg(price, formatEpsilon(left, Rounding::Down))
               : RunBar::tr("Run, takes ε = %1, nothing left after").arg(price);
}

RunBar::RunBar(const Context& context, QWidget* parent) : QWidget(parent), m_context(context) {
    setObjectName(QStringLiteral("runBar"));
    setAttribute(Qt::WA_StyledBackground);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(12, 8, 12, 8);
    all->setSpacing(4);
    m_reason = roleLabel({}, "muted");
    m_reason->setObjectName(QStringLiteral("run.reason"));
    m_reason->setWordWrap(true);
    m_run = new QPushButton(tr("Run"));
    m_run->setObjectName(QStringLiteral("run.start"));
    m_run->setProperty("primary", true);
    m_resume = new QPushButton(tr("Resume"));
    m_resume->setObjectName(QStringLiteral("run.resume"));
    m_resume->setProperty("primary", true); // whatever else can be done, this is what waits
    m_stop = new QPushButton(icon(QStringLiteral("pause")), tr("Pause"));
    m_stop->setObjectName(QStringLiteral("run.stop"));
    m_stop->setToolTip(tr("Ends at the next checkpoint, within a second. What is reserved stays reserved: "
                          "resume goes on with it."));
    m_enqueue = new QPushButton(tr("Queue"));
    m_enqueue->setObjectName(QStringLiteral("run.enqueue"));
    m_enqueue->setProperty("link", true);
    m_enqueue->setToolTip(
        tr("Experiments in the queue run one after another. Nothing is reserved for them before "
           "their turn."));
    m_runQueue = new QPushButton(tr("Queue"));
    m_runQueue->setObjectName(QStringLiteral("run.queue"));
    m_queueText = m_runQueue->text();
    buildQueue();
    all->addWidget(m_queueBox);
    all->addWidget(m_reason);
    all->addWidget(m_resume);
    all->addWidget(m_runQueue);
    all->addWidget(m_run);
    all->addWidget(m_stop);
    all->addWidget(m_enqueue);
    connect(m_enqueue, &QPushButton::clicked, this, &RunBar::queueRequested);
    connect(m_runQueue, &QPushButton::clicked, this, [this] {
        disable(m_runQueue);
        emit queueRunRequested();
    });
    connect(m_run, &QPushButton::clicked, this, [this] {
        disable(m_run);
        emit runRequested();
    });
    connect(m_resume, &QPushButton::clicked, this, [this] {
        disable(m_resume);
        emit resumeRequested(m_interrupted);
    });
    connect(m_stop, &QPushButton::clicked, this, [this] {
        disable(m_stop);
        emit stopRequested();
    });
    connect(&m_context.bench, &Workbench::runStarted, this, [this] {
        const bool had = hasFocusInside();
        refresh();
        if (had) { // the button that was pressed is gone: the next one to press is Pause
            m_stop->setFocus(Qt::OtherFocusReason);
        }
    });
    connect(&m_context.bench, &Workbench::runStopping, this, &RunBar::refresh);
    connect(&m_context.bench, &Workbench::runEnded, this, &RunBar::refresh);
    connect(&m_context.bench, &Workbench::runFailed, this, &RunBar::refresh);
    connect(&m_context.bench, &Workbench::studyEnded, this, &RunBar::refresh);
    connect(&m_context.bench, &Workbench::taskEnded, this, &RunBar::refresh);
    connect(&m_context.bench, &Workbench::lookEnded, this, &RunBar::refresh);
    refresh();
}

bool RunBar::hasFocusInside() const {
    const QWidget* focus = QApplication::focusWidget();
    return focus == this || isAncestorOf(focus);
}

void RunBar::disable(QPushButton* button) {
    const bool had = hasFocusInside();
    button->setEnabled(false);
    if (had) {
        setFocus(Qt::OtherFocusReason); // else Qt gives it to the next in line: a button that closes the dock
    }
}

void RunBar::fit() {
    // A price that is cut off is none: what does not fit into one line takes two.
    const auto write = [this](QPushButton* button, QString text) {
        button->setAccessibleName(text);
        const auto comma = text.indexOf(QStringLiteral(", "));
        if (comma >= 0 && QFontMetrics(button->font()).horizontalAdvance(text) > width() - 24 - 20) {
            text.replace(comma, 2, QStringLiteral(",\n"));
        }
        button->setText(text);
    };
    write(m_run, m_runText);
    write(m_resume, m_resumeText);
    write(m_runQueue, m_queueText);
    m_reason->setMinimumHeight(0); // or it would count in what follows
    m_reason->setMinimumHeight(std::max(0, m_reason->heightForWidth(std::max(1, width() - 24))));
}

void RunBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void RunBar::buildQueue() {
    m_queueBox = new QWidget;
    auto* column = new QVBoxLayout(m_queueBox);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->addWidget(roleLabel(tr("Queue").toUpper(), "heading"), 1);
    const auto button = [&](const QString& iconName, const QString& meaning, const char* name, auto act) {
        auto* tool = toolButton(iconName, meaning);
        tool->setObjectName(QLatin1String(name));
        tool->setIconSize(QSize(10, 10));
        connect(tool, &QToolButton::clicked, this, [this, act] {
            if (m_queue != nullptr && m_list->currentIndex().isValid()) {
                act(m_list->currentIndex().row());
            }
        });
        row->addWidget(tool);
    };
    const auto shift = [this](int at, int by) {
        m_queue->move(at, by);
        m_list->setCurrentIndex(m_queue->index(std::clamp(at + by, 0, m_queue->rowCount() - 1)));
    };
    button(QStringLiteral("chevron-up"), tr("Earlier"), "queue.up", [shift](int at) { shift(at, -1); });
    button(QStringLiteral("chevron-down"), tr("Later"), "queue.down", [shift](int at) { shift(at, 1); });
    button(QStringLiteral("close"), tr("Take out of the queue (Del)"), "queue.remove",
           [this](int at) { m_queue->removeAt(at); });
    m_list = new QListView;
    m_list->setObjectName(QStringLiteral("queue.list"));
    m_list->setAccessibleName(tr("Queue of experiments"));
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->installEventFilter(this);
    column->addLayout(row);
    column->addWidget(m_list);
    m_queueBox->hide();
}

void RunBar::setQueue(RunQueue* queue) {
    m_queue = queue;
    m_list->setModel(queue);
    connect(queue, &RunQueue::changed, this, &RunBar::refresh);
    connect(queue, &QAbstractItemModel::dataChanged, this, &RunBar::refresh);
    refresh();
}

bool RunBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_list && event->type() == QEvent::KeyPress && m_queue != nullptr &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete && m_list->currentIndex().isValid()) {
        m_queue->removeAt(m_list->currentIndex().row());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void RunBar::refreshQueue() {
    const bool running = m_context.bench.running();
    const bool any = m_queue != nullptr && !m_queue->empty();
    m_queueBox->setVisible(any);
    m_runQueue->setVisible(any && !running);
    m_enqueue->setVisible(m_queue != nullptr && m_plan != nullptr);
    m_enqueue->setEnabled(m_plan != nullptr && !m_pending);
    if (m_plan) {
        const bool simulated = m_plan->budget.simulated || !m_plan->isPrivate;
        m_enqueue->setText(
            (simulated ? tr("+ queue it, simulates ε = %1") : tr("+ queue it, takes ε = %1 in its turn"))
                .arg(formatEpsilon(m_plan->experimentEpsilon, Rounding::Up)));
    }
    if (!any) {
        return;
    }
    int height = 4;
    for (int row = 0; row < std::min(4, m_queue->rowCount()); ++row) {
        height += std::max(18, m_list->sizeHintForRow(row));
    }
    m_list->setFixedHeight(height);
    const auto state = m_context.bench.state();
    const double delta = state && !state->budgets.empty() ? state->budgets.back().second.targetDelta
                         : m_plan                         ? m_plan->budget.targetDelta
                                                          : 0.0;
    m_queueText = m_queue->startText(delta);
    m_runQueue->setEnabled(m_queue->fits(0));
}

void RunBar::setPlan(RunSnapshotPtr plan) {
    m_plan = std::move(plan);
    m_pending = false;
    refresh();
}

void RunBar::setReason(const QString& reason) {
    m_why = reason;
    refresh();
}

void RunBar::setPending(bool pending) {
    m_pending = pending;
    refresh();
}

void RunBar::setInterrupted(std::int64_t experiment) {
    m_interrupted = experiment;
    refresh();
}

void RunBar::refresh() {
    const bool had = hasFocusInside();
    const bool running = m_context.bench.running();
    const bool stopping = m_context.bench.stopping();
    m_run->setVisible(!running);
    m_stop->setVisible(running);
    m_stop->setEnabled(running && !stopping);
    m_stop->setText(stopping ? tr("Saving a checkpoint…") : tr("Pause"));
    m_resume->setVisible(!running && m_interrupted > 0);
    m_resume->setEnabled(!running);
    m_resumeText = tr("Resume experiment %1, takes nothing new").arg(m_interrupted);
    m_runText = m_plan ? runPrice(*m_plan) : tr("Run");
    m_run->setEnabled(!running && m_plan != nullptr && !m_pending);
    QString reason;
    if (running) {
        reason = stopping ? QString()
                 : m_context.bench.task()
                     ? tr("An attack or a measurement runs. It takes nothing of any budget.")
                     : tr("Its worst-case spend is reserved before its data is opened.");
    } else if (m_plan == nullptr) {
        reason = m_why.isEmpty() && m_pending ? tr("Working out the plan…") : m_why;
    }
    refreshQueue();
    m_reason->setText(reason);
    m_reason->setVisible(!reason.isEmpty());
    m_run->setAccessibleDescription(reason);
    fit();
    if (had && !hasFocusInside()) {
        setFocus(Qt::OtherFocusReason);
    }
}

} // namespace parsimony::ui
