// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/comparison.h"
#include "ui/plots/plot.h"

namespace parsimony::ui {

/// Test accuracies of experiments with error bars: against what they took, a marker and a colour per method
/// and trainer; or against how much of it their search took (the ε split), where the colour tells the ε.
class ComparePlot : public Plot {
    Q_OBJECT
public:
    enum class Against { Epsilon, Split };
    explicit ComparePlot(Against against, QWidget* parent = nullptr);
    void setRows(std::vector<ComparisonRow> rows);
    [[nodiscard]] QString csv() const override;
    [[nodiscard]] std::size_t points() const { return m_rows.size(); }
    /// What a row is drawn with.
    [[nodiscard]] QPixmap markOf(int row) const;

protected:
    void restyle() override;
    void fitAxes() override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;

private:
    void rebuild();
    QCPGraph* addSeries(std::vector<const ComparisonRow*>& rows, const QCPScatterStyle& style,
                        const QColor& color);
    [[nodiscard]] std::vector<double> budgetsShown() const;
    [[nodiscard]] static QColor budgetColor(const std::vector<double>& budgets, double epsilon);
    [[nodiscard]] QCPScatterStyle seriesMark(int index, const QColor& color) const;
    void addEntry(const QString& name, const QCPScatterStyle& style); ///< in the legend alone
    void addBudgetEntries(const std::vector<double>& budgets);
    [[nodiscard]] double xOf(const ComparisonRow& row) const;
    [[nodiscard]] QString emptyWords() const;

    Against m_against;
    std::vector<ComparisonRow> m_rows;
    std::vector<QCPScatterStyle> m_marks; ///< of each row
};

} // namespace parsimony::ui
