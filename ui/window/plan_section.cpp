// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/plan_section.h"

#include "ui/models/error_text.h"
#include "ui/models/plan_lines.h"
#include "ui/models/plan_table_model.h"
#include "ui/models/request.h"
#include "ui/pages/option_fields.h"
#include "ui/style/problem_label.h"
#include "ui/workers/workbench.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace parsimony::ui {

PlanSection::PlanSection(const Context& context, QWidget* parent)
    : Section(QStringLiteral("planSection"), tr("Plan"), parent), m_context(context),
      m_model(new PlanTableModel(this)) {
    buildFields();
    m_table = new QTableView;
    m_table->setTabKeyNavigation(false); // Tab goes on to the next section
    m_table->setObjectName(QStringLiteral("planTable"));
    m_table->setAccessibleName(tr("The plan before anything runs"));
    m_table->setModel(m_model);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(22);
    // No number may be cut: each column takes what it needs, the first one what is left.
    m_table->horizontalHeader()->setMinimumSectionSize(24);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(PlanTableModel::What, QHeaderView::Stretch);
    m_table->setShowGrid(false);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::TabFocus);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_empty = roleLabel(
        tr("The plan appears here as soon as data and budget are set: every trial with its ε, μ and "
           "σ, before anything runs."),
        "muted");
    m_empty->setObjectName(QStringLiteral("plan.empty"));
    m_empty->setWordWrap(true);
    m_problem = roleLabel({}, "problem");
    m_problem->setObjectName(QStringLiteral("plan.problem"));
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_searched = roleLabel({}, "muted");
    m_searched->setObjectName(QStringLiteral("plan.searched"));
    m_searched->setWordWrap(true);
    m_searched->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notices = roleLabel({}, "notice");
    m_notices->setWordWrap(true);
    body()->addWidget(m_empty);
    body()->addWidget(m_table);
    body()->addWidget(m_searched);
    body()->addWidget(m_notices);
    body()->addWidget(m_problem);
    connect(&m_context.request, &Request::changed, this, &PlanSection::refresh);
    setPlan({});
    setProblem({});
    refresh();
}

void PlanSection::buildFields() {
    m_fields = new OptionFields(m_context.request);
    m_fields->add({session::OptionPlace::First, session::OptionPlace::Plan});
    m_method = m_fields->findChild<Choice*>(QStringLiteral("plan.method"));
    body()->addWidget(m_fields);
    m_more = new QPushButton(tr("More knobs"));
    m_more->setObjectName(QStringLiteral("plan.more"));
    m_more->setProperty("link", true);
    m_more->setCheckable(true);
    m_advanced = new OptionFields(m_context.request);
    m_advanced->add({session::OptionPlace::More});
    m_advanced->hide();
    connect(m_more, &QPushButton::toggled, this, [this](bool on) {
        m_advanced->setVisible(on);
        m_more->setText(on ? tr("Fewer knobs") : tr("More knobs"));
    });
    body()->addWidget(m_more, 0, Qt::AlignLeft);
    body()->addWidget(m_advanced);
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): a slot takes what a queue brings
void PlanSection::setPlan(RunSnapshotPtr plan) {
    m_model->setPlan(plan);
    const int rows = m_model->rowCount();
    m_table->setVisible(rows > 0);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rows * 22 + 2);
    const QStringList searched = plan ? planLines(*plan) : QStringList();
    m_searched->setText(searched.join(QLatin1Char('\n')));
    m_searched->setVisible(!searched.isEmpty());
    QStringList notices;
    if (plan) {
        for (const auto notice : plan->notices) {
            notices << sentenceText(sentenceOf(notice, *plan));
        }
    }
    m_notices->setText(notices.join(QLatin1Char('\n')));
    m_notices->setVisible(!notices.isEmpty());
    showEmpty();
}

void PlanSection::showEmpty() {
    const auto& o = m_context.request.options();
    const auto state = m_context.bench.state();
    const bool capKnown = state && !state->budgets.empty(); // set once, and no part of later requests
    const bool missing = !m_context.request.hasData() || (!capKnown && (!o.epsilon || !o.delta));
    m_empty->setVisible(missing && m_model->rowCount() == 0 && m_problem->text().isEmpty());
}

void PlanSection::setProblem(const Problem& problem) {
    showProblem(*m_problem, problem);
    m_problem->setVisible(!problem.message.isEmpty());
    showEmpty();
}

void PlanSection::refresh() {
    showEmpty();
    m_fields->refresh();
    m_advanced->refresh();
    setSummary(m_method->currentText());
}

} // namespace parsimony::ui
