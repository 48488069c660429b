// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_plot.h"

#include "core/base/collected.h"
#include "core/base/infinity.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/study/svg_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

namespace parsimony::study {

namespace {

using nlohmann::json;

double numberOf(const json& object, const char* key) {
    const json& value = object.at(key);
    return value.is_number() ? value.get<double>() : std::nan("");
}

/// Infinite where no noise was added: JSON has no number for it.
double epsilonOf(const json& object) {
    return object.at("epsilon").is_null() ? inf : numberOf(object, "epsilon");
}

std::string epsilonText(const json& object) {
    const double epsilon = epsilonOf(object);
    return std::isinf(epsilon) ? "not private, ε = ∞" : "ε = " + roundedText(epsilon, 4);
}

const json& sweepIn(const json& result) {
    for (const json& variant : result.at("variants")) {
        if (variant.contains("cells")) {
            return variant;
        }
    }
    failUsage(Sentence("this plot needs a sweep, and the study has none"));
}

std::vector<const json*> rowsIn(const json& result) {
    std::vector<const json*> rows;
    for (const json& variant : result.at("variants")) {
        if (variant.contains("methods")) {
            for (const json& row : variant.at("methods")) {
                rows.push_back(&row);
            }
        }
    }
    if (rows.empty()) {
        failUsage(Sentence("this plot needs a comparison, and the study has none"));
    }
    return rows;
}

/// What a row of a comparison is called: its variant and method, each where there is more than one.
struct Names {
    bool variants, methods, epsilons;

    explicit Names(const json& result) {
        std::set<std::string> methodNames;
        std::set<double> epsilonValues;
        for (const json* row : rowsIn(result)) {
            methodNames.insert(row->at("method").get<std::string>());
            epsilonValues.insert(epsilonOf(*row));
        }
        variants = result.at("variants").size() > 1;
        methods = methodNames.size() > 1 || !variants;
        epsilons = epsilonValues.size() > 1;
    }
    [[nodiscard]] std::string series(const json& variant, const json& row) const {
        const auto name = variant.at("name").get<std::string>();
        const auto method = row.at("method").get<std::string>();
        return !variants ? method : methods ? name + ", " + method : name;
    }
    [[nodiscard]] std::string row(const json& variant, const json& row) const {
        return series(variant, row) + (epsilons ? ", " + epsilonText(row) : "");
    }
};

template <class Visit>
void eachRow(const json& result, Visit visit) {
    for (const json& variant : result.at("variants")) {
        if (variant.contains("methods")) {
            for (const json& row : variant.at("methods")) {
                visit(variant, row);
            }
        }
    }
}

std::string heatmap(const json& result) {
    const json& sweep = sweepIn(result);
    std::set<double> rates;
    std::set<double> steps;
    HeatChart chart;
    chart.title = result.at("title").get<std::string>();
    chart.columnLabel = "steps T";
    chart.rowLabel = "learning rate";
    chart.low = 100.0;
    chart.high = 0.0;
    for (const json& cell : sweep.at("cells")) {
        rates.insert(numberOf(cell, "learning_rate"));
        steps.insert(numberOf(cell, "steps"));
        chart.low = std::min(chart.low, 100.0 * numberOf(cell, "accuracy"));
        chart.high = std::max(chart.high, 100.0 * numberOf(cell, "accuracy"));
    }
    chart.rows = collected(rates, [](double rate) { return roundedText(rate, 3); });
    chart.columns = collected(steps, [](double count) { return roundedText(count, 6); });
    for (const json& best : sweep.at("best")) {
        HeatChart::Panel panel;
        panel.title = epsilonText(best);
        panel.cells.resize(rates.size() * steps.size());
        for (const json& cell : sweep.at("cells")) {
            if (epsilonOf(cell) != epsilonOf(best)) {
                continue;
            }
            const auto row = std::distance(rates.begin(), rates.find(numberOf(cell, "learning_rate")));
            const auto column = std::distance(steps.begin(), steps.find(numberOf(cell, "steps")));
            const auto place =
                static_cast<std::size_t>(row) * steps.size() + static_cast<std::size_t>(column);
            panel.cells[place] = 100.0 * numberOf(cell, "accuracy");
            if (!panel.best || panel.cells[place] > panel.cells[*panel.best]) {
                panel.best = place;
            }
        }
        chart.panels.push_back(std::move(panel));
    }
    return toSvg(chart);
}

std::string bestR(const json& result) {
    LineChart chart;
    chart.title = result.at("title").get<std::string>();
    chart.xLabel = "ε";
    chart.yLabel = "total step size r";
    for (const json& variant : result.at("variants")) {
        if (!variant.contains("best")) {
            continue;
        }
        const auto name = variant.at("name").get<std::string>();
        ChartSeries points{name.empty() ? "best of the grid" : name, {}, false, true, false};
        ChartSeries line{"fitted line", {}, true, false, true};
        for (const json& best : variant.at("best")) {
            if (std::isinf(epsilonOf(best))) {
                continue; // no place on the axis
            }
            points.points.push_back({epsilonOf(best), numberOf(best, "r"), numberOf(best, "r_sd")});
            if (!variant.at("fit").is_null()) {
                const json& c = variant.at("fit").at("coefficients");
                line.points.push_back(
                    {epsilonOf(best), c.at(0).get<double>() + c.at(1).get<double>() * epsilonOf(best), 0.0});
            }
        }
        chart.series.push_back(std::move(points));
        if (!line.points.empty()) {
            chart.series.push_back(std::move(line));
        }
    }
    if (chart.series.empty()) {
        failUsage(Sentence("this plot needs a sweep, and the study has none"));
    }
    return toSvg(chart);
}

std::string gap(const json& result) {
    const json& sweep = sweepIn(result);
    LineChart chart;
    chart.title = result.at("title").get<std::string>();
    chart.xLabel = "total step size r";
    chart.yLabel = "points below the best";
    chart.logX = true;
    for (const json& best : sweep.at("best")) {
        ChartSeries series{epsilonText(best), {}, false, true, false};
        for (const json& cell : sweep.at("cells")) {
            if (epsilonOf(cell) == epsilonOf(best)) {
                series.points.push_back({numberOf(cell, "r"),
                                         100.0 * (numberOf(best, "accuracy") - numberOf(cell, "accuracy")),
                                         0.0});
            }
        }
        chart.series.push_back(std::move(series));
    }
    return toSvg(chart);
}

std::string againstEpsilon(const json& result, bool accuracy) {
    LineChart chart;
    chart.title = result.at("title").get<std::string>();
    chart.xLabel = "total ε";
    chart.yLabel = accuracy ? "test accuracy, %" : "total step size r of the result";
    chart.logX = true;
    chart.logY = !accuracy;
    const Names names(result);
    std::map<std::string, std::size_t> place;
    eachRow(result, [&](const json& variant, const json& row) {
        if (std::isinf(epsilonOf(row))) {
            return; // no place on the axis
        }
        const std::string name = names.series(variant, row);
        if (place.emplace(name, chart.series.size()).second) {
            chart.series.push_back({name, {}, true, true, false});
        }
        const double scale = accuracy ? 100.0 : 1.0;
        chart.series[place[name]].points.push_back(
            {epsilonOf(row), scale * numberOf(row, accuracy ? "accuracy" : "r"),
             scale * numberOf(row, accuracy ? "accuracy_sd" : "r_sd")});
    });
    return toSvg(chart);
}

std::string bars(const json& result, bool shift) {
    BarChart chart;
    chart.title = result.at("title").get<std::string>();
    chart.valueLabel = shift ? "accuracy, %" : "test accuracy, %";
    const Names names(result);
    eachRow(result, [&](const json& variant, const json& row) {
        const std::string label = names.row(variant, row);
        chart.bars.push_back({label + (shift ? ", test" : ""), 100.0 * numberOf(row, "accuracy"),
                              100.0 * numberOf(row, "accuracy_sd")});
        if (shift) {
            for (const auto& [name, accuracy] : row.at("ood").items()) {
                chart.bars.push_back({std::string(label).append(", ").append(name),
                                      100.0 * numberOf(accuracy, "accuracy"),
                                      100.0 * numberOf(accuracy, "accuracy_sd")});
            }
        }
    });
    (void)rowsIn(result);
    return toSvg(chart);
}

/// A bar for each row's number under `key`, with its deviation where `spread` names one; a row without it has
/// no bar.
std::string barsOf(const json& result, const char* valueLabel, const char* key,
                   const char* spread = nullptr) {
    BarChart chart;
    chart.title = result.at("title").get<std::string>();
    chart.valueLabel = valueLabel;
    const Names names(result);
    eachRow(result, [&](const json& variant, const json& row) {
        if (row.contains(key) && row.at(key).is_number()) {
            chart.bars.push_back(
                {names.row(variant, row), numberOf(row, key), spread ? numberOf(row, spread) : 0.0});
        }
    });
    if (chart.bars.empty()) {
        failUsage(Sentence("no row of this study has what the plot shows: {1}", valueLabel));
    }
    return toSvg(chart);
}

std::string seconds(const json& result) {
    return barsOf(result, "seconds a run", "seconds");
}

std::string distance(const json& result) {
    return barsOf(result, "distance from the start", "distance", "distance_sd");
}

std::string noise(const json& result) {
    return barsOf(result, "noise of a mean gradient, in clips", "effective_noise");
}

std::string exposure(const json& result) {
    BarChart chart;
    chart.title = result.at("title").get<std::string>();
    chart.valueLabel = "exposure of canaries, bits";
    for (const json& variant : result.at("variants")) {
        for (const json& row : variant.value("exposure", json::array())) {
            const auto copies = row.at("repetitions").get<std::uint32_t>();
            const std::string label = row.at("canary").get<std::string>() + ", " + std::to_string(copies) +
                                      (copies == 1 ? " copy" : " copies");
            const std::string claimed = roundedText(numberOf(variant, "epsilon_claimed"), 3);
            chart.bars.push_back({std::string(label).append(", ε = ").append(claimed), numberOf(row, "mean"),
                                  numberOf(row, "sd")});
            if (const json& free = row.at("without_noise"); !free.is_null()) {
                chart.bars.push_back({label + ", not private", numberOf(free, "mean"), numberOf(free, "sd")});
            }
        }
    }
    if (chart.bars.empty()) {
        failUsage(Sentence("no row of this study has what the plot shows: {1}", chart.valueLabel));
    }
    return toSvg(chart);
}

struct PlotKind {
    std::string_view name;
    StudyKind study;
    std::string (*draw)(const json& result);
};

constexpr std::array<PlotKind, 11> kPlots{{
    {"heatmap", StudyKind::Sweep, heatmap},
    {"r", StudyKind::Sweep, bestR},
    {"gap", StudyKind::Sweep, gap},
    {"accuracy", StudyKind::Compare, [](const json& result) { return againstEpsilon(result, true); }},
    {"step-size", StudyKind::Compare, [](const json& result) { return againstEpsilon(result, false); }},
    {"bars", StudyKind::Compare, [](const json& result) { return bars(result, false); }},
    {"shift", StudyKind::Compare, [](const json& result) { return bars(result, true); }},
    {"seconds", StudyKind::Compare, seconds},
    {"distance", StudyKind::Compare, distance},
    {"noise", StudyKind::Compare, noise},
    {"exposure", StudyKind::Attack, exposure},
}};

} // namespace

std::vector<std::string> plotKinds(StudyKind study) {
    std::vector<std::string> names;
    for (const PlotKind& kind : kPlots) {
        if (kind.study == study) {
            names.emplace_back(kind.name);
        }
    }
    return names;
}

std::string plotOf(const nlohmann::json& result, const std::string& kind) {
    const auto found =
        std::find_if(kPlots.begin(), kPlots.end(), [&](const PlotKind& each) { return each.name == kind; });
    if (found == kPlots.end()) {
        failUsage(Sentence("there is no plot '{1}'", kind));
    }
    return found->draw(result);
}

} // namespace parsimony::study
