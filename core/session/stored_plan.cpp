// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/stored_plan.h"

#include "core/base/told.h"
#include "core/session/plan_format.h"

namespace parsimony::session {

namespace {

template <class Read>
auto readPlanned(const ledger::Project& project, ExperimentId experiment, const Read& read) {
    try {
        return read();
    } catch (const nlohmann::json::exception&) {
        failDamaged(project, experiment);
    } catch (const Error& error) {
        fail(Sentence("experiment {1} of '{2}' can't be read: {3}", told(experiment.value()),
                      project.path().string(), sentenceOf(error)));
    }
}

} // namespace

void failDamaged(const ledger::Project& project, ExperimentId experiment) {
    fail(Sentence("experiment {1} of '{2}' is damaged: a row holds something of another form than it has to "
                  "have; audit tells more, and restore the file from a copy",
                  told(experiment.value()), project.path().string()));
}

ExperimentPlan storedPlan(const ledger::Project& project, const ledger::ExperimentRow& row) {
    return readPlanned(project, row.id, [&] { return ExperimentPlan::fromJson(row.plan); });
}

ExperimentPlan storedPlan(const ledger::Project& project, ExperimentId experiment) {
    return storedPlan(project, project.experiment(experiment));
}

RunOptions storedOptions(const ledger::Project& project, ExperimentId experiment,
                         const nlohmann::json& options) {
    return readPlanned(project, experiment, [&] { return storedRunOptions(options); });
}

std::optional<Sentence> whyUnread(std::string_view plan) {
    try {
        const nlohmann::json stored = nlohmann::json::parse(plan);
        const auto format = stored.find("plan_format");
        if (auto newer = newerThanThis(withoutLook(stored.value("options", nlohmann::json::object())),
                                       format != stored.end() && format->is_number()
                                           ? std::optional(format->get<double>())
                                           : std::nullopt)) {
            return newer;
        }
        (void)ExperimentPlan::fromJson(stored);
        return std::nullopt;
    } catch (const nlohmann::json::exception&) {
        return Sentence("something in it is of another form than it has to have");
    } catch (const Error& error) {
        return sentenceOf(error);
    }
}

void KnownPlans::require(const ledger::Project& project) {
    for (const ledger::ExperimentRow& row : project.experiments()) {
        int& version = m_versions[row.id.value()];
        if (version == row.planVersion) {
            continue;
        }
        const ledger::PlanOutline outline = project.planOutline(row.id);
        for (const nlohmann::json& options : outline.options) {
            if (const auto newer = newerThanThis(withoutLook(options), outline.format)) {
                fail(Sentence("nothing can be written into '{1}' because of its experiment {2}: {3}",
                              project.path().string(), told(row.id.value()), *newer));
            }
        }
        version = row.planVersion;
    }
}

} // namespace parsimony::session
