// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/trial_series.h"
#include "ui/plots/plot.h"

namespace parsimony::ui {

/// Points that are trials: the gap to the best against r, score against ε with its Pareto front, or score in
/// the order of the trials with the best so far.
class TrialPlot : public Plot {
    Q_OBJECT
public:
    enum class Kind { Gap, Pareto, Course };
    TrialPlot(Kind kind, Selection& selection, QWidget* parent = nullptr);
    void setTrials(const TrialView& trials, const filter::ExperimentNamesById& experiments = {});
    [[nodiscard]] QString csv() const override;
    [[nodiscard]] const std::vector<SeriesPoint>& points() const { return m_points; }

protected:
    void restyle() override;
    void fitAxes() override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;
    [[nodiscard]] qint64 trialAt(const QPointF& pixel) override;

private:
    void rebuild();
    [[nodiscard]] QString emptyWords() const;
    /// Error bars of 10^5 points would be a wall.
    [[nodiscard]] bool showsErrors() const { return m_points.size() <= 400; }
    void markSelection();
    [[nodiscard]] const SeriesPoint* pointAt(const QPointF& pixel) const;

    Kind m_kind;
    Selection& m_selection;
    std::vector<SeriesPoint> m_points;
    QCPGraph* m_marks = nullptr;
};

/// A marker shape per phase, so that colour is never alone.
[[nodiscard]] QCPScatterStyle::ScatterShape phaseShape(int phase);

} // namespace parsimony::ui
