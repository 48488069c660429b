// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/edf_plot.h"

#include "core/base/number_text.h"
#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <utility>

namespace parsimony::ui {

namespace {

constexpr std::size_t kMostExperiments = 8; // more curves than that cannot be told apart

std::vector<EdfPlot::Curve> curvesOf(const TrialView& trials,
                                     const std::map<std::int64_t, QString>& methods) {
    std::map<std::int64_t, std::vector<std::pair<double, qint64>>> experiments;
    auto at = experiments.end(); // trials of an experiment stand together
    for (const auto& trial : trials) {
        if (trial.score) {
            if (at == experiments.end() || at->first != trial.experiment) {
                at = experiments.try_emplace(trial.experiment).first;
            }
            at->second.emplace_back(*trial.score, trial.id);
        }
    }
    const bool byMethod = experiments.size() > kMostExperiments;
    std::vector<EdfPlot::Curve> curves;
    std::map<QString, std::size_t> places;
    for (auto& [experiment, scores] : experiments) {
        const auto found = methods.find(experiment);
        const QString method = found == methods.end() ? QString() : found->second;
        const QString name = byMethod ? method
                                      : EdfPlot::tr("experiment %1").arg(experiment) +
                                            (method.isEmpty() ? QString() : QStringLiteral(" · ") + method);
        const auto [place, isNew] = places.try_emplace(name, curves.size());
        if (isNew) {
            curves.push_back({name, byMethod ? 0 : experiment, std::move(scores)});
        } else {
            auto& all = curves[place->second].scores;
            all.insert(all.end(), scores.begin(), scores.end());
        }
    }
    for (auto& curve : curves) {
        std::sort(curve.scores.begin(), curve.scores.end());
    }
    return curves;
}

double shareOf(const EdfPlot::Curve& curve, std::size_t index) {
    return 100.0 * static_cast<double>(index + 1) / static_cast<double>(curve.scores.size());
}

} // namespace

EdfPlot::EdfPlot(Selection& selection, QWidget* parent)
    : Plot(QStringLiteral("edf"), tr("EDF"), parent), m_selection(selection) {
    xAxis->setLabel(tr("released score / %"));
    yAxis->setLabel(tr("trials up to this score / %"));
    setEmptyText(tr("How the scores of a search are distributed: a curve for each experiment, further right "
                    "where more settings were good. Run a plan with phases."));
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignLeft | Qt::AlignTop);
    connect(&m_selection, &Selection::changed, this, [this] {
        markSelection();
        redraw();
    });
}

void EdfPlot::setTrials(const TrialView& trials, const std::map<std::int64_t, QString>& methods) {
    auto curves = curvesOf(trials, methods);
    if (curves == m_curves) {
        return; // trials change more often than scores
    }
    const QString words = tr("No scored trial is left: clear the filter of the table.");
    m_curves = std::move(curves);
    if (m_curves.empty() != empty()) {
        setEmptyText(m_curves.empty() ? words : QString());
    }
    rebuild();
    dataChanged();
}

void EdfPlot::rebuild() {
    static constexpr Qt::PenStyle styles[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    clearPlottables();
    const Theme& theme = Theme::instance();
    int index = 0;
    for (const Curve& curve : m_curves) {
        QVector<QCPGraphData> steps;
        steps << QCPGraphData(100.0 * curve.scores.front().first, 0.0);
        for (std::size_t i = 0; i < curve.scores.size(); ++i) {
            steps << QCPGraphData(100.0 * curve.scores[i].first, shareOf(curve, i));
        }
        QCPGraph* graph = addGraph();
        graph->setLineStyle(QCPGraph::lsStepLeft);
        const QColor color =
            curve.experiment > 0 ? theme.experimentColor(curve.experiment) : theme.phaseColor(index);
        graph->setPen(linePen(color, 1.8, styles[(index / 4) % 4]));
        graph->setName(tr("%1 (%2)").arg(curve.name, formatCount(curve.scores.size())));
        graph->data()->set(steps, true);
        ++index;
    }
    m_marks = addMarks(13);
    legend->setVisible(!m_curves.empty());
    markSelection();
}

void EdfPlot::markSelection() {
    if (m_marks == nullptr) {
        return;
    }
    m_marks->data()->clear();
    for (const Curve& curve : m_curves) {
        for (std::size_t i = 0; i < curve.scores.size(); ++i) {
            if (m_selection.contains(curve.scores[i].second)) {
                m_marks->addData(100.0 * curve.scores[i].first, shareOf(curve, i));
            }
        }
    }
}

void EdfPlot::fitAxes() {
    if (m_curves.empty()) {
        return;
    }
    double low = 100.0 * m_curves.front().scores.front().first;
    double high = low;
    for (const Curve& curve : m_curves) {
        low = std::min(low, 100.0 * curve.scores.front().first);
        high = std::max(high, 100.0 * curve.scores.back().first);
    }
    const double pad = std::max(0.5, 0.05 * (high - low));
    xAxis->setRange(low - pad, high + pad);
    yAxis->setRange(0.0, 104.0);
}

EdfPlot::Place EdfPlot::placeAt(const QPointF& pixel) const {
    Place best;
    double distance = 14.0;
    for (const Curve& curve : m_curves) {
        // The step whose height is under the cursor; of 10^5 trials only that one is measured.
        const double share = std::clamp(yAxis->pixelToCoord(pixel.y()) / 100.0, 0.0, 1.0);
        const auto steps = static_cast<double>(curve.scores.size());
        const double near = std::clamp(std::ceil(share * steps) - 1.0, 0.0, steps - 1.0);
        const auto index = static_cast<std::size_t>(near);
        const double d = std::abs(xAxis->coordToPixel(100.0 * curve.scores[index].first) - pixel.x());
        if (d < distance) {
            distance = d;
            best = {&curve, index};
        }
    }
    return best;
}

QString EdfPlot::readoutAt(const QPointF& pixel) {
    const Place place = placeAt(pixel);
    if (place.curve == nullptr) {
        return {};
    }
    const auto& [score, trial] = place.curve->scores[place.index];
    return tr("%1 · trial %2 · %3 of its trials score at most %4")
        .arg(place.curve->name, QString::number(trial),
             formatPercent(shareOf(*place.curve, place.index) / 100.0, 0), formatPercent(score));
}

qint64 EdfPlot::trialAt(const QPointF& pixel) {
    const Place place = placeAt(pixel);
    return place.curve == nullptr ? 0 : place.curve->scores[place.index].second;
}

QString EdfPlot::csv() const {
    const auto n = [](double value) { return QString::fromStdString(numberText(value)); };
    QString out = QStringLiteral("curve,trial,score,share\n");
    for (const Curve& curve : m_curves) {
        for (std::size_t i = 0; i < curve.scores.size(); ++i) {
            out += QStringLiteral("\"%1\",%2,%3,%4\n")
                       .arg(curve.name, QString::number(curve.scores[i].second), n(curve.scores[i].first),
                            n(shareOf(curve, i) / 100.0));
        }
    }
    return out;
}

} // namespace parsimony::ui
