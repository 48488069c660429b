// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/run_bar.h"

#include "ui/models/gaussian.h"
#include "ui/models/number_format.h"
#include "ui/views/icons.h"
#include "ui/views/widgets.h"
#include "ui/workers/workbench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
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
    m_stop = new QPushButton(icon(QStringLiteral("pause")), tr("Pause"));
    m_stop->setObjectName(QStringLiteral("run.stop"));
    m_stop->setToolTip(tr("Ends at the next checkpoint, within a second. What is reserved stays reserved: "
                          "resume goes on with it."));
    all->addWidget(m_reason);
    all->addWidget(m_resume);
    all->addWidget(m_run);
    all->addWidget(m_stop);
    connect(m_run, &QPushButton::clicked, this, [this] {
        m_run->setEnabled(false);
        emit runRequested();
    });
    connect(m_resume, &QPushButton::clicked, this, [this] {
        m_resume->setEnabled(false);
        emit resumeRequested(m_interrupted);
    });
    connect(m_stop, &QPushButton::clicked, this, [this] {
        m_stop->setEnabled(false);
        emit stopRequested();
    });
    connect(&m_context.bench, &Workbench::runStarted, this, &RunBar::refresh);
    connect(&m_context.bench, &Workbench::runStopping, this, &RunBar::refresh);
    connect(&m_context.bench, &Workbench::runEnded, this, &RunBar::refresh);
    connect(&m_context.bench, &Workbench::runFailed, this, &RunBar::refresh);
    refresh();
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
    const bool running = m_context.bench.running();
    const bool stopping = m_context.bench.stopping();
    m_run->setVisible(!running);
    m_stop->setVisible(running);
    m_stop->setEnabled(running && !stopping);
    m_stop->setText(stopping ? tr("Saving a checkpoint…") : tr("Pause"));
    m_resume->setVisible(!running && m_interrupted > 0);
    m_resume->setEnabled(!running);
    m_resume->setText(tr("Resume experiment %1, takes nothing new").arg(m_interrupted));
    m_run->setText(m_plan ? runPrice(*m_plan) : tr("Run"));
    m_run->setEnabled(!running && m_plan != nullptr && !m_pending);
    QString reason;
    if (running) {
        reason = stopping ? QString() : tr("Its worst-case spend is reserved before its data is opened.");
    } else if (m_plan == nullptr) {
        reason = m_why.isEmpty() && m_pending ? tr("Working out the plan…") : m_why;
    }
    m_reason->setText(reason);
    m_reason->setVisible(!reason.isEmpty());
    m_run->setAccessibleDescription(reason);
}

} // namespace parsimony::ui
