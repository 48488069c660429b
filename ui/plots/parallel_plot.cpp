// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/parallel_plot.h"

#include "core/base/number_text.h"
#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/views/theme.h"

#include <array>
#include <limits>

namespace parsimony::ui {

namespace {
constexpr int kBins = 12;
const TrialColumn kColumns[] = {TrialColumn::Epsilon,      TrialColumn::R,     TrialColumn::Nu,
                                TrialColumn::LearningRate, TrialColumn::Steps, TrialColumn::NoiseMultiplier,
                                TrialColumn::Score};
} // namespace

ParallelPlot::ParallelPlot(Selection& selection, QWidget* parent)
    : Plot(QStringLiteral("parallel"), tr("Parallel"), parent), m_selection(selection) {
    yAxis->setVisible(false);
    xAxis->setBasePen(Qt::NoPen);
    setEmptyText(
        tr("Each scored trial becomes a line through its knobs here, bright where the score is high."));
    connect(&m_selection, &Selection::changed, this, [this] {
        markSelection();
        redraw();
    });
}

void ParallelPlot::setTrials(const std::vector<session::TrialSnapshot>& trials) {
    m_trials.clear();
    for (const auto& trial : trials) {
        if (trial.score) {
            m_trials.push_back(trial);
        }
    }
    m_axes.clear();
    for (const auto column : kColumns) {
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (const auto& trial : m_trials) {
            if (const auto value = trialNumber(trial, column)) {
                low = std::min(low, *value);
                high = std::max(high, *value);
            }
        }
        if (low <= high) {
            m_axes.push_back({column, low, high, low > 0.0 && high > 5.0 * low});
        }
    }
    const bool nothing = m_trials.size() < 2 || m_axes.size() < 2;
    if (nothing != empty()) {
        setEmptyText(nothing ? tr("Each scored trial becomes a line through its knobs here, bright where the "
                                  "score is high.")
                             : QString());
    }
    rebuild();
    dataChanged();
}

double ParallelPlot::position(const Axis& axis, const session::TrialSnapshot& trial) const {
    const auto value = trialNumber(trial, axis.column);
    if (!value) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (!(axis.high > axis.low)) {
        return 0.5;
    }
    return axis.logarithmic ? std::log(*value / axis.low) / std::log(axis.high / axis.low)
                            : (*value - axis.low) / (axis.high - axis.low);
}

void ParallelPlot::rebuild() {
    clearPlottables();
    clearItems();
    m_marks.clear();
    if (empty()) {
        return;
    }
    const Colors& c = Theme::instance().colors();
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const auto& trial : m_trials) {
        low = std::min(low, *trial.score);
        high = std::max(high, *trial.score);
    }
    // One curve per colour, with gaps between trials: 10^5 plottables would not scroll.
    std::array<QVector<QCPCurveData>, kBins> bins;
    for (const auto& trial : m_trials) {
        const auto bin = static_cast<std::size_t>(
            high > low ? std::min(kBins - 1.0, (*trial.score - low) / (high - low) * kBins) : 0.0);
        auto& points = bins[bin];
        for (std::size_t i = 0; i < m_axes.size(); ++i) {
            points << QCPCurveData(static_cast<double>(points.size()), static_cast<double>(i),
                                   position(m_axes[i], trial));
        }
        points << QCPCurveData(static_cast<double>(points.size()), std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::quiet_NaN());
    }
    const float alpha = m_trials.size() > 500 ? 0.25F : 0.85F;
    for (int bin = 0; bin < kBins; ++bin) {
        auto* curve = new QCPCurve(xAxis, yAxis);
        curve->removeFromLegend();
        // The dark end of the palette vanishes on a dark ground.
        QColor color = Theme::sequential(Theme::instance().dark() ? 0.25 + 0.75 * bin / (kBins - 1.0)
                                                                  : 0.85 * bin / (kBins - 1.0));
        color.setAlphaF(alpha);
        curve->setPen(QPen(color, m_trials.size() > 500 ? 1.0 : 1.5));
        curve->setAntialiased(m_trials.size() <= 2000);
        curve->data()->set(bins[static_cast<std::size_t>(bin)], true);
    }
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    const auto text = [](const Axis& axis, double value) {
        return axis.column == TrialColumn::Score ? formatPercent(value, 1) : formatQuantity(value, 3);
    };
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
        const auto& axis = m_axes[i];
        ticker->addTick(static_cast<double>(i),
                        axis.column == TrialColumn::Score ? tr("score") : trialColumnTitle(axis.column));
        auto* line = new QCPItemLine(this);
        line->start->setCoords(static_cast<double>(i), 0.0);
        line->end->setCoords(static_cast<double>(i), 1.0);
        line->setPen(QPen(c.strongLine, 1));
        for (const bool top : {false, true}) {
            auto* label = new QCPItemText(this);
            label->position->setCoords(static_cast<double>(i), top ? 1.05 : -0.05);
            label->setText(text(axis, top ? axis.high : axis.low));
            label->setFont(Theme::font(static_cast<int>(fontPixels()) - 1));
            label->setColor(c.muted);
            label->setClipToAxisRect(false);
        }
    }
    xAxis->setTicker(ticker);
    xAxis->grid()->setVisible(false);
    yAxis->grid()->setVisible(false);
    xAxis->setSubTicks(false);
    yAxis->setVisible(false);
    markSelection();
}

void ParallelPlot::markSelection() {
    for (auto* curve : m_marks) {
        removePlottable(curve);
    }
    m_marks.clear();
    for (const auto& trial : m_trials) {
        if (!m_selection.contains(trial.id) || m_marks.size() > 50) {
            continue;
        }
        auto* curve = new QCPCurve(xAxis, yAxis);
        curve->removeFromLegend();
        curve->setPen(QPen(Theme::instance().colors().accent, 3.0));
        for (std::size_t i = 0; i < m_axes.size(); ++i) {
            curve->addData(static_cast<double>(i), static_cast<double>(i), position(m_axes[i], trial));
        }
        m_marks.push_back(curve);
    }
}

void ParallelPlot::restyle() {
    rebuild();
}

void ParallelPlot::fitAxes() {
    xAxis->setRange(-0.4, static_cast<double>(m_axes.size()) - 0.6);
    yAxis->setRange(-0.12, 1.12);
}

qint64 ParallelPlot::trialAt(const QPointF& pixel) {
    const double x = xAxis->pixelToCoord(pixel.x());
    const double y = yAxis->pixelToCoord(pixel.y());
    const double tolerance = 6.0 * std::abs(yAxis->pixelToCoord(0.0) - yAxis->pixelToCoord(1.0));
    const auto left = static_cast<int>(std::floor(x));
    if (left < 0 || left + 1 >= static_cast<int>(m_axes.size())) {
        return 0;
    }
    qint64 best = 0;
    double distance = tolerance;
    for (const auto& trial : m_trials) {
        const double a = position(m_axes[static_cast<std::size_t>(left)], trial);
        const double b = position(m_axes[static_cast<std::size_t>(left) + 1], trial);
        const double d = std::abs(a + (x - left) * (b - a) - y);
        if (d < distance) {
            distance = d;
            best = trial.id;
        }
    }
    return best;
}

QString ParallelPlot::readoutAt(const QPointF& pixel) {
    const qint64 id = trialAt(pixel);
    for (const auto& trial : m_trials) {
        if (trial.id == id) {
            return tr("trial %1 · r %2 · η %3 · %4")
                .arg(id)
                .arg(formatOptional(trial.r, 3), formatOptional(trial.learningRate, 3),
                     formatAccuracy(*trial.score, trial.scoreSe));
        }
    }
    return {};
}

QString ParallelPlot::csv() const {
    QStringList head{QStringLiteral("trial")};
    for (const auto& axis : m_axes) {
        head << trialColumnKey(axis.column);
    }
    QString out = head.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (const auto& trial : m_trials) {
        QStringList cells{QString::number(trial.id)};
        for (const auto& axis : m_axes) {
            const auto value = trialNumber(trial, axis.column);
            cells << (value ? QString::fromStdString(numberText(*value)) : QString());
        }
        out += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return out;
}

} // namespace parsimony::ui
