// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/trial_plot.h"

#include "core/base/number_text.h"
#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/models/trial_columns.h"
#include "ui/plots/cloud_graph.h"
#include "ui/plots/tickers.h"
#include "ui/plots/whisker.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <map>
#include <utility>

namespace parsimony::ui {

QCPScatterStyle::ScatterShape phaseShape(int phase) {
    static const QCPScatterStyle::ScatterShape shapes[] = {
        QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare, QCPScatterStyle::ssTriangle,
        QCPScatterStyle::ssTriangleInverted};
    return phase < 0 ? QCPScatterStyle::ssDiamond : shapes[phase % 4];
}

namespace {

QString nameOf(TrialPlot::Kind kind) {
    return kind == TrialPlot::Kind::Gap      ? QStringLiteral("gap")
           : kind == TrialPlot::Kind::Pareto ? QStringLiteral("pareto")
                                             : QStringLiteral("course");
}

QString titleOf(TrialPlot::Kind kind) {
    return kind == TrialPlot::Kind::Gap      ? TrialPlot::tr("Gap")
           : kind == TrialPlot::Kind::Pareto ? TrialPlot::tr("Pareto")
                                             : TrialPlot::tr("Course");
}

/// How much of a symbol is filled for each encoder, 0 to 1 in the order of their names.
std::map<QString, double> fillsOf(const std::vector<SeriesPoint>& points) {
    std::map<QString, double> fills;
    for (const SeriesPoint& point : points) {
        fills.emplace(point.encoder, 0.0);
    }
    const double last = std::max(1.0, static_cast<double>(fills.size()) - 1.0);
    double place = 0.0;
    for (auto& [encoder, fill] : fills) {
        fill = place++ / last;
    }
    return fills;
}

QColor mixed(const QColor& from, const QColor& to, double share) {
    const auto between = [share](int a, int b) { return qRound(a + share * (b - a)); };
    return {between(from.red(), to.red()), between(from.green(), to.green()),
            between(from.blue(), to.blue())};
}

} // namespace

TrialPlot::TrialPlot(Kind kind, Selection& selection, QWidget* parent)
    : Plot(nameOf(kind), titleOf(kind), parent), m_kind(kind), m_selection(selection) {
    xAxis->setLabel(kind == Kind::Gap      ? tr("total step size r")
                    : kind == Kind::Pareto ? QStringLiteral("ε")
                                           : tr("trial, in the order of the run"));
    yAxis->setLabel(kind == Kind::Gap ? tr("points below the best at its ε") : tr("accuracy / %"));
    if (kind == Kind::Gap) {
        setLogX(true);
    } else if (kind == Kind::Course) {
        xAxis->setTicker(wholeTicker());
    }
    setEmptyText(emptyWords());
    axisRect()->insetLayout()->setInsetAlignment(0, kind == Kind::Gap ? Qt::AlignRight | Qt::AlignTop
                                                                      : Qt::AlignRight | Qt::AlignBottom);
    connect(&m_selection, &Selection::changed, this, [this] {
        markSelection();
        redraw();
    });
}

QString TrialPlot::emptyWords() const {
    switch (m_kind) {
    case Kind::Gap:
        return tr("Scored trials show here how much accuracy a wrong total step size costs. Run a plan with "
                  "phases.");
    case Kind::Pareto:
        return tr("Scored trials show here what a larger ε buys. The line joins those that nothing cheaper "
                  "beats.");
    case Kind::Course:
        break;
    }
    return tr("The scores of an experiment appear here one by one while it runs, with the best so far.");
}

void TrialPlot::setTrials(const TrialView& trials, const filter::ExperimentNamesById& experiments) {
    auto points = m_kind == Kind::Gap      ? gapSeries(trials, experiments)
                  : m_kind == Kind::Pareto ? paretoSeries(trials, experiments)
                                           : courseSeries(trials, experiments);
    if (points == m_points) {
        return; // trials change more often than scores
    }
    m_points = std::move(points);
    if (m_kind == Kind::Course) {
        xAxis->setLabel(trials.empty()
                            ? tr("trial, in the order of the run")
                            : tr("trial, in the order of experiment %1").arg(trials.front().experiment));
    }
    if (m_points.empty() != empty()) {
        setEmptyText(m_points.empty() ? emptyWords() : QString());
    }
    rebuild();
    dataChanged();
}

void TrialPlot::rebuild() {
    clearPlottables();
    const Theme& theme = Theme::instance();
    const Colors& c = theme.colors();
    // Each phase has a symbol and a colour; of several encoders each fills it more than the one before.
    using Cloud = std::pair<int, QString>;
    std::map<Cloud, CloudGraph*> clouds;
    const std::map<QString, double> encoders = fillsOf(m_points);
    if (m_kind != Kind::Gap) {
        QCPGraph* front = addGraph();
        front->setLineStyle(QCPGraph::lsStepLeft);
        front->setPen(linePen(c.accent, 1.4));
        front->setName(m_kind == Kind::Pareto
                           ? tr("Pareto front, hypervolume %1").arg(formatPercent(hypervolume(m_points), 1))
                           : tr("best so far"));
        for (const auto& p : m_points) {
            if (p.onFront) {
                front->addData(p.x, 100.0 * p.y);
            }
        }
        if (m_kind == Kind::Course && !m_points.empty() && !m_points.back().onFront) {
            const double best =
                std::max_element(m_points.begin(), m_points.end(), [](const auto& a, const auto& b) {
                    return a.y < b.y;
                })->y;
            front->addData(m_points.back().x, 100.0 * best);
        }
    }
    const bool bars = showsErrors();
    std::map<Cloud, QVector<QCPGraphData>>
        points; // all at once: a graph sorts in each point that comes alone
    QVector<QCPGraphData>* of = nullptr;
    const SeriesPoint* last = nullptr;
    for (const auto& p : m_points) {
        if (last == nullptr || last->phase != p.phase || last->encoder != p.encoder) {
            last = &p;
            of = &points[{p.phase, p.encoder}];
        }
        of->append(QCPGraphData(p.x, 100.0 * p.y));
    }
    for (const auto& [cloud, own] : points) {
        const auto& [phase, encoder] = cloud;
        auto* graph = new CloudGraph(xAxis, yAxis);
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(
            QCPScatterStyle(phaseShape(phase), linePen(theme.phaseColor(phase), 1.2),
                            QBrush(mixed(c.base, theme.phaseColor(phase), encoders.at(encoder))),
                            m_points.size() > 2000 ? 4 : 8));
        graph->setName(phaseTitle(phase) +
                       (encoders.size() > 1 ? QStringLiteral(" · ") + encoder : QString()));
        graph->data()->set(own);
        clouds[cloud] = graph;
    }
    if (bars) {
        for (const auto& [cloud, graph] : clouds) {
            // Graphs sort by key: the errors must follow in the same order.
            std::vector<const SeriesPoint*> order;
            for (const auto& p : m_points) {
                if (p.phase == cloud.first && p.encoder == cloud.second) {
                    order.push_back(&p);
                }
            }
            auto* errors = new QCPErrorBars(xAxis, yAxis);
            errors->removeFromLegend();
            errors->setDataPlottable(graph);
            errors->setPen(linePen(theme.phaseColor(cloud.first), 1.0));
            errors->setWhiskerWidth(5);
            errors->setSymbolGap(8);
            std::stable_sort(order.begin(), order.end(),
                             [](const auto* a, const auto* b) { return a->x < b->x; });
            for (const auto* p : order) {
                errors->addData(whiskerOf(p->error));
            }
        }
    }
    m_marks = addMarks(17);
    legend->setVisible(!m_points.empty());
    markSelection();
}

void TrialPlot::markSelection() {
    if (m_marks == nullptr) {
        return;
    }
    m_marks->data()->clear();
    for (const auto& p : m_points) {
        if (m_selection.contains(p.trial)) {
            m_marks->addData(p.x, 100.0 * p.y);
        }
    }
}

void TrialPlot::restyle() {
    rebuild();
}

void TrialPlot::fitAxes() {
    if (m_points.empty()) {
        return;
    }
    double left = m_points.front().x;
    double right = left;
    double low = 100.0 * m_points.front().y;
    double high = low;
    for (const auto& p : m_points) {
        left = std::min(left, p.x);
        right = std::max(right, p.x);
        const double error = showsErrors() ? p.error : 0.0;
        low = std::min(low, 100.0 * (p.y - error));
        high = std::max(high, 100.0 * (p.y + error));
    }
    const double pad = std::max(0.5, 0.06 * (high - low));
    xAxis->setRange(logX() ? left / 1.5 : std::min(0.0, left), logX() ? right * 1.5 : right * 1.08);
    yAxis->setRange(logY() ? std::max(0.01, low) : low - pad, high + pad);
}

const SeriesPoint* TrialPlot::pointAt(const QPointF& pixel) const {
    return nearest(m_points, pixel,
                   [](const SeriesPoint& point) { return QPointF(point.x, 100.0 * point.y); });
}

qint64 TrialPlot::trialAt(const QPointF& pixel) {
    const auto* p = pointAt(pixel);
    return p != nullptr ? p->trial : 0;
}

QString TrialPlot::readoutAt(const QPointF& pixel) {
    const auto* p = pointAt(pixel);
    if (p == nullptr) {
        return {};
    }
    const QString encoder = p->encoder.isEmpty() ? QString() : QStringLiteral(" · ") + p->encoder;
    if (m_kind == Kind::Course) {
        return tr("trial %1 · %2").arg(p->trial).arg(formatAccuracy(p->y, p->error)) + encoder;
    }
    const QString x = (m_kind == Kind::Gap ? tr("r %1") : tr("ε %1")).arg(formatQuantity(p->x, 3));
    return tr("trial %1 · %2 · %3").arg(p->trial).arg(x, formatAccuracy(p->y, p->error)) + encoder;
}

QString TrialPlot::csv() const {
    QString out = m_kind == Kind::Gap      ? QStringLiteral("trial,phase,r,gap,score_se")
                  : m_kind == Kind::Pareto ? QStringLiteral("trial,phase,epsilon,score,score_se,on_front")
                                           : QStringLiteral("trial,phase,place,score,score_se,new_best");
    const bool several =
        std::any_of(m_points.begin(), m_points.end(), [](const auto& p) { return !p.encoder.isEmpty(); });
    out += several ? QStringLiteral(",encoder\n") : QStringLiteral("\n");
    const auto n = [](double value) { return QString::fromStdString(numberText(value)); };
    for (const auto& p : m_points) {
        out += QStringLiteral("%1,%2,%3,%4,%5").arg(p.trial).arg(p.phase + 1).arg(n(p.x), n(p.y), n(p.error));
        if (m_kind != Kind::Gap) {
            out += p.onFront ? QStringLiteral(",1") : QStringLiteral(",0");
        }
        out +=
            (several ? QStringLiteral(",\"") + p.encoder + QLatin1Char('"') : QString()) + QLatin1Char('\n');
    }
    return out;
}

} // namespace parsimony::ui
