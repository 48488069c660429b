// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/compute/cpu/buffer.h"
#include "core/compute/cpu/instruction_sets.h"
#include "core/compute/cpu/resident.h"
#include "core/compute/cpu/sum_tree.h"
#include "core/compute/cpu/worker_pool.h"

#include <functional>
#include <utility>
#include <vector>

namespace parsimony::compute::cpu {

/// Passes add up their blocks as SumShape says, so results don't depend on threads.
class CpuBackend final : public ComputeBackend {
public:
    CpuBackend(const CpuOptions& options, InstructionSet instructions);

    [[nodiscard]] std::string name() const override { return "cpu"; }
    [[nodiscard]] std::string description() const override;
    [[nodiscard]] const std::string& instructions() const { return m_instructions.name; }
    /// From now on passes are shared with `peers`, and data have to be CpuResident of a share of the rows.
    void sharePasses(SumPeers& peers) { m_peers = &peers; }
    /// While one lives, passes are not shared, and data are whole.
    class Alone {
    public:
        explicit Alone(CpuBackend& backend)
            : m_backend(backend), m_peers(std::exchange(backend.m_peers, nullptr)) {}
        ~Alone() { m_backend.m_peers = m_peers; }
        Alone(const Alone&) = delete;
        Alone& operator=(const Alone&) = delete;

    private:
        CpuBackend& m_backend;
        SumPeers* m_peers;
    };
    /// upload() of the rows that `share` says: `features` and `labels` hold no others. None is allowed.
    [[nodiscard]] std::unique_ptr<CpuResident> uploadShare(const UploadRequest& request, RowShare share);
    [[nodiscard]] SlackClaim slackClaim(const HeadShape&, Precision, bool) const override {
        return SlackClaim::Proved;
    }
    [[nodiscard]] bool takesLabelSets() const override { return true; }

protected:
    std::unique_ptr<ResidentData> doUpload(const UploadRequest& request) override;
    bool doClippedGradientSums(const ResidentData& data, const PassOptions& options,
                               std::span<const GradientTask> tasks) override;
    bool doClippedLossDifference(const ResidentData& data, const PassOptions& options,
                                 std::span<const double> plus, std::span<const double> minus, double clip,
                                 double& sum) override;
    bool doMoments(const ResidentData& data, const MomentTask& task, std::stop_token stop) override;
    bool doNewtonSums(const ResidentData& data, const NewtonTask& task, std::stop_token stop) override;
    bool doCountCorrect(const ResidentData& data, const HeadShape& head,
                        std::span<const std::span<const double>> models, std::span<CorrectCounts> counts,
                        std::stop_token stop) override;
    void doLogits(const ResidentData& data, const HeadShape& head, std::span<const double> parameters,
                  std::size_t first, std::size_t count, std::span<float> out) override;

private:
    /// What one worker needs for a block; grows to the largest pass.
    struct Worker {
        BlockScratch block;
        Buffer<float> panels;
        Buffer<float> logits;
        Buffer<float> extra;
        Buffer<float> units;
        Buffer<float> delta;
        Buffer<float> slices;
        Buffer<double> record;   ///< the gradient of one sequence
        Buffer<double> blockSum; ///< of those of a block
        Buffer<std::uint16_t> residuals16;
        Buffer<std::uint32_t> pairs; ///< rows side by side, two by two
    };
    /// What the operands of both products are.
    enum class Operands {
        Floats,
        Pairs, ///< of bfloat16, for Bf16Kernels
        Tiles, ///< of bfloat16, for TileKernels
    };
    /// The weights of all tasks of a pass side by side, as the first product wants them.
    struct PackedHead {
        const float* weights = nullptr;
        const float* bias = nullptr;
        std::size_t columns = 0;
        std::size_t depth = 0; ///< padded features
        Operands operands = Operands::Floats;
        bool byRows = false; ///< rows for `dot` in place of tiles for `multiply`
        [[nodiscard]] bool narrow() const { return operands != Operands::Floats; }
    };

    /// A layer above the first, and its transpose for the way back.
    struct UpperLayer {
        std::size_t inputs = 0, outputs = 0;
        std::vector<float> weights, bias, transposed;
    };
    struct HeadWeights {
        PackedHead first;
        std::vector<UpperLayer> upper; ///< of a hidden head
    };

    [[nodiscard]] const CpuResident& resident(const ResidentData& data) const;
    /// What a pass adds up.
    struct SumPlan {
        SumShape shape;
        std::size_t size = 0;       ///< numbers a block gives, of all trials
        std::size_t itemLeaves = 1; ///< that a worker takes together: the more, the fewer sums are alive
        bool addsOnce = false;      ///< a block adds to each number once, so that SharedLeaves keep the bits
    };
    /// The tree depends on `trialSize`, the numbers of one trial, alone, so that a trial's sums are the same
    /// whoever shares its pass. Throws Error(Usage) where memory doesn't suffice.
    [[nodiscard]] SumPlan planSums(std::size_t blocks, std::size_t size, std::size_t trialSize) const;
    using BlockWork = std::function<void(std::size_t block, double* sums, Worker& worker)>;
    /// Calls `work`, which adds a block to `sums`, for all blocks. Returns the root's sums, there until the
    /// next pass; null when stopped.
    [[nodiscard]] const double* sumBlocks(const SumPlan& plan, const std::stop_token& stop,
                                          const BlockWork& work);
    PackedHead packLinear(const HeadShape& head, std::size_t paddedDim,
                          std::span<const std::span<const double>> models);
    /// The same of columns[column][inputs()] that stand for those of one trial or many.
    PackedHead packColumns(const HeadShape& head, std::size_t paddedDim, const std::vector<double>& columns,
                           Operands operands = Operands::Floats);
    /// Rows for the kernels; of a narrow head bfloat16 under another name, `stride` counts those.
    struct Rows {
        const float* first = nullptr;
        std::size_t stride = 0;
        std::size_t count = 0;
        /// Where `dot` widens them: it writes `wide`, which is `first`.
        const std::uint16_t* halves = nullptr;
        const float* factors = nullptr;
        float* wide = nullptr;
    };
    /// Logits z[column][kLogitStride] of the panel that is row `row` of its block and up, in the worker's
    /// buffer.
    void panelLogits(const Rows& x, std::size_t row, const PackedHead& head, const Fetch& fetch,
                     Worker& worker) const;
    /// The same for a whole block; what lies behind its last panel is not defined.
    float* blockLogits(const Block& block, const PackedHead& head, Worker& worker) const;
    /// How a block's logits become residuals: of all classes, or in the coordinates of Contrasts.
    struct Epilogue {
        Loss loss = Loss::Softmax;
        bool contrasts = false;
        float shift = 0.0F;       ///< Contrasts::shift()
        std::size_t columns = 0;  ///< of a trial
        std::vector<float> clips; ///< of each trial
    };
    [[nodiscard]] static Epilogue epilogueOf(const PassOptions& options, std::span<const GradientTask> tasks);
    PackedHead packTasks(const HeadShape& head, std::size_t paddedDim, const Epilogue& epilogue,
                         std::span<const GradientTask> tasks, Operands operands);
    void makeResiduals(float* z, std::size_t rows, const BlockRows& info, const Epilogue& epilogue) const;
    /// Adds a block's clipped gradients to sums[column][depth]; leaves the residuals in the worker's logits.
    void addBlock(const Block& block, const Epilogue& epilogue, const PackedHead& head, double* sums,
                  Worker& worker) const;
    /// The same on tiles.
    void addTiles(const Block& block, const Epilogue& epilogue, const PackedHead& head, double* sums,
                  Worker& worker) const;
    /// The second product of these rows.
    void addProduct(const Rows& x, bool narrow, AccumulateArgs args, Worker& worker) const;
    /// MomentTask::classGrams alone; false when stopped.
    bool classGrams(const CpuResident& data, const MomentTask& task, const std::stop_token& stop);
    bool linearGradients(const CpuResident& data, const PassOptions& options,
                         std::span<const GradientTask> tasks);

    /// A layer of a hidden head in a pass.
    struct HiddenLayer {
        std::size_t inputs = 0, outputs = 0;
        std::size_t width = 0; ///< inputs, padded as its sums are
        std::size_t sums = 0;  ///< where they begin
        std::size_t bias = 0;  ///< and those of its bias
        std::size_t place = 0; ///< of its outputs among those of all layers
    };
    [[nodiscard]] static std::vector<HiddenLayer> layersOf(const HeadShape& head, std::size_t paddedDim);
    /// What goes into `layer`, which is not the first, as hiddenForward() left it.
    [[nodiscard]] static const float* unitsBelow(const std::vector<HiddenLayer>& layers, std::size_t layer,
                                                 const Worker& worker);
    /// From residuals in the worker's `extra`: what reaches each hidden layer's outputs, in its `delta`, and
    /// the squared norm of each row's whole gradient, which is the sum of those of the layers.
    void hiddenDeltas(const Block& block, const HeadShape& head, const HeadWeights& weights,
                      const std::vector<HiddenLayer>& layers, Worker& worker, double* squares) const;
    [[nodiscard]] static UpperLayer packUpper(const double* v, std::size_t outputs, std::size_t inputs,
                                              bool bias);
    HeadWeights packHead(const HeadShape& head, std::size_t paddedDim, std::span<const double> parameters);
    /// Units tanh(Ux + a) of the first layer in the worker's logits, those of further ones in its `units`,
    /// logits of the classes in its `extra`.
    void hiddenForward(const Block& block, const HeadShape& head, const HeadWeights& weights,
                       Worker& worker) const;
    /// Logits of every vector, [vector][class][kLogitStride], in the worker's `extra`.
    void sequenceForward(const Block& block, const HeadShape& head, const HeadWeights& weights,
                         Worker& worker) const;
    /// Logits z[class][kLogitStride] of a head that is not linear.
    float* modelLogits(const Block& block, const HeadShape& head, const HeadWeights& weights,
                       Worker& worker) const;
    bool hiddenGradient(const CpuResident& data, const PassOptions& options, const GradientTask& task);
    bool sequenceGradient(const CpuResident& data, const PassOptions& options, const GradientTask& task);
    /// Forms one record's gradient, clips it by the norm of just those numbers and adds it, once, to the
    /// worker's blockSum; g[vector][class] lies at strides of classes × kLogitStride and kLogitStride.
    static void addSequence(const float* x, const float* g, const HeadShape& head, double clip,
                            Worker& worker);
    void sequenceLogits(const Block& block, const HeadShape& head, const HeadWeights& weights,
                        Worker& worker) const;
    bool countModel(const CpuResident& data, const HeadShape& head, std::span<const double> model,
                    CorrectCounts& out, const std::stop_token& stop);

    const InstructionSet m_instructions;
    const Kernels& m_kernels = m_instructions.kernels;
    WorkerPool m_pool;
    std::vector<Worker> m_workers;
    Buffer<float> m_packed;
    Buffer<float> m_packedBias;
    SumMemory m_sums;
    SumPeers* m_peers = nullptr;
};

} // namespace parsimony::compute::cpu
