// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/reused_fit.h"

#include "core/base/sentence.h"
#include "core/ledger/project.h"
#include "core/session/knob_options.h"
#include "core/session/option_table.h"
#include "core/session/options_json.h"
#include "core/session/snapshot_reader.h"

#include <algorithm>

namespace parsimony::session {

namespace {

/// Of the options as they were asked for: what is left open is the same where all else is.
void checkSameStep(const RunOptions& asked, const RunOptions& before, std::uint64_t experiment) {
    for (const Option& option : optionTable()) {
        if (option.group == OptionGroup::Trainer && option.textIn(asked) != option.textIn(before)) {
            failUsage(Sentence("--reuse-fit {1}: that r was found with another {2}; give the same here",
                               experiment, option.written()));
        }
    }
}

} // namespace

std::optional<search::ReleasedFit> reusedFit(const ledger::Project* project, const RunOptions& options) {
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
    RunOptions before = runOptionsFromJson(project->experiment(row->id).options);
    if (before.reuseFit) { // what the guarantee names is whose rows the fit comes from
        failUsage(Sentence("--reuse-fit {1}: that experiment took its fit from experiment {2}: name that one",
                           number, *before.reuseFit));
    }
    if (!snapshot.phases.empty() && !snapshot.phases.back().trials.empty()) {
        fix(before, snapshot.phases.back().trials.front().knobs); // of lists, what the first phase chose
    }
    checkSameStep(options, before, number);
    search::ReleasedFit fit;
    fit.degree = snapshot.fit->degree;
    fit.againstMu = snapshot.fit->against == FitAxis::Mu;
    for (const auto& [x, r] : snapshot.fit->points) {
        fit.points.push_back({x, r});
    }
    return fit;
}

} // namespace parsimony::session
