// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/heatmap.h"

#include "core/session/knob_options.h"
#include "core/session/option_table.h"

#include <nlohmann/json.hpp>

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

namespace parsimony::ui {

namespace {

/// Trials of one budget share their ε to rounding.
long long epsilonKey(double epsilon) {
    return std::llround(std::log(std::clamp(epsilon, 1e-12, 1e12)) * 1e4); // ∞ without noise
}

std::size_t indexOf(const std::vector<double>& ticks, double value) {
    return static_cast<std::size_t>(std::lower_bound(ticks.begin(), ticks.end(), value * (1 - 1e-9)) -
                                    ticks.begin());
}

using Group = std::vector<const session::TrialSnapshot*>; ///< of one experiment, budget and choice of knobs

HeatSetting settingOf(const filter::ExperimentNames& names) {
    const auto given = nlohmann::json::parse(names.options, nullptr, false);
    if (!given.is_object()) {
        return {};
    }
    HeatSetting setting{names.dataset, names.trainer, names.encoder, {}};
    for (const session::Option& option : session::optionTable()) {
        const bool shapes =
            option.group == session::OptionGroup::Features || option.group == session::OptionGroup::Trainer;
        if (const auto value = given.find(option.name); shapes && value != given.end()) {
            setting.options[option.name] = value->is_string() ? value->get<std::string>() : value->dump();
        }
    }
    setting.options.erase(filter::fieldKey(filter::TrialField::Trainer)); // has a place of its own
    return setting;
}

/// Settings of groups, each experiment's options read once.
class Settings {
public:
    explicit Settings(const filter::ExperimentNamesById& experiments) : m_experiments(experiments) {}
    [[nodiscard]] HeatSetting of(const Group& group) {
        const std::int64_t experiment = group.front()->experiment;
        auto known = m_known.find(experiment);
        if (known == m_known.end()) {
            const auto names = m_experiments.find(experiment);
            known = m_known
                        .emplace(experiment,
                                 names == m_experiments.end() ? HeatSetting() : settingOf(names->second))
                        .first;
        }
        HeatSetting setting = known->second;
        for (const train::KnobValue& chosen : group.front()->knobs) { // of a list, which panels tell
            setting.options.erase(session::optionOf(chosen.knob).substr(2));
        }
        return setting;
    }

private:
    const filter::ExperimentNamesById& m_experiments;
    std::map<std::int64_t, HeatSetting> m_known;
};

/// Names what panels do not have in common.
void tellPanelsApart(std::vector<HeatPanel>& panels) {
    const auto differ = [&](const auto& value) {
        return std::any_of(panels.begin(), panels.end(), [&](const HeatPanel& panel) {
            return value(panel.setting) != value(panels.front().setting);
        });
    };
    const auto add = [&](const std::string& name, const auto& value) {
        if (!differ(value)) {
            return;
        }
        for (HeatPanel& panel : panels) {
            if (const std::string text = value(panel.setting); !text.empty()) {
                panel.about += (panel.about.isEmpty() ? QString() : QStringLiteral(" · ")) +
                               QString::fromStdString(name + text);
            }
        }
    };
    add({}, [](const HeatSetting& setting) { return setting.dataset; });
    add({}, [](const HeatSetting& setting) { return setting.trainer; });
    add({}, [](const HeatSetting& setting) { return setting.encoder; });
    std::set<std::string> names;
    for (const HeatPanel& panel : panels) {
        for (const auto& option : panel.setting.options) {
            names.insert(option.first);
        }
    }
    for (const std::string& name : names) {
        add(name + " ", [&name](const HeatSetting& setting) {
            const auto found = setting.options.find(name);
            return found == setting.options.end() ? std::string() : found->second;
        });
    }
}

bool isGrid(const Group& group) {
    std::set<double> rates;
    std::set<double> steps;
    for (const auto* trial : group) {
        rates.insert(*trial->learningRate);
        steps.insert(trial->steps);
    }
    // A search that draws η freely has as many rates as trials: that is no grid.
    return rates.size() >= 2 && steps.size() >= 2 && rates.size() * steps.size() <= 2 * group.size();
}

HeatPanel panelOf(const Group& group) {
    std::set<double> rates;
    std::set<double> steps;
    for (const auto* trial : group) {
        rates.insert(*trial->learningRate);
        steps.insert(trial->steps);
    }
    HeatPanel panel;
    panel.epsilon = group.front()->epsilon;
    panel.knobs = group.front()->knobs;
    panel.rates.assign(rates.begin(), rates.end());
    panel.steps.assign(steps.begin(), steps.end());
    const std::size_t cells = rates.size() * steps.size();
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    panel.accuracy = {rates.size(), steps.size(), std::vector<double>(cells, 0.0)};
    panel.nu = {rates.size(), steps.size(), std::vector<double>(cells, nothing)};
    panel.repeats.assign(cells, 0);
    panel.trial.assign(cells, 0);
    std::vector<double> best(cells, -1.0);
    for (const auto* trial : group) {
        const std::size_t cell =
            indexOf(panel.steps, trial->steps) * rates.size() + indexOf(panel.rates, *trial->learningRate);
        panel.accuracy.values[cell] += *trial->score;
        panel.nu.values[cell] = trial->nu.value_or(panel.nu.values[cell]);
        ++panel.repeats[cell];
        if (*trial->score > best[cell]) {
            best[cell] = *trial->score;
            panel.trial[cell] = trial->id;
        }
    }
    for (std::size_t cell = 0; cell < cells; ++cell) {
        auto& value = panel.accuracy.values[cell];
        value = panel.repeats[cell] > 0 ? value / panel.repeats[cell] : nothing;
    }
    return panel;
}

/// Puts each trial of a search on the panel of its setting and knobs and the nearest budget, if it lies
/// within its axes. What runs has no known setting yet, and any will do.
void placeSearched(Heatmap& map, const Group& trials, const HeatSetting& setting) {
    constexpr double margin = 0.5; // of a cell
    const bool known = setting != HeatSetting();
    for (const auto* trial : trials) {
        HeatPanel* nearest = nullptr;
        double distance = std::numeric_limits<double>::infinity();
        for (HeatPanel& panel : map.panels) {
            const bool same = trial->epsilon == panel.epsilon; // ∞ as well
            const double d = same ? 0.0 : std::abs(std::log(trial->epsilon / panel.epsilon));
            if (d < distance && trial->knobs == panel.knobs && (!known || setting == panel.setting)) {
                distance = d;
                nearest = &panel;
            }
        }
        if (nearest == nullptr) {
            continue;
        }
        const double column = logPosition(nearest->rates, *trial->learningRate);
        const double row = logPosition(nearest->steps, trial->steps);
        if (column >= -margin && row >= -margin &&
            column <= static_cast<double>(nearest->rates.size()) - margin &&
            row <= static_cast<double>(nearest->steps.size()) - margin) {
            nearest->searched.push_back({column, row, trial->id, trial->clamped});
        }
    }
}

} // namespace

std::size_t HeatPanel::best() const {
    std::size_t best = 0;
    for (std::size_t i = 0; i < accuracy.values.size(); ++i) {
        if (!(accuracy.values[i] <= accuracy.values[best])) {
            best = std::isfinite(accuracy.values[i]) ? i : best;
        }
    }
    return best;
}

double logPosition(const std::vector<double>& ticks, double value) {
    if (ticks.size() < 2 || !(value > 0.0)) {
        return 0.0;
    }
    auto right =
        static_cast<std::size_t>(std::lower_bound(ticks.begin(), ticks.end(), value) - ticks.begin());
    right = std::clamp<std::size_t>(right, 1, ticks.size() - 1);
    const double a = std::log(ticks[right - 1]);
    const double b = std::log(ticks[right]);
    return static_cast<double>(right - 1) + (std::log(value) - a) / (b - a);
}

Heatmap heatmapOf(const TrialView& trials, const filter::ExperimentNamesById& experiments) {
    using Budget = std::pair<long long, train::Knobs>;       // and what the search chose beside η and T
    std::map<std::pair<Budget, std::int64_t>, Group> groups; // by budget and experiment
    for (const auto& trial : trials) {
        if (trial.score && trial.learningRate && *trial.learningRate > 0.0 && trial.steps > 0) {
            groups[{{epsilonKey(trial.epsilon), trial.knobs}, trial.experiment}].push_back(&trial);
        }
    }
    std::map<std::tuple<long long, HeatSetting, train::Knobs>, Group>
        grids; // repeats of a grid are one panel
    std::map<HeatSetting, Group> searched;
    Settings settings(experiments);
    for (const auto& [key, group] : groups) {
        const HeatSetting setting = settings.of(group);
        Group& into = isGrid(group) ? grids[{key.first.first, setting, key.first.second}] : searched[setting];
        into.insert(into.end(), group.begin(), group.end());
    }
    Heatmap map;
    map.low = std::numeric_limits<double>::infinity();
    map.high = -map.low;
    for (const auto& [key, group] : grids) {
        map.panels.push_back(panelOf(group));
        map.panels.back().setting = std::get<HeatSetting>(key);
        for (const double value : map.panels.back().accuracy.values) {
            if (std::isfinite(value)) {
                map.low = std::min(map.low, value);
                map.high = std::max(map.high, value);
            }
        }
    }
    tellPanelsApart(map.panels);
    for (const auto& [setting, group] : searched) {
        placeSearched(map, group, setting);
    }
    if (map.panels.empty()) {
        map.low = 0.0;
        map.high = 1.0;
    }
    return map;
}

} // namespace parsimony::ui
