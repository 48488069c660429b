// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare_page.h"

#include "ui/pages/plot_page.h"
#include "ui/style/widgets.h"

#include <QHeaderView>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace parsimony::ui {

namespace {

/// Puts before each method what the plot draws it with.
class MarkDelegate : public QStyledItemDelegate {
public:
    MarkDelegate(const ComparePlot& plot, QObject* parent) : QStyledItemDelegate(parent), m_plot(plot) {}

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = QIcon(m_plot.markOf(index.row()));
        option->decorationSize = QSize(12, 12);
    }

private:
    const ComparePlot& m_plot;
};

} // namespace

ComparePage::ComparePage(ComparePlot::Against against, Selection& selection, QWidget* parent)
    : QWidget(parent), m_bySplit(against == ComparePlot::Against::Split), m_plot(new ComparePlot(against)),
      m_page(new PlotPage(m_plot, selection)), m_table(new QTableView) {
    setObjectName(QStringLiteral("plotPage"));
    setAttribute(Qt::WA_StyledBackground);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    m_table->setModel(&m_model);
    setUpRowTable(*m_table, m_plot->objectName() + QStringLiteral("Table"), tr("Methods side by side"),
                  {172, 112, 72, 56, 140, 80, 160, 112});
    m_table->setColumnHidden(ComparisonModel::Rerr, m_bySplit);
    m_table->setColumnHidden(ComparisonModel::Share, !m_bySplit);
    m_table->horizontalHeader()->moveSection(ComparisonModel::Share, ComparisonModel::Repeats);
    m_table->setItemDelegateForColumn(ComparisonModel::Method, new MarkDelegate(*m_plot, m_table));
    m_table->hide();
    auto* split = new QSplitter(Qt::Vertical);
    split->addWidget(m_page);
    split->addWidget(m_table);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setSizes({320, 140});
    all->addWidget(split);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        emit showRequested(m_model.rows()[static_cast<std::size_t>(index.row())].experiments.back());
    });
}

void ComparePage::setExperiments(const std::vector<ComparedExperiment>& experiments) {
    auto rows = compareRows(experiments, m_bySplit);
    m_plot->setRows(rows);
    m_model.setRows(std::move(rows));
    m_table->setVisible(m_model.rowCount() > 0);
    const bool apart =
        std::any_of(m_model.rows().begin(), m_model.rows().end(),
                    [](const ComparisonRow& row) { return !row.about.isEmpty() || !row.encoders.empty(); });
    m_table->setColumnHidden(ComparisonModel::About, !apart);
}

} // namespace parsimony::ui
