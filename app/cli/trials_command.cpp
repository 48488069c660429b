// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/filter_option.h"
#include "app/cli/importance_result.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/run_report.h"
#include "core/base/collected.h"
#include "core/base/part_name.h"
#include "core/base/text.h"
#include "core/importance/knob_importance.h"
#include "core/report/wanted.h"
#include "core/session/session.h"

#include <algorithm>
#include <set>

namespace parsimony::cli {

namespace {

struct TrialsState {
    std::string storage = defaultStorage;
    std::optional<std::int64_t> experiment;
    std::optional<std::string> filter;
    bool importance = false, remarks = false;
    std::vector<std::string> knobs;
};

/// Knobs by the names that filters know them by; none: those that searches turn.
std::vector<filter::TrialField> knobsOf(const std::vector<std::string>& names) {
    const auto& all = importance::allKnobs();
    std::vector<filter::TrialField> knobs;
    for (const std::string& name : names) {
        const auto field = filter::fieldOf(name);
        if (!field || std::find(all.begin(), all.end(), *field) == all.end()) {
            std::string known = joined(collected<std::string>(all, filter::fieldKey), ", ");
            failUsage(
                std::string("--knobs: ").append(name).append(" is no knob; take some of ").append(known));
        }
        if (std::find(knobs.begin(), knobs.end(), *field) == knobs.end()) {
            knobs.push_back(*field);
        }
    }
    return knobs.empty() ? importance::searchedKnobs() : knobs;
}

/// For the curator, and so on standard error; an experiment that has nothing to tell has its line too.
void tellRemarks(const session::Session& session, const TrialsState& state, Console& console) {
    for (const session::ExperimentSummary& experiment : session.experiments()) {
        if (state.experiment && *state.experiment != experiment.id) {
            continue;
        }
        const auto remarks = session.remarks(experiment.id);
        std::string told = !remarks ? "no remarks are kept" : remarks->empty() ? "nothing was noticed" : "";
        for (const Sentence& remark : remarks.value_or(std::vector<Sentence>())) {
            told += (told.empty() ? "" : "\n") + remark.english();
        }
        console.note("curator: experiment " + std::to_string(experiment.id) + ": " + told);
    }
}

/// Whose features it read, as far as anybody said.
std::string encoderOf(const session::TrialSnapshot& trial, const filter::ExperimentNamesById& names) {
    const auto found = names.find(trial.experiment);
    return filter::fieldName(trial, filter::TrialField::Encoder,
                             found == names.end() ? nullptr : &found->second);
}

TrialColumns columnsOf(const std::vector<session::TrialSnapshot>& trials,
                       const filter::ExperimentNamesById& names) {
    std::set<std::string> encoders;
    bool allChosen = true; // then the settings tell it
    bool knobs = false;
    for (const session::TrialSnapshot& trial : trials) {
        const std::string encoder = encoderOf(trial, names);
        encoders.insert(encoder);
        allChosen = allChosen && encoder == train::encoderIn(trial.knobs);
        knobs = knobs || !trial.knobs.empty();
    }
    return {true, knobs, encoders.size() > 1 && !allChosen};
}

nlohmann::json rowOf(const session::TrialSnapshot& trial, const std::string& encoder) {
    nlohmann::json row = session::toJson(trial);
    row["part"] = trial.part.empty() ? kTrainPart : trial.part;
    row["encoder"] = encoder.empty() ? nlohmann::json() : nlohmann::json(encoder);
    row["note"] = trial.note;
    row["tags"] = trial.tags;
    return row;
}

Result listTrials(const TrialsState& state, Context& context) {
    const auto knobs = knobsOf(state.knobs);
    demandProject(state.storage);
    const auto session = session::Session::open(state.storage, false);
    const filter::ExperimentNamesById names = report::namesOf(session);
    const filter::TrialFilter wanted = filterOf(state.filter, names);
    const std::vector<session::TrialSnapshot> trials = session.trials(state.experiment);
    const TrialColumns columns = columnsOf(trials, names);
    bool any = false;
    Result result;
    result.json["trials"] = nlohmann::json::array();
    TextTable table = trialTable(columns);
    std::vector<session::TrialSnapshot> passing;
    for (const session::TrialSnapshot& trial : trials) {
        any = true;
        const auto found = names.find(trial.experiment);
        if (!wanted.matches(trial, found == names.end() ? nullptr : &found->second)) {
            continue;
        }
        const std::string encoder = encoderOf(trial, names);
        result.json["trials"].push_back(rowOf(trial, encoder));
        table.addRow(trialCells(trial, columns, encoder));
        passing.push_back(trial);
    }
    if (state.experiment && !any) {
        static_cast<void>(session.snapshot(state.experiment)); // throws when there is no such experiment
    }
    result.table = !result.json["trials"].empty() ? table.text()
                   : any                          ? "no trial passes the filter\n"
                                                  : "no trials yet\n";
    if (state.remarks) {
        tellRemarks(session, state, context.console());
    }
    if (state.importance || !state.knobs.empty()) {
        addImportance(result, importance::knobImportance(passing, knobs));
    }
    return result;
}

} // namespace

void addTrialsCommand(CommandLine& line) {
    auto [app, state] = line.addCommand<TrialsState>(
        "trials", "Every trial of a project with its spend and state", listTrials);
    addStorage(app, state->storage);
    addCount(app, "--experiment", state->experiment, "Only this experiment");
    addFilter(app, state->filter);
    app.add_flag(
        "--remarks", state->remarks,
        "On standard error, for the curator, what was noticed while each experiment's rows were read");
    app.add_flag("--importance", state->importance,
                 "How much of the released scores' variance each knob explains; costs nothing");
    addTexts(app, "--knobs", state->knobs, ',',
             "Knobs to tell apart by --importance (default: r,T,c,epsilon)");
}

} // namespace parsimony::cli
