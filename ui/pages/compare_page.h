// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/comparison.h"
#include "ui/plots/compare_plot.h"

#include <QWidget>

class QTableView;

namespace parsimony::ui {

class PlotPage;
class Selection;

/// Methods side by side: what they took or how they split it, what they reached with error bars, and their
/// RERR; a table under the plot has its marks.
class ComparePage : public QWidget {
    Q_OBJECT
public:
    ComparePage(ComparePlot::Against against, Selection& selection, QWidget* parent = nullptr);
    void setExperiments(const std::vector<ComparedExperiment>& experiments);
    [[nodiscard]] PlotPage* plotPage() const { return m_page; }

signals:
    void showRequested(qint64 experiment);

private:
    bool m_bySplit;
    ComparisonModel m_model;
    ComparePlot* m_plot;
    PlotPage* m_page;
    QTableView* m_table;
};

} // namespace parsimony::ui
