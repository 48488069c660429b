// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/reused_fit.h"

#include "core/base/sentence.h"
#include "core/ledger/project.h"
#include "core/session/data_options.h"
#include "core/session/joined_encoders.h"
#include "core/session/knob_options.h"
#include "core/session/option_table.h"
#include "core/session/snapshot_reader.h"
#include "core/session/stored_plan.h"

#include <algorithm>

namespace parsimony::session {

namespace {

/// The options with what holds where they leave open what a row is, and without what changes no row: shares
/// of the budget and what is made of scores.
RunOptions ofStep(RunOptions options) {
    options.featureMap =
        options.featureMap.value_or(FeatureMapKind::None); // no method with phases chooses it
    options.normBound =
        options.rowNorm == RowNorm::Clip ? std::optional(options.normBound.value_or(1.0)) : std::nullopt;
    options.objective = Objective::Accuracy;
    options.meanEpsilon.reset();
    return options;
}

/// Of the options as they were asked for: what is left open is the same where all else is.
void checkSameStep(const RunOptions& asked, const RunOptions& before, std::uint64_t experiment) {
    for (const Option& option : optionTable()) {
        const bool ofStep = option.group == OptionGroup::Features || option.group == OptionGroup::Trainer;
        const std::string found = option.textIn(before);
        if (!ofStep || option.textIn(asked) == found) {
            continue;
        }
        const std::string& value = found.empty() ? option.standard() : found;
        const bool isFlag = option.value.kind == OptionKind::Flag;
        if (found.empty() && (isFlag || value.empty())) {
            failUsage(Sentence("--reuse-fit {1}: that r was found without {2}; leave it out here too",
                               experiment, option.written()));
        }
        failUsage(Sentence("--reuse-fit {1}: that r was found with {2}; give the same here", experiment,
                           option.written() + (isFlag ? "" : " " + value)));
    }
}

/// What options say of the encoder of their rows; a text is empty where they say nothing.
struct KnownEncoder {
    std::string name, id, path;
};

KnownEncoder knownEncoder(const RunOptions& options, const std::string& name) {
    if (options.encoders.empty()) {
        return {"", options.encoderId, options.data};
    }
    const bool hasFiles = joinedNames(options.encoders, name).empty();
    return {name, encoderIdOf(options, name), hasFiles ? textFor(options.encoders, name) : ""};
}

/// Ids tell first, then files, then names. Files that nobody named then may be the same encoder's other rows.
bool isOther(const KnownEncoder& asked, const KnownEncoder& found, const ByEncoder& all) {
    if (!asked.id.empty() && !found.id.empty()) {
        return asked.id != found.id;
    }
    if (!asked.path.empty() && asked.path == found.path) {
        return false;
    }
    if (!asked.name.empty() && !found.name.empty()) {
        return asked.name != found.name;
    }
    return !asked.path.empty() && std::any_of(all.begin(), all.end(), [&asked](const auto& encoder) {
        return encoder.second == asked.path;
    });
}

/// r is one of rows of that encoder: others are longer or shorter, and lie otherwise.
void checkSameEncoder(const RunOptions& asked, const KnownEncoder& found, const ByEncoder& all,
                      std::uint64_t experiment) {
    if (asked.choosesEncoder() || !isOther(knownEncoder(asked, asked.data), found, all)) {
        return; // to choose takes phases, which the search says
    }
    const std::string told = found.name.empty() ? found.id
                             : found.id.empty() ? found.name
                                                : found.name + " (" + found.id + ")";
    failUsage(Sentence("--reuse-fit {1}: that r was found with the encoder {2}; give the same here",
                       experiment, told));
}

void checkSameWidth(const RunOptions& asked, const Constants& constants, std::uint32_t found,
                    std::uint64_t experiment) {
    const std::uint32_t width = constants.dimOf(asked.data);
    if (!asked.choosesEncoder() && found > 0 && width != found) {
        failUsage(Sentence("--reuse-fit {1}: that r was found for rows of {2} numbers, and these have {3}: "
                           "they are another encoder's",
                           experiment, found, width));
    }
}

/// Of an experiment that chose its encoder, the one that its first phase did.
std::string chosenEncoder(const RunOptions& before, const train::Knobs& knobs) {
    const auto encoder = std::find_if(knobs.begin(), knobs.end(), [](const train::KnobValue& turned) {
        return turned.knob == train::Knob::Encoder;
    });
    return encoder == knobs.end() ? before.data : encoder->encoder;
}

} // namespace

std::optional<search::ReleasedFit> reusedFit(const ledger::Project* project, const RunOptions& options,
                                             const Constants& constants) {
    if (!options.reuseFit) {
        return std::nullopt;
    }
    const std::uint64_t number = *options.reuseFit;
    const auto rows = project != nullptr ? project->experiments() : std::vector<ledger::ExperimentRow>();
    const auto row = std::find_if(rows.begin(), rows.end(), [number](const ledger::ExperimentRow& each) {
        return each.id.value() == static_cast<std::int64_t>(number);
    });
    if (row == rows.end()) {
        failUsage(Sentence("--reuse-fit {1}: the project has no such experiment", number));
    }
    const RunSnapshot snapshot = readSnapshot(*project, row->id);
    if (!snapshot.fit) {
        failUsage(
            Sentence("--reuse-fit {1}: that experiment has no fit; all its phases must have ended, with "
                     "scores in two of them",
                     number));
    }
    const ledger::ExperimentRow experiment = project->experiment(row->id);
    RunOptions before = storedOptions(*project, row->id, experiment.options);
    if (before.reuseFit) { // what the guarantee names is whose rows the fit comes from
        failUsage(Sentence("--reuse-fit {1}: that experiment took its fit from experiment {2}: name that one",
                           number, *before.reuseFit));
    }
    train::Knobs chosen; // of lists
    if (!snapshot.phases.empty() && !snapshot.phases.back().trials.empty()) {
        chosen = snapshot.phases.back().trials.front().knobs;
    }
    const KnownEncoder encoder = knownEncoder(before, chosenEncoder(before, chosen));
    const ByEncoder encoders = before.encoders;
    fix(before, chosen);
    const RunOptions asked = withAbsolutePaths(options); // as the ledger has those of before
    checkSameStep(ofStep(asked), ofStep(before), number);
    checkSameEncoder(asked, encoder, encoders, number);
    checkSameWidth(asked, constants, storedPlan(*project, experiment).constants.dimOf(encoder.name), number);
    search::ReleasedFit fit;
    fit.degree = snapshot.fit->degree;
    fit.againstMu = snapshot.fit->against == FitAxis::Mu;
    for (const auto& [x, r] : snapshot.fit->points) {
        fit.points.push_back({x, r});
    }
    return fit;
}

} // namespace parsimony::session
