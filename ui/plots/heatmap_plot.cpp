// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap_plot.h"

#include "core/base/collected.h"
#include "core/base/number_text.h"
#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/plots/heat_marks.h"
#include "ui/plots/held_back.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {

QString emptyHeatmapWords() {
    return HeatmapPlot::tr(
        "Accuracy over learning rate and steps appears here when trials were scored on a grid "
        "of both: run a sweep under Studies, or choose grid search as the method, with lists of learning "
        "rates and steps.");
}

constexpr double kNearPixels = 7.0; ///< that a search's trial counts as under the cursor
constexpr double kMarkPixels = 14.0;

} // namespace

HeatmapPlot::HeatmapPlot(Selection& selection, QWidget* parent)
    : PanelPlot(QStringLiteral("heatmaps"), tr("Heatmaps"), parent), m_selection(selection) {
    setEmptyText(emptyHeatmapWords());
    connect(&m_selection, &Selection::changed, this, [this] {
        // Marks lie over the finished picture: only the spots where they were and will be are painted again.
        const auto updateAround = [this](const std::vector<QPointF>& marks) {
            constexpr double reach = kMarkPixels / 2 + 3;
            for (const QPointF& at : marks) {
                update(QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach).toAlignedRect());
            }
        };
        updateAround(m_marked);
        m_marked = selectedPixels();
        updateAround(m_marked);
    });
}

void HeatmapPlot::setTrials(const TrialView& trials, const filter::ExperimentNamesById& experiments) {
    const std::vector<double> before = budgets();
    m_panels.clear(); // they point into the map
    m_map = heatmapOf(trials, experiments);
    if (m_map.panels.empty() != empty()) {
        setEmptyText(m_map.panels.empty() ? emptyHeatmapWords() : QString());
    }
    rebuild();
    redraw();
    if (budgets() != before) {
        emit budgetsChanged();
    }
}

QString HeatmapPlot::budgetKey(double epsilon) {
    return QString::number(epsilon, 'g', 4); // budgets are equal to rounding
}

std::vector<double> HeatmapPlot::budgets() const {
    std::vector<double> budgets;
    for (const HeatPanel& panel : m_map.panels) { // those of an ε differ in setting and knobs
        if (budgets.empty() || budgetKey(budgets.back()) != budgetKey(panel.epsilon)) {
            budgets.push_back(panel.epsilon);
        }
    }
    return budgets;
}

void HeatmapPlot::showBudgets(const QStringList& keys) {
    m_shown = keys;
    rebuild();
    redraw();
}

std::vector<QRect> HeatmapPlot::frames() const {
    return collected<QRect>(m_panels, [](const Panel& panel) { return panel.rect->rect(); });
}

void HeatmapPlot::setOverlay(Overlay overlay, bool on) {
    m_overlays[overlay] = on;
    fillPanels();
    redraw();
}

std::vector<QPointF> HeatmapPlot::selectedPixels() const {
    std::vector<QPointF> pixels;
    if (m_selection.trials().isEmpty()) {
        return pixels;
    }
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const HeatPanel& panel = *m_panels[i].heat;
        const QCPAxis* x = m_panels[i].rect->axis(QCPAxis::atBottom);
        const QCPAxis* y = m_panels[i].rect->axis(QCPAxis::atLeft);
        const auto add = [&](double column, double row) {
            pixels.emplace_back(x->coordToPixel(column), y->coordToPixel(row));
        };
        for (std::size_t cell = 0; cell < panel.trial.size(); ++cell) {
            if (m_selection.contains(panel.trial[cell])) {
                const std::size_t row = cell / panel.rates.size();
                add(static_cast<double>(cell % panel.rates.size()), static_cast<double>(row));
            }
        }
        for (const HeatTrial& trial : panel.searched) {
            if (m_selection.contains(trial.trial)) {
                add(trial.column, trial.row);
            }
        }
    }
    return pixels;
}

void HeatmapPlot::drawOver(QCPPainter& painter) {
    m_marked = selectedPixels();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::instance().colors().accent, 2.5 * ink()));
    painter.setBrush(Qt::NoBrush);
    if (m_panels.empty()) {
        return;
    }
    const double side = HeatMarks::markSize(m_panels.front().rect->rect().size(), *m_panels.front().heat,
                                            kMarkPixels * ink());
    for (const QPointF& at : m_marked) {
        painter.drawRect(QRectF(at.x() - side / 2, at.y() - side / 2, side, side));
    }
}

HeatmapPlot::Hit HeatmapPlot::hit(const QPointF& pixel) const {
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        QCPAxisRect* rect = m_panels[i].rect;
        if (!rect->rect().contains(pixel.toPoint())) {
            continue;
        }
        const HeatPanel& panel = *m_panels[i].heat;
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
    if (h.trial == 0) {
        return text;
    }
    const auto& searched = h.panel->searched;
    const bool held = std::any_of(searched.begin(), searched.end(), [&](const HeatTrial& trial) {
        return trial.trial == h.trial && trial.clamped;
    });
    return tr("trial %1 of a search · %2").arg(h.trial).arg(text) +
           (held ? QStringLiteral(" · ") + heldBackWords() : QString());
}

qint64 HeatmapPlot::trialAt(const QPointF& pixel) {
    const Hit h = hit(pixel);
    return h.trial > 0 ? h.trial : h.panel != nullptr ? h.panel->trial[h.cell] : 0;
}

QString HeatmapPlot::csv() const {
    QString out = QStringLiteral("epsilon,learning_rate,steps,r,accuracy,repeats");
    std::vector<train::Knob> chosen; // of any panel
    for (const train::Knob knob : train::kKnobs) {
        if (std::any_of(m_map.panels.begin(), m_map.panels.end(),
                        [&](const HeatPanel& panel) { return valueOf(panel.knobs, knob).has_value(); })) {
            chosen.push_back(knob);
            out += QLatin1Char(',') + QString::fromStdString(std::string(train::knobName(knob)));
        }
    }
    const bool settings = std::any_of(m_map.panels.begin(), m_map.panels.end(),
                                      [](const HeatPanel& panel) { return !panel.about.isEmpty(); });
    out += settings ? QStringLiteral(",setting\n") : QStringLiteral("\n");
    const auto n = [](double value) { return QString::fromStdString(numberText(value)); };
    for (const auto& panel : m_map.panels) {
        for (std::size_t cell = 0; cell < panel.accuracy.values.size(); ++cell) {
            if (panel.repeats[cell] > 0) {
                const double rate = panel.rates[cell % panel.rates.size()];
                const double steps = panel.steps[cell / panel.rates.size()];
                out += QStringLiteral("%1,%2,%3,%4,%5,%6")
                           .arg(n(panel.epsilon), n(rate), n(steps), n(rate * steps),
                                n(panel.accuracy.values[cell]))
                           .arg(panel.repeats[cell]);
                for (const train::Knob knob : chosen) {
                    out += QLatin1Char(',') + QString::fromStdString(valueText(panel.knobs, knob));
                }
                if (settings) {
                    out += QStringLiteral(",\"") +
                           QString(panel.about).replace(QLatin1Char('"'), QStringLiteral("\"\"")) +
                           QLatin1Char('"');
                }
                out += QLatin1Char('\n');
            }
        }
    }
    return out;
}

} // namespace parsimony::ui
