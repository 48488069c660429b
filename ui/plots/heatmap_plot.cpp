// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap_plot.h"

#include "core/base/number_text.h"
#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/views/theme.h"

#include <algorithm>
#include <limits>

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

QString emptyWords() {
    return HeatmapPlot::tr(
        "Accuracy over learning rate and steps appears here when trials were scored on a grid "
        "of both: choose grid search as the method, with lists of learning rates and steps.");
}

QCPColorGradient accuracyGradient() {
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (int i = 0; i <= 16; ++i) {
        gradient.setColorStopAt(i / 16.0, Theme::sequential(i / 16.0));
    }
    gradient.setNanHandling(QCPColorGradient::nhTransparent);
    return gradient;
}

constexpr double kNearPixels = 7.0; ///< that a search's trial counts as under the cursor

} // namespace

HeatmapPlot::HeatmapPlot(Selection& selection, QWidget* parent)
    : Plot(QStringLiteral("heatmaps"), tr("Heatmaps"), parent), m_selection(selection) {
    setInteractions(QCP::iNone); // panels share their axes' meaning: they are not panned apart
    setEmptyText(emptyWords());
    connect(&m_selection, &Selection::changed, this, [this] {
        markSelection();
        replot(QCustomPlot::rpQueuedReplot);
    });
}

void HeatmapPlot::setTrials(const std::vector<session::TrialSnapshot>& trials) {
    m_map = heatmapOf(trials);
    if (m_map.panels.empty() != empty()) {
        setEmptyText(m_map.panels.empty() ? emptyWords() : QString());
    }
    rebuild();
    replot(QCustomPlot::rpQueuedReplot);
}

void HeatmapPlot::setOverlay(Overlay overlay, bool on) {
    m_overlays[overlay] = on;
    rebuild();
    replot(QCustomPlot::rpQueuedReplot);
}

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
    const QCPColorGradient gradient = accuracyGradient();
    buildScale(columns, gradient);
    for (int i = 0; i < plottableCount(); ++i) {
        if (auto* map = qobject_cast<QCPColorMap*>(plottable(i))) {
            map->setGradient(gradient);
            map->setDataRange(QCPRange(100.0 * m_map.low, 100.0 * m_map.high));
        }
    }
    markSelection();
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
    auto* title = new QCPTextElement(this, tr("ε = %1").arg(formatEpsilon(panel.epsilon)),
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
    x->setTicker(tickerOf(panel.rates, m_map.panels.size() > 3 ? 3 : 6));
    y->setTicker(tickerOf(panel.steps, 10));
    x->setLabel(tr("learning rate η"));
    if (column == 0) {
        y->setLabel(tr("steps T"));
    }
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
    if (m_overlays[Contours]) {
        addContours(panel, rect);
    }
    if (m_overlays[IsoR]) {
        addIsoR(panel, rect);
    }
    if (m_overlays[IsoNu]) {
        addIsoNu(panel, rect);
    }
    if (m_overlays[SearchTrials]) {
        addSearchTrials(panel, rect);
    }
    addBest(panel, rect);
    auto* marks = new QCPGraph(x, y);
    marks->removeFromLegend();
    marks->setLineStyle(QCPGraph::lsNone);
    marks->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssSquare, QPen(c.accent, 2.5), Qt::NoBrush, 14));
    m_panels.push_back({rect, marks});
}

void HeatmapPlot::addLines(QCPAxisRect* rect, const std::vector<Polyline>& lines, const QPen& pen) {
    // One curve with gaps for all lines of a kind: a plottable per line would cost more than drawing it.
    auto* curve = new QCPCurve(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    curve->removeFromLegend();
    curve->setPen(pen);
    QVector<QCPCurveData> points;
    const double gap = std::numeric_limits<double>::quiet_NaN();
    for (const Polyline& line : lines) {
        for (const auto& [column, row] : line) {
            points << QCPCurveData(static_cast<double>(points.size()), column, row);
        }
        points << QCPCurveData(static_cast<double>(points.size()), gap, gap);
    }
    curve->data()->set(points, true);
}

void HeatmapPlot::addLabel(QCPAxisRect* rect, double column, double row, const QString& text) {
    auto* label = new QCPItemText(this);
    label->setClipToAxisRect(true);
    label->setClipAxisRect(rect);
    label->position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    label->position->setCoords(column, row);
    label->setText(text);
    label->setFont(Theme::font(static_cast<int>(fontPixels()) - 1));
    label->setColor(QColor(255, 255, 255));
    label->setBrush(QColor(0, 0, 0, 90));
    label->setPadding(QMargins(2, 0, 2, 0));
}

void HeatmapPlot::addContours(const HeatPanel& panel, QCPAxisRect* rect) {
    Field2D whole = panel.accuracy;
    for (double& value : whole.values) {
        value *= 100.0;
    }
    std::vector<Polyline> lines;
    for (const double level : contourLevels(whole, 7)) {
        for (auto& line : contourLines(whole, level)) {
            lines.push_back(std::move(line));
        }
    }
    addLines(rect, lines, QPen(QColor(255, 255, 255, 150), 1.0));
}

void HeatmapPlot::addIsoR(const HeatPanel& panel, QCPAxisRect* rect) {
    // r = η·T is constant along these: where the linear scaling rule says that accuracy should not change.
    const double low = panel.rates.front() * panel.steps.front();
    const double high = panel.rates.back() * panel.steps.back();
    const double span = panel.steps.back() / panel.steps.front();
    std::vector<Polyline> lines;
    for (int decade = static_cast<int>(std::ceil(std::log10(low)));
         decade <= static_cast<int>(std::floor(std::log10(high))); ++decade) {
        const double r = std::pow(10.0, decade);
        Polyline line;
        for (int i = 0; i <= 48; ++i) {
            const double steps = panel.steps.front() * std::pow(span, i / 48.0);
            line.emplace_back(logPosition(panel.rates, r / steps), logPosition(panel.steps, steps));
        }
        lines.push_back(std::move(line));
        // Neighbouring labels stand at different heights, so that they don't cover each other; one that the
        // frame would cut goes where the curve is well inside.
        for (const int shift : {0, 1, 2}) {
            const double height = 0.25 + 0.25 * static_cast<double>(((decade + shift) % 3 + 3) % 3);
            const double middle = panel.steps.front() * std::pow(span, height);
            const double column = logPosition(panel.rates, r / middle);
            if (column >= 0.6 && column <= static_cast<double>(panel.rates.size()) - 1.6) {
                addLabel(rect, column, logPosition(panel.steps, middle),
                         QStringLiteral("r = %1").arg(formatQuantity(r, 3)));
                break;
            }
        }
    }
    addLines(rect, lines, QPen(QColor(255, 255, 255, 200), 1.0, Qt::DashLine));
}

void HeatmapPlot::addIsoNu(const HeatPanel& panel, QCPAxisRect* rect) {
    // ν is known before any data is seen: curves of equal ν say where noise will drown the classifier.
    Field2D logs = panel.nu;
    for (double& value : logs.values) {
        value = value > 0.0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
    }
    std::vector<Polyline> lines;
    for (const double nu : {0.03, 0.1, 0.3, 1.0, 3.0, 10.0}) {
        const auto found = contourLines(logs, std::log10(nu));
        for (const auto& line : found) {
            lines.push_back(line);
        }
        const auto longest = std::max_element(
            found.begin(), found.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
        if (longest != found.end() && longest->size() > 1) {
            const auto& [column, row] = (*longest)[longest->size() * 4 / 5];
            addLabel(rect, column, row, QStringLiteral("ν = %1").arg(formatQuantity(nu, 2)));
        }
    }
    addLines(rect, lines, QPen(QColor(255, 190, 120, 230), 1.2, Qt::DashDotLine));
}

void HeatmapPlot::addSearchTrials(const HeatPanel& panel, QCPAxisRect* rect) {
    auto* trials = new QCPGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    trials->removeFromLegend();
    trials->setLineStyle(QCPGraph::lsNone);
    trials->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(QColor(0, 0, 0), 1.2),
                                            QBrush(QColor(255, 255, 255, 220)), 8));
    for (const HeatTrial& trial : panel.searched) {
        trials->addData(trial.column, trial.row);
    }
}

void HeatmapPlot::addBest(const HeatPanel& panel, QCPAxisRect* rect) {
    // A ring, because colour alone does not find it.
    std::size_t best = 0;
    for (std::size_t i = 0; i < panel.accuracy.values.size(); ++i) {
        if (!(panel.accuracy.values[i] <= panel.accuracy.values[best])) {
            best = std::isfinite(panel.accuracy.values[i]) ? i : best;
        }
    }
    auto* ring = new QCPGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    ring->removeFromLegend();
    ring->setLineStyle(QCPGraph::lsNone);
    ring->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(QColor(255, 255, 255), 2), Qt::NoBrush, 12));
    ring->addData(static_cast<double>(best % panel.rates.size()),
                  static_cast<double>(best / panel.rates.size()));
}

void HeatmapPlot::markSelection() {
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const HeatPanel& panel = m_map.panels[i];
        m_panels[i].marks->data()->clear();
        if (m_selection.trials().isEmpty()) {
            continue;
        }
        for (std::size_t cell = 0; cell < panel.trial.size(); ++cell) {
            if (m_selection.contains(panel.trial[cell])) {
                m_panels[i].marks->addData(static_cast<double>(cell % panel.rates.size()),
                                           static_cast<double>(cell / panel.rates.size()));
            }
        }
        for (const HeatTrial& trial : panel.searched) {
            if (m_selection.contains(trial.trial)) {
                m_panels[i].marks->addData(trial.column, trial.row);
            }
        }
    }
}

void HeatmapPlot::restyle() {
    rebuild();
}
void HeatmapPlot::fitAxes() {}

HeatmapPlot::Hit HeatmapPlot::hit(const QPointF& pixel) const {
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        QCPAxisRect* rect = m_panels[i].rect;
        if (!rect->rect().contains(pixel.toPoint())) {
            continue;
        }
        const HeatPanel& panel = m_map.panels[i];
        QCPAxis* x = rect->axis(QCPAxis::atBottom);
        QCPAxis* y = rect->axis(QCPAxis::atLeft);
        Hit found;
        for (const HeatTrial& trial : panel.searched) {
            if (m_overlays[SearchTrials] &&
                std::hypot(x->coordToPixel(trial.column) - pixel.x(),
                           y->coordToPixel(trial.row) - pixel.y()) < kNearPixels) {
                found.trial = trial.trial;
            }
        }
        const auto column = std::lround(x->pixelToCoord(pixel.x()));
        const auto row = std::lround(y->pixelToCoord(pixel.y()));
        if (column >= 0 && row >= 0 && static_cast<std::size_t>(column) < panel.rates.size() &&
            static_cast<std::size_t>(row) < panel.steps.size()) {
            found.panel = &panel;
            found.cell =
                static_cast<std::size_t>(row) * panel.rates.size() + static_cast<std::size_t>(column);
        }
        return found;
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
    QString text =
        tr("ε %1 · η %2 · T %3 · r %4 · %5")
            .arg(formatEpsilon(h.panel->epsilon), formatQuantity(rate, 3), formatQuantity(steps, 4),
                 formatQuantity(rate * steps, 3), formatPercent(h.panel->accuracy.values[h.cell]));
    if (h.panel->nu.values[h.cell] > 0.0) {
        text += QStringLiteral(" · ν ") + formatQuantity(h.panel->nu.values[h.cell], 2);
    }
    return h.trial > 0 ? tr("trial %1 of a search · %2").arg(h.trial).arg(text) : text;
}

qint64 HeatmapPlot::trialAt(const QPointF& pixel) {
    const Hit h = hit(pixel);
    return h.trial > 0 ? h.trial : h.panel != nullptr ? h.panel->trial[h.cell] : 0;
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
