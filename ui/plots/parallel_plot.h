// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_filter.h"
#include "ui/models/trial_columns.h"
#include "ui/plots/plot.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace parsimony::ui {

/// Parallel coordinates: an axis per knob, one with a place for each name where trials have other encoders or
/// trainers, a line per scored trial, coloured by score; selected ones stand
/// out, and those that do not pass the filter are faint. Dragging along an axis puts bounds on it, which are
/// the filter's own; a click on the axis takes them off. Dragging its name moves it.
class ParallelPlot : public Plot {
    Q_OBJECT
public:
    explicit ParallelPlot(Selection& selection, QWidget* parent = nullptr);
    /// `passes` by trial, empty: all do; `bounds` are those of the filter.
    void setTrials(const std::vector<session::TrialSnapshot>& trials, const std::vector<bool>& passes = {},
                   std::vector<filter::FilterRange> bounds = {},
                   const filter::ExperimentNamesById& experiments = {});
    /// Others of the same trials pass.
    void setPassing(const std::vector<bool>& passes, std::vector<filter::FilterRange> bounds);
    /// What the menu of an axis does; columns without an axis are left as they are.
    void moveAxis(TrialColumn column, int places);
    void invertAxis(TrialColumn column);
    void setAxisLogarithmic(TrialColumn column, bool on);
    [[nodiscard]] std::vector<TrialColumn> axes() const; ///< from left to right
    /// Where a value lies on its axis, in pixels of the widget.
    [[nodiscard]] std::optional<QPointF> pixelOf(TrialColumn column, double value) const;
    [[nodiscard]] bool hasPlainAxes() const override { return false; }
    [[nodiscard]] QString csv() const override;

signals:
    /// A brush was drawn or, without bounds, taken off.
    void brushed(parsimony::filter::FilterRange range);
    /// The same along an axis of names: those under the brush, or none.
    void named(parsimony::filter::TrialField column, std::vector<std::string> names);

protected:
    void drawOver(QCPPainter& painter) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void restyle() override;
    void fitAxes() override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;
    [[nodiscard]] qint64 trialAt(const QPointF& pixel) override;

private:
    struct Axis {
        std::size_t column; ///< of m_values
        double low, high;
        bool logarithmic;
        bool inverted;
    };
    struct Brush {
        std::size_t axis;
        double from, to; ///< places on the axis, 0..1
    };
    struct Trial {
        qint64 id;
        std::optional<double> scoreSe;
        bool passes = true;
        std::size_t place = 0; ///< among all trials, those without a score too
        friend bool operator==(const Trial&, const Trial&) = default;
    };
    void setBounds(std::vector<filter::FilterRange> bounds);
    /// Finds the names of axes of words among the trials; the numbers of a trial are places among them.
    void findNames(const std::vector<session::TrialSnapshot>& trials,
                   const filter::ExperimentNamesById& experiments);
    [[nodiscard]] double numberOf(const session::TrialSnapshot& trial, std::size_t column,
                                  const filter::ExperimentNamesById& experiments) const;
    [[nodiscard]] std::vector<std::string> namesUnder(const Brush& brush) const;
    void tellBrush(const Brush& brush, bool drawn);
    void labelAxis(std::size_t index);
    QCPItemText* addLabel(double x, double y, const QString& text);
    void rebuild();
    void addLines();
    void addFaintLines();
    void addAxes();
    void place();
    void addPlaces(std::vector<float>& places, std::size_t trial) const; ///< of its line
    void drawSelection(QCPPainter& painter) const;
    [[nodiscard]] std::vector<std::size_t> drawnTrials() const;
    [[nodiscard]] double value(std::size_t trial, std::size_t column) const;
    /// Where a trial crosses an axis, 0 at its foot and 1 at its head; NaN where it has no such number.
    [[nodiscard]] double position(std::size_t trial, std::size_t axis) const {
        return m_positions[trial * m_axes.size() + axis];
    }
    [[nodiscard]] static TrialColumn columnOf(const Axis& axis);
    [[nodiscard]] static double placeOn(const Axis& axis, double value); ///< 0 at the foot, 1 at the head
    [[nodiscard]] static double valueOn(const Axis& axis, double place);
    [[nodiscard]] std::optional<std::size_t> axisAt(const QPointF& pixel) const;
    [[nodiscard]] std::optional<std::size_t> axisNamedAt(const QPointF& pixel) const; ///< below its foot
    [[nodiscard]] std::optional<std::size_t> axisOf(TrialColumn column) const;
    [[nodiscard]] std::pair<double, double> endsOf(const Brush& brush) const;
    [[nodiscard]] filter::FilterRange rangeOf(const Brush& brush) const;
    void rearranged();
    [[nodiscard]] std::optional<std::size_t> lineAt(const QPointF& pixel) const;

    Selection& m_selection;
    std::vector<Trial> m_trials;                             ///< those with a score
    std::map<std::size_t, std::vector<std::string>> m_names; ///< of columns of words, sorted
    std::vector<double> m_values;   ///< a row for each of them, a column for each knob; NaN where it has none
    std::vector<float> m_positions; ///< a row for each of them, a column for each axis
    std::vector<Axis> m_axes;
    std::vector<filter::FilterRange> m_bounds;
    std::vector<std::size_t> m_order;               ///< columns from left to right
    std::vector<bool> m_inverted;                   ///< by column
    std::vector<std::optional<bool>> m_logarithmic; ///< by column, where a person has chosen
    std::optional<Brush> m_brush;                   ///< while it is being drawn
    std::optional<TrialColumn> m_moved;             ///< the axis that is being dragged
};

} // namespace parsimony::ui
