// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/experiment_summary.h"

#include "core/ledger/canonical_json.h"
#include "core/ledger/project.h"
#include "core/session/run_options.h"

#include <map>

namespace parsimony::session {

namespace {

/// Options without what repeats of an experiment may differ in, and without ε, which stands beside them.
std::string shapingOptions(nlohmann::json options) {
    std::vector<std::string> silent = pathOptionNames(); // the dataset tells which data it was
    silent.insert(silent.end(), {"epsilon", "delta", "experiment_epsilon", "seed", "device", "threads"});
    for (const std::string& name : silent) {
        if (options.is_object() && name != "init") {
            options.erase(name);
        }
    }
    return options.dump();
}

} // namespace

std::vector<ExperimentSummary> summariesOf(const ledger::Project& project) {
    std::map<std::int64_t, std::string> names;
    for (const ledger::DatasetRow& dataset : project.datasets()) {
        names[dataset.id.value()] = dataset.name;
    }
    std::vector<ExperimentSummary> summaries;
    for (const ledger::ExperimentRow& row : project.experiments()) {
        ExperimentSummary summary;
        summary.id = row.id.value();
        summary.method = row.method;
        summary.trainer = row.trainer;
        summary.status = row.status;
        summary.started = row.started;
        const ledger::ExperimentRow whole = project.experiment(row.id);
        summary.epsilon = ledger::field(whole.plan, "epsilon", 0.0);
        summary.dataset = names[row.dataset.value()];
        const auto constants = ledger::field(whole.plan, "constants", nlohmann::json::object());
        summary.classes = ledger::field(constants, "classes", 0U);
        summary.options = shapingOptions(whole.options);
        for (const ledger::ReleaseRow& release : project.releases(row.id, {}, "accuracy")) {
            if (release.values.value("part", "") == "test") {
                summary.testAccuracy = release.values.value("accuracy", 0.0);
                summary.testAccuracySe = release.values.value("se", 0.0);
            }
        }
        summaries.push_back(std::move(summary));
    }
    return summaries;
}

} // namespace parsimony::session
