// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heat_lines.h"
#include "ui/plots/panel_plot.h"

#include <array>

namespace parsimony::ui {

class HeatField;
class HeatMarks;

/// Accuracy over (η, T): equal panels, one per ε, that wrap into rows and share a scale, with contour lines,
/// curves of equal r and of equal ν, the best cell, the trials of searches on top, and the cell under the
/// cursor read out.
class HeatmapPlot : public PanelPlot {
    Q_OBJECT
public:
    enum Overlay { Contours, IsoR, IsoNu, SearchTrials, OverlayCount };

    explicit HeatmapPlot(Selection& selection, QWidget* parent = nullptr);
    void setTrials(const TrialView& trials, const filter::ExperimentNamesById& experiments = {});
    void setOverlay(Overlay overlay, bool on);
    [[nodiscard]] bool overlay(Overlay overlay) const { return m_overlays[overlay]; }
    /// Shows the panels of these budgets alone, by their keys; none: all. The scale stays that of all.
    void showBudgets(const QStringList& keys);
    [[nodiscard]] static QString budgetKey(double epsilon);
    [[nodiscard]] std::vector<double> budgets() const; ///< each ε once, ascending, shown or not
    [[nodiscard]] std::vector<QRect> frames() const;   ///< of the panels shown, in widget pixels, for tests
    [[nodiscard]] QString csv() const override;
    [[nodiscard]] const Heatmap& heatmap() const { return m_map; }

signals:
    void budgetsChanged(); ///< there are other ε than before

protected:
    void rebuild() override;
    void place(const QSize& size) override;
    [[nodiscard]] double figureHeight(double width) const override;
    void drawOver(QCPPainter& painter) override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;
    [[nodiscard]] qint64 trialAt(const QPointF& pixel) override;

private:
    struct Panel {
        const HeatPanel* heat = nullptr; ///< in m_map
        QCPAxisRect* rect = nullptr;
        HeatField* field = nullptr;
        HeatMarks* marks = nullptr;
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
    /// What stands around the panels and between them, in pixels.
    struct Room {
        double left = 0.0, bottom = 0.0, scale = 0.0, line = 0.0;
        QSizeF between;        ///< with titles of one line
        double readable = 0.0; ///< the least width of a panel
    };
    [[nodiscard]] Room room() const;
    void arrange(const QSize& size, const Room& room);
    void buildScale();
    void buildPanel(const HeatPanel& panel);
    void placeNumbers();
    void fillPanel(Panel& panel);
    void fillPanels();
    // heatmap_labels.cpp
    /// Alike above all panels.
    struct Titles {
        bool whole = true; ///< or in short names, in as many lines as the longest takes
        int lines = 1;
    };
    [[nodiscard]] Titles titlesFor(const QSizeF& frame, const QSizeF& between) const;
    [[nodiscard]] bool named() const; ///< panels differ in more than ε
    [[nodiscard]] static QString wholeTitle(const HeatPanel& heat);
    /// Without knobs that all panels have alike.
    [[nodiscard]] QStringList shortNames(const HeatPanel& heat) const;
    [[nodiscard]] double widestName() const; ///< of any panel, in pixels
    void writeLabels();
    class PanelWords;
    void writePanel(const Panel& panel, const QRectF& frame);
    /// True where `best`, the accuracy of the best cell, had room in it.
    bool writeTitle(const HeatPanel& heat, const QRectF& frame, const QString& best);
    void writeAxes();

    Selection& m_selection;
    Heatmap m_map;
    std::vector<Panel> m_panels; ///< of the budgets shown
    QStringList m_shown;         ///< keys of budgets; empty: all
    std::array<bool, OverlayCount> m_overlays{true, true, false, true};
    Titles m_titles;
    bool m_alike = true;           ///< all panels have the same learning rates and steps
    std::vector<QPointF> m_marked; ///< where the selection is drawn now
};

} // namespace parsimony::ui
