// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/r_epsilon_plot.h"

#include "core/base/number_text.h"
#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/models/trial_columns.h"
#include "ui/plots/cut_arrows.h"
#include "ui/plots/held_back.h"
#include "ui/plots/trial_plot.h"
#include "ui/style/theme.h"

#include <QPainterPath>
#include <algorithm>
#include <utility>

namespace parsimony::ui {

REpsilonPlot::REpsilonPlot(Selection& selection, QWidget* parent)
    : Plot(QStringLiteral("r-vs-epsilon"), tr("r against ε"), parent), m_selection(selection) {
    xAxis->setLabel(QStringLiteral("ε"));
    yAxis->setLabel(tr("total step size r"));
    setEmptyText(tr("Here the search draws itself: each trial as a point, a line through the winners of the "
                    "cheap phases, and where it leads for the final run."));
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignLeft | Qt::AlignTop);
    connect(&m_selection, &Selection::changed, this, [this] {
        markSelection();
        redraw();
    });
}

void REpsilonPlot::setRun(RunSnapshotPtr run, const std::function<bool(qint64)>& passes) {
    const auto phaseless = [](const RunSnapshotPtr& r) {
        return r && r->phases.empty() && statusOf(*r) != ExperimentStatus::Planned;
    };
    const RunSnapshotPtr before = std::exchange(m_run, std::move(run));
    RSeries series = m_run ? rSeries(*m_run) : RSeries{};
    if (passes) {
        std::erase_if(series.points, [&](const RPoint& point) { return !passes(point.trial); });
    }
    const bool noPhases = phaseless(m_run);
    if (before && m_run && before->experiment == m_run->experiment && series == m_series &&
        noPhases == phaseless(before)) {
        return; // a run goes on many times between two points
    }
    m_series = std::move(series);
    const bool nothing = m_series.points.empty() && m_series.line.empty();
    if (nothing != empty()) {
        setEmptyText(
            nothing
                ? (noPhases ? tr("This method has no phases: there is no line to draw.")
                            : tr("Here the search draws itself: each trial as a point, a line through the "
                                 "winners of the cheap phases, and where it leads for the final run."))
                : QString());
    }
    const QString budget = m_series.againstMu ? QStringLiteral("μ") : QStringLiteral("ε");
    xAxis->setLabel(m_run && m_run->experiment > 0
                        ? tr("%1 in experiment %2").arg(budget).arg(m_run->experiment)
                        : budget);
    rebuild();
    dataChanged();
}

void REpsilonPlot::setSwept(std::vector<RPoint> swept) {
    if (swept == m_swept) {
        return;
    }
    m_swept = std::move(swept);
    rebuild();
    dataChanged();
}

void REpsilonPlot::explainInterval() {
    if (!m_series.untested || !m_series.lower.empty()) {
        return;
    }
    auto* text = new QCPItemText(this);
    text->setText(tr("No interval: the line meets every winner, so nothing is left\n"
                     "to tell how far off it is. One more phase would say."));
    text->position->setType(QCPItemPosition::ptAxisRectRatio);
    text->position->setCoords(0.99, 0.98);
    text->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    text->setTextAlignment(Qt::AlignRight);
    text->setFont(Theme::font(static_cast<int>(fontPixels())));
    text->setColor(Theme::instance().colors().muted);
}

/// Where r lies at the final run's budget, as the engine computes it from how far the winners are off the
/// line.
void REpsilonPlot::addInterval() {
    constexpr double kHalf = 3.0; // of a symbol's path, which is drawn at its size / 6
    if (!m_run->fit->interval || !m_series.extrapolated) {
        return;
    }
    const QPen pen = linePen(Theme::instance().colors().accent, 1.6);
    QPainterPath dash(QPointF(-kHalf, 0.0));
    dash.lineTo(kHalf, 0.0);
    QCPGraph* graph = addGraph();
    graph->setPen(pen);
    graph->setScatterStyle(QCPScatterStyle(dash, pen, Qt::NoBrush, 10.0));
    for (const double r : {m_run->fit->interval->first, m_run->fit->interval->second}) {
        graph->addData(m_series.extrapolated->x, std::max(0.0, r));
    }
    graph->setName(tr("95 % interval of r"));
    new CutArrows(*graph);
}

void REpsilonPlot::rebuild() {
    clearPlottables(); // arrows too, which know their graph
    clearItems();
    m_marks = nullptr;
    const Theme& theme = Theme::instance();
    const Colors& c = theme.colors();
    const auto addLine = [&](const std::vector<std::pair<double, double>>& points, const QPen& pen) {
        QCPGraph* graph = addGraph();
        graph->setPen(pen);
        for (const auto& [x, y] : points) {
            graph->addData(x, y);
        }
        return graph;
    };
    if (!m_series.lower.empty()) {
        QColor band = c.accent;
        band.setAlphaF(0.13F);
        QCPGraph* lower = addLine(m_series.lower, Qt::NoPen);
        lower->removeFromLegend();
        QCPGraph* upper = addLine(m_series.upper, Qt::NoPen);
        upper->setBrush(band);
        upper->setChannelFillGraph(lower);
        upper->setName(tr("extrapolation interval"));
    }
    if (!m_series.line.empty()) {
        QCPGraph* line = addLine(m_series.line, linePen(c.accent, 1.6));
        line->setName(m_run->fit->degree == 1 ? tr("fitted line") : tr("fitted curve"));
        addInterval();
    }
    addPoints();
    addHeldBack();
    addStates();
    addSwept();
    explainInterval();
    // A method without phases has its final run as the only point.
    const auto last = std::find_if(m_series.points.begin(), m_series.points.end(),
                                   [](const RPoint& p) { return p.phase < 0; });
    const RPoint* shown = m_series.extrapolated           ? &*m_series.extrapolated
                          : last != m_series.points.end() ? &*last
                                                          : nullptr;
    if (shown != nullptr) {
        QCPGraph* final = addGraph();
        final->setLineStyle(QCPGraph::lsNone);
        const bool done = last == m_series.points.end() || last->state == session::TrialState::Finished;
        QCPScatterStyle style(phaseShape(-1), linePen(c.base, 1.0), QBrush(theme.phaseColor(-1)), 12);
        if (!done) {
            style = styleOf(last->state, phaseShape(-1), theme.phaseColor(-1));
            style.setSize(12);
        }
        final->setScatterStyle(style);
        final->addData(shown->x, shown->r);
        final->setName(m_series.clamped ? tr("final run, clamped") : tr("final run"));
    }
    m_marks = addMarks(17);
    legend->setVisible(!m_series.points.empty());
    markSelection();
}

void REpsilonPlot::markSelection() {
    if (m_marks == nullptr) {
        return;
    }
    m_marks->data()->clear();
    for (const RPoint& p : m_series.points) {
        if (p.trial > 0 && m_selection.contains(p.trial)) {
            m_marks->addData(p.x, p.r);
        }
    }
}

void REpsilonPlot::restyle() {
    rebuild();
}

void REpsilonPlot::fitAxes() {
    double right = m_series.end;
    double top = 0.0;
    double least = std::numeric_limits<double>::infinity();
    double leastX = least;
    for (const RPoint& p : m_series.points) {
        right = std::max(right, p.x);
        top = std::max(top, p.r);
        least = std::min(least, p.r);
        leastX = std::min(leastX, p.x);
    }
    if (m_series.extrapolated) {
        right = std::max(right, m_series.extrapolated->x);
        top = std::max(top, m_series.extrapolated->r);
    }
    // The band may fan out far above everything else: it is cut off rather than allowed to flatten the rest.
    if (!m_series.upper.empty()) {
        top = std::max(top, std::min(m_series.upper.back().second, 2.0 * top));
    }
    if (m_series.extrapolated && m_run->fit->interval) {
        top = std::max(top, std::min(m_run->fit->interval->second, 2.0 * top));
    }
    for (const RPoint& p : m_swept) {
        if (p.x <= right) { // those of larger budgets than the plan's are found by zooming out
            top = std::max(top, p.r);
            least = std::min(least, p.r);
        }
    }
    if (!(right > 0.0) || !(top > 0.0)) {
        return;
    }
    constexpr double kBelow = 0.03; // symbols at zero are whole
    xAxis->setRange(logX() ? leastX / 1.4 : -kBelow * right, logX() ? right * 1.4 : right * 1.08);
    yAxis->setRange(logY() ? least / 1.6 : -kBelow * top, logY() ? top * 1.6 : top * 1.12);
}

const RPoint* REpsilonPlot::pointAt(const QPointF& pixel) const {
    return nearest(m_series.points, pixel, [](const RPoint& point) { return QPointF(point.x, point.r); });
}

std::optional<QPointF> REpsilonPlot::positionOf(qint64 trial) const {
    for (const RPoint& p : m_series.points) {
        if (p.trial == trial) {
            return QPointF(xAxis->coordToPixel(p.x), yAxis->coordToPixel(p.r));
        }
    }
    return std::nullopt;
}

qint64 REpsilonPlot::trialAt(const QPointF& pixel) {
    const RPoint* p = pointAt(pixel);
    return p != nullptr ? p->trial : 0;
}

QString REpsilonPlot::readoutAt(const QPointF& pixel) {
    const QString axis = m_series.againstMu ? QStringLiteral("μ") : QStringLiteral("ε");
    if (const RPoint* p = pointAt(pixel)) {
        QString text = p->phase < 0 ? tr("final run") : phaseTitle(p->phase);
        text += tr(" · %1 %2 · r %3").arg(axis, formatQuantity(p->x, 3), formatQuantity(p->r));
        if (p->score) {
            text += QStringLiteral(" · ") + formatAccuracy(*p->score, p->scoreSe);
        } else {
            text += QStringLiteral(" · ") + stateName(p->state);
        }
        return p->clamped ? text + QStringLiteral(" · ") + heldBackWords() : text;
    }
    if (!axisRect()->rect().contains(pixel.toPoint())) {
        return {};
    }
    return tr("%1 %2 · r %3")
        .arg(axis, formatQuantity(xAxis->pixelToCoord(pixel.x()), 3),
             formatQuantity(yAxis->pixelToCoord(pixel.y()), 3));
}

QString REpsilonPlot::csv() const {
    QString out = QStringLiteral("kind,phase,trial,%1,r,score,score_se,clamped\n")
                      .arg(m_series.againstMu ? QStringLiteral("mu") : QStringLiteral("epsilon"));
    const auto n = [](double value) { return QString::fromStdString(numberText(value)); };
    for (const RPoint& p : m_series.points) {
        out +=
            QStringLiteral("%1,%2,%3,%4,%5,%6,%7,%8\n")
                .arg(p.phase < 0 ? QStringLiteral("final")
                     : p.winner  ? QStringLiteral("winner")
                                 : QStringLiteral("trial"))
                .arg(p.phase + 1)
                .arg(p.trial)
                .arg(n(p.x), n(p.r), p.score ? n(*p.score) : QString(), p.scoreSe ? n(*p.scoreSe) : QString(),
                     p.clamped || (p.phase < 0 && m_series.clamped) ? QStringLiteral("true")
                                                                    : QStringLiteral("false"));
    }
    for (const RPoint& p : m_swept) {
        out += QStringLiteral("sweep,,%1,%2,%3,%4,,\n").arg(p.trial).arg(n(p.x), n(p.r), n(*p.score));
    }
    for (const auto& [x, r] : m_series.line) {
        out += QStringLiteral("fit,,,%1,%2,,,\n").arg(n(x), n(r));
    }
    return out;
}

} // namespace parsimony::ui
