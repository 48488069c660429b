// SPDX-License-Identifier: GPL-3.0-or-later
// What a session tells: nothing here spends, or changes the project.
#include "core/base/trial_role.h"
#include "core/export/model_file.h"
#include "core/session/dataset_declaration.h"
#include "core/session/dataset_snapshot.h"
#include "core/session/declared_number.h"
#include "core/session/deployment.h"
#include "core/session/device_guard.h"
#include "core/session/model_export.h"
#include "core/session/model_statement.h"
#include "core/session/output_files.h"
#include "core/session/session_impl.h"
#include "core/session/snapshot_runs.h"
#include "core/session/stored_plan.h"

#include <map>

namespace parsimony::session {

std::string Session::projectId() const {
    return m_impl->project.projectId();
}

bool Session::hasBegun(const std::string& request) const {
    return m_impl->project.experimentOfRequest(request).has_value();
}

std::vector<ExperimentSummary> Session::experiments() const {
    return summariesOf(m_impl->project);
}

std::optional<RunSnapshot> Session::snapshot(std::optional<std::int64_t> experiment) const {
    if (!experiment) {
        const auto rows = m_impl->project.experiments();
        if (rows.empty()) {
            return std::nullopt;
        }
        experiment = rows.back().id.value();
    }
    auto& reader = m_impl->reader;
    if (!reader || reader->experiment().value() != *experiment) {
        reader.emplace(m_impl->project, ExperimentId{*experiment});
    }
    return reader->read();
}

std::vector<TrialSnapshot> Session::trials(std::optional<std::int64_t> experiment) const {
    const auto wanted = experiment ? std::optional(ExperimentId{*experiment}) : std::nullopt;
    const std::vector<ledger::TrialRow> rows = m_impl->project.trials(wanted);
    struct KnownExperiment {
        ExperimentStatus status{};
        std::optional<ExperimentPlan> plan; ///< in an account of kind `slices`
    };
    std::map<std::int64_t, KnownExperiment> experiments; // read once
    std::vector<TrialSnapshot> trials;
    trials.reserve(rows.size());
    const auto read = [&](const ledger::TrialRow& row) {
        const auto [known, isNew] = experiments.try_emplace(row.experiment.value());
        KnownExperiment& of = known->second;
        if (isNew) {
            const ledger::ExperimentRow stored = m_impl->project.experiment(row.experiment);
            of.status = stored.status;
            if (stored.kind == ledger::AccountKind::Slices) {
                of.plan = storedPlan(m_impl->project, stored);
            }
        }
        trials.push_back(trialSnapshot(m_impl->project, row));
        if (of.plan && row.role != TrialRole::Selection) {
            takePlanned(trials.back(), *of.plan);
        }
        trials.back().state = stateWithin(of.status, row.state);
        if (row.role == TrialRole::Evaluation) {
            for (const ledger::ReleaseRow& release :
                 m_impl->project.releases(row.experiment, row.id, ReleasedValue::Accuracy)) {
                trials.back().look = accuracyOf(release);
            }
        }
    };
    for (const ledger::TrialRow& row : rows) {
        readStored(m_impl->project, row.experiment, [&] { read(row); });
    }
    return trials;
}

std::vector<std::pair<DatasetSnapshot, BudgetSnapshot>> Session::budgets() const {
    std::vector<std::pair<DatasetSnapshot, BudgetSnapshot>> budgets;
    for (const ledger::DatasetRow& dataset : m_impl->project.datasets()) {
        budgets.emplace_back(datasetSnapshot(dataset), budgetSnapshot(m_impl->project, dataset));
    }
    return budgets;
}

std::optional<BudgetSnapshot> Session::budgetOfRows(const RunOptions& options) const {
    const auto known = findByRows(m_impl->project, *m_impl->registry, describeData(options), options);
    return known ? std::optional(budgetSnapshot(m_impl->project, m_impl->project.dataset(*known)))
                 : std::nullopt;
}

exporting::Classifier Session::classifier(std::optional<std::int64_t> trial) const {
    return classifierOf(m_impl->project, trial ? std::optional(TrialId{*trial}) : std::nullopt);
}

exporting::Deployment Session::deploymentOf(const exporting::Classifier& classifier) const {
    return session::deploymentOf(m_impl->project, classifier);
}

std::vector<std::filesystem::path> Session::exportModel(std::optional<std::int64_t> trial,
                                                        const std::filesystem::path& output,
                                                        const std::filesystem::path& key) const {
    const std::string name = output.string();
    checkOutputs({output, name + ".md", name + ".cdx.json", name + ".opendp.yaml", name + ".statement.json"},
                 {key.string()});
    const auto signer = key.empty() ? std::nullopt : std::optional(SigningKey::read(key));
    const exporting::Classifier model = classifier(trial);
    auto files = exporting::writeModel(model, output);
    const auto more = writeRegistryFiles(m_impl->project, model, files.front());
    files.insert(files.end(), more.begin(), more.end());
    if (signer) {
        files.push_back(
            sign(m_impl->project, trial ? std::optional(TrialId{*trial}) : std::nullopt, files, *signer));
    }
    return files;
}

std::optional<std::uint64_t> Session::declaredRecordsOf(const PrivateEvaluationRequest& request) const {
    const auto named = request.declaredRecords();
    return named ? named : knownNumber(request, m_impl->project);
}

PublicEvaluation Session::evaluatePublic(std::optional<std::int64_t> trial,
                                         const PublicEvaluationRequest& request, std::stop_token stop,
                                         const RunObserver& observer) const {
    return evaluatePublicly(classifier(trial), request, std::move(stop), observer);
}

std::vector<EarlierExperiment> Session::experimentsOn(const RunOptions& options) const {
    std::vector<EarlierExperiment> earlier;
    const auto rows = m_impl->project.experiments();
    if (rows.empty()) {
        return earlier; // nothing to compare rows with
    }
    const auto content = contentOf(describeData(options), *m_impl->registry);
    for (const ledger::ExperimentRow& row : rows) {
        const ledger::ExperimentRow whole = m_impl->project.experiment(row.id);
        if (row.isLook()) {
            continue;
        }
        const ExperimentPlan plan = storedPlan(m_impl->project, whole);
        if (hasContent(m_impl->project, row.id, plan, content)) {
            RunOptions asked =
                asComparedWith(options, storedOptions(m_impl->project, row.id, whole.options), plan.options);
            earlier.push_back({row.id.value(), row.status, std::move(asked)});
        }
    }
    return earlier;
}

std::optional<std::vector<Sentence>> Session::remarks(std::int64_t experiment) const {
    return m_impl->project.remarks(ExperimentId{experiment});
}

RunOptions Session::optionsOf(std::int64_t experiment) const {
    const ledger::ExperimentRow row = m_impl->project.experiment(ExperimentId{experiment});
    nlohmann::json options = row.options;
    if (row.isLook()) { // of a look only the data can be asked for again
        options.erase("method");
        options.erase("trainer");
    }
    return storedOptions(m_impl->project, row.id, options);
}

std::int64_t Session::changeCounter() const {
    return m_impl->project.lastRow();
}

} // namespace parsimony::session
