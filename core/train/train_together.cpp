// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/collected.h"
#include "core/base/sentence.h"
#include "core/train/descent.h"
#include "core/train/gradient_trainer.h"
#include "core/train/trainer.h"
#include "core/train/trainer_entry.h"
#include "core/train/training_run.h"
#include "core/train/trial_spread.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

namespace parsimony::train {

namespace {

/// A trial that is under way. It is not moved: its parts refer to each other.
struct Running {
    TrainControl control;
    TrainingRun run;
    GradientTrial trial;
    std::vector<double> sum;
    std::size_t index;

    Running(const TrialJob& job, std::size_t jobIndex, compute::ComputeBackend& backend,
            const compute::ResidentData& data, const std::stop_token& stop)
        : control(withStop(job.control, stop)),
          run(*job.plan, backend, data, *job.noise, job.from, control, job.initial), trial(run),
          index(jobIndex) {}

    static TrainControl withStop(TrainControl control, const std::stop_token& stop) {
        control.stop = stop;
        return control;
    }
};

/// May the trial share a pass with others? A Poisson sample is one trial's own.
bool canShare(const TrialPlan& plan) {
    return traitsOf(plan.options().trainer).clippedGradients && plan.sampleRate().value() >= 1.0;
}

bool sharePass(const TrialPlan& a, const TrialPlan& b) {
    return a.headShape() == b.headShape() && a.options().loss == b.options().loss;
}

/// Trials of one head and one loss, `width` at a time.
class SharedPasses {
public:
    SharedPasses(std::span<const TrialJob> jobs, compute::ComputeBackend& backend,
                 const compute::ResidentData& data, const std::stop_token& stop, std::size_t width,
                 std::vector<TrainOutcome>& outcomes)
        : m_jobs(jobs), m_backend(backend), m_data(data), m_stop(stop), m_width(width), m_outcomes(outcomes) {
    }

    void run(std::deque<std::size_t> waiting) {
        while (!waiting.empty() || !m_running.empty()) {
            while (!waiting.empty() && m_running.size() < m_width) {
                start(waiting.front());
                waiting.pop_front();
            }
            if (!m_running.empty()) {
                step();
            }
        }
    }

private:
    void start(std::size_t index) {
        m_running.push_back(std::make_unique<Running>(m_jobs[index], index, m_backend, m_data, m_stop));
        dropEnded(); // nothing left to do, or stopped
    }

    void step() {
        auto runs = collected<TrainingRun*>(m_running, [](const auto& running) { return &running->run; });
        if (m_descent.advance(runs)) {
            dropEnded();
            return;
        }
        std::vector<compute::GradientTask> tasks;
        for (const auto& running : m_running) {
            running->sum.resize(running->run.head().parameters());
            tasks.push_back(running->run.gradientTask(running->sum));
        }
        const compute::PassOptions pass = m_running.front()->run.gradientPass();
        const bool whole = m_backend.clippedGradientSums(m_data, pass, tasks);
        for (const auto& running : m_running) {
            if (whole) {
                running->run.release(ReleaseKind::Gradient, DrawKind::Gradient, running->sum);
                running->trial.step(running->sum);
            } else {
                running->run.stopped();
            }
        }
        dropEnded();
    }

    void dropEnded() {
        std::erase_if(m_running, [&](const std::unique_ptr<Running>& running) {
            if (!running->run.ended()) {
                return false;
            }
            m_outcomes[running->index] = running->trial.finish();
            return true;
        });
    }

    std::span<const TrialJob> m_jobs;
    compute::ComputeBackend& m_backend;
    const compute::ResidentData& m_data;
    const std::stop_token& m_stop;
    std::size_t m_width;
    std::vector<TrainOutcome>& m_outcomes;
    std::vector<std::unique_ptr<Running>> m_running;
    Descent m_descent;
};

} // namespace

std::vector<TrainOutcome> trainTogether(std::span<const TrialJob> jobs, compute::ComputeBackend& backend,
                                        const compute::ResidentData& data,
                                        std::stop_token stop, // NOLINT(performance-unnecessary-value-param)
                                        std::size_t together) {
    std::vector<TrainOutcome> outcomes(jobs.size());
    std::vector<bool> done(jobs.size());
    for (const TrialJob& job : jobs) {
        if (job.plan == nullptr || job.noise == nullptr) {
            failUsage(Sentence("a trial needs a plan and a source of noise"));
        }
    }
    auto* spread = dynamic_cast<TrialSpread*>(&backend);
    const bool begin = std::all_of(jobs.begin(), jobs.end(),
                                   [](const TrialJob& job) { return !job.from && job.initial.empty(); });
    if (spread != nullptr && jobs.size() > 1 && begin && spread->spreads(data)) {
        return spread->trainSpread(jobs, data, stop);
    }
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const TrialPlan& plan = *jobs[i].plan;
        if (done[i]) {
            continue;
        }
        if (!canShare(plan)) {
            outcomes[i] = train(plan, backend, data, *jobs[i].noise, jobs[i].from,
                                Running::withStop(jobs[i].control, stop), jobs[i].initial);
            continue;
        }
        std::deque<std::size_t> group;
        for (std::size_t j = i; j < jobs.size(); ++j) {
            if (!done[j] && canShare(*jobs[j].plan) && sharePass(plan, *jobs[j].plan)) {
                group.push_back(j);
                done[j] = true;
            }
        }
        // The long ones first: what is left at the end of the queue then fills up the last passes.
        std::stable_sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
            return jobs[a].plan->steps() > jobs[b].plan->steps();
        });
        const std::size_t width = together != 0 ? together : backend.preferredTrials(plan.headShape());
        SharedPasses(jobs, backend, data, stop, width, outcomes).run(std::move(group));
    }
    return outcomes;
}

TrainOutcome train(const TrialPlan& plan, compute::ComputeBackend& backend, const compute::ResidentData& data,
                   const compute::NoiseSource& noise, const std::optional<TrainerState>& from,
                   const TrainControl& control, std::span<const double> initial) {
    TrainingRun run(plan, backend, data, noise, from, control, initial);
    return trainerOf(plan.options().trainer).train(run);
}

} // namespace parsimony::train
