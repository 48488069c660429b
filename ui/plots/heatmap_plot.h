// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heatmap.h"
#include "ui/plots/plot.h"

#include <array>

namespace parsimony::ui {

/// Accuracy over (η, T): one panel per ε side by side with a shared scale, contour lines, curves of equal r
/// and of equal ν, the trials of searches on top, and the cell under the cursor read out.
class HeatmapPlot : public Plot {
    Q_OBJECT
public:
    enum Overlay { Contours, IsoR, IsoNu, SearchTrials, OverlayCount };

    explicit HeatmapPlot(Selection& selection, QWidget* parent = nullptr);
    void setTrials(const std::vector<session::TrialSnapshot>& trials);
    void setOverlay(Overlay overlay, bool on);
    [[nodiscard]] bool overlay(Overlay overlay) const { return m_overlays[overlay]; }
    [[nodiscard]] bool hasPlainAxes() const override { return false; }
    [[nodiscard]] QString csv() const override;
    [[nodiscard]] const Heatmap& heatmap() const { return m_map; }

protected:
    void restyle() override;
    void fitAxes() override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;
    [[nodiscard]] qint64 trialAt(const QPointF& pixel) override;

private:
    struct Panel {
        QCPAxisRect* rect = nullptr;
        QCPGraph* marks = nullptr; ///< what is selected
    };
    void rebuild();
    void buildScale(int columns, const QCPColorGradient& gradient);
    void buildPanel(const HeatPanel& panel, int column);
    void addContours(const HeatPanel& panel, QCPAxisRect* rect);
    void addIsoR(const HeatPanel& panel, QCPAxisRect* rect);
    void addIsoNu(const HeatPanel& panel, QCPAxisRect* rect);
    void addSearchTrials(const HeatPanel& panel, QCPAxisRect* rect);
    void addBest(const HeatPanel& panel, QCPAxisRect* rect);
    void addLines(QCPAxisRect* rect, const std::vector<Polyline>& lines, const QPen& pen);
    void addLabel(QCPAxisRect* rect, double column, double row, const QString& text);
    void markSelection();
    struct Hit {
        const HeatPanel* panel = nullptr;
        std::size_t cell = 0;
        qint64 trial = 0; ///< of a search, under the cursor
    };
    [[nodiscard]] Hit hit(const QPointF& pixel) const;

    Selection& m_selection;
    Heatmap m_map;
    std::vector<Panel> m_panels;
    std::array<bool, OverlayCount> m_overlays{true, true, false, true};
    QCPMarginGroup* m_margins = nullptr;
};

} // namespace parsimony::ui
