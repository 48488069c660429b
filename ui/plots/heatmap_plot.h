// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heat_lines.h"
#include "ui/plots/plot.h"

#include <array>

namespace parsimony::ui {

class HeatField;

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
    /// How often the pictures of panels were made, over all panels: by size, data and overlays, not by
    /// hovering or selecting.
    [[nodiscard]] int picturesMade() const;

protected:
    void restyle() override;
    void fitAxes() override;
    void drawOver(QCPPainter& painter) override;
    void draw(QCPPainter* painter) override;
    void resizeEvent(QResizeEvent* event) override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;
    [[nodiscard]] qint64 trialAt(const QPointF& pixel) override;

private:
    struct Panel {
        QCPAxisRect* rect = nullptr;
        HeatField* field = nullptr;
        HeatLines contours, equalR, equalNu; ///< of the data: overlays come and go without finding them again
    };
    struct Hit {
        const HeatPanel* panel = nullptr;
        std::size_t cell = 0;
        qint64 trial = 0; ///< of a search, under the cursor
    };
    // heatmap_plot.cpp
    [[nodiscard]] Hit hit(const QPointF& pixel) const;
    [[nodiscard]] std::vector<QPointF> selectedPixels() const;
    // heatmap_panels.cpp
    void rebuild();
    void buildScale(int columns, const QCPColorGradient& gradient);
    void buildPanel(const HeatPanel& panel, int column);
    void placeTicks(int width); ///< as many numbers on the axes as a plot of that width has room for
    void fillPanel(const HeatPanel& heat, Panel& panel);
    void fillPanels();
    void addSearchTrials(const HeatPanel& heat, QCPAxisRect* rect);
    void addBest(const HeatPanel& heat, QCPAxisRect* rect);
    void addLabels(QCPAxisRect* rect, const HeatLines& lines, const QString& pattern, int digits);

    Selection& m_selection;
    Heatmap m_map;
    std::vector<Panel> m_panels;
    std::array<bool, OverlayCount> m_overlays{true, true, false, true};
    QCPMarginGroup* m_margins = nullptr;
    std::vector<QPointF> m_marked; ///< where the selection is drawn now
};

} // namespace parsimony::ui
