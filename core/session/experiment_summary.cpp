// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/experiment_summary.h"

#include "core/base/infinity.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/project.h"
#include "core/session/data_request.h"
#include "core/session/options_json.h"

#include <map>

namespace parsimony::session {

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
        const auto epsilon = ledger::field(*whole.plan, "epsilon", nlohmann::json());
        summary.epsilon = epsilon.is_number() ? epsilon.get<double>() : inf;
        summary.dataset = names[row.dataset.value()];
        const auto constants = ledger::field(*whole.plan, "constants", nlohmann::json::object());
        summary.classes = ledger::field(constants, "classes", 0U);
        summary.severalLabels = ledger::field(constants, "labels_per_record", 1U) > 1;
        summary.options = shapingOptions(*whole.options).dump();
        for (const ledger::ReleaseRow& release : project.releases(row.id, {}, ledger::accuracyRelease)) {
            if (release.values.value("part", "") == kTestPart && release.values.at("accuracy").is_number()) {
                summary.testAccuracy = release.values.value("accuracy", 0.0);
                summary.testAccuracySe = release.values.value("se", 0.0);
            }
        }
        summaries.push_back(std::move(summary));
    }
    return summaries;
}

} // namespace parsimony::session
