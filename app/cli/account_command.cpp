// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/text_table.h"
#include "core/base/collected.h"
#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/number_json.h"
#include "core/base/number_parse.h"
#include "core/base/number_text.h"
#include "core/base/seconds_since.h"
#include "core/privacy/accountant.h"
#include "core/privacy/calibration.h"
#include "core/privacy/event.h"
#include "core/privacy/gaussian_account.h"

#include <chrono>
#include <cmath>

namespace parsimony::cli {

namespace {

constexpr const char* kEveryAccountant = "all";

struct AccountState {
    std::optional<double> noise;
    std::optional<std::uint64_t> steps;
    std::optional<double> rate;
    std::optional<double> epsilon;
    std::optional<double> delta;
    std::string accountant = kEveryAccountant;
    std::string adjacency = "add_or_remove_one";
    std::optional<std::string> profile;
    std::optional<std::string> file;
};

std::string nameOf(const AccountantFigure& figure) {
    return std::string(figure.accountant->name());
}

std::string shown(double value) {
    return std::isfinite(value) ? roundedText(value, 8) : "infinite";
}

double demanded(const std::optional<double>& value, const char* option, const char* command) {
    if (!value) {
        failUsage(std::string("'account ") + command + "' needs " + option);
    }
    return *value;
}

std::vector<std::string> accountantChoices() {
    auto choices = collected<std::string>(accountants(), &Accountant::name);
    choices.emplace_back(kEveryAccountant);
    return choices;
}

Adjacency adjacencyOf(const AccountState& state) {
    return parseAdjacency(state.adjacency, "--adjacency");
}

// --noise-multiplier is noise sd / clip, as in a trial; the sensitivity of a clipped sum is two clips under
// replace_one.
double clipsOf(const AccountState& state) {
    return adjacencyOf(state) == Adjacency::ReplaceOne ? 2.0 : 1.0;
}

Releases releasesOf(const AccountState& state) {
    Releases releases;
    releases.steps = state.steps.value_or(1);
    releases.sampleRate = SampleRate{state.rate.value_or(1.0)};
    releases.noiseMultiplier = NoiseMultiplier{state.noise.value_or(1.0) / clipsOf(state)};
    releases.adjacency = adjacencyOf(state);
    return releases;
}

void addProfile(Result& result, const AccountState& state, const std::vector<PrivacyEvent>& events) {
    if (!state.profile) {
        return;
    }
    const std::vector<double> epsilons = parseNumberList(*state.profile, "--profile");
    TextTable table({{"epsilon"}, {"delta"}});
    result.json["profile"] = nlohmann::json::array();
    for (const ProfilePoint& point : privacyProfile(events, epsilons)) {
        result.json["profile"].push_back({{"epsilon", point.epsilon}, {"delta", point.delta}});
        table.addRow({roundedText(point.epsilon, 6), roundedText(point.delta, 6)});
    }
    result.table += "\n" + table.text();
}

Result epsilonOfMechanism(const AccountState& state) {
    (void)demanded(state.noise, "--noise-multiplier", "epsilon");
    const Delta delta{demanded(state.delta, "--delta", "epsilon")};
    const std::vector<PrivacyEvent> events = {releasesOf(state).event()};
    std::vector<AccountantFigure> figures = allFigures(events, delta);
    if (const Accountant* const only = findAccountant(state.accountant)) {
        std::erase_if(figures, [&](const AccountantFigure& figure) { return figure.accountant != only; });
        if (figures.empty()) {
            (void)only->epsilon(events, delta); // says why it can't
        }
    }
    Result result;
    result.json["results"] = nlohmann::json::array();
    TextTable table({{"accountant", Align::Left},
                     {"epsilon"},
                     {"lower"},
                     {"upper"},
                     {"seconds"},
                     {"charged", Align::Left}});
    for (const AccountantFigure& figure : figures) {
        const nlohmann::json lower = figure.hasLower ? numberOrNull(figure.lower) : nlohmann::json();
        const nlohmann::json upper = figure.hasUpper ? numberOrNull(figure.upper) : nlohmann::json();
        result.json["results"].push_back({{"accountant", nameOf(figure)},
                                          {"epsilon", numberOrNull(figure.value)},
                                          {"lower", lower},
                                          {"upper", upper},
                                          {"seconds", figure.seconds},
                                          {"charged", figure.charged}});
        const std::string remark = figure.charged     ? "charged"
                                   : !figure.hasUpper ? "an approximation, never charged"
                                                      : "";
        table.addRow({nameOf(figure), shown(figure.value), figure.hasLower ? shown(figure.lower) : "-",
                      figure.hasUpper ? shown(figure.upper) : "-", roundedText(figure.seconds, 2), remark});
    }
    result.table = table.text();
    addProfile(result, state, events);
    return result;
}

Result calibrationResult(const Calibrated& found, const std::string& key, const nlohmann::json& value,
                         const std::string& text, double seconds) {
    Result result;
    result.json = {{key, value},
                   {"epsilon", found.figure.value},
                   {"accountant", nameOf(found.figure)},
                   {"seconds", seconds}};
    TextTable table({{key}, {"epsilon"}, {"accountant", Align::Left}, {"seconds"}});
    table.addRow({text, roundedText(found.figure.value, 8), nameOf(found.figure), roundedText(seconds, 2)});
    result.table = table.text();
    return result;
}

enum class Unknown { Noise, Steps, Rate };

Result calibrate(const AccountState& state, Unknown unknown, const char* command) {
    const auto start = std::chrono::steady_clock::now();
    const Epsilon epsilon{demanded(state.epsilon, "--epsilon", command)};
    const Delta delta{demanded(state.delta, "--delta", command)};
    if (unknown != Unknown::Noise) {
        (void)demanded(state.noise, "--noise-multiplier", command);
    }
    const Releases releases = releasesOf(state);
    const Calibrated found = unknown == Unknown::Noise   ? calibrateNoise(epsilon, delta, releases)
                             : unknown == Unknown::Steps ? calibrateSteps(epsilon, delta, releases)
                                                         : calibrateRate(epsilon, delta, releases);
    const double seconds = secondsSince(start);
    if (unknown == Unknown::Steps) {
        return calibrationResult(found, "steps", found.releases.steps, std::to_string(found.releases.steps),
                                 seconds);
    }
    if (unknown == Unknown::Rate) {
        const double rate = found.releases.sampleRate.value();
        return calibrationResult(found, "sample_rate", rate, roundedText(rate, 8), seconds);
    }
    const double noise = found.releases.noiseMultiplier.value() * clipsOf(state);
    return calibrationResult(found, "noise_multiplier", noise, roundedText(noise, 10), seconds);
}

Result compose(const AccountState& state) {
    if (!state.file) {
        failUsage("'account compose' needs a FILE with a JSON list of events");
    }
    const Delta delta{demanded(state.delta, "--delta", "compose")};
    const std::vector<PrivacyEvent> events =
        parseEvents(contentsOf(*state.file), *state.file, adjacencyOf(state));
    const AccountantFigure figure = chargedEpsilon(events, delta);
    const bool exact = gdpAccountant().supports(events) && std::isfinite(figure.value);
    double mu = 0.0;
    if (exact) {
        SpendSum sum;
        for (const PrivacyEvent& event : events) {
            const auto* sampled = event.asPoissonSampled();
            if (sampled == nullptr || sampled->sampleRate.value() > 0.0) {
                sum.add(gaussianSpend(event));
            }
        }
        mu = muUpper(sum).value();
    }
    Result result;
    result.json = {{"epsilon", numberOrNull(figure.value)},
                   {"delta", delta.value()},
                   {"mu", exact ? nlohmann::json(mu) : nlohmann::json()},
                   {"accountant", nameOf(figure)},
                   {"seconds", figure.seconds}};
    TextTable table({{"events"}, {"epsilon"}, {"delta"}, {"mu"}, {"accountant", Align::Left}});
    table.addRow({std::to_string(events.size()), shown(figure.value), roundedText(delta.value(), 6),
                  exact ? roundedText(mu, 8) : "-", nameOf(figure)});
    result.table = table.text();
    addProfile(result, state, events);
    return result;
}

void addMechanism(CLI::App& app, AccountState& state, bool noise, bool steps, bool rate) {
    if (noise) {
        addNumber(app, "--noise-multiplier", state.noise, {.least = 0.0},
                  "Noise standard deviation over the clipping norm");
    }
    if (steps) {
        addCount(app, "--steps", state.steps, maxEventCount, "Number of releases (1 unless given)");
    }
    if (rate) {
        addNumber(app, "--sample-rate", state.rate, {0.0, 1.0},
                  "Probability of a record to be in a step (1 unless given)");
    }
    addNumber(app, "--delta", state.delta, kShares, "delta of the guarantee");
    addChoice(app, "--adjacency", state.adjacency, {"add_or_remove_one", "replace_one"},
              "What neighbours are");
}

} // namespace

void addAccountCommand(CommandLine& line) {
    const auto state = std::make_shared<AccountState>();
    CLI::App& group = line.addGroup("account", "Calculator: what mechanisms cost, what a budget pays for");

    CLI::App& epsilon =
        line.addCommand(group, "epsilon", "epsilon of a mechanism, by all accountants side by side",
                        [state](Context&) { return epsilonOfMechanism(*state); });
    addMechanism(epsilon, *state, true, true, true);
    addChoice(epsilon, "--accountant", state->accountant, accountantChoices(), "Which figures to show");
    addText(epsilon, "--profile", state->profile, "Also delta at each epsilon of this list")
        ->type_name("LIST");

    const auto addCalibration = [&](const char* name, const std::string& description, Unknown unknown) {
        CLI::App& app = line.addCommand(group, name, description, [state, unknown, name](Context&) {
            return calibrate(*state, unknown, name);
        });
        addNumber(app, "--epsilon", state->epsilon, kEpsilons, "Target; never exceeded");
        addMechanism(app, *state, unknown != Unknown::Noise, unknown != Unknown::Steps,
                     unknown != Unknown::Rate);
    };
    addCalibration("noise", "Smallest noise multiplier for a target", Unknown::Noise);
    addCalibration("steps", "Largest number of steps for a target", Unknown::Steps);
    addCalibration("rate", "Largest sample rate for a target", Unknown::Rate);

    CLI::App& composed = line.addCommand(group, "compose", "epsilon of a JSON list of events",
                                         [state](Context&) { return compose(*state); });
    addText(composed, "file", state->file,
            "List of events; their noise multipliers are noise sd over sensitivity")
        ->type_name("FILE");
    addNumber(composed, "--delta", state->delta, kShares, "delta of the guarantee");
    addChoice(composed, "--adjacency", state->adjacency, {"add_or_remove_one", "replace_one"},
              "What neighbours are, for events that don't say");
    addText(composed, "--profile", state->profile, "Also delta at each epsilon of this list")
        ->type_name("LIST");
}

} // namespace parsimony::cli
