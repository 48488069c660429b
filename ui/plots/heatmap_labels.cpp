// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a heatmap: the ε of each panel, its best accuracy, the values along lines where there is room.
#include "ui/models/number_format.h"
#include "ui/models/trial_columns.h"
#include "ui/plots/heat_marks.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <set>

namespace parsimony::ui {

namespace {

constexpr double kNarrow = 10.0;    ///< in heights of a line: panels with few words
constexpr double kWordsShare = 0.2; ///< of a narrow panel that values along lines may hide

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

/// Between what names a panel.
QString apart() {
    return QStringLiteral(" · ");
}

/// "c 0.1"; an encoder or a trainer by its name alone.
QString shortName(const train::KnobValue& turned) {
    if (train::isNamed(turned.knob)) {
        return QString::fromStdString(std::string(turned.name()));
    }
    return knobTitle(turned.knob) + QLatin1Char(' ') + formatQuantity(turned.value, 4);
}

/// As many lines as `pieces` take, none of which is broken.
QStringList titleLines(const QStringList& pieces, const QFontMetricsF& metrics, double width) {
    QStringList lines;
    for (const QString& piece : pieces) {
        const QString longer = lines.isEmpty() ? QString() : lines.last() + apart() + piece;
        if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= width) {
            lines.last() = longer;
        } else {
            lines << piece;
        }
    }
    return lines;
}

/// The next one stands apart.
double widestTitle(const QSizeF& frame, const QSizeF& between) {
    return frame.width() + std::max(0.0, between.width() - 8.0);
}

} // namespace

bool HeatmapPlot::named() const {
    return std::any_of(m_panels.begin(), m_panels.end(), [](const Panel& panel) {
        return !panel.heat->about.isEmpty() || !panel.heat->knobs.empty();
    });
}

QString HeatmapPlot::wholeTitle(const HeatPanel& heat) {
    QStringList words{QStringLiteral("ε = ") + formatEpsilon(heat.epsilon)};
    if (!heat.about.isEmpty()) {
        words << heat.about;
    }
    if (!heat.knobs.empty()) {
        words << QString::fromStdString(train::textOf(heat.knobs));
    }
    return words.join(apart());
}

QStringList HeatmapPlot::shortNames(const HeatPanel& heat) const {
    QStringList names{QStringLiteral("ε = ") + formatEpsilon(heat.epsilon)};
    if (!heat.about.isEmpty()) {
        names << heat.about.split(apart());
    }
    for (const train::KnobValue& turned : heat.knobs) {
        const bool shared = std::all_of(m_panels.begin(), m_panels.end(), [&](const Panel& panel) {
            const train::Knobs& knobs = panel.heat->knobs;
            return std::find(knobs.begin(), knobs.end(), turned) != knobs.end();
        });
        if (!shared) {
            names << shortName(turned);
        }
    }
    return names;
}

double HeatmapPlot::widestName() const {
    const QFontMetricsF metrics(Theme::font(static_cast<int>(fontPixels()), QFont::DemiBold));
    double widest = metrics.horizontalAdvance(QStringLiteral("ε 0.000"));
    for (const Panel& panel : m_panels) {
        const QStringList names = named() ? shortNames(*panel.heat) : QStringList();
        for (const QString& name : names) {
            widest = std::max(widest, metrics.horizontalAdvance(name));
        }
    }
    return widest;
}

HeatmapPlot::Titles HeatmapPlot::titlesFor(const QSizeF& frame, const QSizeF& between) const {
    if (!named()) {
        return {};
    }
    const QFontMetricsF metrics(Theme::font(static_cast<int>(fontPixels()), QFont::DemiBold));
    const double most = widestTitle(frame, between);
    Titles titles;
    qsizetype lines = 1;
    for (const Panel& panel : m_panels) {
        titles.whole = titles.whole && metrics.horizontalAdvance(wholeTitle(*panel.heat)) <= most;
        lines = std::max(lines, titleLines(shortNames(*panel.heat), metrics, most).size());
    }
    titles.lines = titles.whole ? 1 : static_cast<int>(lines);
    return titles;
}

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

/// Writes words into a panel where they hide neither its marks nor each other.
class HeatmapPlot::PanelWords {
public:
    PanelWords(HeatmapPlot& plot, const HeatPanel& heat, const QRectF& frame,
               const std::vector<QRectF>& marks)
        : m_plot(plot), m_heat(heat), m_frame(frame), m_ring(marks.empty() ? QRectF() : marks.front()),
          m_font(Theme::font(static_cast<int>(plot.fontPixels()) - 1)), m_metrics(m_font), m_taken(frame) {
        for (const QRectF& mark : marks) {
            m_taken.occupy(mark);
        }
        const QFontMetricsF usual(Theme::font(static_cast<int>(plot.fontPixels())));
        m_narrow = frame.width() < kNarrow * usual.height();
        m_left = (m_narrow ? kWordsShare : 1.0) * frame.width() * frame.height();
    }

    /// Beside the ring round the best cell; in the narrowest panels without its unit, which the scale tells.
    void writeBest(const QString& best) {
        for (const QString& text : {best, best.section(QLatin1Char(' '), 0, 0)}) {
            const QSizeF half(m_metrics.horizontalAdvance(text) / 2 + 2.5, m_metrics.height() / 2);
            const double dx = m_ring.width() / 2 + half.width() + 1;
            const double dy = m_ring.height() / 2 + half.height() + 1;
            const QRectF room =
                m_frame.adjusted(half.width() + 2, half.height() + 2, -half.width() - 2, -half.height() - 2);
            const auto inside = [&](const QPointF& at) { // beside an edge it is moved along it
                return QPointF(std::max(room.left(), std::min(room.right(), at.x())),
                               std::max(room.top(), std::min(room.bottom(), at.y())));
            };
            const QPointF from[] = {{dx, 0},   {-dx, 0},   {0, -dy}, {0, dy},
                                    {dx, -dy}, {-dx, -dy}, {dx, dy}, {-dx, dy}};
            if (std::any_of(std::begin(from), std::end(from), [&](const QPointF& away) {
                    return write(text, inside(m_ring.center() + away));
                })) {
                break;
            }
        }
    }

    /// One label for each value, on the first line that has room.
    void writeValues(const HeatLines& lines, const QString& pattern, int digits) {
        std::set<double> written;
        for (std::size_t i = 0; i < lines.lines.size(); ++i, ++m_lines) {
            const double value = lines.values[i];
            const QString text = (m_narrow ? QString(pattern).remove(QStringLiteral("= ")) : pattern)
                                     .arg(formatQuantity(value, digits));
            if (!written.contains(value) && writeAlong(lines.lines[i], text)) {
                written.insert(value);
            }
        }
    }

private:
    bool write(const QString& text, const QPointF& at) {
        if (!m_taken.take(around(at, {m_metrics.horizontalAdvance(text) + 5, m_metrics.height()}))) {
            return false;
        }
        auto* words = m_plot.addText(text, at, Qt::AlignCenter);
        words->setFont(m_font);
        words->setColor(QColor(255, 255, 255));
        words->setBrush(QColor(0, 0, 0, 150));
        words->setPadding(QMargins(2, 0, 2, 0));
        return true;
    }

    bool writeAlong(const Polyline& line, const QString& text) {
        const double area = (m_metrics.horizontalAdvance(text) + 5) * m_metrics.height();
        // Neighbouring lines are tried at different heights first.
        static constexpr double kPlaces[] = {0.5, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8, 0.1, 0.9};
        for (std::size_t place = 0; place < std::size(kPlaces); ++place) {
            const double share = kPlaces[(place + m_lines % 3) % std::size(kPlaces)];
            const auto& [column, row] =
                line[static_cast<std::size_t>(share * static_cast<double>(line.size() - 1))];
            if (area <= m_left && write(text, pixel(column, row))) {
                m_left -= area;
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] QPointF pixel(double column, double row) const {
        const auto columns = static_cast<double>(m_heat.rates.size());
        const auto rows = static_cast<double>(m_heat.steps.size());
        return {m_frame.left() + (column + 0.5) * m_frame.width() / columns,
                m_frame.bottom() - (row + 0.5) * m_frame.height() / rows};
    }

    HeatmapPlot& m_plot;
    const HeatPanel& m_heat;
    const QRectF m_frame, m_ring;
    const QFont m_font;
    const QFontMetricsF m_metrics;
    LabelRoom m_taken;
    bool m_narrow = false;
    double m_left = 0.0;     ///< pixels that values along lines may hide yet
    std::size_t m_lines = 0; ///< that were looked at
};

void HeatmapPlot::writePanel(const Panel& panel, const QRectF& frame) {
    const HeatPanel& heat = *panel.heat;
    PanelWords words(*this, heat, frame, panel.marks->places(frame));
    const QString best = formatPercent(heat.accuracy.values[heat.best()], 1);
    if (!writeTitle(heat, frame, best)) {
        words.writeBest(best);
    }
    if (m_overlays[IsoR]) {
        words.writeValues(panel.equalR, QStringLiteral("r = %1"), 3);
    }
    if (m_overlays[IsoNu]) {
        words.writeValues(panel.equalNu, QStringLiteral("ν = %1"), 2);
    }
}

bool HeatmapPlot::writeTitle(const HeatPanel& heat, const QRectF& frame, const QString& best) {
    const QFont bold = Theme::font(static_cast<int>(fontPixels()), QFont::DemiBold);
    const QFontMetricsF metrics(bold);
    const double most = widestTitle(frame.size(), m_grid.between);
    QStringList lines =
        m_titles.whole ? QStringList(wholeTitle(heat)) : titleLines(shortNames(heat), metrics, most);
    const QString longer = lines.last() + apart() + best;
    const bool room = metrics.horizontalAdvance(longer) <= frame.width();
    if (room) {
        lines.last() = longer;
    }
    const QString number = formatEpsilon(heat.epsilon);
    for (const QString& shorter : {QStringLiteral("ε ") + number, number}) {
        if (metrics.horizontalAdvance(lines.first()) > most && !named()) {
            lines = {shorter};
        }
    }
    for (QString& line : lines) {
        line = metrics.elidedText(line, Qt::ElideMiddle, most); // names differ at their ends
    }
    addText(lines.join(QLatin1Char('\n')), {frame.center().x(), frame.top() - 2},
            Qt::AlignHCenter | Qt::AlignBottom)
        ->setFont(bold);
    return room;
}

} // namespace parsimony::ui
