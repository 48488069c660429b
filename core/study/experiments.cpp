// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/experiments.h"

#include "core/base/collected.h"
#include "core/base/error.h"
#include "core/base/infinity.h"
#include "core/base/quantity.h"
#include "core/base/seconds_since.h"
#include "core/base/sentence.h"
#include "core/compute/backend_factory.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/method_kind.h"
#include "core/session/data_request.h"
#include "core/session/knob_options.h"
#include "core/session/method_choice.h"
#include "core/session/options_json.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace parsimony::study {

using session::Visibility;

namespace {

[[noreturn]] void stopHere() {
    interrupted(Sentence("stopped; the same command goes on from here"));
}

/// Methods whose runs are proposals of one search each, without statistics of the rows before them.
bool runsTogether(const session::RunOptions& options) {
    return options.visibility == Visibility::Public && !session::preparesFeatures(options) &&
           !session::startsFromFile(options) && // a file is read for one run
           options.method && !search::traitsOf(*options.method).privateSelection;
}

std::string keyOf(const session::RunOptions& options) {
    return session::toJson(resultOptionsOf(options)).dump();
}

} // namespace

Experiments::Experiments(session::Session& session, std::stop_token stop, Progress progress,
                         std::size_t planned)
    : m_session(session), m_stop(std::move(stop)), m_progress(std::move(progress)),
      m_planned(static_cast<double>(planned)) {}

const Experiments::Found& Experiments::earlierOn(const session::RunOptions& options) {
    const std::string data = session::toJson(session::dataOptionsOf(options)).dump();
    const auto known = m_earlier.find(data);
    if (known != m_earlier.end()) {
        return known->second;
    }
    Found& found = m_earlier[data];
    for (const session::EarlierExperiment& experiment : m_session.experimentsOn(options)) {
        if (experiment.status == ExperimentStatus::Finished ||
            experiment.status == ExperimentStatus::Interrupted) {
            found[keyOf(experiment.options)] = {experiment.id, experiment.status};
        }
    }
    return found;
}

std::optional<std::pair<std::int64_t, ExperimentStatus>>
Experiments::earlier(const session::RunOptions& options) {
    const Found& found = earlierOn(options);
    const auto place = found.find(keyOf(options));
    return place == found.end() ? std::nullopt : std::optional(place->second);
}

void Experiments::begin(const std::string& what, double weight) {
    if (m_stop.stop_requested()) {
        stopHere();
    }
    m_what = what;
    m_weight = weight;
    m_began = std::chrono::steady_clock::now();
    tell(0.0, std::nullopt);
}

void Experiments::tell(double done, std::optional<double> secondsLeft) {
    if (!m_progress) {
        return;
    }
    const double now = secondsSince(m_began);
    const double measured = m_measured + done * m_weight;
    const double rate = measured > 0.0 ? (m_seconds + now) / measured : 0.0;
    const double after = std::max(0.0, m_planned - m_done - m_weight); // experiments of later calls
    std::optional<double> left;
    if (secondsLeft) {
        left = *secondsLeft + after * rate;
    } else if (m_measured > 0.0) {
        left = (after + (1.0 - done) * m_weight) * rate;
    }
    m_progress(m_what, m_planned > 0.0 ? std::min(1.0, (m_done + done * m_weight) / m_planned) : 1.0, left);
}

void Experiments::end(bool measured) {
    if (measured) {
        m_measured += m_weight;
        m_seconds += secondsSince(m_began);
    }
    m_done += m_weight;
}

std::vector<session::RunSnapshot> Experiments::run(const std::vector<session::RunOptions>& options,
                                                   const std::string& what) {
    std::vector<std::optional<session::RunSnapshot>> snapshots(options.size());
    std::vector<session::TogetherRequest> open;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const auto known = earlier(options[i]);
        if (known && known->second == ExperimentStatus::Finished) {
            snapshots[i] = m_session.snapshot(known->first);
            m_done += 1.0;
        } else if (!runsTogether(options[i])) {
            snapshots[i] = runAlone(options[i], what);
        } else {
            open.push_back({options[i], known ? std::optional(known->first) : std::nullopt});
            places.push_back(i);
        }
    }
    if (!open.empty()) {
        begin(what, static_cast<double>(open.size()));
        auto ran = m_session.runTogether(
            open, m_stop, [this](double done, std::optional<double> left) { tell(done, left); });
        for (std::size_t k = 0; k < ran.size(); ++k) {
            if (ran[k].status != ExperimentStatus::Finished) {
                stopHere();
            }
            snapshots[places[k]] = std::move(ran[k]);
        }
        end(true);
    }
    return collected<session::RunSnapshot>(snapshots, [](auto& snapshot) { return std::move(*snapshot); });
}

session::RunSnapshot Experiments::runAlone(const session::RunOptions& options, const std::string& what) {
    const auto known = earlier(options);
    begin(what, 1.0);
    std::optional<session::RunSnapshot> snapshot;
    if (known && known->second == ExperimentStatus::Finished) {
        snapshot = m_session.snapshot(known->first);
    } else {
        session::RunObserver observer;
        observer.onSnapshot = [this](const session::RunSnapshot& running) { tell(0.0, running.secondsLeft); };
        snapshot = known ? m_session.resume(known->first, m_stop, observer, options.device, options.threads,
                                            {}, options.instructions)
                         : m_session.run(options, m_stop, observer);
    }
    if (snapshot->status != ExperimentStatus::Finished) {
        stopHere();
    }
    end(!known || known->second != ExperimentStatus::Finished);
    return std::move(*snapshot);
}

session::RunOptions resultOptionsOf(session::RunOptions options) {
    const session::RunOptions defaults;
    options = session::withAbsolutePaths(std::move(options));
    options.loss = session::lossOf(options);
    options.device = defaults.device;
    options.threads = defaults.threads;
    options.instructions = defaults.instructions;
    options.showCurator = defaults.showCurator;
    return options;
}

void requireNoMethod(const session::RunOptions& options, const std::string& command) {
    if (options.method) {
        failUsage(Sentence("`{1}` chooses its methods itself and takes no --method", command));
    }
}

void requirePublic(const session::RunOptions& options, const std::string& command) {
    if (options.visibility != Visibility::Public) {
        refuse(Sentence("`{1}` repeats runs with seeds and exact figures, which have no (epsilon, delta) "
                        "guarantee: it is for benchmarks with --visibility public",
                        command));
    }
}

void checkEpsilons(const std::vector<double>& epsilons, bool isPublic) {
    for (auto epsilon = epsilons.begin(); epsilon != epsilons.end(); ++epsilon) {
        if (*epsilon == inf && !isPublic) {
            refuse(Sentence("--epsilon inf is for public data only: without noise there is no guarantee"));
        }
        if (*epsilon != inf) {
            checkedEpsilon(*epsilon, "--epsilons");
        }
        if (std::find(epsilons.begin(), epsilon, *epsilon) != epsilon) {
            failUsage(Sentence("--epsilons has {1} twice", *epsilon));
        }
    }
}

void checkMachine(const session::RunOptions& options, std::uint64_t records) {
    if (!options.device.isCpu() || options.threads > 0 || !options.instructions.empty() ||
        compute::leadsRanks()) {
        static_cast<void>(compute::chooseBackend(options.device, options.threads, options.instructions));
    }
    if (records > 0) {
        compute::requireSharesOf(records);
    }
}

void takeEpsilon(std::vector<double>& epsilons, const session::RunOptions& base) {
    if (epsilons.empty() && (base.isNoiseless() || base.epsilon)) {
        epsilons.assign(1, base.isNoiseless() ? inf : *base.epsilon);
    }
}

session::RunSnapshot planIn(const session::Session* session, const session::RunOptions& options) {
    return session != nullptr ? session->plan(options) : session::Session::planWithoutProject(options);
}

namespace {

/// What a project knows these rows by, where they are public and it knows them.
std::optional<session::BudgetSnapshot> knownBudget(const session::Session* session,
                                                   const session::RunOptions& options, KnownBy by) {
    if (session == nullptr || options.visibility != Visibility::Public) {
        return std::nullopt;
    }
    const std::string name = session::describeData(options).name;
    std::optional<session::BudgetSnapshot> known;
    bool isAnyPublic = false;
    for (const auto& [dataset, budget] : session->budgets()) {
        isAnyPublic |= dataset.visibility == Visibility::Public;
        if (dataset.visibility == Visibility::Public && dataset.name == name) {
            known = budget;
        }
    }
    return known || !isAnyPublic || by == KnownBy::Name ? known : session->budgetOfRows(options);
}

} // namespace

std::optional<double> takeKnownBudget(const session::Session* session, session::RunOptions& options,
                                      KnownBy by) {
    const auto known = knownBudget(session, options, by);
    if (options.visibility == Visibility::Public && !options.epsilon) {
        options.epsilon = known ? known->targetEpsilon : 1.0;
    }
    if (!known || !options.delta || known->targetDelta == *options.delta) {
        return std::nullopt;
    }
    checkedDelta(*options.delta, "--delta");
    return std::exchange(options.delta, known->targetDelta);
}

double sameNoise(double epsilon, std::optional<double> asked, const session::RunOptions& options) {
    if (!asked || epsilon == inf) {
        return epsilon;
    }
    if (session::samples(options, session::ownRates(options)) ||
        search::traitsOf(*options.method).privateSelection) {
        failUsage(
            Sentence("the project knows these rows by δ = {1}, and a budget at another δ = {2} is one of "
                     "the same noise for full batches and methods whose every run is charged alone: leave "
                     "out --delta, or take another --storage",
                     *options.delta, *asked));
    }
    return epsilonOf(muOf(Epsilon{epsilon}, Delta{*asked}), Delta{*options.delta}).value();
}

MeanSd meanSd(const std::vector<double>& values) {
    MeanSd result;
    for (const double value : values) {
        result.mean += value / static_cast<double>(values.size());
    }
    double squares = 0.0;
    for (const double value : values) {
        squares += (value - result.mean) * (value - result.mean);
    }
    if (values.size() > 1) {
        result.sd = std::sqrt(squares / static_cast<double>(values.size() - 1));
    }
    return result;
}

session::RunOptions singleRun(session::RunOptions options, std::optional<double> learningRate,
                              std::uint32_t steps) {
    options.method = session::kSingleRun;
    options.learningRates =
        learningRate ? std::optional(NumberList(std::vector{*learningRate})) : std::nullopt;
    options.steps = NumberList(std::vector{static_cast<double>(steps)});
    options.totalStepSize.reset();
    return options;
}

} // namespace parsimony::study
