// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/journal.h"

#include "core/base/seconds_since.h"
#include "core/base/sentence.h"
#include "core/mechanism/train_trial.h"

namespace parsimony::mechanism {

namespace {

constexpr const char* overForGood =
    "it did not come to its end; it is one mechanism, stays charged and is not resumed";

} // namespace

Journal::Journal(ledger::Project& project, std::stop_token stop)
    : m_project(project), m_stop(std::move(stop)) {}

ledger::RunningExperiment Journal::begin(const ledger::ExperimentSpec& spec) {
    return m_project.beginExperiment(spec);
}

ledger::RunningExperiment Journal::resume(ExperimentId experiment, bool movedHere) {
    m_open.erase(experiment.value()); // another process may have gone on with it
    return m_project.resumeExperiment(experiment, movedHere);
}

void Journal::replan(ExperimentId experiment, const nlohmann::json& plan, const std::string& reason) {
    m_project.addPlanVersion(experiment, plan, reason);
}

Journal::OpenTrials& Journal::openTrials(ExperimentId experiment) {
    const auto [found, isNew] = m_open.try_emplace(experiment.value());
    if (isNew) {
        const auto places = m_project.trialPlaces(experiment);
        for (const ledger::TrialRow& row : m_project.trials(experiment)) {
            const ledger::TrialPlace& place = places.at(row.id.value());
            if (isOpen(row.state)) {
                found->second[placeOf(row.role, place.index, place.part)] = {row.id, row.state};
            }
        }
    }
    return found->second;
}

Journal::Open& Journal::reserved(const Account& account, const Mechanism& mechanism) {
    OpenTrials& open = openTrials(account.experiment);
    const std::string place = mechanism.place();
    auto found = open.find(place);
    if (found == open.end()) {
        const ledger::TrialSpec spec = mechanism.reservation();
        found = open.emplace(place, Open{m_project.reserveTrial(account.experiment, spec)}).first;
    }
    return found->second;
}

TrialId Journal::reserve(const Account& account, const Mechanism& mechanism) {
    return reserved(account, mechanism).trial;
}

void Journal::reserve(const Account& account, std::span<const Mechanism* const> mechanisms) {
    try {
        m_project.inOneTransaction(
            [&] {
                for (const Mechanism* mechanism : mechanisms) {
                    (void)reserved(account, *mechanism);
                }
            },
            isPublic(account.experiment) ? ledger::Project::Durable::Soon : ledger::Project::Durable::Now);
    } catch (...) {
        m_open.erase(account.experiment.value()); // some of them were undone
        throw;
    }
}

bool Journal::wasStarted(const Account& account, const Mechanism& mechanism) {
    const OpenTrials& open = openTrials(account.experiment);
    const auto found = open.find(mechanism.place());
    return found != open.end() && found->second.state == ledger::TrialState::Running;
}

void Journal::refuseRepetition(const Account& account, const Mechanism& mechanism, const Open& open) {
    if (mechanism.traits().recovery != Recovery::Once || open.state != ledger::TrialState::Running) {
        return;
    }
    abandon(account.experiment);
    refuse(Sentence("experiment {1} is a private selection that was interrupted: it is one mechanism, so it "
                    "stays charged and cannot be resumed; start another with `run` from what is left",
                    account.experiment.value()));
}

Release Journal::attempt(const Account& account, const Mechanism& mechanism, TrialId trial, Rows& rows,
                         const std::optional<ledger::Checkpoint>& from, const Watch& watch) {
    const Traits traits = mechanism.traits();
    const std::int64_t number = m_project.startTrial(trial);
    if (watch.started) {
        watch.started(trial);
    }
    Attempt attempt{
        rows, m_stop, [&](std::uint32_t draw) {
            if (draw != 1 && traits.recovery != Recovery::Once) {
                fail(Sentence("a mechanism that can be tried again draws from one source an attempt"));
            }
            return noise(account, static_cast<std::uint64_t>(trial.value()),
                         static_cast<std::uint32_t>(number) + draw - 1);
        }};
    if (from) {
        attempt.from = train::TrainerState::deserialize(from->state);
    }
    if (traits.recovery == Recovery::Continued) {
        attempt.checkpoint = [&](const train::TrainerState& state) {
            m_project.saveCheckpoint(trial, {number, state.stepsDone, state.serialize(), false});
        };
    }
    if (watch.progress && !traits.silent) {
        attempt.progress = [&](std::uint32_t steps) { watch.progress(trial, steps); };
    }
    return mechanism.run(attempt);
}

Performed Journal::perform(const Account& account, const Mechanism& mechanism, Rows& rows,
                           const Watch& watch) {
    Open& open = reserved(account, mechanism);
    refuseRepetition(account, mechanism, open);
    Performed performed;
    performed.trial = open.trial;
    const auto from = m_project.loadCheckpoint(open.trial);
    if (from && from->damaged) {
        // Its steps may have been released, so drawing them anew would release them twice.
        m_project.loseTrial(open.trial, "its checkpoint is damaged");
        m_open.erase(account.experiment.value());
        performed.end = End::Lost;
        return performed;
    }
    const Traits traits = mechanism.traits();
    const auto began = Clock::now();
    const double loaded = rows.secondsLoading();
    bool running = false;
    Watch told = watch;
    told.started = [&](TrialId trial) {
        open.state = ledger::TrialState::Running;
        if (watch.started) {
            watch.started(trial);
        }
        running = true; // a callback that fails is a crash, not an end
    };
    try {
        performed.release = attempt(account, mechanism, open.trial, rows, from, told);
        m_project.finishTrial(open.trial, performed.release.outcome);
    } catch (const std::exception& error) {
        if (running && traits.recovery == Recovery::Once) {
            abandonQuietly(account.experiment);
        }
        const auto* known = dynamic_cast<const Error*>(&error);
        if (known == nullptr || known->code() != ErrorCode::Interrupted) {
            throw;
        }
        return performed; // nothing was released since the last durable checkpoint
    }
    std::erase_if(openTrials(account.experiment),
                  [&](const auto& one) { return one.second.trial == performed.trial; });
    performed.end = End::Finished;
    if (!traits.silent) {
        performed.seconds = secondsSince(began) - (rows.secondsLoading() - loaded);
    }
    return performed;
}

bool Journal::isPublic(ExperimentId experiment) {
    const auto [found, isNew] = m_isPublic.try_emplace(experiment.value(), false);
    if (isNew) {
        found->second = m_project.isPublic(experiment);
    }
    return found->second;
}

compute::NoiseSource Journal::noise(const Account& account, std::uint64_t number, std::uint32_t attempt) {
    const bool onPublicData = isPublic(account.experiment);
    if (!account.seed) {
        return onPublicData ? compute::NoiseSource::freshOnPublicData(number, attempt)
                            : compute::NoiseSource::fresh(number, attempt);
    }
    if (!onPublicData) {
        refuse(Sentence("a seed is for public data only: whoever knows the seed can subtract the noise"));
    }
    return compute::NoiseSource::seeded(compute::PublicDataSeed(*account.seed), number, attempt);
}

void Journal::remark(const Sentence& sentence) {
    m_remarks.push_back(sentence);
}

void Journal::finish(std::span<const Finish> experiments) {
    m_project.inOneTransaction([&] {
        for (const Finish& one : experiments) {
            m_project.finishExperiment(one.experiment, one.result, m_remarks);
        }
    });
}

void Journal::interrupt(ExperimentId experiment) noexcept {
    if (abandoned(experiment)) {
        return;
    }
    try {
        m_project.interruptExperiment(experiment);
    } catch (const std::exception&) {
        // The file cannot be written just now; an experiment without an owner counts as interrupted anyway.
    }
}

void Journal::abandon(ExperimentId experiment) {
    for (const ledger::TrialRow& row : m_project.trials(experiment)) {
        if (isOpen(row.state)) {
            m_project.loseTrial(row.id, overForGood);
        }
    }
    m_project.failExperiment(experiment, overForGood, m_remarks);
    m_abandoned.insert(experiment.value());
}

void Journal::settle(ExperimentId experiment) {
    if (abandoned(experiment)) {
        return;
    }
    for (const ledger::TrialRow& row : m_project.trials(experiment)) {
        if (row.state == ledger::TrialState::Finished) {
            m_project.finishExperiment(experiment, {{"device", "cpu"}}, m_remarks);
            return;
        }
    }
    abandon(experiment);
}

void Journal::abandonQuietly(ExperimentId experiment) noexcept {
    try {
        abandon(experiment);
    } catch (const std::exception&) {
        // The file cannot be written just now. The next process finds a mechanism that was started and may
        // not be repeated, and ends it.
        m_abandoned.insert(experiment.value());
    }
}

bool Journal::abandoned(ExperimentId experiment) const {
    return m_abandoned.count(experiment.value()) != 0;
}

} // namespace parsimony::mechanism
