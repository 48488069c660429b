// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/experiments_page.h"

#include "ui/pages/evaluation_panel.h"
#include "ui/style/icons.h"
#include "ui/style/widgets.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace parsimony::ui {

ExperimentsPage::ExperimentsPage(const Context& context, QWidget* parent)
    : QWidget(parent), m_evaluation(new EvaluationPanel(context)) {
    setObjectName(QStringLiteral("plotPage"));
    setAttribute(Qt::WA_StyledBackground);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    m_table = new QTableView;
    m_table->setModel(&m_model);
    setUpRowTable(*m_table, QStringLiteral("experimentsTable"), tr("Experiments"),
                  {40, 132, 112, 72, 72, 64, 120, 80});
    m_empty = roleLabel(tr("No experiments yet. Each run of a plan becomes one line here, with what it took "
                           "and what it reached."),
                        "muted");
    m_empty->setContentsMargins(16, 16, 16, 16);
    m_empty->setWordWrap(true);
    m_bar = new QWidget;
    auto* row = new QHBoxLayout(m_bar);
    row->setContentsMargins(12, 6, 12, 6);
    m_show = new QPushButton(tr("Look at it"));
    m_rerun = new QPushButton(tr("Re-run…"));
    m_export = new QPushButton(icon(QStringLiteral("export")), tr("Export…"));
    m_show->setObjectName(QStringLiteral("experiments.show"));
    m_rerun->setObjectName(QStringLiteral("experiments.rerun"));
    m_export->setObjectName(QStringLiteral("experiments.export"));
    m_show->setToolTip(tr("Show this experiment on all pages."));
    m_rerun->setToolTip(tr("Put its options into the forms as a new plan; nothing runs yet."));
    m_export->setToolTip(tr("Write its classifier with a model card and the guarantee."));
    row->addWidget(m_show);
    row->addWidget(m_rerun);
    row->addWidget(m_export);
    row->addStretch(1);
    auto* top = new QWidget;
    auto* topLayout = new QVBoxLayout(top);
    topLayout->setContentsMargins(0, 0, 0, 0);
    topLayout->setSpacing(0);
    topLayout->addWidget(m_empty);
    topLayout->addWidget(m_table, 1);
    topLayout->addWidget(m_bar);
    auto* split = new QSplitter(Qt::Vertical);
    split->addWidget(top);
    split->addWidget(m_evaluation);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    all->addWidget(split);
    connect(m_show, &QPushButton::clicked, this, [this] { emit showRequested(current()); });
    connect(m_rerun, &QPushButton::clicked, this, [this] { emit rerunRequested(current()); });
    connect(m_export, &QPushButton::clicked, this, [this] { emit exportRequested(finalTrialOf(current())); });
    connect(m_evaluation, &EvaluationPanel::queueRequested, this, &ExperimentsPage::lookQueued);
    connect(m_evaluation, &EvaluationPanel::written, this, &ExperimentsPage::written);
    connect(m_table, &QTableView::activated, this, [this] { emit showRequested(current()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ExperimentsPage::updateButtons);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &ExperimentsPage::updateButtons);
    updateButtons();
}

void ExperimentsPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitTable();
}

/// The form below it takes whatever it is given and scrolls: so many rows stay, or what half of the page
/// holds.
void ExperimentsPage::fitTable() {
    constexpr int rows = 7;
    const int wanted = m_table->horizontalHeader()->sizeHint().height() +
                       rows * m_table->verticalHeader()->defaultSectionSize() + 2 * m_table->frameWidth();
    m_table->setMinimumHeight(std::max(0, std::min(wanted, height() / 2 - m_bar->sizeHint().height())));
    m_table->setColumnHidden(ExperimentTableModel::Encoder, !m_model.namesEncoders());
    for (const int column : {ExperimentTableModel::Started, ExperimentTableModel::Method,
                             ExperimentTableModel::Trainer, ExperimentTableModel::Encoder}) {
        constexpr int widest = 220; // models have long names
        const int needed =
            std::min(widest, static_cast<const QAbstractItemView&>(*m_table).sizeHintForColumn(column));
        if (m_table->columnWidth(column) < needed) {
            m_table->setColumnWidth(column, needed);
        }
    }
}

void ExperimentsPage::setState(const ProjectStatePtr& state) {
    const qint64 before = current();
    m_state = state;
    m_filling = true; // what is chosen stays chosen: its results must not be cleared in between
    m_model.setExperiments(state ? state->experiments : std::vector<session::ExperimentSummary>{});
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (m_model.index(row, 0).data(ExperimentTableModel::ExperimentRole).toLongLong() == before) {
            m_table->selectRow(row);
        }
    }
    if (current() == 0 && state && state->shown) { // most projects have one: nobody has to look for it
        for (int row = 0; row < m_model.rowCount(); ++row) {
            if (m_model.index(row, 0).data(ExperimentTableModel::ExperimentRole).toLongLong() ==
                state->shown->experiment) {
                m_table->selectRow(row);
            }
        }
    }
    m_filling = false;
    updateButtons();
    m_empty->setVisible(m_model.rowCount() == 0);
    m_table->setVisible(m_model.rowCount() > 0);
    fitTable();
}

void ExperimentsPage::testOn(const QStringList& files) {
    if (!files.isEmpty()) {
        m_evaluation->takeFiles(files);
    }
}

qint64 ExperimentsPage::current() const {
    const auto index = m_table->currentIndex();
    return index.isValid() ? index.data(ExperimentTableModel::ExperimentRole).toLongLong() : 0;
}

qint64 ExperimentsPage::finalTrialOf(qint64 experiment) const {
    if (m_state) {
        for (const auto& trial : m_state->trials) {
            if (trial.experiment == experiment &&
                (roleOf(trial) == TrialRole::Final || roleOf(trial) == TrialRole::Selection)) {
                return trial.id;
            }
        }
        // A grid or a random search makes no run of its own for its result: one of its trials is it.
        const auto& shown = m_state->shown;
        if (shown && shown->experiment == experiment && shown->final) {
            return shown->final->trial.id;
        }
    }
    return 0;
}

void ExperimentsPage::updateButtons() {
    if (m_filling) {
        return;
    }
    const bool any = current() > 0;
    m_show->setEnabled(any);
    m_rerun->setEnabled(any);
    const bool finished = any && m_table->currentIndex().data(ExperimentTableModel::FinishedRole).toBool();
    const qint64 trial = finished ? finalTrialOf(current()) : 0;
    m_export->setEnabled(trial > 0);
    const bool severalLabels = m_table->currentIndex().data(ExperimentTableModel::SeveralLabelsRole).toBool();
    m_evaluation->setModel(trial, tr("experiment %1").arg(current()), severalLabels);
}

} // namespace parsimony::ui
