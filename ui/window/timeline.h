// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/step_pace.h"
#include "ui/models/values.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QPainter;

namespace parsimony::ui {

/// The phases of an experiment from left to right, each as wide as its work, filled as it goes; a trial is a
/// cell.
class Timeline : public QWidget {
    Q_OBJECT
public:
    explicit Timeline(QWidget* parent = nullptr);
    void setRun(const RunSnapshotPtr& run);
    [[nodiscard]] QSize sizeHint() const override { return {400, 40}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 40}; }
    [[nodiscard]] QString summary() const { return m_summary; } ///< "3 of 7 trials done · 00:41 left"

signals:
    void trialClicked(qint64 trial);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Cell {
        session::TrialSnapshot trial;
        int phase;
        QRectF rect;
    };
    void layoutCells();
    [[nodiscard]] QString runInWords() const;
    [[nodiscard]] QString paceInWords() const; ///< of the trials that run
    /// The title of the phase that begins with `first`, unless it would begin before `from`; where the next
    /// may.
    double paintTitle(QPainter& p, const Cell& first, double from) const;
    static void paintCell(QPainter& p, const Cell& cell);
    void paintSpinner(QPainter& p) const;
    [[nodiscard]] QRectF spinnerRing() const;
    [[nodiscard]] bool searchesHidden() const;
    [[nodiscard]] const Cell* cellAt(const QPointF& at) const;

    RunSnapshotPtr m_run;
    std::vector<Cell> m_cells;
    StepPace m_pace;
    QElapsedTimer m_clock;
    QString m_summary;
    QTimer m_spin;
    int m_turn = 0; ///< degrees
};

} // namespace parsimony::ui
