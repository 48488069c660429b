// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"
#include "core/report/document.h"

#include <cmath>

namespace parsimony::report {

namespace {

std::string labels(const std::string& title, const std::string& x, const std::string& y) {
    return "title={" + latexText(title) + "}, xlabel={" + latexText(x) + "}, ylabel={" + latexText(y) + "}";
}

bool shows(double value, bool logarithmic) {
    return std::isfinite(value) && (!logarithmic || value > 0.0);
}

/// 0, 1, …, count − 1 as ticks that carry `names`.
std::string ticks(const std::string& axis, const std::vector<std::string>& names) {
    std::string at;
    std::string texts;
    for (std::size_t i = 0; i < names.size(); ++i) {
        at += (i == 0 ? "" : ",") + std::to_string(i);
        texts += (i == 0 ? "{" : ",{") + latexText(names[i]) + "}";
    }
    return axis + "tick={" + at + "}, " + axis + "ticklabels={" + texts + "}";
}

std::string panelOf(const study::HeatChart& chart, const study::HeatChart::Panel& panel) {
    std::string out =
        "\\begin{tikzpicture}\n\\begin{axis}[" +
        labels(chart.title + ", " + panel.title, chart.columnLabel, chart.rowLabel) + ", " +
        ticks("x", chart.columns) + ", " + ticks("y", chart.rows) +
        ", y dir=reverse, enlargelimits=false, colormap/viridis, colorbar, point meta min=" +
        numberText(chart.low) +
        ", point meta max=" + numberText(chart.high > chart.low ? chart.high : chart.low + 1.0) +
        "]\n\\addplot[matrix plot*, point meta=explicit, mesh/cols=" + std::to_string(chart.columns.size()) +
        "] coordinates {";
    for (std::size_t i = 0; i < panel.cells.size(); ++i) {
        out += " (" + std::to_string(i % chart.columns.size()) + "," +
               std::to_string(i / chart.columns.size()) + ") [" +
               (panel.cells[i] ? numberText(*panel.cells[i]) : std::string("nan")) + "]";
    }
    return out + " };\n\\end{axis}\n\\end{tikzpicture}\n";
}

} // namespace

std::string toPgf(const study::LineChart& chart) {
    std::string out =
        "\\begin{tikzpicture}\n\\begin{axis}[" + labels(chart.title, chart.xLabel, chart.yLabel) +
        ", width=0.8\\linewidth, height=0.45\\linewidth, grid=major, legend pos=outer north east" +
        (chart.logX ? ", xmode=log" : "") + (chart.logY ? ", ymode=log" : "") + "]\n";
    for (const study::ChartSeries& series : chart.series) {
        out += std::string("\\addplot+[") + (series.joined ? "" : "only marks, ") +
               (series.dots ? "" : "no marks, ") + (series.dashed ? "dashed, " : "") +
               "error bars/.cd, y dir=both, y explicit] coordinates {";
        for (const study::ChartPoint& point : series.points) {
            if (shows(point.x, chart.logX) && shows(point.y, chart.logY)) {
                out += " (" + numberText(point.x) + "," + numberText(point.y) + ") +- (0," +
                       numberText(point.error) + ")";
            }
        }
        out += " };\n\\addlegendentry{" + latexText(series.name) + "}\n";
    }
    return out + "\\end{axis}\n\\end{tikzpicture}\n";
}

std::string toPgf(const study::HeatChart& chart) {
    std::string out;
    for (const study::HeatChart::Panel& panel : chart.panels) {
        out += panelOf(chart, panel);
    }
    return out;
}

} // namespace parsimony::report
