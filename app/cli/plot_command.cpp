// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/filter_option.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/window_program.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/privacy/gaussian_dp.h"
#include "core/report/wanted.h"
#include "core/session/output_files.h"
#include "core/session/session.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

namespace parsimony::cli {

namespace {

struct PlotState {
    std::string name, output, storage = defaultStorage, size = "column";
    std::optional<std::string> filter;
    std::optional<std::int64_t> experiment;
    std::string x, y, color;
    std::vector<double> releases;
};

/// The words for what is drawn of a project, which is there and has what is asked for.
std::vector<std::string> wordsOf(const PlotState& state) {
    demandProject(state.storage);
    std::vector<std::string> words{state.storage};
    const auto session = session::Session::open(state.storage, false);
    const filter::TrialFilter wanted =
        filterOf(state.filter, report::namesOf(session)); // what is wrong is said here
    if (!wanted.empty()) {
        words.insert(words.end(), {"--filter", *state.filter});
    }
    if (state.experiment) {
        static_cast<void>(session.snapshot(state.experiment)); // throws when there is no such experiment
        words.insert(words.end(), {"--experiment", std::to_string(*state.experiment)});
    }
    for (const auto& [option, column] :
         {std::pair("--x", state.x), std::pair("--y", state.y), std::pair("--color", state.color)}) {
        if (!column.empty()) {
            words.insert(words.end(), {option, column});
        }
    }
    return words;
}

/// The words for the profile of releases, whatever was released here.
std::vector<std::string> wordsOfReleases(const std::vector<double>& given) {
    const double count = given.size() > 1 ? given[1] : 1.0;
    const double delta = given.size() > 2 ? given[2] : 1e-5;
    if (!(given[0] > 0.0 && std::isfinite(given[0])) || !(count >= 1.0) || count != std::floor(count) ||
        !std::isnormal(delta) || !(delta > 0.0 && delta < 1.0)) {
        failUsage("--releases are a noise multiplier above 0, a whole number of releases and a delta between "
                  "0 and 1: --releases 26.4,50,1e-5");
    }
    const double mu = std::sqrt(count) / given[0];
    if (!std::isfinite(mu) || !std::isfinite(epsilonOf(Mu{mu}, Delta{delta}).value())) {
        failUsage("--releases: so little noise has no finite epsilon to draw; take a noise multiplier larger "
                  "than " +
                  numberText(given[0]));
    }
    return {"--releases", numberText(given[0]) + "," + numberText(count) + "," + numberText(delta)};
}

Result plot(const PlotState& state, Context& context) {
    constexpr std::array endings{".svg", ".pdf", ".png", ".csv"};
    const std::string ending = std::filesystem::path(state.output).extension().string();
    if (state.name.empty() || std::find(endings.begin(), endings.end(), ending) == endings.end()) {
        failUsage("'plot' needs a name and --output FILE.{svg,pdf,png,csv}: plot pareto --output pareto.pdf");
    }
    session::checkOutputs({state.output}, {state.storage, context.config()});
    std::vector<std::string> words{"--plot", state.name, "--size", state.size, "--output", state.output};
    const auto what = state.releases.empty() ? wordsOf(state) : wordsOfReleases(state.releases);
    words.insert(words.end(), what.begin(), what.end());
    drawByWindow(words);
    Result result;
    result.json["files"] = {state.output};
    result.table = state.output + "\n";
    return result;
}

} // namespace

void addPlotCommand(CommandLine& line) {
    auto [app, state] = line.addCommand<PlotState>(
        "plot", "A plot of the window as a file, drawn by the installed `parsimony`", plot);
    app.add_option("name", state->name, "Which")
        ->type_name("r-vs-epsilon|heatmaps|parallel|scatter|knobs|edf|course|gantt|gap|pareto|split|"
                    "calculator|compare");
    addStorage(app, state->storage);
    addCount(app, "--experiment", state->experiment, "Only this experiment");
    addFilter(app, state->filter);
    app.add_option("--output", state->output, "Where to; the ending chooses the format")
        ->type_name("FILE.{svg,pdf,png,csv}");
    app.add_option("--x", state->x, "Of scatter: what runs to the right (default: r)")->type_name("COLUMN");
    app.add_option("--y", state->y, "Of scatter: what runs upwards (default: score)")->type_name("COLUMN");
    app.add_option("--color", state->color, "Of scatter and knobs: what the colour tells (default: epsilon)")
        ->type_name("COLUMN");
    app.add_option(
           "--releases", state->releases,
           "Of calculator, which needs no project then: the noise multiplier of each, how many (1) and "
           "the delta that is marked (1e-5)")
        ->delimiter(',')
        ->expected(1, 3)
        ->type_name("Z,T,D");
    addChoice(app, "--size", state->size, {"column", "page", "slide"},
              "For one column of a paper, both, or a slide");
}

} // namespace parsimony::cli
