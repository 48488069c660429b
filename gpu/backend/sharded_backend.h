// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/compute/cpu/worker_pool.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace parsimony::gpu {

/// Rows [first, first + count) of a shard.
struct Shard {
    std::size_t first = 0;
    std::size_t count = 0;
    friend bool operator==(const Shard&, const Shard&) = default;
};

/// Cuts `rows` into at most `parts` shards of consecutive rows, as even as whole blocks of kBlockRows allow:
/// a row keeps its block, so every block's sum is the same however many shards there are. None is empty.
[[nodiscard]] std::vector<Shard> shardRows(std::size_t rows, std::size_t parts);

/// Several backends that each hold a shard of the rows. Sums are added in float64 in the order of the shards:
/// they differ from one backend's by the rounding of as many additions as there are shards, 1e-15 of the
/// largest sum that occurs on the way, and are the same in every run.
class ShardedBackend final : public compute::ComputeBackend {
public:
    /// How the backends' own steps find together; empty functions: they can't, and descents go pass by pass.
    struct Descents {
        bool together = false;
        std::function<void()> abort; ///< wakes those that wait for one that failed
        std::function<bool()> reset; ///< afterwards; can they still find together?
    };

    ShardedBackend(std::vector<std::unique_ptr<compute::ComputeBackend>> backends, Descents descents);

    [[nodiscard]] std::string name() const override;
    [[nodiscard]] std::string description() const override;
    [[nodiscard]] bool isOfDevices() const override { return true; }
    [[nodiscard]] compute::SlackClaim slackClaim(const compute::HeadShape& head, compute::Precision precision,
                                                 bool sampled) const override;
    [[nodiscard]] std::vector<compute::ComputeBackend*> members() override;
    [[nodiscard]] std::size_t preferredTrials(const compute::HeadShape& head) const override;

protected:
    std::unique_ptr<compute::ResidentData> doUpload(const compute::UploadRequest& request) override;
    bool doClippedGradientSums(const compute::ResidentData& data, const compute::PassOptions& options,
                               std::span<const compute::GradientTask> tasks) override;
    std::optional<std::uint32_t> doDescend(const compute::ResidentData& data,
                                           const compute::PassOptions& options,
                                           std::span<const compute::DescentTask> tasks,
                                           std::uint32_t steps) override;
    bool doClippedLossDifference(const compute::ResidentData& data, const compute::PassOptions& options,
                                 std::span<const double> plus, std::span<const double> minus, double clip,
                                 double& sum) override;
    bool doMoments(const compute::ResidentData& data, const compute::MomentTask& task,
                   std::stop_token stop) override;
    bool doNewtonSums(const compute::ResidentData& data, const compute::NewtonTask& task,
                      std::stop_token stop) override;
    bool doCountCorrect(const compute::ResidentData& data, const compute::HeadShape& head,
                        std::span<const std::span<const double>> models,
                        std::span<compute::CorrectCounts> counts, std::stop_token stop) override;
    void doLogits(const compute::ResidentData& data, const compute::HeadShape& head,
                  std::span<const double> parameters, std::size_t first, std::size_t count,
                  std::span<float> out) override;

private:
    /// Calls work(shard) for every shard, each on a thread of its own; true when all did. `meeting`: they
    /// wait for each other inside, so that one that fails has to wake the others.
    bool forShards(std::size_t shards, const std::function<bool(std::size_t)>& work, bool meeting = false);

    std::vector<std::unique_ptr<compute::ComputeBackend>> m_backends;
    Descents m_descents;
};

} // namespace parsimony::gpu
