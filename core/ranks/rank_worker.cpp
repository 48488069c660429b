// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "core/compute/cpu/cpu_backend.h"
#include "core/ranks/call.h"
#include "core/ranks/rank_backend.h"
#include "core/ranks/rank_files.h"
#include "core/ranks/rank_rows.h"
#include "core/ranks/rank_trials.h"

#include <algorithm>
#include <map>
#include <utility>

namespace parsimony::ranks {

using namespace compute;
using cpu::CpuBackend;
using cpu::CpuResident;

namespace {

/// A process that works on its share of what process 0 asks for. Its passes end in RankGroup::meet(); what
/// they leave here is never read.
class RankWorker {
public:
    explicit RankWorker(RankGroup& group) : m_group(group) {}

    void obey(CallKind kind, CallReader& call) {
        const auto number = call.get<std::uint32_t>();
        if (kind == CallKind::Open) {
            open(number, call);
        } else if (kind == CallKind::Close) {
            m_backends.erase(number);
        } else if (kind == CallKind::Echo) {
            m_group.ready();
        } else if (kind == CallKind::Room) {
            sayRoom(m_group);
        } else if (kind == CallKind::Look) {
            sayWhatIsThere(m_group, call);
        } else if (kind == CallKind::Scan) {
            passOverShare(m_group, call);
        } else if (kind == CallKind::Drop) {
            m_parts.erase(number);
        } else {
            CpuBackend& backend = *m_backends.at(number);
            const auto part = call.get<std::uint32_t>();
            if (kind == CallKind::Upload) {
                const auto shape = call.get<PartShape>();
                m_parts[part] = shape.everywhere ? takeCopy(m_group, backend, shape, call)
                                                 : takeShare(m_group, backend, shape, call);
            } else if (kind == CallKind::Train) {
                const CpuBackend::Alone alone(backend);
                followTrials(m_group, backend, *m_parts.at(part));
            } else {
                pass(kind, call, backend, *m_parts.at(part));
            }
        }
    }

private:
    void open(std::uint32_t number, CallReader& call) {
        const auto threads = call.get<unsigned>();
        auto backend =
            std::make_unique<CpuBackend>(CpuOptions{threads, {}}, cpu::instructionSet(call.text()));
        backend->sharePasses(m_group);
        m_backends[number] = std::move(backend);
        m_group.ready();
    }

    void pass(CallKind kind, CallReader& call, CpuBackend& backend, CpuResident& rows) {
        switch (kind) {
        case CallKind::Gradients:
            return gradients(call, backend, rows);
        case CallKind::LossDifference:
            return lossDifference(call, backend, rows);
        case CallKind::Moments:
            return moments(call, backend, rows);
        case CallKind::Newton:
            return newton(call, backend, rows);
        case CallKind::Count:
            return countCorrect(call, backend, rows);
        case CallKind::Logits:
            return logits(call, backend, rows);
        default:
            fail(Sentence("a message between the processes of this run is of no known kind"));
        }
    }

    PassOptions passOptions(CallReader& call, CpuResident& rows) {
        PassOptions options;
        options.head = call.get<HeadShape>();
        options.loss = call.get<Loss>();
        if (call.get<bool>()) {
            m_sample = call.getAll<std::uint32_t>();
            options.subset = &m_sample;
            exchangeRows(m_group, rows, m_sample, options.head);
        }
        return options;
    }

    void gradients(CallReader& call, CpuBackend& backend, CpuResident& rows) {
        const PassOptions options = passOptions(call, rows);
        const auto count = call.get<std::uint64_t>();
        std::vector<std::vector<double>> weights, sums;
        std::vector<double> clips;
        for (std::uint64_t k = 0; k < count; ++k) {
            clips.push_back(call.get<double>());
            weights.push_back(call.getAll<double>());
            sums.emplace_back(options.head.parameters());
        }
        std::vector<GradientTask> tasks;
        for (std::uint64_t k = 0; k < count; ++k) {
            tasks.push_back({weights[k], clips[k], sums[k]});
        }
        (void)backend.clippedGradientSums(rows, options, tasks);
    }

    void lossDifference(CallReader& call, CpuBackend& backend, CpuResident& rows) {
        const PassOptions options = passOptions(call, rows);
        const auto clip = call.get<double>();
        const auto plus = call.getAll<double>();
        const auto minus = call.getAll<double>();
        double sum = 0.0;
        (void)backend.clippedLossDifference(rows, options, plus, minus, clip, sum);
    }

    void moments(CallReader& call, CpuBackend& backend, CpuResident& rows) {
        MomentTask task;
        task.rowClip = call.get<double>();
        task.bias = call.get<bool>();
        const std::size_t size = rows.dim() + (task.bias ? 1 : 0);
        std::vector<double> gram(call.get<bool>() ? size * size : 0);
        std::vector<double> classSums(call.get<bool>() ? rows.classes() * size : 0);
        std::vector<double> rowSum(call.get<bool>() ? size : 0);
        std::vector<double> classGrams(call.get<bool>() ? rows.classes() * size * size : 0);
        task.gram = gram;
        task.classSums = classSums;
        task.rowSum = rowSum;
        task.classGrams = classGrams;
        (void)backend.moments(rows, task, {});
    }

    void newton(CallReader& call, CpuBackend& backend, CpuResident& rows) {
        const auto rowClip = call.get<double>();
        const auto parameters = call.getAll<double>();
        const auto offsets = call.getAll<double>();
        std::vector<double> gradients(parameters.size());
        std::vector<double> hessians(parameters.size() * rows.dim());
        (void)backend.newtonSums(rows, {parameters, offsets, rowClip, gradients, hessians}, {});
    }

    void countCorrect(CallReader& call, CpuBackend& backend, CpuResident& rows) {
        const auto head = call.get<HeadShape>();
        std::vector<std::vector<double>> models(call.get<std::uint64_t>());
        std::generate(models.begin(), models.end(), [&] { return call.getAll<double>(); });
        const std::vector<std::span<const double>> views(models.begin(), models.end());
        std::vector<CorrectCounts> counts(models.size());
        (void)backend.countCorrect(rows, head, views, counts, {});
    }

    void logits(CallReader& call, CpuBackend& backend, CpuResident& rows) {
        const auto head = call.get<HeadShape>();
        const auto parameters = call.getAll<double>();
        const auto first = call.get<std::uint64_t>();
        const auto count = call.get<std::uint64_t>();
        const RowSpan mine = rowsOf(rows.rows(), m_group.rank(), m_group.size());
        const std::size_t begin = std::max<std::size_t>(first, mine.first);
        const std::size_t end = std::min<std::size_t>(first + count, mine.last);
        if (begin < end) {
            std::vector<float> out((end - begin) * head.classes);
            backend.logits(rows, head, parameters, begin, end - begin, out);
            m_group.send(0, Tag::Logits, std::as_bytes(std::span(out)));
        }
    }

    RankGroup& m_group;
    std::map<std::uint32_t, std::unique_ptr<CpuBackend>> m_backends;
    std::map<std::uint32_t, std::unique_ptr<CpuResident>> m_parts;
    std::vector<std::uint32_t> m_sample;
};

} // namespace

void serve(RankGroup& group) {
    RankWorker worker(group);
    for (;;) {
        const std::vector<std::byte> call = group.nextCall();
        try {
            CallReader reader(call);
            const auto kind = reader.get<CallKind>();
            if (kind == CallKind::End) {
                return;
            }
            if (!group.givenUp()) { // else process 0 knows, and ends all
                worker.obey(kind, reader);
            }
        } catch (const std::bad_alloc&) {
            group.report("memory ran out");
        } catch (const std::exception& error) {
            group.report(error.what());
        }
    }
}

} // namespace parsimony::ranks
