// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/oracle.h"

#include "core/base/sentence.h"
#include "core/session/knob_options.h"
#include "core/study/experiments.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace parsimony::study {

std::vector<std::string> encodersOf(const session::RunOptions& options) {
    std::vector<std::string> names;
    for (const auto& [name, data] : options.choosesEncoder() ? options.encoders : session::ByEncoder()) {
        names.push_back(name);
    }
    return names.empty() ? std::vector<std::string>(1) : names;
}

session::RunOptions ofEncoder(session::RunOptions options, const std::string& name) {
    return name.empty() ? options : session::withEncoder(std::move(options), name);
}

OracleCell bestCell(const std::vector<OracleGrid>& grids) {
    using Place = std::tuple<std::size_t, std::uint32_t, std::size_t>; // grid, T, place in it
    std::map<Place, std::vector<double>> scores;
    std::map<Place, OracleCell> cells;
    for (std::size_t grid = 0; grid < grids.size(); ++grid) {
        for (const session::RunSnapshot& run : grids[grid].runs) {
            for (std::size_t i = 0; !run.phases.empty() && i < run.phases.front().trials.size(); ++i) {
                const session::TrialSnapshot& trial = run.phases.front().trials[i];
                if (trial.score) {
                    const Place place{grid, trial.steps, i};
                    scores[place].push_back(*trial.score);
                    cells[place] = {grids[grid].encoder, trial.learningRate, trial.steps, trial.knobs};
                }
            }
        }
    }
    const auto best = std::max_element(scores.begin(), scores.end(), [](const auto& a, const auto& b) {
        return meanSd(a.second).mean < meanSd(b.second).mean;
    });
    if (best == scores.end()) {
        fail(Sentence("the oracle's grid has no scored cell"));
    }
    return cells.at(best->first);
}

} // namespace parsimony::study
