// SPDX-License-Identifier: GPL-3.0-or-later
// What the plot of knobs consists of: bars of importance, slices with the expected score, and the words.
#include "ui/models/number_format.h"
#include "ui/plots/knob_plot.h"
#include "ui/plots/tickers.h"
#include "ui/style/theme.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {

constexpr double kKnobAspect = 1.5; ///< width of a panel to its height
constexpr double kKnobGap = 12, kKnobTickPixels = 8;
constexpr double kCaptionShare = 0.25; ///< of the height of a plot, at most
constexpr std::size_t kMostBars = 7;

std::array<QColor, SliceCloud::kShades + 1> shades() {
    const Theme& theme = Theme::instance();
    std::array<QColor, SliceCloud::kShades + 1> colors;
    for (int i = 0; i < SliceCloud::kShades; ++i) {
        colors[static_cast<std::size_t>(i)] = theme.shade(i / (SliceCloud::kShades - 1.0));
    }
    colors.back() = theme.colors().faint;
    return colors;
}

/// Each line in as many as fit into `width`.
QStringList wrapped(const QStringList& lines, double width, const QFontMetricsF& metrics) {
    QStringList all;
    for (QString line : lines) {
        line.replace(QStringLiteral(" %"), QStringLiteral("\u00a0%")); // a number stays with its unit
        QString now;
        for (const QString& word : line.split(QLatin1Char(' '))) {
            const QString longer = now.isEmpty() ? word : now + QLatin1Char(' ') + word;
            if (!now.isEmpty() && metrics.horizontalAdvance(longer) > width) {
                all << now;
                now = word;
            } else {
                now = longer;
            }
        }
        all << now;
    }
    return all;
}

} // namespace

const importance::Knob* KnobPlot::importanceOf(TrialColumn knob) const {
    const auto found = std::find_if(m_importance.knobs.begin(), m_importance.knobs.end(),
                                    [&](const auto& one) { return one.field == knob; });
    return found != m_importance.knobs.end() ? &*found : nullptr;
}

void KnobPlot::sort() {
    std::stable_sort(m_slices.begin(), m_slices.end(), [this](const Slice& a, const Slice& b) {
        const auto* left = importanceOf(a.knob);
        const auto* right = importanceOf(b.knob);
        return (left != nullptr ? left->share : -1.0) > (right != nullptr ? right->share : -1.0);
    });
}

void KnobPlot::rebuild() {
    clearPanels();
    if (m_slices.empty()) {
        return;
    }
    beginPanels();
    for (Slice& slice : m_slices) {
        slice.rect = addKnobPanel();
        fillSlice(slice);
    }
    if (m_importance.enough()) {
        fillBars(addKnobPanel());
    }
    place(size());
}

QCPAxisRect* KnobPlot::addKnobPanel() {
    QCPAxisRect* rect = addPanel();
    for (QCPAxis* axis : {rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft)}) {
        axis->grid()->setPen(QPen(Theme::instance().colors().line));
        axis->grid()->setSubGridVisible(false);
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->setTicker(numberTicker(false));
    }
    return rect;
}

void KnobPlot::fillSlice(Slice& slice) {
    QCPAxis* x = slice.rect->axis(QCPAxis::atBottom);
    QCPAxis* y = slice.rect->axis(QCPAxis::atLeft);
    // The cloud leaves the same part of the frame free at each side.
    const QPointF ends[] = {SliceCloud::pixelOf({0.0F, 0.0F}, {0, -1, 1, 1}),
                            SliceCloud::pixelOf({1.0F, 1.0F}, {0, -1, 1, 1})};
    const double pad = ends[0].x() / (ends[1].x() - ends[0].x());
    x->setScaleType(slice.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    x->setTicker(numberTicker(slice.logarithmic));
    x->ticker()->setTickCount(4);
    const double factor = slice.logarithmic ? std::pow(slice.high / slice.low, pad) : 0.0;
    const double room = pad * (slice.high - slice.low);
    x->setRange(slice.logarithmic ? slice.low / factor : slice.low - room,
                slice.logarithmic ? slice.high * factor : slice.high + room);
    y->setRange(100.0 * (m_low - pad * (m_high - m_low)), 100.0 * (m_high + pad * (m_high - m_low)));
    y->ticker()->setTickCount(4);
    new SliceCloud(x, y, slice.points, shades());
    if (const auto* knob = importanceOf(slice.knob)) {
        const Colors& c = Theme::instance().colors();
        for (const QPen& pen :
             {linePen(c.base, 5.0), linePen(c.accent, 2.0)}) { // a rim, to be seen on points
            auto* expected = new QCPGraph(x, y);
            expected->removeFromLegend();
            expected->setPen(pen);
            for (const auto& [value, score] : knob->curve) {
                expected->addData(value, 100.0 * score);
            }
        }
    }
}

void KnobPlot::fillBars(QCPAxisRect* rect) {
    const Colors& c = Theme::instance().colors();
    struct Bar {
        QString name;
        double share;
        bool pair;
    };
    std::vector<Bar> bars;
    for (const auto& knob : m_importance.knobs) {
        bars.push_back({trialColumnTitle(knob.field), knob.share, false});
    }
    for (const auto& pair : m_importance.pairs) {
        bars.push_back({trialColumnTitle(pair.first) + QStringLiteral(" × ") + trialColumnTitle(pair.second),
                        pair.share, true});
    }
    std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) { return a.share > b.share; });
    bars.resize(std::min(bars.size(), kMostBars));
    QCPAxis* x = rect->axis(QCPAxis::atBottom);
    QCPAxis* y = rect->axis(QCPAxis::atLeft);
    x->setRange(0.0, 100.0);
    x->ticker()->setTickCount(4);
    y->setRange(-0.6, static_cast<double>(bars.size()) - 0.4);
    y->setTicks(false);
    y->setTickLabels(false);
    y->grid()->setVisible(false);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        auto* bar = new QCPBars(y, x);
        bar->removeFromLegend();
        bar->setWidth(0.72);
        QColor fill = c.accent;
        fill.setAlphaF(bars[i].pair ? 0.16F : 0.32F);
        bar->setBrush(fill);
        bar->setPen(Qt::NoPen);
        bar->addData(static_cast<double>(bars.size() - 1 - i), 100.0 * bars[i].share);
    }
    m_barsAxis = y;
    m_bars.clear();
    for (const Bar& bar : bars) {
        m_bars << bar.name + QStringLiteral("  ") + formatPercent(bar.share, 1);
    }
}

double KnobPlot::numbersLeft() const {
    const QFontMetricsF metrics(Theme::font(static_cast<int>(fontPixels())));
    return kKnobGap + metrics.height() + kKnobTickPixels + metrics.horizontalAdvance(QStringLiteral("100"));
}

std::pair<QSizeF, double> KnobPlot::spacing() const {
    const QFontMetricsF metrics(Theme::font(static_cast<int>(fontPixels())));
    const QFontMetricsF bold(Theme::font(static_cast<int>(fontPixels()), QFont::DemiBold));
    return {{metrics.horizontalAdvance(QStringLiteral("100")) + kKnobTickPixels + kKnobGap,
             2 * metrics.height() + kKnobTickPixels + kKnobGap},
            bold.horizontalAdvance(tr("importance / %"))};
}

QStringList KnobPlot::caption(const QSize& size) const {
    QStringList lines;
    if (m_importance.enough()) {
        lines << tr("Shares of the variance of %1 released scores (functional ANOVA of a random forest): it "
                    "costs nothing.")
                     .arg(formatCount(m_importance.trials));
        lines << (m_importance.explained > 0.0 ? tr("The line is the score to expect. Trees explain %1 of "
                                                    "scores that they have not seen.")
                                                     .arg(formatPercent(m_importance.explained, 0))
                                               : tr("Trees explain none of the scores that they have not "
                                                    "seen: these shares mean nothing."));
    } else if (m_importance.needed > 0) {
        lines << tr("%1 scored trials say how important each knob is; here are %2.")
                     .arg(formatCount(m_importance.needed), formatCount(m_importance.trials));
    }
    if (m_shadeHigh > m_shadeLow) {
        lines << tr("Colour: %1 from %2 (dark) to %3 (bright).")
                     .arg(trialColumnTitle(m_colour).section(QLatin1Char(' '), 0, 0),
                          formatQuantity(m_shadeLow, 3), formatQuantity(m_shadeHigh, 3));
    }
    const QFontMetricsF metrics(Theme::font(static_cast<int>(fontPixels())));
    const double width = size.width() - numbersLeft() - kKnobGap;
    QStringList shown = wrapped(lines, width, metrics);
    // In a small plot what is drawn needs the height: what the words explain of it goes first.
    while (lines.size() > 1 &&
           static_cast<double>(shown.size()) * metrics.height() > kCaptionShare * size.height()) {
        lines.removeFirst();
        shown = wrapped(lines, width, metrics);
    }
    return shown;
}

void KnobPlot::place(const QSize& size) {
    if (m_layout == nullptr) {
        return;
    }
    const QFontMetricsF metrics(Theme::font(static_cast<int>(fontPixels())));
    const double line = metrics.height();
    const double left = numbersLeft();
    const double bottom =
        kKnobTickPixels + line + kKnobGap + static_cast<double>(caption(size).size()) * line;
    const QRectF area(left, line + kKnobGap, size.width() - left - kKnobGap,
                      size.height() - bottom - line - kKnobGap);
    const auto [between, readable] = spacing();
    m_grid = panelGrid(area, m_layout->elementCount(), between, kKnobAspect, readable);
    for (int i = 0; i < m_grid.count; ++i) {
        placeFrame(*m_layout, i, m_grid.at(i), size);
    }
    for (const Slice& slice : m_slices) {
        thinTicks(*slice.rect->axis(QCPAxis::atBottom), m_grid.frame.width());
        thinTicks(*slice.rect->axis(QCPAxis::atLeft), m_grid.frame.height());
    }
    writeWords(size);
}

double KnobPlot::figureHeight(double width) const {
    constexpr double kLines = 5.0; // of text: fewer are no panel
    if (m_layout == nullptr) {
        return 0.0;
    }
    const double line = QFontMetricsF(Theme::font(static_cast<int>(fontPixels()))).height();
    const auto [between, readable] = spacing();
    const int count = m_layout->elementCount();
    const double area = width - numbersLeft() - kKnobGap;
    const int columns =
        std::clamp(static_cast<int>((area + between.width()) / (readable + between.width())), 1, count);
    const int rows = (count + columns - 1) / columns;
    const double frame =
        std::min((area - (columns - 1) * between.width()) / columns / kKnobAspect, kLines * line);
    const double words =
        rows * frame + (rows - 1) * between.height() + kKnobTickPixels + 2 * line + 2 * kKnobGap;
    // The caption may take its share beside that.
    return words / (1.0 - kCaptionShare);
}

void KnobPlot::writeWords(const QSize& size) {
    clearItems();
    const QFont bold = Theme::font(static_cast<int>(fontPixels()), QFont::DemiBold);
    const double line = QFontMetricsF(bold).height();
    const auto title = [&](int panel, const QString& text) {
        const QRectF frame = m_grid.at(panel);
        addText(QFontMetricsF(bold).elidedText(text, Qt::ElideRight, frame.width()),
                {frame.center().x(), frame.top() - 2}, Qt::AlignHCenter | Qt::AlignBottom)
            ->setFont(bold);
    };
    int panel = 0;
    for (const Slice& slice : m_slices) {
        const auto* knob = importanceOf(slice.knob);
        title(panel++, knob == nullptr ? trialColumnTitle(slice.knob)
                                       : trialColumnTitle(slice.knob) + QStringLiteral(" · ") +
                                             formatPercent(knob->share, 0));
    }
    if (panel < m_grid.count) {
        title(panel, tr("importance / %"));
        const QRectF frame = m_grid.at(panel);
        // The largest, as many as have a line of their own.
        const auto shown = std::clamp(static_cast<qsizetype>(frame.height() / line), qsizetype{1},
                                      std::max(qsizetype{1}, m_bars.size()));
        const double step = frame.height() / static_cast<double>(shown);
        m_barsAxis->setRange(static_cast<double>(m_bars.size() - shown) - 0.6,
                             static_cast<double>(m_bars.size()) - 0.4);
        const QFontMetricsF metrics(Theme::font(static_cast<int>(fontPixels())));
        for (qsizetype i = 0; i < std::min(shown, m_bars.size()); ++i) {
            addText(metrics.elidedText(m_bars[i], Qt::ElideRight, frame.width() - 8),
                    {frame.left() + 6, frame.top() + (static_cast<double>(i) + 0.5) * step},
                    Qt::AlignLeft | Qt::AlignVCenter);
        }
    }
    const QRectF lowest = m_grid.at(m_grid.columns * (m_grid.rows() - 1));
    addText(tr("score / %"), {4 + line / 2, (m_grid.origin.y() + lowest.bottom()) / 2}, Qt::AlignCenter)
        ->setRotation(-90);
    const QStringList lines = caption(size);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        addText(lines[i],
                {m_grid.origin.x(), size.height() - 4 - static_cast<double>(lines.size() - i) * line},
                Qt::AlignLeft | Qt::AlignTop)
            ->setColor(Theme::instance().colors().muted);
    }
}

} // namespace parsimony::ui
