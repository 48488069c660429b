// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/panel_plot.h"

#include "ui/style/theme.h"

namespace parsimony::ui {

PanelPlot::PanelPlot(const QString& name, const QString& title, QWidget* parent) : Plot(name, title, parent) {
    setInteractions(QCP::iNone); // panels share their axes' meaning: they are not panned apart
}

QStringList PanelPlot::labels() const {
    QStringList texts;
    for (int i = 0; i < itemCount(); ++i) {
        if (const auto* text = qobject_cast<QCPItemText*>(item(i))) {
            texts << text->text();
        }
    }
    return texts;
}

void PanelPlot::draw(QCPPainter* painter) {
    place(viewport().size()); // of the figure that is exported
    Plot::draw(painter);
    place(size());
}

void PanelPlot::resizeEvent(QResizeEvent* event) {
    place(event->size());
    Plot::resizeEvent(event);
}

void PanelPlot::clearPanels() {
    clearPlottables();
    clearItems();
    plotLayout()->clear();
    m_layout = nullptr;
}

void PanelPlot::beginPanels() {
    m_layout = new QCPLayoutInset;
    plotLayout()->addElement(0, 0, m_layout);
}

QCPAxisRect* PanelPlot::addPanel() {
    const Colors& c = Theme::instance().colors();
    auto* rect = new QCPAxisRect(this);
    rect->setAutoMargins(QCP::msNone); // numbers stand where place() left room for them
    rect->setMargins(QMargins());
    rect->setMinimumSize(1, 1);
    m_layout->addElement(rect, QRectF());
    const QFont font = Theme::font(static_cast<int>(fontPixels()));
    for (QCPAxis* axis : {rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft)}) {
        axis->setBasePen(QPen(c.strongLine, ink()));
        axis->setTickPen(QPen(c.strongLine, ink()));
        axis->setTickLengthIn(0);
        axis->setTickLengthOut(4);
        axis->setSubTicks(false);
        axis->setTickLabelColor(c.muted);
        axis->setTickLabelFont(font);
    }
    return rect;
}

QCPItemText* PanelPlot::addText(const QString& text, const QPointF& at, Qt::Alignment alignment) {
    auto* label = new QCPItemText(this);
    label->position->setType(QCPItemPosition::ptAbsolute);
    label->position->setCoords(at);
    label->setPositionAlignment(alignment);
    label->setText(text);
    label->setColor(Theme::instance().colors().text);
    label->setFont(Theme::font(static_cast<int>(fontPixels())));
    label->setClipToAxisRect(false);
    return label;
}

} // namespace parsimony::ui
