// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/differences.h"

#include "ui/models/number_format.h"
#include "ui/models/trial_table_model.h"
#include "ui/models/words.h"

#include <nlohmann/json.hpp>

#include <map>

namespace parsimony::ui {

namespace {

void add(Differences& into, const QString& name, const QString& left, const QString& right,
         const QString& meaning = {}) {
    if (left != right || (!left.isEmpty() && left != absent())) {
        into.rows.push_back({name, left.isEmpty() ? absent() : left, right.isEmpty() ? absent() : right,
                             meaning, left != right});
    }
}

/// The options of an experiment in the words of the command line.
std::map<std::string, std::string> optionsOf(const session::ExperimentSummary& experiment) {
    std::map<std::string, std::string> options;
    const auto json = nlohmann::json::parse(experiment.options, nullptr, false);
    for (auto it = json.begin(); json.is_object() && it != json.end(); ++it) {
        options[it.key()] = it.value().is_string() ? it.value().get<std::string>() : it.value().dump();
    }
    return options;
}

} // namespace

Differences betweenTrials(const session::TrialSnapshot& left, const session::TrialSnapshot& right,
                          const TrialTableModel& trials) {
    Differences found;
    found.leftTitle = tr("trial %1").arg(left.id);
    found.rightTitle = tr("trial %1").arg(right.id);
    for (int i = static_cast<int>(TrialColumn::Experiment); i < kTrialColumns; ++i) {
        const auto column = static_cast<TrialColumn>(i);
        const auto before = found.rows.size();
        add(found, trialColumnTitle(column), trials.text(left, column), trials.text(right, column),
            trialColumnMeaning(column));
        if (found.rows.size() > before && !trialColumnIsText(column)) {
            // Rounded alike is not the same.
            found.rows.back().differs |= trialNumber(left, column) != trialNumber(right, column);
        }
    }
    return found;
}

Differences betweenExperiments(const session::ExperimentSummary& left,
                               const session::ExperimentSummary& right) {
    Differences found;
    found.leftTitle = tr("experiment %1").arg(left.id);
    found.rightTitle = tr("experiment %1").arg(right.id);
    const auto row = [&](const QString& name, auto text) { add(found, name, text(left), text(right)); };
    row(trialColumnTitle(TrialColumn::Method),
        [](const auto& e) { return QString::fromStdString(e.method.text()); });
    row(trialColumnTitle(TrialColumn::Trainer),
        [](const auto& e) { return QString::fromStdString(e.trainer); });
    row(tr("takes ε"), [](const auto& e) { return formatEpsilon(e.epsilon, Rounding::Up); });
    row(tr("test accuracy"), [](const auto& e) {
        return e.testAccuracy ? formatAccuracy(*e.testAccuracy, e.testAccuracySe) : QString();
    });
    row(tr("dataset"), [](const auto& e) { return QString::fromStdString(e.dataset); });
    auto options = optionsOf(left);
    auto others = optionsOf(right);
    for (const auto& [name, value] : options) {
        others.try_emplace(name, std::string());
    }
    for (const TrialColumn above : {TrialColumn::Method, TrialColumn::Trainer}) {
        others.erase(filter::fieldKey(above));
    }
    for (const auto& [name, value] : others) {
        add(found, QString::fromStdString(name), QString::fromStdString(options[name]),
            QString::fromStdString(value));
    }
    return found;
}

} // namespace parsimony::ui
