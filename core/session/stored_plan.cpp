// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/stored_plan.h"

#include "core/base/told.h"
#include "core/base/whole_number.h"
#include "core/session/plan_format.h"

#include <algorithm>
#include <cmath>

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

/// The format that a plan names, where that is a whole number.
std::optional<double> wholeFormatOf(const nlohmann::json& plan) {
    const auto format = plan.find("plan_format");
    const bool isNumber = format != plan.end() && format->is_number();
    const double number = isNumber ? format->get<double>() : 0.0;
    return isNumber && number == std::floor(number) ? std::optional(number) : std::nullopt;
}

/// Whether a plan says how it is written, or what it takes: then all has to be there.
bool saysWhatItTakes(const nlohmann::json& plan) {
    const auto members = ExperimentPlan::membersOfEveryFormat();
    const auto format = plan.find(plan.contains("plan_format") ? "plan_format" : "version");
    return (format != plan.end() && format->is_number()) ||
           std::any_of(members.begin(), members.end(),
                       [&plan](const char* member) { return plan.contains(member); });
}

bool isWhole(const nlohmann::json& plan) {
    const auto members = ExperimentPlan::membersOfEveryFormat();
    return wholeNumberOr(plan, "plan_format", wholeNumberOr(plan, "version", 0)) >= 1 &&
           plan.contains("options") && plan.contains("constants") &&
           std::all_of(members.begin(), members.end(),
                       [&plan](const char* member) { return plan.contains(member); });
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

std::optional<ledger::UnreadPlan> whyUnread(std::string_view plan) {
    nlohmann::json stored;
    try {
        stored = nlohmann::json::parse(plan);
        const nlohmann::json options = withoutLook(stored.value("options", nlohmann::json::object()));
        if (const auto newer = newerThanThis(nlohmann::json::object(), wholeFormatOf(stored))) {
            return ledger::UnreadPlan{*newer, false};
        }
        // Of a known format it has all of its members, whatever options a newer version has.
        if (saysWhatItTakes(stored) && !isWhole(stored)) {
            return ledger::UnreadPlan{Sentence("a part of it is missing"), true};
        }
        if (const auto newer = newerThanThis(options)) {
            return ledger::UnreadPlan{*newer, false};
        }
        (void)ExperimentPlan::fromJson(stored);
        return std::nullopt;
    } catch (const nlohmann::json::exception&) {
        return ledger::UnreadPlan{Sentence("something in it is of another form than it has to have"),
                                  saysWhatItTakes(stored)};
    } catch (const Error& error) {
        return ledger::UnreadPlan{sentenceOf(error), saysWhatItTakes(stored)};
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
