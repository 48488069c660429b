// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap_plot.h"

#include "core/base/number_text.h"
#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/views/theme.h"

namespace parsimony::ui {

namespace {

QSharedPointer<QCPAxisTickerText> tickerOf(const std::vector<double>& values, std::size_t most) {
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    const std::size_t stride = std::max<std::size_t>(1, (values.size() + most - 1) / most);
    for (std::size_t i = 0; i < values.size(); i += stride) {
        ticker->addTick(static_cast<double>(i), formatQuantity(values[i], 3));
    }
    return ticker;
}

} // namespace

HeatmapPlot::HeatmapPlot(Selection& selection, QWidget* parent)
    : Plot(QStringLiteral("heatmaps"), tr("Heatmaps"), parent), m_selection(selection) {
    setInteractions(QCP::iNone); // panels share their axes' meaning: they are not panned apart
    setEmptyText(tr("Accuracy over learning rate and steps appears here when trials were scored on a grid of "
                    "both: choose grid search as the method, with lists of learning rates and steps."));
}

void HeatmapPlot::setTrials(const std::vector<session::TrialSnapshot>& trials) {
    m_map = heatmapOf(trials);
    if (m_map.panels.empty() != empty()) {
        setEmptyText(
            m_map.panels.empty()
                ? tr("Accuracy over learning rate and steps appears here when trials were scored on a grid "
                     "of both: choose grid search as the method, with lists of learning rates and steps.")
                : QString());
    }
    rebuild();
    replot(QCustomPlot::rpQueuedReplot);
}

void HeatmapPlot::rebuild() {
    clearPlottables();
    clearItems();
    m_rects.clear();
    plotLayout()->clear();
    delete m_margins;
    m_margins = nullptr;
    if (m_map.panels.empty()) {
        return;
    }
    const int columns = static_cast<int>(m_map.panels.size());
    for (int i = 0; i < columns; ++i) {
        buildPanel(m_map.panels[static_cast<std::size_t>(i)], i, columns);
    }
    const Colors& c = Theme::instance().colors();
    auto* scale = new QCPColorScale(this);
    plotLayout()->addElement(1, columns, scale);
    scale->setType(QCPAxis::atRight);
    scale->setDataRange(QCPRange(100.0 * m_map.low, 100.0 * m_map.high));
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (int i = 0; i <= 16; ++i) {
        gradient.setColorStopAt(i / 16.0, Theme::sequential(i / 16.0));
    }
    gradient.setNanHandling(QCPColorGradient::nhTransparent);
    scale->setGradient(gradient);
    scale->setBarWidth(12);
    scale->axis()->setLabel(tr("accuracy / %"));
    scale->axis()->setLabelColor(c.text);
    scale->axis()->setTickLabelColor(c.muted);
    scale->axis()->setBasePen(QPen(c.strongLine));
    scale->axis()->setTickPen(QPen(c.strongLine));
    scale->axis()->setSubTickPen(Qt::NoPen);
    scale->axis()->setTickLabelFont(Theme::font(static_cast<int>(fontPixels())));
    scale->axis()->setLabelFont(Theme::font(static_cast<int>(fontPixels())));
    m_margins = new QCPMarginGroup(this);
    for (auto* rect : m_rects) {
        rect->setMarginGroup(QCP::msTop | QCP::msBottom, m_margins);
    }
    scale->setMarginGroup(QCP::msTop | QCP::msBottom, m_margins);
    for (int i = 0; i < plottableCount(); ++i) {
        if (auto* map = qobject_cast<QCPColorMap*>(plottable(i))) {
            map->setGradient(gradient);
            map->setDataRange(QCPRange(100.0 * m_map.low, 100.0 * m_map.high));
        }
    }
}

void HeatmapPlot::buildPanel(const HeatPanel& panel, int column, int columns) {
    const Colors& c = Theme::instance().colors();
    auto* title = new QCPTextElement(this, tr("ε = %1").arg(formatEpsilon(panel.epsilon)),
                                     Theme::font(static_cast<int>(fontPixels()) + 1, QFont::DemiBold));
    title->setTextColor(c.text);
    plotLayout()->addElement(0, column, title);
    plotLayout()->setRowStretchFactor(0, 0.001);
    auto* rect = new QCPAxisRect(this);
    plotLayout()->addElement(1, column, rect);
    m_rects.push_back(rect);
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
    x->setTicker(tickerOf(panel.rates, 6));
    y->setTicker(tickerOf(panel.steps, 10));
    x->setLabel(tr("learning rate η"));
    if (column == 0) {
        y->setLabel(tr("steps T"));
    }
    Q_UNUSED(columns)
    const auto nx = static_cast<int>(panel.rates.size());
    const auto ny = static_cast<int>(panel.steps.size());
    x->setRange(-0.5, nx - 0.5);
    y->setRange(-0.5, ny - 0.5);
    auto* map = new QCPColorMap(x, y);
    map->data()->setSize(nx, ny);
    map->data()->setRange(QCPRange(0, nx - 1), QCPRange(0, ny - 1));
    for (int iy = 0; iy < ny; ++iy) {
        for (int ix = 0; ix < nx; ++ix) {
            map->data()->setCell(
                ix, iy,
                100.0 * panel.accuracy.at(static_cast<std::size_t>(ix), static_cast<std::size_t>(iy)));
        }
    }
    map->setInterpolate(false);
    map->removeFromLegend();
    const auto addCurve = [&](const Polyline& line, const QPen& pen) {
        auto* curve = new QCPCurve(x, y);
        curve->removeFromLegend();
        curve->setPen(pen);
        QVector<QCPCurveData> points;
        points.reserve(static_cast<int>(line.size()));
        for (std::size_t i = 0; i < line.size(); ++i) {
            points << QCPCurveData(static_cast<double>(i), line[i].first, line[i].second);
        }
        curve->data()->set(points, true);
    };
    Field2D whole = panel.accuracy;
    for (double& value : whole.values) {
        value *= 100.0;
    }
    for (const double level : contourLevels(whole, 7)) {
        for (const auto& line : contourLines(whole, level)) {
            addCurve(line, QPen(QColor(255, 255, 255, 150), 1.0));
        }
    }
    addIsoR(panel, rect);
    // The best cell: a ring, because colour alone does not find it.
    std::size_t best = 0;
    for (std::size_t i = 0; i < panel.accuracy.values.size(); ++i) {
        if (!(panel.accuracy.values[i] <= panel.accuracy.values[best])) {
            best = std::isfinite(panel.accuracy.values[i]) ? i : best;
        }
    }
    auto* ring = new QCPGraph(x, y);
    ring->removeFromLegend();
    ring->setLineStyle(QCPGraph::lsNone);
    ring->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(QColor(255, 255, 255), 2), Qt::NoBrush, 12));
    ring->addData(static_cast<double>(best % panel.rates.size()),
                  static_cast<double>(best / panel.rates.size()));
}

void HeatmapPlot::addIsoR(const HeatPanel& panel, QCPAxisRect* rect) {
    // r = η·T is constant along these: where the linear scaling rule says that accuracy should not change.
    const double low = panel.rates.front() * panel.steps.front();
    const double high = panel.rates.back() * panel.steps.back();
    for (int decade = static_cast<int>(std::ceil(std::log10(low)));
         decade <= static_cast<int>(std::floor(std::log10(high))); ++decade) {
        const double r = std::pow(10.0, decade);
        auto* curve = new QCPCurve(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        curve->removeFromLegend();
        curve->setPen(QPen(QColor(255, 255, 255, 200), 1.0, Qt::DashLine));
        QVector<QCPCurveData> points;
        for (int i = 0; i <= 48; ++i) {
            const double steps =
                panel.steps.front() * std::pow(panel.steps.back() / panel.steps.front(), i / 48.0);
            points << QCPCurveData(i, logPosition(panel.rates, r / steps), logPosition(panel.steps, steps));
        }
        curve->data()->set(points, true);
        auto* label = new QCPItemText(this);
        label->setClipToAxisRect(true);
        label->setClipAxisRect(rect);
        label->position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        // Neighbouring labels stand at different heights, so that they don't cover each other.
        const double height = 0.25 + 0.25 * static_cast<double>((decade % 3 + 3) % 3);
        const double middle =
            panel.steps.front() * std::pow(panel.steps.back() / panel.steps.front(), height);
        label->position->setCoords(logPosition(panel.rates, r / middle), logPosition(panel.steps, middle));
        label->setText(QStringLiteral("r = %1").arg(formatQuantity(r, 3)));
        label->setFont(Theme::font(static_cast<int>(fontPixels()) - 1));
        label->setColor(QColor(255, 255, 255));
        label->setBrush(QColor(0, 0, 0, 90));
        label->setPadding(QMargins(2, 0, 2, 0));
    }
}

void HeatmapPlot::restyle() {
    rebuild();
}
void HeatmapPlot::fitAxes() {}

HeatmapPlot::Hit HeatmapPlot::hit(const QPointF& pixel) const {
    for (std::size_t i = 0; i < m_rects.size(); ++i) {
        if (!m_rects[i]->rect().contains(pixel.toPoint())) {
            continue;
        }
        const HeatPanel& panel = m_map.panels[i];
        const auto column = std::lround(m_rects[i]->axis(QCPAxis::atBottom)->pixelToCoord(pixel.x()));
        const auto row = std::lround(m_rects[i]->axis(QCPAxis::atLeft)->pixelToCoord(pixel.y()));
        if (column >= 0 && row >= 0 && static_cast<std::size_t>(column) < panel.rates.size() &&
            static_cast<std::size_t>(row) < panel.steps.size()) {
            return {&panel,
                    static_cast<std::size_t>(row) * panel.rates.size() + static_cast<std::size_t>(column)};
        }
    }
    return {};
}

QString HeatmapPlot::readoutAt(const QPointF& pixel) {
    const Hit h = hit(pixel);
    if (h.panel == nullptr || h.panel->repeats[h.cell] == 0) {
        return {};
    }
    const double rate = h.panel->rates[h.cell % h.panel->rates.size()];
    const double steps = h.panel->steps[h.cell / h.panel->rates.size()];
    return tr("ε %1 · η %2 · T %3 · r %4 · %5")
        .arg(formatEpsilon(h.panel->epsilon), formatQuantity(rate, 3), formatQuantity(steps, 4),
             formatQuantity(rate * steps, 3), formatPercent(h.panel->accuracy.values[h.cell]));
}

qint64 HeatmapPlot::trialAt(const QPointF& pixel) {
    const Hit h = hit(pixel);
    return h.panel != nullptr ? h.panel->trial[h.cell] : 0;
}

QString HeatmapPlot::csv() const {
    QString out = QStringLiteral("epsilon,learning_rate,steps,r,accuracy,repeats\n");
    const auto n = [](double value) { return QString::fromStdString(numberText(value)); };
    for (const auto& panel : m_map.panels) {
        for (std::size_t cell = 0; cell < panel.accuracy.values.size(); ++cell) {
            if (panel.repeats[cell] > 0) {
                const double rate = panel.rates[cell % panel.rates.size()];
                const double steps = panel.steps[cell / panel.rates.size()];
                out += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                           .arg(n(panel.epsilon), n(rate), n(steps), n(rate * steps),
                                n(panel.accuracy.values[cell]))
                           .arg(panel.repeats[cell]);
            }
        }
    }
    return out;
}

} // namespace parsimony::ui
