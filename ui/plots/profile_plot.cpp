// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/profile_plot.h"

#include "core/base/number_text.h"
#include "ui/models/gaussian.h"
#include "ui/models/number_format.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ui {

ProfilePlot::ProfilePlot(QWidget* parent)
    : Plot(QStringLiteral("privacy-profile"), tr("Privacy profile"), parent) {
    xAxis->setLabel(QStringLiteral("ε"));
    yAxis->setLabel(QStringLiteral("δ"));
    setLogY(true);
    setEmptyText(tr(
        "The privacy profile δ(ε) appears here as soon as there is a budget: all its points hold at once."));
}

void ProfilePlot::setMu(double mu, double delta) {
    if (mu == m_mu && delta == m_delta) {
        return;
    }
    m_mu = mu;
    m_delta = delta;
    m_curve.clear();
    const double end = mu > 0.0 && delta > 0.0 ? 1.5 * epsilonOf(mu, std::min(delta, 1e-6)) : 0.0;
    if (mu > 0.0 && delta > 0.0 && std::isfinite(end)) { // next to no noise has no ε that a double holds
        for (int i = 0; i <= 160; ++i) {
            const double epsilon = end * i / 160.0;
            const double d = deltaOf(epsilon, mu);
            if (d > 1e-15) {
                m_curve.emplace_back(epsilon, d);
            }
        }
    }
    if (m_curve.empty() != empty()) {
        setEmptyText(m_curve.empty() ? tr("The privacy profile δ(ε) appears here as soon as there is a "
                                          "budget: all its points hold at once.")
                                     : QString());
    }
    rebuild();
    dataChanged();
}

void ProfilePlot::rebuild() {
    clearPlottables();
    const Colors& c = Theme::instance().colors();
    QCPGraph* curve = addGraph();
    curve->setPen(linePen(c.accent, 1.8));
    for (const auto& [epsilon, delta] : m_curve) {
        curve->addData(epsilon, delta);
    }
    if (!m_curve.empty()) {
        QCPGraph* target = addGraph();
        target->setLineStyle(QCPGraph::lsImpulse);
        target->setPen(QPen(c.muted, 1, Qt::DashLine));
        target->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, linePen(c.base, 1.0),
                                                QBrush(Theme::instance().phaseColor(-1)), 12));
        target->addData(epsilonOf(m_mu, m_delta), m_delta);
    }
}

void ProfilePlot::restyle() {
    rebuild();
}

void ProfilePlot::fitAxes() {
    if (m_curve.empty()) {
        return;
    }
    xAxis->setRange(0.0, m_curve.back().first);
    yAxis->setRange(std::max(1e-12, std::min(m_delta / 100.0, 1e-7)), 1.0);
}

QString ProfilePlot::readoutAt(const QPointF& pixel) {
    const double epsilon = xAxis->pixelToCoord(pixel.x());
    if (m_curve.empty() || epsilon < 0.0) {
        return {};
    }
    return tr("ε %1 · δ %2").arg(formatEpsilon(epsilon), formatDelta(deltaOf(epsilon, m_mu)));
}

QString ProfilePlot::csv() const {
    QString out = QStringLiteral("epsilon,delta\n");
    for (const auto& [epsilon, delta] : m_curve) {
        out += QString::fromStdString(numberText(epsilon) + "," + numberText(delta)) + QLatin1Char('\n');
    }
    return out;
}

} // namespace parsimony::ui
