// SPDX-License-Identifier: GPL-3.0-or-later
// What a heatmap consists of: panels with their axes, fields and overlays, and the scale that they share.
#include "ui/models/number_format.h"
#include "ui/plots/heat_field.h"
#include "ui/plots/heat_marks.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/plots/tickers.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {

constexpr double kAspect = 1.3;              ///< width of a panel to its height
constexpr double kGap = 10, kTickPixels = 8; ///< between panels; from an axis to its numbers
constexpr double kScaleBar = 12, kScaleTick = 3, kScalePad = 4;

std::size_t strideFor(std::size_t values, std::size_t most) {
    return std::max<std::size_t>(1, (values + most - 1) / most);
}

QStringList labelsOf(const std::vector<double>& values, std::size_t stride) {
    std::vector<double> shown;
    for (std::size_t i = 0; i < values.size(); i += stride) {
        shown.push_back(values[i]);
    }
    return formatAlike(shown, 3);
}

/// As many as stand beside each other without touching, nor those of the panel beside.
std::size_t numbersAcross(const std::vector<double>& values, double width, double gap,
                          const QFontMetrics& metrics) {
    constexpr double kMostApart = 8.0;
    constexpr std::size_t kMost = 8;
    const double apart = std::min(kMostApart, 0.5 * metrics.height());
    const double cell = width / static_cast<double>(values.size());
    for (std::size_t most = kMost; most > 1; --most) {
        const std::size_t stride = strideFor(values.size(), most);
        const QStringList labels = labelsOf(values, stride);
        bool fits = true;
        for (qsizetype i = 0; i < labels.size(); ++i) {
            const bool last = i + 1 == labels.size();
            const double room =
                last
                    ? (static_cast<double>(values.size() - static_cast<std::size_t>(i) * stride)) * cell + gap
                    : static_cast<double>(stride) * cell;
            const QString& next = last ? labels.front() : labels[i + 1];
            fits = fits &&
                   (metrics.horizontalAdvance(labels[i]) + metrics.horizontalAdvance(next)) / 2.0 + apart <=
                       room;
        }
        if (fits) {
            return most;
        }
    }
    return 1;
}

QSharedPointer<QCPAxisTickerText> tickerOf(const std::vector<double>& values, std::size_t most) {
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    const std::size_t stride = strideFor(values.size(), most);
    double at = 0.0;
    for (const QString& label : labelsOf(values, stride)) {
        ticker->addTick(at, label);
        at += static_cast<double>(stride);
    }
    return ticker;
}

/// The first and the last.
QSharedPointer<QCPAxisTickerText> endsOf(const std::vector<double>& values) {
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    const QStringList labels = formatAlike({values.front(), values.back()}, 3);
    ticker->addTick(0.0, labels[0]);
    ticker->addTick(static_cast<double>(values.size() - 1), labels[1]);
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
    m_panels.clear(); // they point into the layout
    clearPanels();
    const auto hidden = [this](const HeatPanel& panel) {
        return !m_shown.isEmpty() && !m_shown.contains(budgetKey(panel.epsilon));
    };
    std::vector<const HeatPanel*> shown;
    for (const HeatPanel& panel : m_map.panels) {
        if (!hidden(panel)) {
            shown.push_back(&panel);
        }
    }
    if (shown.empty()) { // what was chosen is gone: all, rather than nothing
        for (const HeatPanel& panel : m_map.panels) {
            shown.push_back(&panel);
        }
    }
    if (shown.empty()) {
        return;
    }
    m_alike = std::all_of(shown.begin(), shown.end(), [&](const HeatPanel* panel) {
        return panel->rates == shown.front()->rates && panel->steps == shown.front()->steps;
    });
    beginPanels();
    for (const HeatPanel* panel : shown) {
        buildPanel(*panel);
    }
    buildScale();
    fillPanels();
}

HeatmapPlot::Room HeatmapPlot::room() const {
    const QFontMetricsF metrics(Theme::font(static_cast<int>(fontPixels())));
    const auto widest = [&](const std::vector<double>& values) {
        double width = 0.0;
        for (const QString& text : formatAlike(values, 3)) {
            width = std::max(width, metrics.horizontalAdvance(text));
        }
        return width;
    };
    Room room;
    room.line = metrics.height();
    room.scale = kScaleBar * ink() + kScaleTick + 2 * kScalePad +
                 widest({100.0 * m_map.low, 100.0 * m_map.high}) + room.line + kGap;
    double numbers = 0.0;
    for (const Panel& panel : m_panels) {
        numbers = std::max(numbers, widest(panel.heat->steps));
        if (m_alike) {
            break; // as wide as those of the others
        }
    }
    room.left = kGap + room.line + kTickPixels + numbers;
    room.bottom = kTickPixels + 2 * room.line + 4;
    // Numbers stand at the outer panels alone where all have the same axes.
    room.between = m_alike ? QSizeF(kGap, room.line + kGap)
                           : QSizeF(numbers + kTickPixels + kGap, 2 * room.line + kTickPixels + kGap);
    room.readable = widestName();
    return room;
}

double HeatmapPlot::figureHeight(double width) const {
    constexpr double kLines = 4.5; // of text: fewer are no panel
    if (m_panels.empty()) {
        return 0.0;
    }
    const Room r = room();
    const int count = static_cast<int>(m_panels.size());
    const double area = width - r.left - r.scale - kGap;
    const double gap = r.between.width();
    const int columns = std::clamp(static_cast<int>((area + gap) / (r.readable + gap)), 1, count);
    const int rows = (count + columns - 1) / columns;
    const double across = (area - (columns - 1) * gap) / columns;
    const double frame = std::min(across / kAspect, kLines * r.line);
    const double titles = (titlesFor({across, frame}, r.between).lines - 1) * r.line; // below the first line
    return r.line + kGap + rows * (frame + titles) + (rows - 1) * r.between.height() + r.bottom;
}

void HeatmapPlot::arrange(const QSize& size, const Room& r) {
    constexpr double kLeastLines = 2.5; // of text: lower than that a panel is a stripe
    const QFontMetricsF bold(Theme::font(static_cast<int>(fontPixels()), QFont::DemiBold));
    const double number = bold.horizontalAdvance(QStringLiteral("ε 0.000"));
    const int count = static_cast<int>(m_panels.size());
    m_titles = {};
    Titles needed;
    do { // each time with more lines, and no title has more than names
        m_titles = {needed.whole, std::max(needed.lines, m_titles.lines)};
        const double titles = (m_titles.lines - 1) * r.line;
        const double top = r.line + kGap + titles;
        const QRectF area(r.left, top, size.width() - r.left - r.scale - kGap,
                          size.height() - r.bottom - top);
        const QSizeF between(r.between.width(), r.between.height() + titles);
        // Where names leave stripes alone, their middles are left out; in the end numbers give way too.
        for (const double readable : {std::max(number, std::min(r.readable, area.width())), number, 0.0}) {
            m_grid = panelGrid(area, count, between, kAspect, readable);
            if (m_grid.frame.height() >= kLeastLines * r.line) {
                break;
            }
        }
        needed = titlesFor(m_grid.frame, between);
    } while (needed.lines > m_titles.lines);
    m_titles.whole = needed.whole;
}

void HeatmapPlot::place(const QSize& size) {
    if (m_layout == nullptr) {
        return;
    }
    Room r = room();
    arrange(size, r);
    const QFontMetrics metrics(Theme::font(static_cast<int>(fontPixels())));
    const std::vector<double>& rates = m_panels.front().heat->rates;
    if (m_alike && numbersAcross(rates, m_grid.frame.width(), r.between.width(), metrics) < 2) {
        // One number is no scale: the first and the last fit where panels stand further apart.
        const QStringList ends = formatAlike({rates.front(), rates.back()}, 3);
        r.between.setWidth((metrics.horizontalAdvance(ends[0]) + metrics.horizontalAdvance(ends[1])) / 2.0 +
                           0.25 * metrics.height());
        arrange(size, r);
    }
    for (int i = 0; i < m_grid.count; ++i) {
        placeFrame(*m_layout, i, m_grid.at(i), size);
    }
    const double top = m_grid.origin.y();
    placeFrame(*m_layout, m_grid.count,
               {size.width() - r.scale, top, r.scale, size.height() - r.bottom - top}, size);
    placeNumbers();
    writeLabels();
}

void HeatmapPlot::placeNumbers() {
    const QFontMetrics metrics(Theme::font(static_cast<int>(fontPixels())));
    const auto most = [](double room, double each, int limit) {
        return static_cast<std::size_t>(std::clamp(static_cast<int>(room / each), 1, limit));
    };
    QSharedPointer<QCPAxisTickerText> rates, steps;
    for (int i = 0; i < m_grid.count; ++i) {
        const Panel& panel = m_panels[static_cast<std::size_t>(i)];
        if (i == 0 || !m_alike) {
            const std::size_t across =
                numbersAcross(panel.heat->rates, m_grid.frame.width(), m_grid.between.width(), metrics);
            rates = across < 2 ? endsOf(panel.heat->rates) : tickerOf(panel.heat->rates, across);
            steps = tickerOf(panel.heat->steps, most(m_grid.frame.height(), 1.3 * metrics.height(), 10));
        }
        QCPAxis* x = panel.rect->axis(QCPAxis::atBottom);
        QCPAxis* y = panel.rect->axis(QCPAxis::atLeft);
        x->setTicker(rates);
        y->setTicker(steps);
        const bool below = !m_alike || m_grid.lowest(i);
        const bool beside = !m_alike || m_grid.first(i);
        x->setTicks(below);
        x->setTickLabels(below);
        y->setTicks(beside);
        y->setTickLabels(beside);
    }
}

void HeatmapPlot::buildScale() {
    const Colors& c = Theme::instance().colors();
    const QFont font = Theme::font(static_cast<int>(fontPixels()));
    auto* scale = new QCPColorScale(this);
    m_layout->addElement(scale, QRectF());
    scale->setType(QCPAxis::atRight);
    scale->setDataRange(QCPRange(100.0 * m_map.low, 100.0 * m_map.high));
    scale->setGradient(accuracyGradient());
    scale->setBarWidth(static_cast<int>(std::lround(kScaleBar * ink())));
    scale->axis()->setTickLengthIn(0);
    scale->axis()->setTickLengthOut(static_cast<int>(kScaleTick));
    scale->axis()->setTickLabelPadding(static_cast<int>(kScalePad));
    scale->axis()->setLabelPadding(static_cast<int>(kScalePad));
    scale->axis()->setTicker(numberTicker(false));
    scale->axis()->setLabel(tr("accuracy / %"));
    scale->axis()->setLabelColor(c.text);
    scale->axis()->setTickLabelColor(c.muted);
    scale->axis()->setBasePen(QPen(c.strongLine));
    scale->axis()->setTickPen(QPen(c.strongLine));
    scale->axis()->setSubTickPen(Qt::NoPen);
    scale->axis()->setTickLabelFont(font);
    scale->axis()->setLabelFont(font);
}

void HeatmapPlot::buildPanel(const HeatPanel& panel) {
    QCPAxisRect* rect = addPanel();
    QCPAxis* x = rect->axis(QCPAxis::atBottom);
    QCPAxis* y = rect->axis(QCPAxis::atLeft);
    for (QCPAxis* axis : {x, y}) {
        axis->grid()->setVisible(false);
        axis->setLayer(QStringLiteral("axes"));
    }
    x->setRange(-0.5, static_cast<double>(panel.rates.size()) - 0.5);
    y->setRange(-0.5, static_cast<double>(panel.steps.size()) - 0.5);
    m_panels.push_back(
        {&panel, rect, nullptr, nullptr, accuracyContours(panel), equalRLines(panel), equalNuLines(panel)});
}

void HeatmapPlot::fillPanels() {
    clearPlottables();
    for (Panel& panel : m_panels) {
        fillPanel(panel);
    }
    place(size());
}

void HeatmapPlot::fillPanel(Panel& panel) {
    QCPAxis* x = panel.rect->axis(QCPAxis::atBottom);
    QCPAxis* y = panel.rect->axis(QCPAxis::atLeft);
    panel.field = new HeatField(x, y);
    panel.field->setCells(picture(*panel.heat, m_map), Theme::instance().colors().base);
    if (m_overlays[Contours]) {
        panel.field->addLines(panel.contours.lines, QPen(QColor(255, 255, 255, 150), ink()));
    }
    if (m_overlays[IsoR]) {
        panel.field->addLines(panel.equalR.lines, QPen(QColor(255, 255, 255, 200), ink(), Qt::DashLine));
    }
    if (m_overlays[IsoNu]) {
        panel.field->addLines(panel.equalNu.lines,
                              QPen(QColor(255, 190, 120, 230), 1.2 * ink(), Qt::DashDotLine));
    }
    panel.marks = new HeatMarks(x, y, *panel.heat, m_overlays[SearchTrials], ink());
}

} // namespace parsimony::ui
