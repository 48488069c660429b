// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/scatter_plot.h"

#include "core/base/number_text.h"
#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/plots/cloud_graph.h"
#include "ui/plots/held_back.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace parsimony::ui {

namespace {

constexpr int kShades = 12;
constexpr std::size_t kMostExperiments = 8;
constexpr std::size_t kMany = 2000; ///< smaller symbols from here on

QString emptyScatterWords() {
    return ScatterPlot::tr(
        "Any two numbers of the trials against each other, coloured by a third. Choose them "
        "above; with the score upwards it shows what one knob does.");
}

QString titleOf(TrialColumn column) {
    return column == TrialColumn::Score ? ScatterPlot::tr("score / %") : trialColumnTitle(column);
}

/// As axes and texts show it: scores in per cent, phases without the number that sorts the final run last.
double shown(TrialColumn column, const session::TrialSnapshot& trial) {
    const auto number = trialNumber(trial, column);
    const bool none = !number || (column == TrialColumn::Phase && trial.phase < 0);
    return none                           ? std::numeric_limits<double>::quiet_NaN()
           : column == TrialColumn::Score ? 100.0 * *number
                                          : *number;
}

} // namespace

ScatterPlot::ScatterPlot(Selection& selection, QWidget* parent)
    : Plot(QStringLiteral("scatter"), tr("Scatter"), parent), m_selection(selection) {
    setEmptyText(emptyScatterWords());
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignRight | Qt::AlignTop);
    connect(&m_selection, &Selection::changed, this, [this] {
        markSelection();
        redraw();
    });
}

std::vector<TrialColumn> ScatterPlot::columns() {
    std::vector<TrialColumn> columns;
    for (int i = 0; i < static_cast<int>(TrialColumn::State); ++i) {
        columns.push_back(static_cast<TrialColumn>(i));
    }
    return columns;
}

void ScatterPlot::setColumn(Role role, TrialColumn column) {
    m_columns[static_cast<std::size_t>(role)] = column;
    m_othersChosen = true;
}

void ScatterPlot::setTrials(const TrialView& trials) {
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    const auto samePoint = [&](const Point& a, const Point& b) {
        return a.trial == b.trial && a.clamped == b.clamped &&
               std::equal(a.values.begin(), a.values.end(), b.values.begin(), same);
    };
    std::vector<Point> points;
    points.reserve(trials.size());
    for (const auto& trial : trials) {
        const Point point{trial.id,
                          trial.clamped,
                          {shown(column(Role::X), trial), shown(column(Role::Y), trial),
                           shown(column(Role::Colour), trial)}};
        if (!std::isnan(value(point, Role::X)) && !std::isnan(value(point, Role::Y))) {
            points.push_back(point);
        }
    }
    const bool others = std::exchange(m_othersChosen, false);
    if (!others && std::equal(points.begin(), points.end(), m_points.begin(), m_points.end(), samePoint)) {
        return;
    }
    m_points = std::move(points);
    if (m_points.empty() != empty()) {
        setEmptyText(m_points.empty() ? emptyScatterWords() : QString());
    }
    rebuild();
    if (others) {
        fitView(); // another column has another range
    } else {
        dataChanged();
    }
}

CloudGraph* ScatterPlot::addCloud(const QVector<QCPGraphData>& points, const QColor& color) {
    auto* graph = new CloudGraph(xAxis, yAxis);
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, linePen(color, 1.0), QBrush(color),
                                           m_points.size() > kMany ? 4 : 7));
    graph->data()->set(points);
    return graph;
}

/// A graph for each shade, and one for trials without the third number; returns whether there is a legend.
bool ScatterPlot::addShades() {
    const Theme& theme = Theme::instance();
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Point& point : m_points) {
        if (const double v = value(point, Role::Colour); !std::isnan(v)) {
            low = std::min(low, v);
            high = std::max(high, v);
        }
    }
    const bool wide = low > 0.0 && high > 5.0 * low;
    std::array<QVector<QCPGraphData>, kShades + 1> shades;
    for (const Point& point : m_points) {
        const double v = value(point, Role::Colour);
        const double share = std::isnan(v) || !(high > low) ? 0.0
                             : wide                         ? std::log(v / low) / std::log(high / low)
                                                            : (v - low) / (high - low);
        const auto shade =
            std::isnan(v) ? kShades : static_cast<int>(std::min(kShades - 1.0, share * kShades));
        shades[static_cast<std::size_t>(shade)] << QCPGraphData(value(point, Role::X), value(point, Role::Y));
    }
    const QString name = titleOf(column(Role::Colour));
    for (int shade = 0; shade <= kShades; ++shade) {
        const auto& points = shades[static_cast<std::size_t>(shade)];
        if (points.isEmpty()) {
            continue;
        }
        CloudGraph* graph =
            addCloud(points, shade == kShades ? theme.colors().faint : theme.shade(shade / (kShades - 1.0)));
        const bool end = shade == 0 || shade == kShades - 1;
        if (end && high > low) {
            graph->setName(QStringLiteral("%1 %2").arg(name, formatQuantity(shade == 0 ? low : high, 3)));
        } else {
            graph->removeFromLegend();
        }
    }
    return high > low;
}

/// Each experiment in the colour that it has everywhere; returns whether there is a legend.
bool ScatterPlot::addExperiments() {
    std::map<qint64, QVector<QCPGraphData>> clouds;
    for (const Point& point : m_points) {
        clouds[std::llround(value(point, Role::Colour))]
            << QCPGraphData(value(point, Role::X), value(point, Role::Y));
    }
    for (const auto& [experiment, points] : clouds) {
        CloudGraph* graph = addCloud(points, Theme::instance().experimentColor(experiment));
        graph->setName(tr("experiment %1").arg(experiment));
        if (clouds.size() > kMostExperiments) {
            graph->removeFromLegend(); // more than that cannot be told apart
        }
    }
    return clouds.size() > 1 && clouds.size() <= kMostExperiments;
}

/// Of few trials each; returns whether there are any.
bool ScatterPlot::addHeldBack() {
    QVector<QCPGraphData> held;
    for (const Point& point : m_points) {
        if (point.clamped) {
            held << QCPGraphData(value(point, Role::X), value(point, Role::Y));
        }
    }
    if (held.isEmpty() || m_points.size() > kMany) { // the read-out tells it of those
        return false;
    }
    QCPGraph* marks = addGraph();
    marks->setLineStyle(QCPGraph::lsNone);
    marks->setScatterStyle(heldBackMark(Theme::instance().colors().text));
    marks->setName(heldBackWords());
    marks->data()->set(held);
    return true;
}

void ScatterPlot::rebuild() {
    clearPlottables();
    xAxis->setLabel(titleOf(column(Role::X)));
    yAxis->setLabel(titleOf(column(Role::Y)));
    const bool explained = column(Role::Colour) == TrialColumn::Experiment ? addExperiments() : addShades();
    const bool held = addHeldBack();
    m_marks = addMarks(15);
    legend->setVisible(explained || held);
    markSelection();
}

void ScatterPlot::markSelection() {
    if (m_marks == nullptr) {
        return;
    }
    m_marks->data()->clear();
    for (const Point& point : m_points) {
        if (m_selection.contains(point.trial)) {
            m_marks->addData(value(point, Role::X), value(point, Role::Y));
        }
    }
}

void ScatterPlot::fitAxes() {
    const auto fit = [this](QCPAxis* axis, Role role, bool logarithmic) {
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (const Point& point : m_points) {
            const double v = value(point, role);
            if (!logarithmic || v > 0.0) {
                low = std::min(low, v);
                high = std::max(high, v);
            }
        }
        if (low > high) {
            return;
        }
        if (logarithmic) {
            axis->setRange(low / 1.3, high * 1.3);
        } else {
            const double pad = high > low ? 0.06 * (high - low) : std::max(0.5, 0.1 * std::abs(high));
            axis->setRange(low - pad, high + pad);
        }
    };
    fit(xAxis, Role::X, logX());
    fit(yAxis, Role::Y, logY());
}

const ScatterPlot::Point* ScatterPlot::pointAt(const QPointF& pixel) const {
    return nearest(m_points, pixel, [this](const Point& point) {
        return QPointF(value(point, Role::X), value(point, Role::Y));
    });
}

qint64 ScatterPlot::trialAt(const QPointF& pixel) {
    const Point* point = pointAt(pixel);
    return point != nullptr ? point->trial : 0;
}

QString ScatterPlot::readoutAt(const QPointF& pixel) {
    const Point* point = pointAt(pixel);
    if (point == nullptr) {
        return {};
    }
    QString text = tr("trial %1").arg(point->trial);
    for (const Role role : {Role::X, Role::Y, Role::Colour}) {
        const double v = value(*point, role);
        text += QStringLiteral(" · %1 %2")
                    .arg(titleOf(column(role)), std::isnan(v) ? absent() : formatQuantity(v, 4));
    }
    if (point->clamped) {
        text += QStringLiteral(" · ") + heldBackWords();
    }
    return text;
}

QString ScatterPlot::csv() const {
    QString out = QStringLiteral("trial");
    for (const TrialColumn column : m_columns) {
        out += QLatin1Char(',') + trialColumnKey(column);
    }
    out += QStringLiteral(",clamped\n");
    for (const Point& point : m_points) {
        out += QString::number(point.trial);
        for (const Role role : {Role::X, Role::Y, Role::Colour}) {
            const double v = value(point, role);
            const double written =
                column(role) == TrialColumn::Score ? v / 100.0 : v; // a share, as everywhere
            out +=
                QLatin1Char(',') + (std::isnan(v) ? QString() : QString::fromStdString(numberText(written)));
        }
        out += point.clamped ? QStringLiteral(",true\n") : QStringLiteral(",false\n");
    }
    return out;
}

} // namespace parsimony::ui
