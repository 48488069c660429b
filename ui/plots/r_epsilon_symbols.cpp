// SPDX-License-Identifier: GPL-3.0-or-later
// The symbols of r against ε: what a trial's phase, state, score and rank look like, and the legend's words.
#include "ui/models/number_format.h"
#include "ui/models/trial_columns.h"
#include "ui/plots/held_back.h"
#include "ui/plots/r_epsilon_plot.h"
#include "ui/plots/trial_plot.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <vector>

namespace parsimony::ui {

QCPGraph* REpsilonPlot::addSymbols(const QCPScatterStyle& style, const QString& name) {
    QCPGraph* graph = addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(style);
    graph->setName(name);
    if (name.isEmpty()) {
        graph->removeFromLegend();
    }
    return graph;
}

void REpsilonPlot::addSwept() {
    if (m_swept.empty() || m_series.points.empty()) {
        return;
    }
    const Colors& c = Theme::instance().colors();
    QCPGraph* best =
        addSymbols(QCPScatterStyle(QCPScatterStyle::ssStar, linePen(c.text, 1.6), Qt::NoBrush, 9),
                   tr("best of a sweep"));
    for (const RPoint& p : m_swept) {
        best->addData(p.x, p.r);
    }
}

/// A point of a trial in that state, its score aside.
QCPScatterStyle REpsilonPlot::styleOf(session::TrialState state, QCPScatterStyle::ScatterShape shape,
                                      const QColor& color) const {
    const Colors& c = Theme::instance().colors();
    switch (state) {
    case session::TrialState::Finished:
        return {shape, linePen(color, 1.5), QBrush(c.base), 9};
    case session::TrialState::Running:
        return {shape, linePen(c.accent, 2.0), QBrush(c.accentSoft), 9};
    case session::TrialState::Interrupted:
        return {shape, linePen(c.accent, 1.5, Qt::DashLine), Qt::NoBrush, 9};
    case session::TrialState::Planned:
    case session::TrialState::Reserved:
    case session::TrialState::Unknown:
        return {shape, linePen(color, 1.2, Qt::DotLine), Qt::NoBrush, 9};
    default:
        return {QCPScatterStyle::ssCross, linePen(c.danger, 1.6), Qt::NoBrush, 8};
    }
}

/// By size and rim: its colour tells the score.
QCPScatterStyle REpsilonPlot::winnerStyle(QCPScatterStyle style) const {
    style.setPen(linePen(Theme::instance().colors().text, 2.4));
    style.setSize(12);
    return style;
}

/// What the states look like that trials are in beside finished.
void REpsilonPlot::addStates() {
    const Colors& c = Theme::instance().colors();
    std::set<session::TrialState> states;
    for (const RPoint& p : m_series.points) {
        if (p.phase >= 0 && p.state != session::TrialState::Finished) {
            states.insert(p.state == session::TrialState::Reserved ? session::TrialState::Planned : p.state);
        }
    }
    for (const session::TrialState state : states) {
        addSymbols(styleOf(state, QCPScatterStyle::ssCircle, c.muted), stateName(state));
    }
}

void REpsilonPlot::addHeldBack() {
    const auto held = [](const RPoint& p) {
        return p.clamped && p.phase >= 0;
    }; // the final run says so itself
    if (std::none_of(m_series.points.begin(), m_series.points.end(), held)) {
        return;
    }
    QCPGraph* marks = addSymbols(heldBackMark(Theme::instance().colors().text), heldBackWords());
    for (const RPoint& p : m_series.points) {
        if (held(p)) {
            marks->addData(p.x, p.r);
        }
    }
}

void REpsilonPlot::addPoints() {
    constexpr int kShades = 8;
    constexpr std::size_t kSingly = 200;
    const Theme& theme = Theme::instance();
    const Colors& c = theme.colors();
    const auto shade = [&](int i) { return theme.shade(i / (kShades - 1.0)); };
    double low = 1.0;
    double high = 0.0;
    int phases = 0;
    for (const RPoint& p : m_series.points) {
        phases = std::max(phases, p.phase + 1);
        low = std::min(low, p.score.value_or(low));
        high = std::max(high, p.score.value_or(high));
    }
    for (int phase = 0; phase < phases; ++phase) {
        const auto shape = phaseShape(phase);
        addSymbols(styleOf(session::TrialState::Finished, shape, theme.phaseColor(phase)), phaseTitle(phase));
        std::vector<const RPoint*> points;
        for (const RPoint& p : m_series.points) {
            if (p.phase == phase) {
                points.push_back(&p);
            }
        }
        const auto shadeOf = [&](const RPoint& p) {
            if (p.state != session::TrialState::Finished || !p.score) {
                return -1;
            }
            const double share = high > low ? (*p.score - low) / (high - low) : 1.0;
            return static_cast<int>(std::lround(share * (kShades - 1)));
        };
        const auto look = [&](const RPoint* p) { return std::tuple(p->winner, shadeOf(*p), p->state); };
        // Few lie on each other as they came; of many those that look alike make one graph, the best on top.
        const bool many = points.size() > kSingly;
        if (many) {
            std::stable_sort(points.begin(), points.end(),
                             [&](const RPoint* a, const RPoint* b) { return look(a) < look(b); });
        }
        QCPGraph* graph = nullptr;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const RPoint& p = *points[i];
            if (!many || i == 0 || look(points[i - 1]) != look(&p)) {
                QCPScatterStyle style = styleOf(p.state, shape, theme.phaseColor(phase));
                if (const int shaded = shadeOf(p); shaded >= 0) {
                    style.setBrush(shade(shaded));
                }
                graph = addSymbols(p.winner ? winnerStyle(style) : style, {});
                graph->setAdaptiveSampling(false);
            }
            graph->addData(p.x, p.r);
        }
    }
    if (std::any_of(m_series.points.begin(), m_series.points.end(),
                    [](const RPoint& p) { return p.winner && p.phase >= 0; })) {
        QCPScatterStyle style =
            winnerStyle({QCPScatterStyle::ssCircle, linePen(c.text, 1.5), QBrush(c.base), 9});
        style.setSize(10); // whole in the legend
        addSymbols(style, tr("winner of its phase"));
    }
    if (high > low) {
        for (const bool top : {false, true}) {
            addSymbols(QCPScatterStyle(QCPScatterStyle::ssDisc, linePen(shade(top ? kShades - 1 : 0), 1.0),
                                       QBrush(shade(top ? kShades - 1 : 0)), 9),
                       tr("score %1").arg(formatPercent(top ? high : low, 1)));
        }
    }
}

} // namespace parsimony::ui
