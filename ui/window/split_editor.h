// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/budget_split.h"

#include <QWidget>

namespace parsimony::ui {

/// The split of an experiment's budget as a bar in μ²: a block per phase with a mark per trial, the rest for
/// the final run. Edges are dragged with the mouse or moved with the arrow keys (Tab and Shift+Tab choose the
/// edge).
class SplitEditor : public QWidget {
    Q_OBJECT
public:
    explicit SplitEditor(QWidget* parent = nullptr);
    void setSplit(const BudgetSplit& split);
    [[nodiscard]] QSize sizeHint() const override { return {240, 64}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 64}; }

signals:
    /// One trial of `phase` (0-based) should cost `epsilon`.
    void phaseDragged(int phase, double epsilon);
    void dragFinished();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRectF bar() const;
    [[nodiscard]] double edge(std::size_t phase) const; ///< x of the right edge of a phase
    [[nodiscard]] int edgeAt(double x) const;
    void moveEdge(std::size_t phase, double x);

    BudgetSplit m_split;
    int m_dragged = -1, m_focused = 0;
};

} // namespace parsimony::ui
