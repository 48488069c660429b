// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of searches: which may start now, and in what company.
#include "core/base/collected.h"
#include "core/base/part_name.h"
#include "core/session/executor.h"
#include "core/session/plan_mechanisms.h"
#include "core/train/trial_spread.h"

#include <algorithm>
#include <utility>

namespace parsimony::session {

using mechanism::End;
using mechanism::Performed;

namespace {

/// Runs of an experiment that are reserved in one transaction, before the first of them starts.
constexpr std::size_t reservedTogether = 64;
/// Seconds that a batch of runs side by side may take: no checkpoint is written meanwhile, and a run by
/// itself writes one a second.
constexpr double longestBatch = 1.0;
/// A batch of such runs has at most so many times those that share a pass: what it trained waits in memory
/// until all of it is recorded.
constexpr std::size_t passesInBatch = 4;

std::size_t processesOf(compute::ComputeBackend& backend) {
    const auto* spread = dynamic_cast<train::TrialSpread*>(&backend);
    return spread != nullptr ? spread->processes() : 1;
}

} // namespace

std::vector<Executor::Job> Executor::openJobs() {
    std::vector<Job> jobs;
    for (Search& search : m_searches) {
        if (search.method->finished()) {
            continue;
        }
        for (const search::Proposal& proposal : search.method->nextBatch()) {
            jobs.push_back({&search, proposal,
                            proposedMechanism(
                                search.member.plan, m_request, proposal,
                                [&](int index) { return modelOf(search, index); }, m_initialWeights,
                                startOf(proposal))});
        }
    }
    if (isTogether()) { // runs of equal length share every pass
        std::stable_sort(jobs.begin(), jobs.end(),
                         [](const Job& a, const Job& b) { return a.proposal.steps > b.proposal.steps; });
    }
    return jobs;
}

RunStart Executor::startOf(const search::Proposal& proposal) const {
    const auto found = m_starts.find(encoderIn(proposal.knobs));
    return found == m_starts.end() ? RunStart() : found->second;
}

std::size_t Executor::widthOf(const Job& job) const {
    const mechanism::TrainTrial* trial = job.mechanism->training();
    return trial != nullptr ? std::max<std::size_t>(1, m_backend->preferredTrials(trial->plan().headShape()))
                            : 1;
}

std::size_t Executor::sideBySide(std::span<const Job> jobs) {
    const ExperimentPlan& plan = jobs.front().search->member.plan;
    if (m_secondsPerStep <= 0.0) {
        return 1;
    }
    double seconds = 0.0;
    std::size_t count = 0;
    for (const Job& job : jobs.first(std::min(jobs.size(), passesInBatch * widthOf(jobs.front())))) {
        seconds += job.proposal.steps * m_secondsPerStep;
        const bool goesOn =
            m_journal.wasStarted(accountOf(plan, job.search->member.running.id), *job.mechanism);
        if (job.mechanism->training() == nullptr || goesOn || seconds > longestBatch) {
            break;
        }
        ++count;
    }
    return std::max<std::size_t>(1, count);
}

bool Executor::searchAll() {
    if (!prepareFeatures()) {
        return false;
    }
    m_stepsTotal -= std::exchange(m_stepsDone, 0.0);
    m_began = Clock::now();
    for (std::vector<Job> jobs = openJobs(); !jobs.empty(); jobs = openJobs()) {
        const std::size_t width =
            isTogether() ? widthOf(jobs.front()) * processesOf(*m_backend) : reservedTogether;
        for (std::size_t first = 0; first < jobs.size(); first += width) {
            const auto batch = std::span(jobs).subspan(first, std::min(width, jobs.size() - first));
            if (m_stop.stop_requested() || !(isTogether() ? performTogether(batch) : perform(batch))) {
                return false;
            }
        }
    }
    if (!isTogether()) {
        m_rows->drop(kTrainPart);
        m_rows->drop(kValidationPart);
    }
    return true;
}

bool Executor::perform(std::span<Job> jobs) {
    const Search& search = *jobs.front().search;
    if (jobs.size() > 1) {
        auto mechanisms =
            collected<const mechanism::Mechanism*>(jobs, [](const Job& job) { return job.mechanism.get(); });
        m_journal.reserve(accountOf(search.member.plan, search.member.running.id), mechanisms);
    }
    while (!jobs.empty()) {
        if (m_stop.stop_requested()) {
            return false;
        }
        const std::size_t count = sideBySide(jobs);
        if (!(count > 1 ? performSideBySide(jobs.first(count)) : performAlone(jobs.front()))) {
            return false;
        }
        jobs = jobs.subspan(count);
        m_live->seconds(secondsOf(search));
        m_live->publish();
    }
    return true;
}

bool Executor::performAlone(Job& job) {
    Performed done = performed(*job.search, *job.mechanism);
    if (done.end == End::Stopped) {
        return false;
    }
    if (done.end == End::Lost) {
        lose(job, done);
        return true;
    }
    close(job, done);
    if (job.proposal.steps > 0) {
        m_secondsPerStep = done.seconds / job.proposal.steps;
    }
    return true;
}

bool Executor::performSideBySide(std::span<Job> jobs) {
    std::vector<mechanism::BatchItem> items;
    for (const Job& job : jobs) {
        const Member& member = job.search->member;
        items.push_back({accountOf(member.plan, member.running.id), job.mechanism.get()});
    }
    auto done = m_journal.performBatch(items, *m_rows);
    for (std::size_t i = 0; done && i < jobs.size(); ++i) {
        close(jobs[i], (*done)[i]);
    }
    return done.has_value();
}

bool Executor::performTogether(std::span<Job> jobs) {
    std::vector<mechanism::BatchItem> items;
    for (const Job& job : jobs) {
        const Member& member = job.search->member;
        // Of an oracle's many cells only the winner's weights are of use: it is the best of its own batch.
        items.push_back({accountOf(member.plan, member.running.id), job.mechanism.get(),
                         noiseNumber(member.plan, job.proposal), !job.search->method->accounted()});
    }
    auto done = m_journal.performBatch(items, *m_rows, [this](double steps) { tell(steps); });
    for (std::size_t i = 0; done && i < jobs.size(); ++i) {
        close(jobs[i], (*done)[i]);
        m_stepsDone += jobs[i].proposal.steps;
    }
    return done.has_value();
}

void Executor::close(Job& job, Performed& performed) {
    Search& search = *job.search;
    const int index = job.proposal.index;
    search.trials[index] = performed.trial;
    if (isTogether() && performed.release.model) {
        search.models[index] = std::move(*performed.release.model);
    }
    const bool final = job.proposal.role == TrialRole::Final && !search.member.plan.selection;
    (final ? search.secondsFinal : search.secondsSearch) += performed.seconds;
    const auto& score = performed.release.outcome.score;
    search.method->observe(index, score && job.proposal.scored
                                      ? std::optional(search::Score{score->value, score->se})
                                      : std::nullopt);
}

void Executor::lose(Job& job, const Performed& performed) {
    Search& search = *job.search;
    search.trials[job.proposal.index] = performed.trial;
    m_journal.replan(search.member.running.id, search.member.plan.toJson(),
                     "trial " + std::to_string(performed.trial.value()) + " was lost");
    search.method->lose(job.proposal.index);
}

} // namespace parsimony::session
