// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_backend.h"

#include "core/base/sentence.h"
#include "core/compute/cpu/cpu_backend.h"
#include "core/compute/cpu/instruction_choice.h"
#include "core/compute/forwarding_backend.h"
#include "core/ranks/call.h"
#include "core/ranks/rank_files.h"
#include "core/ranks/rank_rows.h"
#include "core/ranks/rank_trials.h"
#include "core/train/trial_spread.h"

#include <algorithm>
#include <atomic>
#include <type_traits>
#include <utility>

namespace parsimony::ranks {

using namespace compute;
using cpu::CpuBackend;
using cpu::CpuResident;

namespace {

/// Names of backends and parts, which process 0 gives.
std::uint32_t nextNumber() {
    static std::atomic<std::uint32_t> number{0};
    return ++number;
}

CallWriter callOf(CallKind kind, std::uint32_t backend, std::uint32_t part) {
    return CallWriter(kind).put(backend).put(part);
}

void putPass(CallWriter& call, const PassOptions& options) {
    call.put(options.head).put(options.loss).put(options.subset != nullptr);
    if (options.subset != nullptr) {
        call.putAll(std::span<const std::uint32_t>(*options.subset));
    }
}

void putTasks(CallWriter& call, std::span<const GradientTask> tasks) {
    call.put<std::uint64_t>(tasks.size());
    for (const GradientTask& task : tasks) {
        call.put(task.clip).putAll(task.parameters);
    }
}

/// Process 0's share of a part that all processes keep together, or each.
class SharedResident final : public ResidentData {
public:
    SharedResident(std::shared_ptr<RankGroup> group, std::uint32_t number, std::unique_ptr<CpuResident> own,
                   bool everywhere)
        : m_group(std::move(group)), m_number(number), m_own(std::move(own)), m_everywhere(everywhere) {}
    ~SharedResident() override {
        try {
            const std::scoped_lock lock(m_group->mutex());
            if (!m_group->givenUp()) {
                m_group->announce(CallWriter(CallKind::Drop).put(m_number).bytes());
            }
        } catch (const std::exception&) {
            m_group->giveUp();
        }
    }
    SharedResident(const SharedResident&) = delete;
    SharedResident& operator=(const SharedResident&) = delete;

    [[nodiscard]] std::size_t rows() const override { return m_own->rows(); }
    [[nodiscard]] std::size_t dim() const override { return m_own->dim(); }
    [[nodiscard]] std::uint32_t classes() const override { return m_own->classes(); }
    [[nodiscard]] Precision precision() const override { return m_own->precision(); }
    [[nodiscard]] bool streamed() const override { return m_own->streamed(); }
    [[nodiscard]] std::uint32_t labelsPerRecord() const override { return m_own->labelsPerRecord(); }
    [[nodiscard]] std::uint32_t number() const { return m_number; }
    [[nodiscard]] CpuResident& own() const { return *m_own; }
    [[nodiscard]] bool everywhere() const { return m_everywhere; }

private:
    std::shared_ptr<RankGroup> m_group;
    std::uint32_t m_number;
    std::unique_ptr<CpuResident> m_own;
    bool m_everywhere; ///< all rows lie here, and in each other process
};

class RankBackend final : public ForwardingBackend, public train::TrialSpread {
public:
    RankBackend(std::shared_ptr<RankGroup> group, const CpuOptions& options)
        : m_group(std::move(group)), m_number(nextNumber()),
          m_own(options, options.instructions.empty() ? cpu::bestInstructions()
                                                      : cpu::instructionSet(options.instructions)) {
        m_own.sharePasses(*m_group);
        const std::scoped_lock lock(m_group->mutex());
        m_group->announce(CallWriter(CallKind::Open)
                              .put(m_number)
                              .put(options.threads)
                              .putText(m_own.instructions())
                              .bytes());
        m_group->waitForReady();
    }
    ~RankBackend() override {
        try {
            const std::scoped_lock lock(m_group->mutex());
            if (!m_group->givenUp()) {
                m_group->announce(CallWriter(CallKind::Close).put(m_number).bytes());
            }
        } catch (const std::exception&) {
            m_group->giveUp();
        }
    }
    RankBackend(const RankBackend&) = delete;
    RankBackend& operator=(const RankBackend&) = delete;

    [[nodiscard]] std::string name() const override { return "cpu"; }
    [[nodiscard]] std::string description() const override {
        return std::to_string(m_group->size()) + " processes, each as this one: " + m_own.description();
    }
    [[nodiscard]] RankGroup& group() const { return *m_group; }
    [[nodiscard]] bool takesLabelSets() const override { return true; }
    [[nodiscard]] SlackClaim slackClaim(const HeadShape& head, Precision precision,
                                        bool sampled) const override {
        return m_own.slackClaim(head, precision, sampled);
    }

    [[nodiscard]] std::size_t processes() const override { return m_group->size(); }
    [[nodiscard]] bool spreads(const ResidentData& data) const override { return shared(data).everywhere(); }
    [[nodiscard]] std::vector<train::TrainOutcome> trainSpread(std::span<const train::TrialJob> jobs,
                                                               const ResidentData& data,
                                                               const std::stop_token& stop) override {
        const DealtTrials dealt = dealTrials(jobs, m_group->size()); // what it refuses leaves all in step
        std::vector<train::TrainOutcome> outcomes;
        (void)guarded([&] {
            const CpuBackend::Alone alone(m_own);
            m_group->announce(callOf(CallKind::Train, data).bytes());
            outcomes = leadTrials(*m_group, m_own, shared(data).own(), jobs, dealt, stop);
            return true;
        });
        return outcomes;
    }

protected:
    ComputeBackend& rest() override { return m_own; }
    const ResidentData& restOf(const ResidentData& data) override { return shared(data).own(); }

    std::unique_ptr<ResidentData> doUpload(const UploadRequest& request) override {
        const std::uint32_t number = nextNumber();
        bool everywhere = false;
        std::unique_ptr<CpuResident> own;
        (void)guarded([&] {
            if (request.everywhere) {
                m_group->announce(CallWriter(CallKind::Room).put(m_number).bytes());
                everywhere = fitsEverywhere(*m_group, request);
            }
            CallWriter call = ranks::callOf(CallKind::Upload, m_number, number);
            call.put(shapeOf(request, everywhere));
            if (const auto recipe = data::recipeOf(*request.features)) {
                putRecipe(call, *recipe);
            }
            m_group->announce(call.bytes());
            own = everywhere ? copyOut(*m_group, m_own, request) : shareOut(*m_group, m_own, request);
            return true;
        });
        return std::make_unique<SharedResident>(m_group, number, std::move(own), everywhere);
    }

    bool doClippedGradientSums(const ResidentData& data, const PassOptions& options,
                               std::span<const GradientTask> tasks) override {
        if (spreads(data)) {
            return byItself([&] { return ForwardingBackend::doClippedGradientSums(data, options, tasks); });
        }
        CallWriter call = callOf(CallKind::Gradients, data);
        putPass(call, options);
        putTasks(call, tasks);
        return guarded([&] {
            announcePass(call, data, options);
            return ForwardingBackend::doClippedGradientSums(data, options, tasks);
        });
    }

    bool doClippedLossDifference(const ResidentData& data, const PassOptions& options,
                                 std::span<const double> plus, std::span<const double> minus, double clip,
                                 double& sum) override {
        if (spreads(data)) {
            return byItself([&] {
                return ForwardingBackend::doClippedLossDifference(data, options, plus, minus, clip, sum);
            });
        }
        CallWriter call = callOf(CallKind::LossDifference, data);
        putPass(call, options);
        call.put(clip).putAll(plus).putAll(minus);
        return guarded([&] {
            announcePass(call, data, options);
            return ForwardingBackend::doClippedLossDifference(data, options, plus, minus, clip, sum);
        });
    }

    bool doMoments(const ResidentData& data, const MomentTask& task, std::stop_token stop) override {
        if (spreads(data)) {
            return byItself([&] { return ForwardingBackend::doMoments(data, task, std::move(stop)); });
        }
        CallWriter call = callOf(CallKind::Moments, data);
        call.put(task.rowClip).put(task.bias).put(!task.gram.empty()).put(!task.classSums.empty());
        call.put(!task.rowSum.empty()).put(!task.classGrams.empty());
        return guarded([&] {
            m_group->announce(call.bytes());
            return ForwardingBackend::doMoments(data, task, std::move(stop));
        });
    }

    bool doNewtonSums(const ResidentData& data, const NewtonTask& task, std::stop_token stop) override {
        if (spreads(data)) {
            return byItself([&] { return ForwardingBackend::doNewtonSums(data, task, std::move(stop)); });
        }
        CallWriter call = callOf(CallKind::Newton, data);
        call.put(task.rowClip).putAll(task.parameters).putAll(task.offsets);
        return guarded([&] {
            m_group->announce(call.bytes());
            return ForwardingBackend::doNewtonSums(data, task, std::move(stop));
        });
    }

    bool doCountCorrect(const ResidentData& data, const HeadShape& head,
                        std::span<const std::span<const double>> models, std::span<CorrectCounts> counts,
                        std::stop_token stop) override {
        if (spreads(data)) {
            return byItself([&] {
                return ForwardingBackend::doCountCorrect(data, head, models, counts, std::move(stop));
            });
        }
        CallWriter call = callOf(CallKind::Count, data);
        call.put(head).put<std::uint64_t>(models.size());
        for (const std::span<const double> model : models) {
            call.putAll(model);
        }
        return guarded([&] {
            m_group->announce(call.bytes());
            return ForwardingBackend::doCountCorrect(data, head, models, counts, std::move(stop));
        });
    }

    void doLogits(const ResidentData& data, const HeadShape& head, std::span<const double> parameters,
                  std::size_t first, std::size_t count, std::span<float> out) override {
        if (spreads(data)) {
            return byItself(
                [&] { return ForwardingBackend::doLogits(data, head, parameters, first, count, out); });
        }
        CallWriter call = callOf(CallKind::Logits, data);
        call.put(head).putAll(parameters).put<std::uint64_t>(first).put<std::uint64_t>(count);
        (void)guarded([&] {
            m_group->announce(call.bytes());
            for (std::size_t member = 0; member < m_group->size(); ++member) {
                const RowSpan kept = rowsOf(data.rows(), member, m_group->size());
                const std::size_t begin = std::max(first, kept.first);
                const std::size_t end = std::min(first + count, kept.last);
                if (begin >= end) {
                    continue;
                }
                const std::span<float> part =
                    out.subspan((begin - first) * head.classes, (end - begin) * head.classes);
                if (member == 0) {
                    ForwardingBackend::doLogits(data, head, parameters, begin, end - begin, part);
                } else {
                    (void)m_group->receiveInto(member, Tag::Logits, std::as_writable_bytes(part), {});
                }
            }
            return true;
        });
    }

private:
    static const SharedResident& shared(const ResidentData& data) {
        const auto* mine = dynamic_cast<const SharedResident*>(&data);
        if (mine == nullptr) {
            failUsage(Sentence("these features were made resident by another backend"));
        }
        return *mine;
    }
    [[nodiscard]] CallWriter callOf(CallKind kind, const ResidentData& data) const {
        return ranks::callOf(kind, m_number, shared(data).number());
    }
    void announcePass(const CallWriter& call, const ResidentData& data, const PassOptions& options) {
        m_group->announce(call.bytes());
        if (options.subset != nullptr) {
            exchangeRows(*m_group, shared(data).own(), *options.subset, options.head);
        }
    }
    /// A pass over rows that all processes keep needs no other.
    template <class Pass>
    std::invoke_result_t<const Pass&> byItself(const Pass& pass) {
        const std::scoped_lock lock(m_group->mutex());
        const CpuBackend::Alone alone(m_own);
        return pass();
    }
    /// What comes to no good end leaves the processes out of step.
    template <class Pass>
    bool guarded(const Pass& pass) {
        const std::scoped_lock lock(m_group->mutex());
        try {
            const bool done = pass();
            if (!done) {
                m_group->giveUp();
            }
            return done;
        } catch (...) {
            m_group->giveUp();
            throw;
        }
    }

    std::shared_ptr<RankGroup> m_group;
    std::uint32_t m_number;
    CpuBackend m_own;
};

} // namespace

std::unique_ptr<ComputeBackend> makeRankBackend(std::shared_ptr<RankGroup> group, const CpuOptions& options) {
    return std::make_unique<RankBackend>(std::move(group), options);
}

RankGroup* groupOf(ComputeBackend& backend) {
    auto* shared = dynamic_cast<RankBackend*>(&backend);
    return shared == nullptr ? nullptr : &shared->group();
}

std::size_t gradientCallBytes(const HeadShape& head, std::size_t trials) {
    PassOptions options;
    options.head = head;
    const std::vector<double> parameters(head.parameters());
    GradientTask task;
    task.parameters = parameters;
    CallWriter call = callOf(CallKind::Gradients, 0, 0);
    putPass(call, options);
    putTasks(call, std::vector<GradientTask>(trials, task));
    return call.bytes().size();
}

void dismiss(RankGroup& group) {
    try {
        if (!group.givenUp()) {
            group.announce(CallWriter(CallKind::End).bytes());
        }
    } catch (const std::exception&) {
        group.giveUp();
    }
}

} // namespace parsimony::ranks
