// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a heatmap: the ε of each panel, its best accuracy, the values along lines where there is room.
#include "ui/models/number_format.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <map>

namespace parsimony::ui {

namespace {

constexpr double kRingPixels = 18.0;    ///< around the best cell, where no label stands
constexpr double kTrialPixels = 11.0;   ///< likewise around a search's trial
constexpr double kLidPixels = 16.0;     ///< and with its lid, where it was held back
constexpr double kNarrowPixels = 110.0; ///< panels in which values stand without their letter

/// Where labels stand in a panel already.
class LabelRoom {
public:
    explicit LabelRoom(const QRectF& frame) : m_frame(frame.adjusted(2, 2, -2, -2)) {}
    [[nodiscard]] bool take(const QRectF& place) {
        const bool free = m_frame.contains(place) &&
                          std::none_of(m_taken.begin(), m_taken.end(),
                                       [&](const QRectF& taken) { return taken.intersects(place); });
        if (free) {
            m_taken.push_back(place);
        }
        return free;
    }
    void occupy(const QRectF& place) { m_taken.push_back(place); }

private:
    QRectF m_frame;
    std::vector<QRectF> m_taken;
};

QRectF around(const QPointF& middle, const QSizeF& size) {
    return {middle.x() - size.width() / 2, middle.y() - size.height() / 2, size.width(), size.height()};
}

} // namespace

void HeatmapPlot::writeLabels() {
    clearItems();
    for (int i = 0; i < m_grid.count; ++i) {
        writePanel(m_panels[static_cast<std::size_t>(i)], m_grid.at(i));
    }
    writeAxes();
}

void HeatmapPlot::writeAxes() {
    const double right = m_grid.at(m_grid.columns - 1).right();
    const QRectF lowest = m_grid.at(m_grid.columns * (m_grid.rows() - 1));
    const double line = QFontMetricsF(Theme::font(static_cast<int>(fontPixels()))).height();
    addText(tr("learning rate η"), {(m_grid.origin.x() + right) / 2, lowest.bottom() + line + 10},
            Qt::AlignHCenter | Qt::AlignTop);
    addText(tr("steps T"), {4 + line / 2, (m_grid.origin.y() + lowest.bottom()) / 2}, Qt::AlignCenter)
        ->setRotation(-90);
}

void HeatmapPlot::writePanel(const Panel& panel, const QRectF& frame) {
    const HeatPanel& heat = *panel.heat;
    const QFont bold = Theme::font(static_cast<int>(fontPixels()), QFont::DemiBold);
    const std::size_t best = heat.best();
    QString epsilon = QStringLiteral("ε = ") + formatEpsilon(heat.epsilon);
    if (!heat.knobs.empty()) {
        epsilon += QStringLiteral(" · ") + QString::fromStdString(train::textOf(heat.knobs));
        epsilon = QFontMetricsF(bold).elidedText(epsilon, Qt::ElideRight, frame.width());
    }
    const QString longer = epsilon + QStringLiteral(" · ") + formatPercent(heat.accuracy.values[best], 1);
    const bool room = QFontMetricsF(bold).horizontalAdvance(longer) <= frame.width();
    addText(room ? longer : epsilon, {frame.center().x(), frame.top() - 2},
            Qt::AlignHCenter | Qt::AlignBottom)
        ->setFont(bold);
    const double columns = static_cast<double>(heat.rates.size());
    const double rows = static_cast<double>(heat.steps.size());
    const auto pixel = [&](double column, double row) {
        return QPointF(frame.left() + (column + 0.5) * frame.width() / columns,
                       frame.bottom() - (row + 0.5) * frame.height() / rows);
    };
    LabelRoom taken(frame);
    const std::size_t bestColumn = best % heat.rates.size();
    const std::size_t bestRow = best / heat.rates.size();
    taken.occupy(around(pixel(static_cast<double>(bestColumn), static_cast<double>(bestRow)),
                        {kRingPixels, kRingPixels}));
    for (const HeatTrial& trial : heat.searched) {
        if (m_overlays[SearchTrials]) {
            const double size = trial.clamped ? kLidPixels : kTrialPixels;
            taken.occupy(around(pixel(trial.column, trial.row), {size, size}));
        }
    }
    const QFont small = Theme::font(static_cast<int>(fontPixels()) - 1);
    const QFontMetricsF metrics(small);
    int number = 0;
    const auto write = [&](const HeatLines& lines, const QString& pattern, int digits) {
        std::map<double, bool> written; // one label for each value, on the first line that has room
        for (std::size_t i = 0; i < lines.lines.size(); ++i) {
            const Polyline& line = lines.lines[i];
            const QString text = (frame.width() < kNarrowPixels ? QStringLiteral("%1") : pattern)
                                     .arg(formatQuantity(lines.values[i], digits));
            const QSizeF size(metrics.horizontalAdvance(text) + 5, metrics.height());
            // Neighbouring lines are tried at different heights first.
            static constexpr double kPlaces[] = {0.5, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8, 0.1, 0.9};
            for (std::size_t place = 0; place < std::size(kPlaces) && !written[lines.values[i]]; ++place) {
                const double share =
                    kPlaces[(place + static_cast<std::size_t>(number) % 3) % std::size(kPlaces)];
                const auto& [column, row] =
                    line[static_cast<std::size_t>(share * static_cast<double>(line.size() - 1))];
                const QPointF at = pixel(column, row);
                if (taken.take(around(at, size))) {
                    auto* label = addText(text, at, Qt::AlignCenter);
                    label->setFont(small);
                    label->setColor(QColor(255, 255, 255));
                    label->setBrush(QColor(0, 0, 0, 150));
                    label->setPadding(QMargins(2, 0, 2, 0));
                    written[lines.values[i]] = true;
                }
            }
            ++number;
        }
    };
    // Between the same axes the lines are the same: where labels would hide what is read, the first has them.
    const bool first = &panel == &m_panels.front();
    if (m_overlays[IsoR] && (first || !m_alike || frame.width() >= kNarrowPixels)) {
        write(panel.equalR, QStringLiteral("r = %1"), 3);
    }
    if (m_overlays[IsoNu]) {
        write(panel.equalNu, QStringLiteral("ν = %1"), 2);
    }
}

} // namespace parsimony::ui
