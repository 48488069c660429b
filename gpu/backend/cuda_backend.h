// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "gpu/runtime/cuda_check.h"

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <memory>
#include <mutex>
#include <vector>

namespace parsimony::gpu {

/// Features of one part for the device: in its memory where they fit, else brought there chunk by chunk in
/// each pass. What only the CPU computes (second-order sums, other heads, sampled rows) uses a resident copy
/// of the CPU backend, made on first use.
class CudaResident final : public compute::ResidentData {
public:
    CudaResident(const compute::UploadRequest& request, compute::ComputeBackend& cpu);

    [[nodiscard]] std::size_t rows() const override { return m_rows; }
    [[nodiscard]] std::size_t dim() const override { return m_dim; }
    [[nodiscard]] std::uint32_t classes() const override { return m_classes; }
    [[nodiscard]] compute::Precision precision() const override { return m_precision; }
    [[nodiscard]] bool streamed() const override { return m_features.as<char>() == nullptr; }

    [[nodiscard]] const compute::ResidentData& onCpu() const;
    [[nodiscard]] std::size_t rowBytes() const {
        return m_dim * (m_precision == compute::Precision::Float32 ? 4 : 2);
    }
    /// Rows [first, first + count) on the device, rows behind the last as zeros; `staging` holds them when
    /// streamed.
    [[nodiscard]] const void* deviceRows(std::size_t first, std::size_t count, DeviceMemory& staging,
                                         cudaStream_t stream) const;
    [[nodiscard]] const std::int32_t* labels(std::size_t first) const {
        return m_labels.as<std::int32_t>() + first;
    }
    [[nodiscard]] const float* norms(std::size_t first, bool bias) const {
        return (bias ? m_biasNorms : m_norms).as<float>() + first;
    }

private:
    void readChunk(std::size_t first, std::size_t count, std::vector<char>& bytes, float* norms) const;

    std::shared_ptr<const data::FeatureSource> m_source;
    compute::ComputeBackend& m_cpu;
    std::vector<std::int32_t> m_hostLabels;
    std::size_t m_rows = 0;
    std::size_t m_dim = 0;
    std::uint32_t m_classes = 0;
    compute::Precision m_precision = compute::Precision::Float32;
    DeviceMemory m_features, m_labels, m_norms, m_biasNorms;
    mutable std::mutex m_mutex;
    mutable std::unique_ptr<compute::ResidentData> m_onCpu;
};

/// cuBLAS for the products, our kernels for the rest. FP32 runs in cuBLAS' pedantic mode: blocks of
/// kBlockRows rows in IEEE float32 with a summation order that is fixed by the shape, so the proof at
/// kArithmeticSlack holds. bfloat16 runs on tensor cores in blocks of 128 rows; the rounding of their adders
/// is not published, the slack is measured.
class CudaBackend final : public compute::ComputeBackend {
public:
    CudaBackend(int device, unsigned threads);
    ~CudaBackend() override;

    [[nodiscard]] std::string name() const override { return "cuda:" + std::to_string(m_device); }
    [[nodiscard]] std::string description() const override { return m_description; }

protected:
    std::unique_ptr<compute::ResidentData> doUpload(const compute::UploadRequest& request) override;
    bool doClippedGradientSums(const compute::ResidentData& data, const compute::PassOptions& options,
                               std::span<const compute::GradientTask> tasks) override;
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
    void uploadWeights(const CudaResident& data, const compute::HeadShape& head,
                       std::span<const compute::GradientTask> tasks);
    void addChunk(const CudaResident& data, const compute::PassOptions& options, std::size_t trials,
                  std::size_t first, std::size_t rows);

    int m_device = 0;
    std::string m_description;
    std::unique_ptr<compute::ComputeBackend> m_cpu;
    cudaStream_t m_stream = nullptr;
    cublasHandle_t m_blas = nullptr;
    DeviceMemory m_weights, m_bias, m_clips, m_logits, m_narrow, m_parts, m_sums, m_biasSums, m_staging;
};

} // namespace parsimony::gpu
