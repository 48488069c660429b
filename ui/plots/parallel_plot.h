// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/trial_columns.h"
#include "ui/plots/plot.h"

namespace parsimony::ui {

/// Parallel coordinates: an axis per knob, a line per scored trial, coloured by score; selected ones stand
/// out.
class ParallelPlot : public Plot {
    Q_OBJECT
public:
    explicit ParallelPlot(Selection& selection, QWidget* parent = nullptr);
    void setTrials(const std::vector<session::TrialSnapshot>& trials);
    [[nodiscard]] bool hasPlainAxes() const override { return false; }
    [[nodiscard]] QString csv() const override;

protected:
    void restyle() override;
    void fitAxes() override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;
    [[nodiscard]] qint64 trialAt(const QPointF& pixel) override;

private:
    struct Axis {
        TrialColumn column;
        double low, high;
        bool logarithmic;
    };
    void rebuild();
    void markSelection();
    [[nodiscard]] double position(const Axis& axis, const session::TrialSnapshot& trial) const;

    Selection& m_selection;
    std::vector<session::TrialSnapshot> m_trials;
    std::vector<Axis> m_axes;
    std::vector<QCPCurve*> m_marks;
};

} // namespace parsimony::ui
