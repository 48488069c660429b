// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/compare_plot.h"

#include "core/base/number_text.h"
#include "ui/models/number_format.h"
#include "ui/plots/trial_plot.h"
#include "ui/views/theme.h"

#include <map>

namespace parsimony::ui {

ComparePlot::ComparePlot(QWidget* parent) : Plot(QStringLiteral("compare-plot"), tr("Compare"), parent) {
    xAxis->setLabel(tr("ε taken"));
    yAxis->setLabel(tr("test accuracy / %"));
    setEmptyText(
        tr("Finished experiments with a released test accuracy are compared here by what they took."));
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignRight | Qt::AlignBottom);
}

void ComparePlot::setExperiments(std::vector<session::ExperimentSummary> experiments) {
    std::erase_if(experiments, [](const auto& e) { return !e.testAccuracy; });
    std::stable_sort(experiments.begin(), experiments.end(),
                     [](const auto& a, const auto& b) { return a.epsilon < b.epsilon; });
    m_experiments = std::move(experiments);
    if (m_experiments.empty() != empty()) {
        setEmptyText(m_experiments.empty() ? tr("Finished experiments with a released test accuracy are "
                                                "compared here by what they took.")
                                           : QString());
    }
    rebuild();
    dataChanged();
}

void ComparePlot::rebuild() {
    clearPlottables();
    const Theme& theme = Theme::instance();
    std::map<std::string, std::pair<QCPGraph*, QCPErrorBars*>> methods;
    for (const auto& e : m_experiments) {
        const std::string name = e.method + " · " + e.trainer;
        auto& [graph, bars] = methods[name];
        if (graph == nullptr) {
            const int index = static_cast<int>(methods.size()) - 1;
            graph = addGraph();
            graph->setLineStyle(QCPGraph::lsNone);
            graph->setScatterStyle(QCPScatterStyle(phaseShape(index), linePen(theme.phaseColor(index), 1.4),
                                                   QBrush(theme.phaseColor(index)), 9));
            graph->setName(QString::fromStdString(name));
            bars = new QCPErrorBars(xAxis, yAxis);
            bars->removeFromLegend();
            bars->setDataPlottable(graph);
            bars->setPen(linePen(theme.phaseColor(index), 1.2));
            bars->setSymbolGap(9);
        }
        graph->addData(e.epsilon, 100.0 * *e.testAccuracy);
        bars->addData(100.0 * e.testAccuracySe.value_or(0.0));
    }
    legend->setVisible(!m_experiments.empty());
}

void ComparePlot::restyle() {
    rebuild();
}

void ComparePlot::fitAxes() {
    if (m_experiments.empty()) {
        return;
    }
    double low = 100.0;
    double high = 0.0;
    for (const auto& e : m_experiments) {
        const double se = e.testAccuracySe.value_or(0.0);
        low = std::min(low, 100.0 * (*e.testAccuracy - 2 * se));
        high = std::max(high, 100.0 * (*e.testAccuracy + 2 * se));
    }
    const double pad = std::max(1.0, 0.1 * (high - low));
    xAxis->setRange(0.0, m_experiments.back().epsilon * 1.15);
    yAxis->setRange(low - pad, high + pad);
}

QString ComparePlot::readoutAt(const QPointF& pixel) {
    for (const auto& e : m_experiments) {
        if (std::hypot(xAxis->coordToPixel(e.epsilon) - pixel.x(),
                       yAxis->coordToPixel(100.0 * *e.testAccuracy) - pixel.y()) < 10.0) {
            return tr("experiment %1 · %2 · ε %3 · %4")
                .arg(e.id)
                .arg(QString::fromStdString(e.method), formatEpsilon(e.epsilon, Rounding::Up),
                     formatAccuracy(*e.testAccuracy, e.testAccuracySe));
        }
    }
    return {};
}

QString ComparePlot::csv() const {
    QString out = QStringLiteral("experiment,method,trainer,epsilon,test_accuracy,test_accuracy_se\n");
    for (const auto& e : m_experiments) {
        out += QString::fromStdString(std::to_string(e.id) + "," + e.method + "," + e.trainer + "," +
                                      numberText(e.epsilon) + "," + numberText(*e.testAccuracy) + "," +
                                      numberText(e.testAccuracySe.value_or(0.0))) +
               QLatin1Char('\n');
    }
    return out;
}

} // namespace parsimony::ui
