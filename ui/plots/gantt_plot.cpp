// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/gantt_plot.h"

#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/models/trial_columns.h"
#include "ui/plots/own_drawing.h"
#include "ui/style/theme.h"

#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <functional>

namespace parsimony::ui {

namespace {

constexpr double kRowShare = 0.7; ///< of a row's height that its bars take
constexpr double kLeastPixels = 2.0;

QString emptyGanttWords(bool isHidden) {
    return isHidden ? GanttPlot::tr(
                          "A private selection is one mechanism: when its runs began and ended would tell "
                          "how many there were, so nothing of it is shown.")
                    : GanttPlot::tr(
                          "When the trials of the experiment ran appears here, phase by phase against the "
                          "clock, as soon as the first one has begun.");
}

QString clockTime(double seconds) {
    return QDateTime::fromSecsSinceEpoch(static_cast<qint64>(seconds))
        .time()
        .toString(QStringLiteral("HH:mm:ss"));
}

/// Draws each bar where the plot says that it is.
class Bars : public OwnDrawing {
public:
    Bars(QCPAxis* x, QCPAxis* y, const Gantt& gantt, std::function<QRectF(const GanttBar&)> place)
        : OwnDrawing(x, y), m_gantt(gantt), m_place(std::move(place)) {}

protected:
    void draw(QCPPainter* painter) override {
        const Theme& theme = Theme::instance();
        painter->setPen(Qt::NoPen);
        for (const GanttBar& bar : m_gantt.bars) {
            const QColor color = theme.phaseColor(bar.phase);
            switch (bar.state) {
            case session::TrialState::Failed:
            case session::TrialState::Cancelled:
            case session::TrialState::Lost:
                painter->setBrush(theme.colors().danger);
                break;
            case session::TrialState::Finished:
                painter->setBrush(color);
                break;
            default:
                painter->setBrush(QBrush(color, Qt::BDiagPattern)); // it goes on
            }
            painter->drawRect(m_place(bar));
        }
    }

private:
    const Gantt& m_gantt; ///< of the plot
    std::function<QRectF(const GanttBar&)> m_place;
};

} // namespace

GanttPlot::GanttPlot(Selection& selection, QWidget* parent)
    : Plot(QStringLiteral("gantt"), tr("Times"), parent), m_selection(selection) {
    setEmptyText(emptyGanttWords(false));
    axisRect()->setRangeDrag(Qt::Horizontal);
    axisRect()->setRangeZoom(Qt::Horizontal);
    connect(&m_selection, &Selection::changed, this, [this] { update(); });
    connect(xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &GanttPlot::showClock);
}

void GanttPlot::setGantt(Gantt gantt, bool isHidden) {
    if (gantt == m_gantt && isHidden == m_hidden) {
        return;
    }
    m_gantt = std::move(gantt);
    m_hidden = isHidden;
    setEmptyText(m_gantt.bars.empty() ? emptyGanttWords(isHidden) : QString());
    rebuild();
    dataChanged();
}

void GanttPlot::rebuild() {
    clearPlottables();
    legend->setVisible(false);
    showClock();
    xAxis->setLabel(m_gantt.experiment > 0 ? tr("time of day, experiment %1").arg(m_gantt.experiment)
                                           : tr("time of day"));
    const QSharedPointer<QCPAxisTickerText> rows(new QCPAxisTickerText);
    for (std::size_t row = 0; row < m_gantt.phases.size(); ++row) {
        rows->addTick(static_cast<double>(row), phaseTitle(m_gantt.phases[row]));
    }
    yAxis->setTicker(rows);
    yAxis->setRangeReversed(true); // the first phase on top
    yAxis->setSubTicks(false);
    yAxis->grid()->setVisible(false);
    new Bars(xAxis, yAxis, m_gantt, [this](const GanttBar& bar) { return rectOf(bar); });
}

void GanttPlot::resizeEvent(QResizeEvent* event) {
    setViewport(rect());
    showClock(); // as many ticks as there is room for
    Plot::resizeEvent(event);
}

void GanttPlot::showClock() {
    constexpr double kDay = 86400.0, kSeconds = 10.0;
    const double span = xAxis->range().size();
    const QSharedPointer<QCPAxisTickerDateTime> clock(new QCPAxisTickerDateTime);
    const QString format = span < kSeconds
                               ? QStringLiteral("HH:mm:ss") + QLocale().decimalPoint() + QStringLiteral("zzz")
                           : span < kDay ? QStringLiteral("HH:mm:ss")
                                         : tr("d MMM HH:mm", "a day and its clock, in Qt's letters");
    clock->setDateTimeFormat(format);
    // Half as wide again as a label: the ticker takes up to a third more ticks than it is asked for.
    const int label = QFontMetrics(xAxis->tickLabelFont()).horizontalAdvance(format) * 3 / 2;
    clock->setTickCount(std::clamp(viewport().width() / (label * 4 / 3), 2, 6));
    xAxis->setTicker(clock);
}

QRectF GanttPlot::rectOf(const GanttBar& bar) const {
    const auto row = static_cast<std::size_t>(
        std::find(m_gantt.phases.begin(), m_gantt.phases.end(), bar.phase) - m_gantt.phases.begin());
    const double top = yAxis->coordToPixel(static_cast<double>(row) - kRowShare / 2);
    const double height =
        (yAxis->coordToPixel(static_cast<double>(row) + kRowShare / 2) - top) / m_gantt.lanes[row];
    const double left = xAxis->coordToPixel(bar.began);
    const double width = std::max(kLeastPixels, xAxis->coordToPixel(bar.ended) - left - 1.0);
    return {left, top + bar.lane * height, width, std::max(1.0, height - 1.0)};
}

void GanttPlot::fitAxes() {
    if (m_gantt.bars.empty()) {
        return;
    }
    double from = m_gantt.bars.front().began;
    double to = m_gantt.bars.front().ended;
    for (const GanttBar& bar : m_gantt.bars) {
        from = std::min(from, bar.began);
        to = std::max(to, bar.ended);
    }
    const double pad = std::max(0.5, 0.03 * (to - from));
    xAxis->setRange(from - pad, to + pad);
    yAxis->setRange(-0.6, static_cast<double>(m_gantt.phases.size()) - 0.4);
}

void GanttPlot::drawOver(QCPPainter& painter) {
    if (m_selection.trials().isEmpty()) {
        return;
    }
    painter.setPen(QPen(Theme::instance().colors().accent, 2.0));
    painter.setBrush(Qt::NoBrush);
    painter.setClipRect(axisRect()->rect());
    for (const GanttBar& bar : m_gantt.bars) {
        if (m_selection.contains(bar.trial)) {
            painter.drawRect(rectOf(bar).adjusted(-1, -1, 1, 1));
        }
    }
}

const GanttBar* GanttPlot::barAt(const QPointF& pixel) const {
    if (!axisRect()->rect().contains(pixel.toPoint())) {
        return nullptr;
    }
    const auto found = std::find_if(m_gantt.bars.begin(), m_gantt.bars.end(), [&](const GanttBar& bar) {
        return rectOf(bar).adjusted(-1, 0, 1, 0).contains(pixel);
    });
    return found != m_gantt.bars.end() ? &*found : nullptr;
}

qint64 GanttPlot::trialAt(const QPointF& pixel) {
    const GanttBar* bar = barAt(pixel);
    return bar != nullptr ? bar->trial : 0;
}

QString GanttPlot::readoutAt(const QPointF& pixel) {
    const GanttBar* bar = barAt(pixel);
    if (bar == nullptr) {
        return {};
    }
    return tr("trial %1 · %2 · %3 to %4 · %5 s")
        .arg(bar->trial)
        .arg(phaseTitle(bar->phase), clockTime(bar->began), clockTime(bar->ended),
             formatQuantity(bar->ended - bar->began, 3));
}

QString GanttPlot::csv() const {
    const auto utc = [](double seconds) {
        return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(1000.0 * seconds), Qt::UTC)
            .toString(Qt::ISODateWithMs);
    };
    QString out = QStringLiteral("trial,phase,began,ended\n");
    for (const GanttBar& bar : m_gantt.bars) {
        out += QStringLiteral("%1,%2,%3,%4\n")
                   .arg(bar.trial)
                   .arg(bar.phase < 0 ? QStringLiteral("final") : QString::number(bar.phase + 1),
                        utc(bar.began), utc(bar.ended));
    }
    return out;
}

} // namespace parsimony::ui
