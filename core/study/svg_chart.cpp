// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/svg_chart.h"

#include "core/base/number_text.h"
#include "core/base/xml_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace parsimony::study {

namespace {

// Okabe and Ito's colours, told apart by most colour-blind readers.
constexpr std::array palette{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                             "#56b4e9", "#e69f00", "#6b6b6b", "#000000"};

std::string num(double value) {
    return numberText(std::round(value * 10.0) / 10.0);
}

class Svg {
public:
    Svg(double width, double height, const std::string& title) {
        m_text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + num(width) + " " + num(height) +
                 "\" width=\"" + num(width) + "\" height=\"" + num(height) +
                 "\" font-family=\"sans-serif\" font-size=\"12\">\n<title>" + xmlText(title) +
                 "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
    }

    void text(double x, double y, const std::string& text, const std::string& anchor = "middle",
              const std::string& more = {}) {
        m_text += "<text x=\"" + num(x) + "\" y=\"" + num(y) + "\" text-anchor=\"" + anchor +
                  "\" fill=\"#222222\"" + (more.empty() ? "" : " " + more) + ">" + xmlText(text) +
                  "</text>\n";
    }
    void upright(double x, double y, const std::string& label) {
        text(x, y, label, "middle", "transform=\"rotate(-90 " + num(x) + " " + num(y) + ")\"");
    }
    void line(double x1, double y1, double x2, double y2, const std::string& color,
              const std::string& more = {}) {
        m_text += "<line x1=\"" + num(x1) + "\" y1=\"" + num(y1) + "\" x2=\"" + num(x2) + "\" y2=\"" +
                  num(y2) + "\" stroke=\"" + color + "\"" + (more.empty() ? "" : " " + more) + "/>\n";
    }
    void rect(double x, double y, double width, double height, const std::string& fill,
              const std::string& more = {}) {
        m_text += "<rect x=\"" + num(x) + "\" y=\"" + num(y) + "\" width=\"" + num(width) + "\" height=\"" +
                  num(height) + "\" fill=\"" + fill + "\"" + (more.empty() ? "" : " " + more) + "/>\n";
    }
    void circle(double x, double y, const std::string& color) {
        m_text += "<circle cx=\"" + num(x) + "\" cy=\"" + num(y) + "\" r=\"3\" fill=\"" + color + "\"/>\n";
    }
    void path(const std::string& points, const std::string& color, bool dashed) {
        m_text += "<polyline points=\"" + points + "\" fill=\"none\" stroke=\"" + color +
                  "\" stroke-width=\"1.5\"" + (dashed ? " stroke-dasharray=\"5 4\"" : "") + "/>\n";
    }
    [[nodiscard]] std::string done() { return m_text + "</svg>\n"; }

private:
    std::string m_text;
};

/// Maps values to pixels, with round ticks.
class Axis {
public:
    Axis(bool logarithmic, double from, double to) : m_log(logarithmic), m_from(from), m_to(to) {}

    void include(double value) {
        if (shows(value)) {
            m_low = std::min(m_low, place(value));
            m_high = std::max(m_high, place(value));
        }
    }
    [[nodiscard]] bool shows(double value) const { return std::isfinite(value) && (!m_log || value > 0.0); }
    [[nodiscard]] double at(double value) const {
        return m_from + (place(value) - m_low) / (m_high - m_low) * (m_to - m_from);
    }
    void pad() {
        if (!(m_low <= m_high)) {
            m_low = m_log ? -1.0 : 0.0;
            m_high = 1.0;
        }
        const double room = m_high > m_low ? 0.05 * (m_high - m_low) : m_log ? 0.3 : 0.5;
        m_low -= room;
        m_high += room;
    }
    [[nodiscard]] std::vector<double> ticks() const { return m_log ? logTicks() : evenTicks(); }

private:
    [[nodiscard]] double place(double value) const { return m_log ? std::log10(value) : value; }
    [[nodiscard]] std::vector<double> evenTicks() const {
        const double raw = (m_high - m_low) / 5.0;
        const double power = std::pow(10.0, std::floor(std::log10(raw)));
        const double lead = raw / power;
        const double step = power * (lead < 1.5 ? 1.0 : lead < 3.5 ? 2.0 : lead < 7.5 ? 5.0 : 10.0);
        std::vector<double> values;
        for (double k = std::ceil(m_low / step); k * step <= m_high; k += 1.0) {
            values.push_back(k * step);
        }
        return values;
    }
    [[nodiscard]] std::vector<double> logTicks() const {
        const bool wide = m_high - m_low > 3.0;
        std::vector<double> values;
        for (double decade = std::floor(m_low); decade <= m_high; decade += 1.0) {
            for (const double lead : {1.0, 2.0, 5.0}) {
                const double value = lead * std::pow(10.0, decade);
                const bool inside = std::log10(value) >= m_low && std::log10(value) <= m_high;
                if (inside && (!wide || lead == 1.0)) {
                    values.push_back(value);
                }
            }
        }
        return values;
    }

    bool m_log;
    double m_from, m_to;
    double m_low = std::numeric_limits<double>::infinity();
    double m_high = -std::numeric_limits<double>::infinity();
};

std::string tickText(double value) {
    return roundedText(std::abs(value) < 1e-12 ? 0.0 : value, 4);
}

struct Frame {
    double left = 70, top = 40, right = 470, bottom = 330;
};

void drawAxes(Svg& svg, const Frame& frame, const Axis& x, const Axis& y, const LineChart& chart) {
    for (const double value : x.ticks()) {
        svg.line(x.at(value), frame.top, x.at(value), frame.bottom, "#e5e5e5");
        svg.text(x.at(value), frame.bottom + 17, tickText(value));
    }
    for (const double value : y.ticks()) {
        svg.line(frame.left, y.at(value), frame.right, y.at(value), "#e5e5e5");
        svg.text(frame.left - 7, y.at(value) + 4, tickText(value), "end");
    }
    svg.rect(frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top, "none",
             "stroke=\"#444444\"");
    svg.text((frame.left + frame.right) / 2, frame.bottom + 38, chart.xLabel);
    svg.upright(18, (frame.top + frame.bottom) / 2, chart.yLabel);
    svg.text((frame.left + frame.right) / 2, 22, chart.title, "middle", "font-weight=\"bold\"");
}

void drawSeries(Svg& svg, const ChartSeries& series, const Axis& x, const Axis& y, const std::string& color) {
    std::string points;
    for (const ChartPoint& point : series.points) {
        if (!x.shows(point.x) || !y.shows(point.y)) {
            continue;
        }
        const double px = x.at(point.x);
        points += (points.empty() ? "" : " ") + num(px) + "," + num(y.at(point.y));
        if (point.error > 0.0 && y.shows(point.y - point.error)) {
            svg.line(px, y.at(point.y - point.error), px, y.at(point.y + point.error), color);
        }
        if (series.dots) {
            svg.circle(px, y.at(point.y), color);
        }
    }
    if (series.joined && !points.empty()) {
        svg.path(points, color, series.dashed);
    }
}

/// Dark blue over green to yellow, dark for low values.
std::string heatColor(double share) {
    static constexpr std::array<std::array<double, 3>, 5> stops{
        {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};
    const double at = std::clamp(share, 0.0, 1.0) * (stops.size() - 1);
    const auto low = std::min<std::size_t>(static_cast<std::size_t>(at), stops.size() - 2);
    std::string text = "#";
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const double mix = stops[low][channel] +
                           (at - static_cast<double>(low)) * (stops[low + 1][channel] - stops[low][channel]);
        static constexpr const char* digits = "0123456789abcdef";
        const auto value = static_cast<unsigned>(std::lround(mix));
        text += digits[value / 16U];
        text += digits[value % 16U];
    }
    return text;
}

void drawPanel(Svg& svg, const HeatChart& chart, const HeatChart::Panel& panel, double left, double top,
               double size) {
    const std::size_t columns = chart.columns.size();
    const double range = chart.high > chart.low ? chart.high - chart.low : 1.0;
    svg.text(left + size * static_cast<double>(columns) / 2, top - 8, panel.title);
    for (std::size_t i = 0; i < panel.cells.size(); ++i) {
        if (!panel.cells[i]) {
            continue;
        }
        const double x = left + size * static_cast<double>(i % columns);
        const double y = top + size * static_cast<double>(i / columns);
        const double share = (*panel.cells[i] - chart.low) / range;
        svg.rect(x, y, size, size, heatColor(share));
        svg.text(x + size / 2, y + size / 2 + 4, num(*panel.cells[i]), "middle",
                 std::string("font-size=\"10\" style=\"fill:") + (share < 0.6 ? "#ffffff" : "#000000") +
                     "\"");
    }
    if (panel.best) {
        svg.rect(left + size * static_cast<double>(*panel.best % columns) + 1,
                 top + size * static_cast<double>(*panel.best / columns) + 1, size - 2, size - 2, "none",
                 "stroke=\"#d55e00\" stroke-width=\"2.5\"");
    }
    for (std::size_t column = 0; column < columns; ++column) {
        svg.text(left + size * (static_cast<double>(column) + 0.5),
                 top + size * static_cast<double>(chart.rows.size()) + 15, chart.columns[column]);
    }
}

} // namespace

std::string toSvg(const LineChart& chart) {
    const Frame frame;
    Axis x(chart.logX, frame.left, frame.right);
    Axis y(chart.logY, frame.bottom, frame.top);
    for (const ChartSeries& series : chart.series) {
        for (const ChartPoint& point : series.points) {
            if (x.shows(point.x) && y.shows(point.y)) {
                x.include(point.x);
                y.include(point.y - point.error);
                y.include(point.y + point.error);
            }
        }
    }
    x.pad();
    y.pad();
    std::size_t longest = 0;
    for (const ChartSeries& series : chart.series) {
        longest = std::max(longest, series.name.size());
    }
    const double legend = frame.right + 16;
    Svg svg(legend + 36 + 7.0 * static_cast<double>(longest), frame.bottom + 55, chart.title);
    drawAxes(svg, frame, x, y, chart);
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const std::string color = palette[i % palette.size()];
        drawSeries(svg, chart.series[i], x, y, color);
        const double at = frame.top + 12 + 19.0 * static_cast<double>(i);
        if (chart.series[i].joined) {
            svg.line(legend, at - 4, legend + 20, at - 4, color,
                     std::string("stroke-width=\"2\"") +
                         (chart.series[i].dashed ? " stroke-dasharray=\"5 4\"" : ""));
        }
        if (chart.series[i].dots) {
            svg.circle(legend + 10, at - 4, color);
        }
        svg.text(legend + 26, at, chart.series[i].name, "start");
    }
    return svg.done();
}

std::string toSvg(const BarChart& chart) {
    std::size_t longest = 4;
    for (const BarChart::Bar& bar : chart.bars) {
        longest = std::max(longest, bar.label.size());
    }
    const double left = 20 + 6.5 * static_cast<double>(longest);
    const double right = left + 360;
    const double bottom = 44 + 22.0 * static_cast<double>(chart.bars.size());
    Axis axis(false, left, right);
    for (const BarChart::Bar& bar : chart.bars) {
        axis.include(bar.value - bar.error);
        axis.include(bar.value + bar.error);
    }
    axis.pad();
    Svg svg(right + 70, bottom + 50, chart.title);
    svg.text((left + right) / 2, 22, chart.title, "middle", "font-weight=\"bold\"");
    for (const double value : axis.ticks()) {
        svg.line(axis.at(value), 36, axis.at(value), bottom, "#e5e5e5");
        svg.text(axis.at(value), bottom + 17, tickText(value));
    }
    for (std::size_t i = 0; i < chart.bars.size(); ++i) {
        const BarChart::Bar& bar = chart.bars[i];
        const double y = 40 + 22.0 * static_cast<double>(i);
        // The axis need not begin at zero, so a dot, not the length of a bar, stands for the value.
        svg.line(axis.at(bar.value - bar.error), y + 9, axis.at(bar.value + bar.error), y + 9, palette[0],
                 "stroke-width=\"2\"");
        svg.circle(axis.at(bar.value), y + 9, palette[0]);
        svg.text(left - 8, y + 13, bar.label, "end");
        svg.text(right + 8, y + 13, roundedText(bar.value, 4), "start");
    }
    svg.rect(left, 36, right - left, bottom - 36, "none", "stroke=\"#444444\"");
    svg.text((left + right) / 2, bottom + 38, chart.valueLabel);
    return svg.done();
}

std::string toSvg(const HeatChart& chart) {
    const double size = 38;
    const double width = size * static_cast<double>(chart.columns.size());
    const double height = size * static_cast<double>(chart.rows.size());
    const double left = 90;
    const double top = 62;
    const auto count = static_cast<double>(chart.panels.size());
    Svg svg(left + (width + 24) * count, top + height + 50, chart.title);
    svg.text(left + (width + 24) * count / 2 - 12, 22, chart.title, "middle", "font-weight=\"bold\"");
    for (std::size_t panel = 0; panel < chart.panels.size(); ++panel) {
        const double at = left + (width + 24) * static_cast<double>(panel);
        drawPanel(svg, chart, chart.panels[panel], at, top, size);
        svg.text(at + width / 2, top + height + 36, chart.columnLabel);
    }
    for (std::size_t row = 0; row < chart.rows.size(); ++row) {
        svg.text(left - 8, top + size * (static_cast<double>(row) + 0.5) + 4, chart.rows[row], "end");
    }
    svg.upright(18, top + height / 2, chart.rowLabel);
    return svg.done();
}

} // namespace parsimony::study
