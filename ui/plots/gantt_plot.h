// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/gantt.h"
#include "ui/plots/plot.h"

namespace parsimony::ui {

/// When the trials of an experiment ran: a row for each phase against the clock, trials that ran at once side
/// by side. Nothing of a private selection.
class GanttPlot : public Plot {
    Q_OBJECT
public:
    explicit GanttPlot(Selection& selection, QWidget* parent = nullptr);

    /// `isHidden`: a private selection, of which the plot says that it shows nothing.
    void setGantt(Gantt gantt, bool isHidden);
    [[nodiscard]] const Gantt& gantt() const { return m_gantt; }
    [[nodiscard]] bool hasPlainAxes() const override { return false; } ///< the clock has no logarithm
    /// Where a bar of gantt() is, in widget pixels.
    [[nodiscard]] QRectF rectOf(const GanttBar& bar) const;
    /// `trial,phase,began,ended`, in UTC.
    [[nodiscard]] QString csv() const override;

protected:
    void restyle() override { rebuild(); }
    void resizeEvent(QResizeEvent* event) override;
    void fitAxes() override;
    void drawOver(QCPPainter& painter) override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;
    [[nodiscard]] qint64 trialAt(const QPointF& pixel) override;

private:
    void rebuild();
    void showClock(); ///< as exactly as the range asks for
    [[nodiscard]] const GanttBar* barAt(const QPointF& pixel) const;

    Selection& m_selection;
    Gantt m_gantt;
    bool m_hidden = false;
};

} // namespace parsimony::ui
