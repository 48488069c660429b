// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/trial_columns.h"
#include "ui/plots/plot.h"

#include <optional>

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
        std::size_t column; ///< of m_values
        double low, high;
        bool logarithmic;
    };
    struct Trial {
        qint64 id;
        std::optional<double> scoreSe;
        friend bool operator==(const Trial&, const Trial&) = default;
    };
    void rebuild();
    void addLines();
    void addAxes();
    void place();
    void markSelection();
    [[nodiscard]] std::vector<std::size_t> drawnTrials() const;
    [[nodiscard]] double value(std::size_t trial, std::size_t column) const;
    /// Where a trial crosses an axis, 0 at its foot and 1 at its head; NaN where it has no such number.
    [[nodiscard]] double position(std::size_t trial, std::size_t axis) const {
        return m_positions[trial * m_axes.size() + axis];
    }
    [[nodiscard]] std::optional<std::size_t> lineAt(const QPointF& pixel) const;

    Selection& m_selection;
    std::vector<Trial> m_trials;    ///< those with a score
    std::vector<double> m_values;   ///< a row for each of them, a column for each knob; NaN where it has none
    std::vector<float> m_positions; ///< a row for each of them, a column for each axis
    std::vector<Axis> m_axes;
    std::vector<QCPCurve*> m_marks;
};

} // namespace parsimony::ui
