// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/trial_columns.h"
#include "ui/models/trial_view.h"
#include "ui/plots/plot.h"

#include <array>

namespace parsimony::ui {

class CloudGraph;

/// Any two columns of the trials against each other, coloured by a third. With the score as y it is a slice
/// of the search along one knob.
class ScatterPlot : public Plot {
    Q_OBJECT
public:
    explicit ScatterPlot(Selection& selection, QWidget* parent = nullptr);

    /// What a direction of the plot can show: columns of numbers.
    [[nodiscard]] static std::vector<TrialColumn> columns();
    enum class Role { X, Y, Colour };
    void setColumn(Role role, TrialColumn column); ///< for the next setTrials()
    [[nodiscard]] TrialColumn column(Role role) const { return m_columns[static_cast<std::size_t>(role)]; }

    void setTrials(const TrialView& trials);
    /// `trial` and the three columns, of the trials that have numbers in the first two.
    [[nodiscard]] QString csv() const override;

protected:
    void restyle() override { rebuild(); }
    void fitAxes() override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;
    [[nodiscard]] qint64 trialAt(const QPointF& pixel) override;

private:
    struct Point {
        qint64 trial;
        bool clamped;                 ///< the largest learning rate kept it from the r that was drawn
        std::array<double, 3> values; ///< by role; the colour's is NaN where the trial has none
    };
    void rebuild();
    CloudGraph* addCloud(const QVector<QCPGraphData>& points, const QColor& color);
    bool addShades();
    bool addExperiments();
    bool addHeldBack();
    void markSelection();
    [[nodiscard]] static double value(const Point& point, Role role) {
        return point.values[static_cast<std::size_t>(role)];
    }
    [[nodiscard]] const Point* pointAt(const QPointF& pixel) const;

    Selection& m_selection;
    std::array<TrialColumn, 3> m_columns{TrialColumn::R, TrialColumn::Score, TrialColumn::Epsilon};
    bool m_othersChosen = false; ///< columns, since the trials were set
    std::vector<Point> m_points; ///< of the trials with both numbers
    QCPGraph* m_marks = nullptr;
};

} // namespace parsimony::ui
