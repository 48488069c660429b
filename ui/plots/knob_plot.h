// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/importance/knob_importance.h"
#include "core/importance/knob_range.h"
#include "ui/models/trial_columns.h"
#include "ui/models/trial_view.h"
#include "ui/plots/panel_plot.h"
#include "ui/plots/slice_cloud.h"

#include <vector>

namespace parsimony::ui {

/// Which knob matters: a slice of the score along each, the most important first, with the line that trees
/// expect, and a bar for each share of the variance. The importance is computed elsewhere: see setTrials().
class KnobPlot : public PanelPlot {
    Q_OBJECT
public:
    explicit KnobPlot(Selection& selection, QWidget* parent = nullptr);

    /// True when scores or knobs are others than before: their importance is then to be computed anew.
    bool setTrials(const TrialView& trials);
    /// Nothing was found: it is known not to come.
    void setImportance(const importance::KnobImportance& found);
    [[nodiscard]] bool complete() const override { return !m_awaited; }
    void setKnobs(const QStringList& keys); ///< for the next setTrials(); none: those that searches turn
    void setColour(TrialColumn column);     ///< likewise
    [[nodiscard]] const std::vector<TrialColumn>& knobs() const { return m_knobs; }
    [[nodiscard]] TrialColumn colour() const { return m_colour; }

    /// `knob,trial,value,score` of each point; then, where it is known, `knob,share` for the importance.
    [[nodiscard]] QString csv() const override;
    [[nodiscard]] std::vector<TrialColumn> shown() const; ///< the knobs of the slices, in order
    [[nodiscard]] std::optional<QPointF> pixelOf(qint64 trial, TrialColumn knob) const;

protected:
    void rebuild() override;
    void place(const QSize& size) override;
    [[nodiscard]] double figureHeight(double width) const override;
    void drawOver(QCPPainter& painter) override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;
    [[nodiscard]] qint64 trialAt(const QPointF& pixel) override;

private:
    struct Slice {
        TrialColumn knob = TrialColumn::R;
        double low = 0.0, high = 0.0;
        bool logarithmic = false;
        std::vector<SlicePoint> points;
        std::vector<double> numbers; ///< of the knob, by point
        QCPAxisRect* rect = nullptr;
        friend bool operator==(const Slice& a, const Slice& b) {
            return a.knob == b.knob && a.points == b.points;
        }
    };
    struct Hit {
        const Slice* slice = nullptr;
        std::optional<std::size_t> point;
    };
    struct Scored {
        qint64 trial;
        double score;
        friend bool operator==(const Scored&, const Scored&) = default;
    };
    struct Numbers {
        std::vector<double> of; ///< by trial of m_scored, NaN where it has none
        importance::KnobRange range;
    };
    // knob_plot.cpp
    [[nodiscard]] qint64 trialOf(const SlicePoint& point) const { return m_scored[point.trial].trial; }
    [[nodiscard]] static bool byKnob(const Slice& a, const Slice& b);
    [[nodiscard]] static bool samePlaces(const Slice& a, const Slice& b); ///< whatever their shades
    /// Fills m_scored; the numbers of the knobs, and of the column that colours behind them.
    [[nodiscard]] std::vector<Numbers> takeScored(const TrialView& trials);
    [[nodiscard]] std::vector<Slice> slicesInOrder(const std::vector<Numbers>& numbers);
    [[nodiscard]] Slice sliceOf(TrialColumn knob, const Numbers& numbers) const;
    /// By trial; kShades where it has no number.
    [[nodiscard]] std::vector<int> shadesOf(const Numbers& numbers);
    [[nodiscard]] Hit hit(const QPointF& pixel) const;
    // knob_panels.cpp
    void sort();
    QCPAxisRect* addKnobPanel();
    void fillSlice(Slice& slice);
    void fillBars(QCPAxisRect* rect);
    void writeWords(const QSize& size);
    [[nodiscard]] const importance::Knob* importanceOf(TrialColumn knob) const;
    [[nodiscard]] QStringList
    caption(const QSize& size) const;         ///< in lines that fit into a plot of that size
    [[nodiscard]] double numbersLeft() const; ///< pixels beside the panels
    /// Pixels from a panel to the next, and the least width of one.
    [[nodiscard]] std::pair<QSizeF, double> spacing() const;

    Selection& m_selection;
    std::vector<Scored> m_scored;
    std::vector<TrialColumn> m_knobs;
    TrialColumn m_colour = TrialColumn::Epsilon;
    double m_low = 0.0, m_high = 1.0;           ///< of the scores
    double m_shadeLow = 0.0, m_shadeHigh = 0.0; ///< of the column that colours
    std::vector<Slice> m_slices;
    bool m_changed = false;    ///< knobs were chosen since the trials were set
    bool m_awaited = false;    ///< the importance of these trials has not come yet
    bool m_recoloured = false; ///< another colour was chosen since then
    importance::KnobImportance m_importance;
    QStringList m_bars;            ///< what is written on them, from the top
    QCPAxis* m_barsAxis = nullptr; ///< upwards, of the panel of importance
};

} // namespace parsimony::ui
