// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_trials.h"

#include "core/ranks/trial_message.h"

#include <algorithm>
#include <numeric>

namespace parsimony::ranks {

using train::TrainOutcome;
using train::TrainProgress;
using train::TrialJob;

namespace {

/// Own trials that tell, beside their own progress, that of the others: as far as they are on the whole.
class SharedProgress {
public:
    SharedProgress(std::span<const TrialJob> all, const std::vector<std::size_t>& mine)
        : m_all(all), m_done(all.size()), m_isMine(all.size()) {
        for (const std::size_t index : mine) {
            m_isMine[index] = true;
            m_steps += all[index].plan->steps();
        }
    }
    void tell(std::size_t index, const TrainProgress& progress) {
        m_done[index] = progress.stepsDone;
        if (m_all[index].control.progress) {
            m_all[index].control.progress(progress);
        }
        const double share = std::accumulate(m_done.begin(), m_done.end(), 0.0) / std::max(1.0, m_steps);
        for (std::size_t other = 0; other < m_all.size(); ++other) {
            if (!m_isMine[other] && m_all[other].control.progress) {
                const std::uint32_t steps = m_all[other].plan->steps();
                m_all[other].control.progress({static_cast<std::uint32_t>(share * steps), steps});
            }
        }
    }

private:
    std::span<const TrialJob> m_all;
    std::vector<double> m_done;
    std::vector<bool> m_isMine;
    double m_steps = 0.0;
};

} // namespace

std::vector<std::vector<std::size_t>> dealOut(std::span<const TrialJob> jobs, std::size_t members) {
    std::vector<std::size_t> order(jobs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return jobs[a].plan->steps() > jobs[b].plan->steps();
    });
    std::vector<std::vector<std::size_t>> dealt(members);
    std::vector<std::uint64_t> steps(members);
    for (const std::size_t index : order) {
        const auto member =
            static_cast<std::size_t>(std::min_element(steps.begin(), steps.end()) - steps.begin());
        dealt[member].push_back(index);
        steps[member] += jobs[index].plan->steps();
    }
    return dealt;
}

DealtTrials dealTrials(std::span<const TrialJob> jobs, std::size_t members) {
    DealtTrials dealt{dealOut(jobs, members), {}};
    for (std::size_t other = 1; other < members; ++other) {
        CallWriter& message = dealt.messages.emplace_back(CallKind::Train);
        message.put<std::uint64_t>(dealt.places[other].size());
        for (const std::size_t place : dealt.places[other]) {
            putTrial(message, *jobs[place].plan, *jobs[place].noise);
        }
    }
    return dealt;
}

std::vector<TrainOutcome> leadTrials(RankGroup& group, compute::ComputeBackend& backend,
                                     const compute::ResidentData& own, std::span<const TrialJob> jobs,
                                     const DealtTrials& dealt, const std::stop_token& stop) {
    for (std::size_t other = 1; other < group.size(); ++other) {
        group.send(other, Tag::Trials, dealt.messages[other - 1].bytes());
    }
    SharedProgress progress(jobs, dealt.places[0]);
    std::vector<TrialJob> mine;
    for (const std::size_t index : dealt.places[0]) {
        mine.push_back(jobs[index]);
        mine.back().control.progress = [&progress, index](const TrainProgress& made) {
            progress.tell(index, made);
        };
    }
    std::vector<TrainOutcome> outcomes(jobs.size());
    std::vector<TrainOutcome> made = train::trainTogether(mine, backend, own, stop);
    for (std::size_t k = 0; k < made.size(); ++k) {
        outcomes[dealt.places[0][k]] = std::move(made[k]);
    }
    for (std::size_t other = 1; other < group.size(); ++other) {
        const auto bytes = group.receive(other, Tag::Trials, stop);
        if (!bytes) {
            for (const std::size_t index : dealt.places[other]) {
                outcomes[index].status = train::TrainStatus::Stopped;
            }
            group.giveUp();
            continue;
        }
        CallReader message(*bytes);
        (void)message.get<CallKind>();
        for (const std::size_t index : dealt.places[other]) {
            outcomes[index] = getOutcome(message);
        }
    }
    return outcomes;
}

void followTrials(RankGroup& group, compute::ComputeBackend& backend, const compute::ResidentData& own) {
    const std::vector<std::byte> bytes = group.receive(0, Tag::Trials);
    CallReader message(bytes);
    (void)message.get<CallKind>();
    std::vector<SentTrial> trials;
    for (auto count = message.get<std::uint64_t>(); count > 0; --count) {
        trials.push_back(getTrial(message));
    }
    std::vector<TrialJob> jobs(trials.size());
    for (std::size_t k = 0; k < trials.size(); ++k) {
        jobs[k].plan = &trials[k].plan;
        jobs[k].noise = &trials[k].noise;
    }
    CallWriter answer(CallKind::Train);
    for (const TrainOutcome& outcome : train::trainTogether(jobs, backend, own)) {
        putOutcome(answer, outcome);
    }
    group.send(0, Tag::Trials, answer.bytes());
}

} // namespace parsimony::ranks
