// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/together_runner.h"

#include "core/base/error.h"
#include "core/session/run_inputs.h"
#include "core/session/snapshot_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

namespace parsimony::session {

namespace {

/// Names a run's noise by what the run is, so that a cell has the same value in whatever grid it is asked
/// for (FNV-1a over the bits of its numbers).
std::uint64_t noiseNumber(const ExperimentPlan& plan, const search::Proposal& proposal) {
    const std::array<std::uint64_t, 5> words{
        std::bit_cast<std::uint64_t>(plan.budgetOf(proposal.phase).mu),
        std::bit_cast<std::uint64_t>(proposal.learningRate.value_or(0.0)), proposal.steps,
        static_cast<std::uint64_t>(std::int64_t{proposal.phase}), std::bit_cast<std::uint64_t>(plan.epsilon)};
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const std::uint64_t word : words) {
        for (int byte = 0; byte < 8; ++byte) {
            hash = (hash ^ ((word >> (8 * byte)) & 0xffU)) * 0x100000001b3ULL;
        }
    }
    return hash;
}

compute::NoiseSource noiseFor(const ExperimentPlan& plan, const search::Proposal& proposal) {
    const std::uint64_t number = noiseNumber(plan, proposal);
    return plan.options.seed
               ? compute::NoiseSource::seeded(compute::PublicDataSeed(*plan.options.seed), number, 1)
               : compute::NoiseSource::fresh(number, 1);
}

double stepsOf(const search::SequentialMethod& method) {
    double steps = 0.0;
    for (const search::Proposal& proposal : method.outline()) {
        steps += proposal.steps;
    }
    return steps;
}

} // namespace

TogetherRunner::TogetherRunner(ledger::Project& project, DataRequest request,
                               std::unique_ptr<compute::ComputeBackend> backend, std::vector<Member> members,
                               std::stop_token stop, TogetherProgress progress)
    : m_project(project), m_request(std::move(request)), m_backend(std::move(backend)),
      m_stop(std::move(stop)), m_progress(std::move(progress)) {
    for (Member& member : members) {
        Search& search = m_searches.emplace_back();
        search.member = std::move(member);
    }
}

std::vector<RunSnapshot> TogetherRunner::run() {
    try {
        for (Search& search : m_searches) {
            search.method = search.member.plan.makeMethod();
            for (const auto& [index, row] :
                 replayTrials(m_project, search.member.running.id, *search.method)) {
                search.trials[index] = row.id;
                m_stepsDone += static_cast<double>(row.steps);
            }
            m_stepsTotal += stepsOf(*search.method);
        }
        if (searchAll()) {
            evaluateAll();
        } else {
            interruptAll();
        }
    } catch (const Error& error) {
        interruptAll();
        if (error.code() != ErrorCode::Interrupted) {
            throw;
        }
    } catch (...) {
        interruptAll();
        throw;
    }
    std::vector<RunSnapshot> snapshots;
    for (Search& search : m_searches) {
        search.member.running.lock.release();
        snapshots.push_back(readSnapshot(m_project, search.member.running.id));
    }
    return snapshots;
}

void TogetherRunner::interruptAll() {
    for (Search& search : m_searches) {
        if (!search.ended) {
            try {
                m_project.interruptExperiment(search.member.running.id);
            } catch (const Error&) {
                // The file cannot be written just now; an experiment without an owner counts as interrupted.
            }
            search.ended = true;
        }
    }
}

void TogetherRunner::makeResident(const std::string& part) {
    const RequestedPart* requested = m_request.find(part);
    if (requested == nullptr) {
        failUsage("the runs need a " + part + " part, and none was given");
    }
    const ExperimentPlan& plan = m_searches.front().member.plan;
    const auto start = Clock::now();
    m_resident[part] = uploadRows(*m_backend, plan, loadRows(plan, *requested, m_stop));
    m_secondsLoad += secondsSince(start);
}

void TogetherRunner::loadParts() {
    makeResident("train");
    if (std::any_of(m_searches.begin(), m_searches.end(),
                    [](const Search& search) { return search.member.plan.validation.has_value(); })) {
        makeResident("validation");
    }
}

train::Model TogetherRunner::modelOf(const Search& search, int index) const {
    const auto model = search.models.find(index);
    return model != search.models.end()
               ? model->second
               : releasedModel(m_project, search.member.running.id, search.trials.at(index));
}

std::optional<train::TrainerState> TogetherRunner::startOf(const Search& search,
                                                           const search::Proposal& proposal,
                                                           const compute::HeadShape& head) const {
    return startState(proposal, head, [&](int index) { return modelOf(search, index); });
}

std::vector<TogetherRunner::Job> TogetherRunner::openJobs() {
    std::vector<Job> jobs;
    for (Search& search : m_searches) {
        if (search.method->finished()) {
            continue;
        }
        const ExperimentPlan& plan = search.member.plan;
        for (const search::Proposal& proposal : search.method->nextBatch()) {
            train::TrialPlan trial =
                plan.trialPlan(proposal.phase, proposal.steps, proposal.learningRate.value_or(0.0));
            auto start = startOf(search, proposal, trial.headShape());
            jobs.push_back({&search, proposal, std::move(trial), noiseFor(plan, proposal), std::move(start)});
        }
    }
    // Runs of equal length share every pass.
    std::stable_sort(jobs.begin(), jobs.end(),
                     [](const Job& a, const Job& b) { return a.plan.steps() > b.plan.steps(); });
    return jobs;
}

bool TogetherRunner::runBatch(std::span<Job> jobs) {
    std::vector<std::uint32_t> stepsDone(jobs.size());
    std::vector<train::TrialJob> trials;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        train::TrialJob trial;
        trial.plan = &jobs[i].plan;
        trial.noise = &jobs[i].noise;
        trial.from = jobs[i].start;
        trial.control.progress = [this, &stepsDone, i](const train::TrainProgress& progress) {
            stepsDone[i] = progress.stepsDone;
            tell(std::accumulate(stepsDone.begin(), stepsDone.end(), 0.0));
        };
        trials.push_back(std::move(trial));
    }
    auto outcomes = train::trainTogether(trials, *m_backend, *m_resident.at("train"), m_stop, trials.size());
    std::vector<ledger::Score> scores(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (outcomes[i].status != train::TrainStatus::Finished) {
            return false;
        }
        if (jobs[i].proposal.scored) {
            const ExperimentPlan& plan = jobs[i].search->member.plan;
            const TrialContext context{m_project, *m_backend, plan.options.seed, m_stop, {}, {}};
            scores[i] = countScore(context, scoreRequestOf(plan, jobs[i].proposal, m_resident),
                                   outcomes[i].model, jobs[i].noise);
        }
    }
    record(jobs, outcomes, scores);
    return true;
}

void TogetherRunner::record(std::span<Job> jobs, std::vector<train::TrainOutcome>& outcomes,
                            const std::vector<ledger::Score>& scores) {
    // Of an oracle's many cells only the winner's weights are of use: it is the best of its own batch.
    std::vector<bool> keep(jobs.size(), true);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        for (std::size_t j = 0; j < jobs.size() && keep[i]; ++j) {
            keep[i] = jobs[i].search->method->accounted() || jobs[j].search != jobs[i].search ||
                      scores[j].value <= scores[i].value;
        }
    }
    m_project.inOneTransaction([&] {
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            Search& search = *jobs[i].search;
            const ExperimentPlan& plan = search.member.plan;
            const bool scored = jobs[i].proposal.scored;
            const TrialId id = m_project.reserveTrial(search.member.running.id,
                                                      trialSpecOf(plan, jobs[i].proposal, jobs[i].plan));
            (void)m_project.startTrial(id);
            m_project.finishTrial(id, trainedOutcome(outcomes[i], jobs[i].plan,
                                                     scored ? std::optional(scores[i]) : std::nullopt,
                                                     scoreRequestOf(plan, jobs[i].proposal, m_resident),
                                                     keep[i]));
            search.trials[jobs[i].proposal.index] = id;
        }
    });
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        Search& search = *jobs[i].search;
        if (keep[i]) {
            search.models[jobs[i].proposal.index] = std::move(outcomes[i].model);
        }
        search.method->observe(jobs[i].proposal.index,
                               jobs[i].proposal.scored
                                   ? std::optional(search::Score{scores[i].value, scores[i].se})
                                   : std::nullopt);
        m_stepsDone += jobs[i].plan.steps();
    }
}

bool TogetherRunner::searchAll() {
    std::vector<Job> jobs = openJobs();
    if (!jobs.empty()) {
        loadParts();
    }
    m_trainingSince = Clock::now();
    const double before = std::exchange(m_stepsDone, 0.0);
    m_stepsTotal -= before;
    for (; !jobs.empty(); jobs = openJobs()) {
        const std::size_t together =
            std::max<std::size_t>(1, m_backend->preferredTrials(jobs.front().plan.headShape()));
        for (std::size_t first = 0; first < jobs.size(); first += together) {
            const auto batch = std::span(jobs).subspan(first, std::min(together, jobs.size() - first));
            const auto start = Clock::now();
            if (m_stop.stop_requested() || !runBatch(batch)) {
                return false;
            }
            double steps = 0.0;
            for (const Job& job : batch) {
                steps += job.plan.steps();
            }
            for (const Job& job : batch) {
                const double share = secondsSince(start) * job.plan.steps() / steps;
                (job.proposal.role == search::Role::Final ? job.search->secondsFinal
                                                          : job.search->secondsSearch) += share;
            }
        }
    }
    return true;
}

void TogetherRunner::evaluateAll() {
    std::vector<std::vector<ledger::Score>> accuracies(m_searches.size());
    for (std::size_t i = 0; i < m_searches.size(); ++i) {
        Search& search = m_searches[i];
        const ExperimentPlan& plan = search.member.plan;
        const auto result = search.method->result();
        const auto start = Clock::now();
        for (std::size_t k = 0; result && k < plan.evaluations.size(); ++k) {
            const EvaluationBudget& look = plan.evaluations[k];
            if (m_resident.count(look.part) == 0) {
                makeResident(look.part);
            }
            const TrialContext context{m_project, *m_backend, plan.options.seed, m_stop, {}, {}};
            accuracies[i].push_back(countScore(
                context, {ScoreKind::Exact, m_resident.at(look.part).get(), std::nullopt, look.records},
                modelOf(search, *result), compute::NoiseSource::fresh(0, 1)));
        }
        search.secondsFinal += secondsSince(start);
    }
    const auto count = static_cast<double>(m_searches.size());
    m_project.inOneTransaction([&] {
        for (std::size_t i = 0; i < m_searches.size(); ++i) {
            const Search& search = m_searches[i];
            const ExperimentId id = search.member.running.id;
            for (std::size_t k = 0; k < accuracies[i].size(); ++k) {
                const EvaluationBudget& look = search.member.plan.evaluations[k];
                const TrialId trial = m_project.reserveTrial(id, evaluationSpecOf(search.member.plan, look));
                (void)m_project.startTrial(trial);
                m_project.finishTrial(trial, evaluationOutcome(look, accuracies[i][k]));
            }
            const auto result = search.method->result();
            m_project.finishExperiment(id, {{"device", m_backend->name()},
                                            {"result_trial", result ? search.trials.at(*result).value() : 0},
                                            {"seconds",
                                             {{"load", m_secondsLoad / count},
                                              {"search", search.secondsSearch},
                                              {"final", search.secondsFinal}}}});
        }
    });
    for (Search& search : m_searches) {
        search.ended = true;
    }
}

void TogetherRunner::tell(double stepsNow) {
    const auto now = Clock::now();
    if (!m_progress || now - m_told < std::chrono::milliseconds(100)) {
        return;
    }
    m_told = now;
    const double done = m_stepsDone + stepsNow;
    const double seconds = secondsSince(m_trainingSince);
    m_progress(m_stepsTotal > 0.0 ? std::min(1.0, done / m_stepsTotal) : 1.0,
               done > 0.0 && seconds > 0.5
                   ? std::optional(std::max(0.0, m_stepsTotal - done) * seconds / done)
                   : std::nullopt);
}

} // namespace parsimony::session
