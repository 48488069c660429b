// SPDX-License-Identifier: GPL-3.0-or-later
// What a heatmap consists of: panels with their axes, fields and overlays, and the scale that they share.
#include "ui/models/number_format.h"
#include "ui/plots/heat_field.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {

// Pixels of a plot that are no panel: numbers of the first and scale of all; numbers of each of the others.
constexpr int kBesidePanels = 130, kBetweenPanels = 36;

QSharedPointer<QCPAxisTickerText> tickerOf(const std::vector<double>& values, std::size_t most) {
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    const std::size_t stride = std::max<std::size_t>(1, (values.size() + most - 1) / most);
    std::vector<double> shown;
    for (std::size_t i = 0; i < values.size(); i += stride) {
        shown.push_back(values[i]);
    }
    const QStringList labels = formatAlike(shown, 3);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        ticker->addTick(static_cast<double>(i * stride), labels[static_cast<qsizetype>(i)]);
    }
    return ticker;
}

QCPColorGradient accuracyGradient() {
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (int i = 0; i <= 16; ++i) {
        gradient.setColorStopAt(i / 16.0, Theme::sequential(i / 16.0));
    }
    return gradient;
}

/// A pixel per cell, the largest number of steps on top; cells without a value stay transparent.
QImage picture(const HeatPanel& panel, const Heatmap& map) {
    const Field2D& field = panel.accuracy;
    QImage image(static_cast<int>(field.columns), static_cast<int>(field.rows),
                 QImage::Format_ARGB32_Premultiplied);
    const double span = map.high > map.low ? map.high - map.low : 1.0;
    for (std::size_t row = 0; row < field.rows; ++row) {
        for (std::size_t column = 0; column < field.columns; ++column) {
            const double value = field.at(column, row);
            image.setPixel(static_cast<int>(column), static_cast<int>(field.rows - 1 - row),
                           std::isfinite(value) ? Theme::sequential((value - map.low) / span).rgba() : 0U);
        }
    }
    return image;
}

} // namespace

void HeatmapPlot::rebuild() {
    clearPlottables();
    clearItems();
    m_panels.clear();
    plotLayout()->clear();
    delete m_margins;
    m_margins = nullptr;
    if (m_map.panels.empty()) {
        return;
    }
    m_margins = new QCPMarginGroup(this);
    const int columns = static_cast<int>(m_map.panels.size());
    for (int i = 0; i < columns; ++i) {
        buildPanel(m_map.panels[static_cast<std::size_t>(i)], i);
    }
    buildScale(columns, accuracyGradient());
    fillPanels();
    placeTicks(width());
}

void HeatmapPlot::placeTicks(int width) {
    const QFontMetrics metrics(Theme::font(static_cast<int>(fontPixels())));
    const int columns = static_cast<int>(m_panels.size());
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const HeatPanel& panel = m_map.panels[i];
        int widest = 1;
        for (const double rate : panel.rates) {
            widest = std::max(widest, metrics.horizontalAdvance(formatQuantity(rate, 3)));
        }
        const int room = (width - kBesidePanels) / columns - kBetweenPanels;
        const int most = std::clamp(room / (widest + 8), 1, 6);
        m_panels[i]
            .rect->axis(QCPAxis::atBottom)
            ->setTicker(tickerOf(panel.rates, static_cast<std::size_t>(most)));
        m_panels[i].rect->axis(QCPAxis::atLeft)->setTicker(tickerOf(panel.steps, 10));
    }
}

void HeatmapPlot::draw(QCPPainter* painter) {
    placeTicks(viewport().width()); // of the figure that is exported
    Plot::draw(painter);
    placeTicks(width());
}

void HeatmapPlot::resizeEvent(QResizeEvent* event) {
    placeTicks(width());
    Plot::resizeEvent(event);
}

void HeatmapPlot::buildScale(int columns, const QCPColorGradient& gradient) {
    const Colors& c = Theme::instance().colors();
    const QFont font = Theme::font(static_cast<int>(fontPixels()));
    auto* scale = new QCPColorScale(this);
    plotLayout()->addElement(1, columns, scale);
    scale->setType(QCPAxis::atRight);
    scale->setDataRange(QCPRange(100.0 * m_map.low, 100.0 * m_map.high));
    scale->setGradient(gradient);
    scale->setBarWidth(12);
    scale->axis()->setTicker(numberTicker(false));
    scale->axis()->setLabel(tr("accuracy / %"));
    scale->axis()->setLabelColor(c.text);
    scale->axis()->setTickLabelColor(c.muted);
    scale->axis()->setBasePen(QPen(c.strongLine));
    scale->axis()->setTickPen(QPen(c.strongLine));
    scale->axis()->setSubTickPen(Qt::NoPen);
    scale->axis()->setTickLabelFont(font);
    scale->axis()->setLabelFont(font);
    for (const Panel& panel : m_panels) {
        panel.rect->setMarginGroup(QCP::msTop | QCP::msBottom, m_margins);
    }
    scale->setMarginGroup(QCP::msTop | QCP::msBottom, m_margins);
}

void HeatmapPlot::buildPanel(const HeatPanel& panel, int column) {
    const Colors& c = Theme::instance().colors();
    QString words = tr("ε = %1").arg(formatEpsilon(panel.epsilon));
    if (!panel.knobs.empty()) {
        words += QStringLiteral(", ") + QString::fromStdString(train::textOf(panel.knobs));
    }
    auto* title = new QCPTextElement(this, words,
                                     Theme::font(static_cast<int>(fontPixels()) + 1, QFont::DemiBold));
    title->setTextColor(c.text);
    plotLayout()->addElement(0, column, title);
    plotLayout()->setRowStretchFactor(0, 0.001);
    auto* rect = new QCPAxisRect(this);
    plotLayout()->addElement(1, column, rect);
    QCPAxis* x = rect->axis(QCPAxis::atBottom);
    QCPAxis* y = rect->axis(QCPAxis::atLeft);
    const QFont font = Theme::font(static_cast<int>(fontPixels()));
    for (QCPAxis* axis : {x, y}) {
        axis->setBasePen(QPen(c.strongLine));
        axis->setTickPen(QPen(c.strongLine));
        axis->setSubTicks(false);
        axis->grid()->setVisible(false);
        axis->setTickLabelColor(c.muted);
        axis->setLabelColor(c.text);
        axis->setTickLabelFont(font);
        axis->setLabelFont(font);
        axis->setLayer(QStringLiteral("axes"));
    }
    x->setLabel(tr("learning rate η"));
    if (column == 0) {
        y->setLabel(tr("steps T"));
    }
    x->setRange(-0.5, static_cast<double>(panel.rates.size()) - 0.5);
    y->setRange(-0.5, static_cast<double>(panel.steps.size()) - 0.5);
    m_panels.push_back({rect, nullptr, accuracyContours(panel), equalRLines(panel), equalNuLines(panel)});
}

void HeatmapPlot::fillPanels() {
    clearPlottables();
    clearItems();
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        fillPanel(m_map.panels[i], m_panels[i]);
    }
}

void HeatmapPlot::fillPanel(const HeatPanel& heat, Panel& panel) {
    panel.field = new HeatField(panel.rect->axis(QCPAxis::atBottom), panel.rect->axis(QCPAxis::atLeft));
    panel.field->setCells(picture(heat, m_map), Theme::instance().colors().base);
    if (m_overlays[Contours]) {
        panel.field->addLines(panel.contours.lines, QPen(QColor(255, 255, 255, 150), 1.0));
    }
    if (m_overlays[IsoR]) {
        panel.field->addLines(panel.equalR.lines, QPen(QColor(255, 255, 255, 200), 1.0, Qt::DashLine));
        addLabels(panel.rect, panel.equalR, QStringLiteral("r = %1"), 3);
    }
    if (m_overlays[IsoNu]) {
        panel.field->addLines(panel.equalNu.lines, QPen(QColor(255, 190, 120, 230), 1.2, Qt::DashDotLine));
        addLabels(panel.rect, panel.equalNu, QStringLiteral("ν = %1"), 2);
    }
    if (m_overlays[SearchTrials]) {
        addSearchTrials(heat, panel.rect);
    }
    addBest(heat, panel.rect);
}

void HeatmapPlot::addLabels(QCPAxisRect* rect, const HeatLines& lines, const QString& pattern, int digits) {
    for (const HeatLines::Label& at : lines.labels) {
        auto* label = new QCPItemText(this);
        label->setClipToAxisRect(true);
        label->setClipAxisRect(rect);
        label->position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        label->position->setCoords(at.column, at.row);
        label->setText(pattern.arg(formatQuantity(at.value, digits)));
        label->setFont(Theme::font(static_cast<int>(fontPixels()) - 1));
        label->setColor(QColor(255, 255, 255));
        label->setBrush(QColor(0, 0, 0, 90));
        label->setPadding(QMargins(2, 0, 2, 0));
    }
}

void HeatmapPlot::addSearchTrials(const HeatPanel& heat, QCPAxisRect* rect) {
    auto* trials = new QCPGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    trials->removeFromLegend();
    trials->setLineStyle(QCPGraph::lsNone);
    trials->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(QColor(0, 0, 0), 1.2),
                                            QBrush(QColor(255, 255, 255, 220)), 8));
    for (const HeatTrial& trial : heat.searched) {
        trials->addData(trial.column, trial.row);
    }
}

void HeatmapPlot::addBest(const HeatPanel& heat, QCPAxisRect* rect) {
    // A ring, because colour alone does not find it.
    std::size_t best = 0;
    for (std::size_t i = 0; i < heat.accuracy.values.size(); ++i) {
        if (!(heat.accuracy.values[i] <= heat.accuracy.values[best])) {
            best = std::isfinite(heat.accuracy.values[i]) ? i : best;
        }
    }
    auto* ring = new QCPGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    ring->removeFromLegend();
    ring->setLineStyle(QCPGraph::lsNone);
    ring->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(QColor(255, 255, 255), 2), Qt::NoBrush, 12));
    ring->addData(static_cast<double>(best % heat.rates.size()),
                  static_cast<double>(best / heat.rates.size()));
}

} // namespace parsimony::ui
