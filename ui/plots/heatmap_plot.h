// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heatmap.h"
#include "ui/plots/plot.h"

namespace parsimony::ui {

/// Accuracy over (η, T): one panel per ε side by side with a shared scale, contour lines, curves of equal r,
/// and the cell under the cursor read out.
class HeatmapPlot : public Plot {
    Q_OBJECT
public:
    explicit HeatmapPlot(Selection& selection, QWidget* parent = nullptr);
    void setTrials(const std::vector<session::TrialSnapshot>& trials);
    [[nodiscard]] QString csv() const override;
    [[nodiscard]] const Heatmap& heatmap() const { return m_map; }

protected:
    void restyle() override;
    void fitAxes() override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;
    [[nodiscard]] qint64 trialAt(const QPointF& pixel) override;

private:
    void rebuild();
    void buildPanel(const HeatPanel& panel, int column, int columns);
    void addIsoR(const HeatPanel& panel, QCPAxisRect* rect);
    struct Hit {
        const HeatPanel* panel = nullptr;
        std::size_t cell = 0;
    };
    [[nodiscard]] Hit hit(const QPointF& pixel) const;

    Selection& m_selection;
    Heatmap m_map;
    std::vector<QCPAxisRect*> m_rects;
    QCPMarginGroup* m_margins = nullptr;
};

} // namespace parsimony::ui
