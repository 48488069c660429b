// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms side by side, durable in one transaction.
#include "core/base/seconds_since.h"
#include "core/base/sentence.h"
#include "core/mechanism/journal.h"
#include "core/mechanism/train_trial.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

namespace parsimony::mechanism {

namespace {

double scoreOf(const Performed& performed) {
    const auto& score = performed.release.outcome.score;
    return score ? score->value : 0.0;
}

/// Keeps the weights of each experiment's best alone where that is asked for.
void dropOthersWeights(std::span<const BatchItem> items, std::span<Performed> performed) {
    const auto isBeaten = [&](std::size_t i) {
        for (std::size_t j = 0; j < items.size(); ++j) {
            if (items[j].account.experiment == items[i].account.experiment &&
                scoreOf(performed[j]) > scoreOf(performed[i])) {
                return true;
            }
        }
        return false;
    };
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].bestOnly && isBeaten(i)) {
            std::erase_if(performed[i].release.outcome.releases, [](const ledger::ReleaseSpec& release) {
                return release.what == ReleasedValue::Weights;
            });
            performed[i].release.model.reset();
        }
    }
}

} // namespace

bool Journal::runBatch(std::span<const BatchItem> items, Rows& rows, std::span<Performed> performed,
                       std::span<const std::uint32_t> attempts,
                       const std::function<void(double steps)>& progress) {
    std::vector<compute::NoiseSource> sources;
    sources.reserve(items.size());
    struct Jobs {
        std::vector<train::TrialJob> jobs;
        std::vector<std::size_t> places; ///< among the items
    };
    std::map<std::string, Jobs> byRows;
    std::vector<std::uint32_t> stepsDone(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto number =
            items[i].noise ? *items[i].noise : static_cast<std::uint64_t>(performed[i].trial.value());
        sources.push_back(noise(items[i].account, number, attempts[i]));
        if (const TrainTrial* trial = items[i].mechanism->training()) {
            train::TrialJob job = trial->job(sources.back());
            job.control.progress = [&, i](const train::TrainProgress& made) {
                stepsDone[i] = made.stepsDone;
                if (progress) {
                    progress(std::accumulate(stepsDone.begin(), stepsDone.end(), 0.0));
                }
            };
            Jobs& same = byRows[trial->rowsRead()];
            same.jobs.push_back(std::move(job));
            same.places.push_back(i);
        }
    }
    for (const auto& [name, same] : byRows) {
        const auto& [jobs, places] = same;
        const auto& data = rows.all(name);
        auto outcomes = train::trainTogether(jobs, rows.backend(), data, m_stop);
        for (std::size_t k = 0; k < places.size(); ++k) {
            if (outcomes[k].status != train::TrainStatus::Finished) {
                return false;
            }
            const std::size_t i = places[k];
            performed[i].release =
                items[i].mechanism->training()->scored(std::move(outcomes[k]), rows, sources[i], m_stop);
        }
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].mechanism->training() == nullptr) {
            performed[i].release =
                items[i].mechanism->run({rows, m_stop, [&, i](std::uint32_t) { return sources[i]; }});
        }
    }
    return true;
}

void Journal::startBatch(std::span<const BatchItem> items, std::span<Performed> performed,
                         std::span<std::uint32_t> attempts) {
    m_project.inOneTransaction([&] {
        for (std::size_t i = 0; i < items.size(); ++i) {
            attempts[i] = static_cast<std::uint32_t>(m_project.startTrial(performed[i].trial));
        }
    });
    for (const BatchItem& item : items) {
        reserved(item.account, *item.mechanism).state = ledger::TrialState::Running;
    }
}

void Journal::record(std::span<const BatchItem> items, std::span<Performed> performed, bool started) {
    const auto changes = [&] {
        for (std::size_t i = 0; i < items.size(); ++i) {
            const TrialId trial =
                performed[i].trial.valid()
                    ? performed[i].trial
                    : m_project.reserveTrial(items[i].account.experiment, items[i].mechanism->reservation());
            if (!started) {
                (void)m_project.startTrial(trial);
            }
            m_project.finishTrial(trial, performed[i].release.outcome);
            performed[i].trial = trial;
            performed[i].end = End::Finished;
        }
    };
    m_project.inOneTransaction(changes,
                               started ? ledger::Project::Durable::Now : ledger::Project::Durable::Soon);
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (const auto open = m_open.find(items[i].account.experiment.value()); open != m_open.end()) {
            std::erase_if(open->second,
                          [&](const auto& one) { return one.second.trial == performed[i].trial; });
        }
    }
}

std::optional<std::vector<Performed>>
Journal::performBatch(std::span<const BatchItem> items, Rows& rows,
                      const std::function<void(double steps)>& progress) {
    const bool isPrivate = std::any_of(items.begin(), items.end(), [this](const BatchItem& item) {
        return !isPublic(item.account.experiment);
    });
    for (const BatchItem& item : items) {
        if (isPrivate && (item.noise || wasStarted(item.account, *item.mechanism))) {
            refuse(
                Sentence("on private data noise is drawn anew for each attempt: a run that names its noise, "
                         "or was started before, is performed by itself"));
        }
        if (item.mechanism->traits().recovery == Recovery::Once) {
            fail(Sentence("a mechanism that runs once is performed by itself"));
        }
    }
    std::vector<Performed> performed(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!items[i].noise) {
            performed[i].trial = reserve(items[i].account, *items[i].mechanism);
        }
    }
    std::vector<std::uint32_t> attempts(items.size(), 1);
    if (isPrivate) {
        startBatch(items, performed, attempts);
    }
    const auto began = Clock::now();
    const double loaded = rows.secondsLoading();
    try {
        if (!runBatch(items, rows, performed, attempts, progress)) {
            return std::nullopt;
        }
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Interrupted) {
            throw;
        }
        return std::nullopt;
    }
    dropOthersWeights(items, performed);
    record(items, performed, isPrivate);
    const double seconds = secondsSince(began) - (rows.secondsLoading() - loaded);
    const auto weightOf = [](const BatchItem& item) {
        const TrainTrial* trial = item.mechanism->training();
        return trial != nullptr ? static_cast<double>(trial->plan().steps()) : 1.0;
    };
    double weight = 0.0;
    for (const BatchItem& item : items) {
        weight += weightOf(item);
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        performed[i].seconds = seconds * weightOf(items[i]) / weight;
    }
    return performed;
}

} // namespace parsimony::mechanism
