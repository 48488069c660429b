// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/evaluation.h"

#include <QWidget>

namespace parsimony::ui {

/// The confusion matrix of an evaluation on public rows: a row per true class, a column per predicted one,
/// coloured by share of the row, counts where they fit.
class ConfusionView : public QWidget {
    Q_OBJECT
public:
    explicit ConfusionView(QWidget* parent = nullptr);
    void setEvaluation(EvaluationPtr evaluation);
    [[nodiscard]] bool empty() const;
    [[nodiscard]] QString textAt(const QPointF& at) const; ///< what a cell says; empty beside the matrix
    [[nodiscard]] QString nameOf(std::size_t k) const;     ///< of a class

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRectF square() const;
    [[nodiscard]] QRectF captionBox(double top) const; ///< at the left edge of the widget
    [[nodiscard]] static QString caption();

    EvaluationPtr m_evaluation;
    std::vector<double> m_shares;
};

} // namespace parsimony::ui
