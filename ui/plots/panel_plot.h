// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/panel_grid.h"
#include "ui/plots/plot.h"

namespace parsimony::ui {

/// A plot of equal panels that wrap into rows. Numbers and words stand where place() left room for them.
class PanelPlot : public Plot {
    Q_OBJECT
public:
    PanelPlot(const QString& name, const QString& title, QWidget* parent = nullptr);

    [[nodiscard]] bool hasPlainAxes() const override { return false; }
    [[nodiscard]] QStringList labels() const; ///< what is written in and around the panels

protected:
    virtual void rebuild() = 0;
    virtual void place(const QSize& size) = 0; ///< panels, numbers and words for a plot of this size

    void restyle() override { rebuild(); }
    void fitAxes() override {}
    void draw(QCPPainter* painter) override;
    void resizeEvent(QResizeEvent* event) override;

    void clearPanels();      ///< nothing is left; place() has nothing to do
    void beginPanels();      ///< an empty layout for addPanel()
    QCPAxisRect* addPanel(); ///< the next of the layout, with axes below and at the left
    QCPItemText* addText(const QString& text, const QPointF& at, Qt::Alignment alignment);

    QCPLayoutInset* m_layout = nullptr; ///< null without panels
    PanelGrid m_grid;
};

} // namespace parsimony::ui
