// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/r_series.h"
#include "ui/plots/plot.h"

#include <functional>

namespace parsimony::ui {

/// r against ε: every trial, the winners of the phases, the line through them, the band, and the final run's
/// point.
class REpsilonPlot : public Plot {
    Q_OBJECT
public:
    explicit REpsilonPlot(Selection& selection, QWidget* parent = nullptr);
    /// `passes` tells of the number of a trial whether it is shown; without one all are. The line stays: it
    /// is the experiment's, whatever is looked at.
    void setRun(RunSnapshotPtr run, const std::function<bool(qint64)>& passes = {});
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
    void markSelection();
    [[nodiscard]] const RPoint* pointAt(const QPointF& pixel) const;

    Selection& m_selection;
    RunSnapshotPtr m_run;
    RSeries m_series;
    QCPGraph* m_marks = nullptr;
};

} // namespace parsimony::ui
