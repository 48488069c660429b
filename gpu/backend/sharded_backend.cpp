// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/backend/sharded_backend.h"

#include "core/base/collected.h"
#include "core/base/sentence.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace parsimony::gpu {

using compute::kBlockRows;

namespace {

class ShardedResident final : public compute::ResidentData {
public:
    std::vector<Shard> shards;
    std::vector<std::unique_ptr<compute::ResidentData>> parts;

    [[nodiscard]] std::size_t rows() const override { return shards.back().first + shards.back().count; }
    [[nodiscard]] std::size_t dim() const override { return parts.front()->dim(); }
    [[nodiscard]] std::uint32_t classes() const override { return parts.front()->classes(); }
    [[nodiscard]] compute::Precision precision() const override { return parts.front()->precision(); }
    [[nodiscard]] bool streamed() const override {
        return std::any_of(parts.begin(), parts.end(), [](const auto& part) { return part->streamed(); });
    }
};

const ShardedResident& shardedResident(const compute::ResidentData& data) {
    const auto* mine = dynamic_cast<const ShardedResident*>(&data);
    if (mine == nullptr) {
        failUsage(Sentence("these features were made resident by another backend"));
    }
    return *mine;
}

/// The rows of an ascending sample that lie in a shard, counted from its first.
std::vector<std::uint32_t> sampleOf(const std::vector<std::uint32_t>& sample, const Shard& shard) {
    const auto first = std::lower_bound(sample.begin(), sample.end(), shard.first);
    const auto last = std::lower_bound(first, sample.end(), shard.first + shard.count);
    std::vector<std::uint32_t> rows(first, last);
    for (std::uint32_t& row : rows) {
        row -= static_cast<std::uint32_t>(shard.first);
    }
    return rows;
}

/// out = Σ parts, in order.
void addUp(std::span<double> out, const std::vector<std::vector<double>>& parts) {
    std::fill(out.begin(), out.end(), 0.0);
    for (const std::vector<double>& part : parts) {
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] += part[i];
        }
    }
}

std::vector<std::vector<double>> partsFor(std::size_t shards, std::size_t size) {
    return std::vector<std::vector<double>>(shards, std::vector<double>(size));
}

} // namespace

std::vector<Shard> shardRows(std::size_t rows, std::size_t parts) {
    const std::size_t blocks = (rows + kBlockRows - 1) / kBlockRows;
    const std::size_t count = std::min(std::max<std::size_t>(parts, 1), blocks);
    std::vector<Shard> shards;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t first = blocks * i / count * kBlockRows;
        const std::size_t last = std::min(rows, blocks * (i + 1) / count * kBlockRows);
        shards.push_back({first, last - first});
    }
    return shards;
}

ShardedBackend::ShardedBackend(std::vector<std::unique_ptr<compute::ComputeBackend>> backends,
                               Descents descents)
    : m_backends(std::move(backends)), m_descents(std::move(descents)) {}

std::string ShardedBackend::name() const {
    std::string all = m_backends.front()->name();
    for (std::size_t i = 1; i < m_backends.size(); ++i) {
        const std::string next = m_backends[i]->name();
        const std::size_t colon = next.find(':');
        all += "," + (colon == std::string::npos ? next : next.substr(colon + 1));
    }
    return all;
}

std::string ShardedBackend::description() const {
    return std::to_string(m_backends.size()) + " × " + m_backends.front()->description();
}

compute::SlackClaim ShardedBackend::slackClaim(const compute::HeadShape& head, compute::Precision precision,
                                               bool sampled) const {
    compute::SlackClaim least = compute::SlackClaim::Proved;
    for (const auto& backend : m_backends) {
        least = std::min(least, backend->slackClaim(head, precision, sampled));
    }
    return least;
}

std::vector<compute::ComputeBackend*> ShardedBackend::members() {
    return collected<compute::ComputeBackend*>(m_backends, [](const auto& backend) { return backend.get(); });
}

std::size_t ShardedBackend::preferredTrials(const compute::HeadShape& head) const {
    return m_backends.front()->preferredTrials(head);
}

bool ShardedBackend::forShards(std::size_t shards, const std::function<bool(std::size_t)>& work,
                               bool meeting) {
    std::atomic<bool> whole{true};
    std::mutex mutex;
    std::exception_ptr error;
    const auto guarded = [&](std::size_t shard) {
        try {
            if (!work(shard)) {
                whole = false;
            }
        } catch (...) {
            const std::scoped_lock lock(mutex);
            error = error ? error : std::current_exception(); // the others fail because of the first
            if (meeting && m_descents.abort) {
                m_descents.abort();
            }
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t shard = 1; shard < shards; ++shard) {
            threads.emplace_back([&, shard] { guarded(shard); });
        }
        guarded(0);
    }
    if (error) {
        if (meeting && m_descents.reset) {
            m_descents.together = m_descents.together && m_descents.reset();
        }
        std::rethrow_exception(error);
    }
    return whole;
}

std::unique_ptr<compute::ResidentData> ShardedBackend::doUpload(const compute::UploadRequest& request) {
    auto data = std::make_unique<ShardedResident>();
    data->shards = shardRows(request.features->rows(), m_backends.size());
    data->parts.resize(data->shards.size());
    (void)forShards(data->shards.size(), [&](std::size_t i) {
        const Shard& shard = data->shards[i];
        compute::UploadRequest part = request;
        part.features = std::make_shared<data::RowRange>(request.features, shard.first, shard.count);
        part.labels = request.labels.subspan(shard.first, shard.count);
        part.memoryLimit = request.memoryLimit == 0
                               ? 0
                               : std::max<std::uint64_t>(1, request.memoryLimit / data->shards.size());
        data->parts[i] = m_backends[i]->upload(part);
        return true;
    });
    return data;
}

bool ShardedBackend::doClippedGradientSums(const compute::ResidentData& data,
                                           const compute::PassOptions& options,
                                           std::span<const compute::GradientTask> tasks) {
    const ShardedResident& mine = shardedResident(data);
    const std::size_t size = options.head.parameters();
    auto parts = partsFor(mine.shards.size(), tasks.size() * size);
    const bool whole = forShards(mine.shards.size(), [&](std::size_t i) {
        compute::PassOptions pass = options;
        std::vector<std::uint32_t> sample;
        if (options.subset != nullptr) {
            sample = sampleOf(*options.subset, mine.shards[i]);
            pass.subset = &sample;
        }
        std::vector<compute::GradientTask> own(tasks.begin(), tasks.end());
        for (std::size_t k = 0; k < own.size(); ++k) {
            own[k].sum = std::span(parts[i]).subspan(k * size, size);
        }
        return m_backends[i]->clippedGradientSums(*mine.parts[i], pass, own);
    });
    for (std::size_t k = 0; whole && k < tasks.size(); ++k) {
        std::fill(tasks[k].sum.begin(), tasks[k].sum.end(), 0.0);
        for (const std::vector<double>& part : parts) {
            for (std::size_t j = 0; j < size; ++j) {
                tasks[k].sum[j] += part[k * size + j];
            }
        }
    }
    return whole;
}

std::optional<std::uint32_t> ShardedBackend::doDescend(const compute::ResidentData& data,
                                                       const compute::PassOptions& options,
                                                       std::span<const compute::DescentTask> tasks,
                                                       std::uint32_t steps) {
    const ShardedResident& mine = shardedResident(data);
    // The backends meet in every step, so all of them have to be there and none may stop by itself: not with
    // rows that stream for seconds, and not with fewer shards than backends.
    if (!m_descents.together || mine.streamed() || mine.shards.size() != m_backends.size() ||
        options.subset != nullptr || options.head.kind != compute::HeadKind::Linear) {
        return std::nullopt;
    }
    if (options.stop.stop_requested()) {
        return 0;
    }
    const std::size_t shards = mine.shards.size();
    compute::PassOptions pass = options;
    pass.stop = {};
    std::vector<std::vector<std::vector<double>>> copies(shards); // each shard's own weights and velocities
    (void)forShards(
        shards,
        [&](std::size_t i) {
            for (const compute::DescentTask& task : tasks) {
                copies[i].emplace_back(task.weights.begin(), task.weights.end());
                copies[i].emplace_back(task.velocity.begin(), task.velocity.end());
            }
            std::vector<compute::DescentTask> own(tasks.begin(), tasks.end());
            for (std::size_t k = 0; k < own.size(); ++k) {
                own[k].weights = copies[i][2 * k];
                own[k].velocity = copies[i][2 * k + 1];
            }
            if (m_backends[i]->descend(*mine.parts[i], pass, own, steps) != std::optional(steps)) {
                fail(Sentence("a GPU of the group left before the others; use one GPU or --device cpu"));
            }
            return true;
        },
        true);
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        std::copy(copies[0][2 * k].begin(), copies[0][2 * k].end(), tasks[k].weights.begin());
        std::copy(copies[0][2 * k + 1].begin(), copies[0][2 * k + 1].end(), tasks[k].velocity.begin());
    }
    return steps;
}

bool ShardedBackend::doClippedLossDifference(const compute::ResidentData& data,
                                             const compute::PassOptions& options,
                                             std::span<const double> plus, std::span<const double> minus,
                                             double clip, double& sum) {
    const ShardedResident& mine = shardedResident(data);
    std::vector<double> parts(mine.shards.size());
    const bool whole = forShards(parts.size(), [&](std::size_t i) {
        compute::PassOptions pass = options;
        std::vector<std::uint32_t> sample;
        if (options.subset != nullptr) {
            sample = sampleOf(*options.subset, mine.shards[i]);
            pass.subset = &sample;
        }
        return m_backends[i]->clippedLossDifference(*mine.parts[i], pass, plus, minus, clip, parts[i]);
    });
    sum = 0.0;
    for (const double part : parts) {
        sum += part;
    }
    return whole;
}

bool ShardedBackend::doMoments(const compute::ResidentData& data, const compute::MomentTask& task,
                               std::stop_token stop) {
    const ShardedResident& mine = shardedResident(data);
    const std::size_t shards = mine.shards.size();
    auto gram = partsFor(shards, task.gram.size());
    auto classSums = partsFor(shards, task.classSums.size());
    auto rowSum = partsFor(shards, task.rowSum.size());
    auto classGrams = partsFor(shards, task.classGrams.size());
    const bool whole = forShards(shards, [&](std::size_t i) {
        return m_backends[i]->moments(
            *mine.parts[i], {task.rowClip, task.bias, gram[i], classSums[i], rowSum[i], classGrams[i]}, stop);
    });
    addUp(task.gram, gram);
    addUp(task.classSums, classSums);
    addUp(task.rowSum, rowSum);
    addUp(task.classGrams, classGrams);
    return whole;
}

bool ShardedBackend::doNewtonSums(const compute::ResidentData& data, const compute::NewtonTask& task,
                                  std::stop_token stop) {
    const ShardedResident& mine = shardedResident(data);
    const std::size_t shards = mine.shards.size();
    auto gradients = partsFor(shards, task.gradients.size());
    auto hessians = partsFor(shards, task.hessians.size());
    const bool whole = forShards(shards, [&](std::size_t i) {
        return m_backends[i]->newtonSums(
            *mine.parts[i], {task.parameters, task.offsets, task.rowClip, gradients[i], hessians[i]}, stop);
    });
    addUp(task.gradients, gradients);
    addUp(task.hessians, hessians);
    return whole;
}

bool ShardedBackend::doCountCorrect(const compute::ResidentData& data, const compute::HeadShape& head,
                                    std::span<const std::span<const double>> models,
                                    std::span<compute::CorrectCounts> counts, std::stop_token stop) {
    const ShardedResident& mine = shardedResident(data);
    std::vector<std::vector<compute::CorrectCounts>> parts(mine.shards.size());
    const bool whole = forShards(parts.size(), [&](std::size_t i) {
        parts[i].resize(models.size());
        return m_backends[i]->countCorrect(*mine.parts[i], head, models, parts[i], stop);
    });
    for (std::size_t m = 0; whole && m < models.size(); ++m) {
        counts[m] = parts[0][m];
        for (std::size_t i = 1; i < parts.size(); ++i) {
            counts[m].total += parts[i][m].total;
            for (std::size_t j = 0; j < head.classes; ++j) {
                counts[m].perClass[j] += parts[i][m].perClass[j];
                counts[m].recordsPerClass[j] += parts[i][m].recordsPerClass[j];
            }
        }
    }
    return whole;
}

void ShardedBackend::doLogits(const compute::ResidentData& data, const compute::HeadShape& head,
                              std::span<const double> parameters, std::size_t first, std::size_t count,
                              std::span<float> out) {
    const ShardedResident& mine = shardedResident(data);
    for (std::size_t i = 0; i < mine.shards.size(); ++i) {
        const Shard& shard = mine.shards[i];
        const std::size_t begin = std::max(first, shard.first);
        const std::size_t end = std::min(first + count, shard.first + shard.count);
        if (begin < end) {
            m_backends[i]->logits(*mine.parts[i], head, parameters, begin - shard.first, end - begin,
                                  out.subspan((begin - first) * head.classes, (end - begin) * head.classes));
        }
    }
}

} // namespace parsimony::gpu
