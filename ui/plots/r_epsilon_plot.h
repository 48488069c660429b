// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/r_series.h"
#include "ui/plots/plot.h"

#include <functional>

namespace parsimony::ui {

/// r against ε: every trial by its phase (shape and rim), its score (fill) and whether it is planned, running
/// or finished, the winners of the phases, the line through them, the band, the final run's point, and what
/// sweeps of the project found best. The ε axis ends where the plan does from the start.
class REpsilonPlot : public Plot {
    Q_OBJECT
public:
    explicit REpsilonPlot(Selection& selection, QWidget* parent = nullptr);
    /// `passes` tells of the number of a trial whether it is shown; without one all are. The line stays: it
    /// is the experiment's, whatever is looked at.
    void setRun(RunSnapshotPtr run, const std::function<bool(qint64)>& passes = {});
    void setSwept(std::vector<RPoint> swept); ///< of sweptR(), beside the line
    [[nodiscard]] QString csv() const override;
    [[nodiscard]] const RSeries& series() const { return m_series; }
    /// Where a trial is drawn, in widget pixels; for tests and tours.
    [[nodiscard]] std::optional<QPointF> positionOf(qint64 trial) const;

protected:
    void restyle() override;
    void fitAxes() override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;
    [[nodiscard]] qint64 trialAt(const QPointF& pixel) override;

private:
    void rebuild();
    [[nodiscard]] QCPScatterStyle styleOf(session::TrialState state, QCPScatterStyle::ScatterShape shape,
                                          const QColor& color) const;
    void addPoints();
    void addHeldBack();
    [[nodiscard]] QCPScatterStyle winnerStyle(QCPScatterStyle style) const;
    void addStates();
    void addSwept();
    void addInterval();
    void explainInterval();
    QCPGraph* addSymbols(const QCPScatterStyle& style, const QString& name);
    void markSelection();
    [[nodiscard]] const RPoint* pointAt(const QPointF& pixel) const;

    Selection& m_selection;
    RunSnapshotPtr m_run;
    RSeries m_series;
    std::vector<RPoint> m_swept;
    QCPGraph* m_marks = nullptr;
};

} // namespace parsimony::ui
