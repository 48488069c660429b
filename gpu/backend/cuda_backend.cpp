// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/backend/cuda_backend.h"

#include "core/base/error.h"
#include "core/compute/backend_factory.h"
#include "core/compute/cpu/kernels_bf16.h"
#include "gpu/kernels/kernels.h"
#include "gpu/runtime/device.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace parsimony::gpu {

namespace {

using compute::kBlockRows;
using compute::Precision;

constexpr std::size_t kTensorCoreRows =
    128; // B²·2⁻²³ stays below the slack even when every addition truncates
constexpr std::size_t kChunkBytes = std::size_t{256} << 20;

const CudaResident& resident(const compute::ResidentData& data) {
    const auto* mine = dynamic_cast<const CudaResident*>(&data);
    if (mine == nullptr) {
        failUsage("these features were made resident by another backend");
    }
    return *mine;
}

void copyToDevice(DeviceMemory& memory, const void* from, std::size_t bytes) {
    check(cudaMemcpy(memory.ensure(bytes), from, bytes, cudaMemcpyHostToDevice), "copying to the GPU");
}

std::size_t paddedRows(std::size_t rows) {
    return (rows + kBlockRows - 1) / kBlockRows * kBlockRows;
}

} // namespace

CudaResident::CudaResident(const compute::UploadRequest& request, compute::ComputeBackend& cpu)
    : m_source(request.features), m_cpu(cpu), m_hostLabels(request.labels.begin(), request.labels.end()),
      m_rows(request.features->rows()), m_dim(request.features->dim()), m_classes(request.classes),
      m_precision(request.precision) {
    const std::size_t padded = paddedRows(m_rows);
    for (std::int32_t& label : m_hostLabels) {
        label = label >= 0 && static_cast<std::uint32_t>(label) < m_classes ? label : -1;
    }
    std::vector<std::int32_t> labels = m_hostLabels;
    labels.resize(padded, -1);
    copyToDevice(m_labels, labels.data(), padded * sizeof(std::int32_t));
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "asking for the GPU's memory");
    const std::size_t limit = request.memoryLimit != 0 ? request.memoryLimit : free / 4 * 3;
    const bool fits = padded * rowBytes() <= limit && m_features.tryEnsure(padded * rowBytes());
    std::vector<float> norms(padded);
    std::vector<char> bytes;
    for (std::size_t first = 0; first < m_rows; first += kBlockRows) {
        const std::size_t count = std::min(kBlockRows, m_rows - first);
        readChunk(first, count, bytes, norms.data() + first);
        if (fits) {
            bytes.resize(kBlockRows * rowBytes()); // zeros behind the last row
            check(cudaMemcpy(m_features.as<char>() + first * rowBytes(), bytes.data(), bytes.size(),
                             cudaMemcpyHostToDevice),
                  "copying features to the GPU");
        }
    }
    copyToDevice(m_norms, norms.data(), padded * sizeof(float));
    for (float& norm : norms) {
        const double wide = std::sqrt(static_cast<double>(norm) * static_cast<double>(norm) + 1.0);
        norm = std::nextafter(static_cast<float>(wide), std::numeric_limits<float>::infinity());
    }
    copyToDevice(m_biasNorms, norms.data(), padded * sizeof(float));
}

void CudaResident::readChunk(std::size_t first, std::size_t count, std::vector<char>& bytes,
                             float* norms) const {
    const std::size_t width = compute::cpu::paddedTo(m_dim, 4);
    std::vector<float> rows(count * m_dim);
    m_source->readRows(first, count, rows.data());
    std::vector<float> row(width);
    bytes.assign(count * rowBytes(), 0);
    for (std::size_t r = 0; r < count; ++r) {
        std::copy_n(rows.data() + r * m_dim, m_dim, row.data());
        char* out = bytes.data() + r * rowBytes();
        for (std::size_t k = 0; k < m_dim && m_precision == Precision::Bfloat16; ++k) {
            const std::uint16_t narrow = compute::cpu::toBfloat16(row[k]);
            std::memcpy(out + 2 * k, &narrow, sizeof narrow);
            const std::uint32_t bits = std::uint32_t{narrow} << 16;
            std::memcpy(&row[k], &bits, sizeof bits); // norms are those of the rounded rows
        }
        compute::cpu::bestKernels().norms(row.data(), width, 1, width, false, norms + r);
        if (!std::isfinite(norms[r])) {
            std::fill_n(out, rowBytes(), 0);
            norms[r] = 0.0F;
        } else if (m_precision == Precision::Float32) {
            std::memcpy(out, row.data(), rowBytes());
        }
    }
}

const compute::ResidentData& CudaResident::onCpu() const {
    const std::scoped_lock lock(m_mutex);
    if (!m_onCpu) {
        m_onCpu = m_cpu.upload({m_source, m_hostLabels, m_classes, m_precision, 0});
    }
    return *m_onCpu;
}

const void* CudaResident::deviceRows(std::size_t first, std::size_t count, DeviceMemory& staging,
                                     cudaStream_t stream) const {
    if (!streamed()) {
        return m_features.as<char>() + first * rowBytes();
    }
    std::vector<char> bytes;
    std::vector<float> norms(count);
    const std::size_t real = std::min(count, m_rows - first);
    readChunk(first, real, bytes, norms.data());
    bytes.resize(count * rowBytes());
    void* memory = staging.ensure(bytes.size());
    check(cudaMemcpyAsync(memory, bytes.data(), bytes.size(), cudaMemcpyHostToDevice, stream),
          "copying features");
    check(cudaStreamSynchronize(stream), "copying features");
    return memory;
}

CudaBackend::CudaBackend(int device, unsigned threads)
    : m_device(device), m_cpu(compute::makeCpuBackend({threads})) {
    int count = 0;
    check(cudaGetDeviceCount(&count), "looking for a GPU");
    if (device < 0 || device >= count) {
        fail("there is no CUDA device " + std::to_string(device) + "; this machine has " +
             std::to_string(count));
    }
    check(cudaSetDevice(device), "opening the GPU");
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device), "asking the GPU what it is");
    m_description =
        std::string(properties.name) + ", " + std::to_string(properties.totalGlobalMem >> 30) + " GiB";
    check(cudaStreamCreate(&m_stream), "opening the GPU");
    check(cublasCreate(&m_blas), "starting cuBLAS");
    check(cublasSetStream(m_blas, m_stream), "starting cuBLAS");
    check(cublasSetMathMode(m_blas, CUBLAS_PEDANTIC_MATH), "starting cuBLAS");
}

CudaBackend::~CudaBackend() {
    if (m_blas != nullptr) {
        (void)cublasDestroy(m_blas);
    }
    if (m_stream != nullptr) {
        (void)cudaStreamDestroy(m_stream);
    }
}

std::unique_ptr<compute::ResidentData> CudaBackend::doUpload(const compute::UploadRequest& request) {
    check(cudaSetDevice(m_device), "using the GPU");
    return std::make_unique<CudaResident>(request, *m_cpu);
}

void CudaBackend::uploadWeights(const CudaResident& data, const compute::HeadShape& head,
                                std::span<const compute::GradientTask> tasks) {
    const std::size_t columns = tasks.size() * head.classes;
    std::vector<float> weights;
    std::vector<std::uint16_t> narrow;
    std::vector<float> bias;
    std::vector<float> clips;
    weights.reserve(columns * head.dim);
    for (const compute::GradientTask& task : tasks) {
        const auto clip = static_cast<float>(task.clip);
        clips.push_back(static_cast<double>(clip) > task.clip ? std::nextafter(clip, 0.0F) : clip);
        for (std::size_t j = 0; j < head.classes; ++j) {
            const double* row = task.parameters.data() + j * head.inputs();
            for (std::size_t k = 0; k < head.dim; ++k) {
                weights.push_back(static_cast<float>(row[k]));
            }
            bias.push_back(head.bias ? static_cast<float>(row[head.dim]) : 0.0F);
        }
    }
    if (data.precision() == Precision::Float32) {
        copyToDevice(m_weights, weights.data(), weights.size() * sizeof(float));
    } else {
        std::transform(weights.begin(), weights.end(), std::back_inserter(narrow), compute::cpu::toBfloat16);
        copyToDevice(m_weights, narrow.data(), narrow.size() * sizeof(std::uint16_t));
    }
    copyToDevice(m_bias, bias.data(), bias.size() * sizeof(float));
    copyToDevice(m_clips, clips.data(), clips.size() * sizeof(float));
}

void CudaBackend::addChunk(const CudaResident& data, const compute::PassOptions& options, std::size_t trials,
                           std::size_t first, std::size_t rows) {
    const compute::HeadShape& head = options.head;
    const bool narrow = data.precision() == Precision::Bfloat16;
    const auto type = narrow ? CUDA_R_16BF : CUDA_R_32F;
    const auto mode = narrow ? CUBLAS_COMPUTE_32F : CUBLAS_COMPUTE_32F_PEDANTIC;
    const std::size_t columns = trials * head.classes;
    const auto d = static_cast<int>(head.dim);
    const auto c = static_cast<int>(columns);
    const float one = 1.0F;
    const float zero = 0.0F;
    const void* x = data.deviceRows(first, rows, m_staging, m_stream);
    auto* z = static_cast<float*>(m_logits.ensure(rows * columns * sizeof(float)));
    check(cublasGemmEx(m_blas, CUBLAS_OP_T, CUBLAS_OP_N, c, static_cast<int>(rows), d, &one,
                       m_weights.as<void>(), type, d, x, type, d, &zero, z, CUDA_R_32F, c, mode,
                       CUBLAS_GEMM_DEFAULT),
          "the first product");
    auto* z16 = narrow ? static_cast<std::uint16_t*>(m_narrow.ensure(rows * columns * sizeof(std::uint16_t)))
                       : nullptr;
    launchResiduals(z, z16, rows, head.classes, static_cast<std::uint32_t>(trials),
                    head.bias ? m_bias.as<float>() : nullptr, data.labels(first),
                    data.norms(first, head.bias), m_clips.as<float>(), options.loss, m_stream);
    check(cudaGetLastError(), "the row-wise kernel");
    const std::size_t block = narrow ? kTensorCoreRows : kBlockRows;
    const std::size_t blocks = rows / block;
    const std::size_t size = columns * head.dim;
    auto* parts = static_cast<float*>(m_parts.ensure(blocks * size * sizeof(float)));
    const void* g = narrow ? static_cast<const void*>(z16) : z;
    check(cublasGemmStridedBatchedEx(m_blas, CUBLAS_OP_N, CUBLAS_OP_T, d, c, static_cast<int>(block), &one, x,
                                     type, d, static_cast<long long>(block * head.dim), g, type, c,
                                     static_cast<long long>(block * columns), &zero, parts, CUDA_R_32F, d,
                                     static_cast<long long>(size), static_cast<int>(blocks), mode,
                                     CUBLAS_GEMM_DEFAULT),
          "the second product");
    launchAddParts(m_sums.as<double>(), parts, blocks, size, m_stream);
    if (head.bias) {
        launchColumnSums(m_biasSums.as<double>(), z, rows, columns, m_stream);
    }
    check(cudaGetLastError(), "adding up blocks");
}

bool CudaBackend::doClippedGradientSums(const compute::ResidentData& data,
                                        const compute::PassOptions& options,
                                        std::span<const compute::GradientTask> tasks) {
    const CudaResident& mine = resident(data);
    const compute::HeadShape& head = options.head;
    if (head.kind != compute::HeadKind::Linear || options.subset != nullptr) {
        return m_cpu->clippedGradientSums(mine.onCpu(), options, tasks);
    }
    check(cudaSetDevice(m_device), "using the GPU");
    uploadWeights(mine, head, tasks);
    const std::size_t columns = tasks.size() * head.classes;
    const std::size_t size = columns * head.dim;
    m_sums.ensure(size * sizeof(double));
    m_biasSums.ensure(columns * sizeof(double));
    check(cudaMemsetAsync(m_sums.as<void>(), 0, size * sizeof(double), m_stream), "clearing sums");
    check(cudaMemsetAsync(m_biasSums.as<void>(), 0, columns * sizeof(double), m_stream), "clearing sums");
    const std::size_t perBlock =
        std::max(2 * size * sizeof(float), kBlockRows * (columns * 6 + mine.rowBytes()));
    const std::size_t chunk = std::max<std::size_t>(1, kChunkBytes / perBlock) * kBlockRows;
    const std::size_t padded = paddedRows(mine.rows());
    for (std::size_t first = 0; first < padded; first += chunk) {
        if (options.stop.stop_requested()) {
            check(cudaStreamSynchronize(m_stream), "stopping");
            return false;
        }
        addChunk(mine, options, tasks.size(), first, std::min(chunk, padded - first));
    }
    std::vector<double> sums(size);
    std::vector<double> biasSums(columns);
    check(cudaMemcpyAsync(sums.data(), m_sums.as<void>(), size * sizeof(double), cudaMemcpyDeviceToHost,
                          m_stream),
          "reading sums");
    check(cudaMemcpyAsync(biasSums.data(), m_biasSums.as<void>(), columns * sizeof(double),
                          cudaMemcpyDeviceToHost, m_stream),
          "reading sums");
    check(cudaStreamSynchronize(m_stream), "a pass over the features");
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        for (std::size_t j = 0; j < head.classes; ++j) {
            const std::size_t column = k * head.classes + j;
            double* row = tasks[k].sum.data() + j * head.inputs();
            std::copy_n(sums.data() + column * head.dim, head.dim, row);
            if (head.bias) {
                row[head.dim] = biasSums[column];
            }
        }
    }
    return true;
}

bool CudaBackend::doClippedLossDifference(const compute::ResidentData& data,
                                          const compute::PassOptions& options, std::span<const double> plus,
                                          std::span<const double> minus, double clip, double& sum) {
    return m_cpu->clippedLossDifference(resident(data).onCpu(), options, plus, minus, clip, sum);
}

bool CudaBackend::doMoments(const compute::ResidentData& data, const compute::MomentTask& task,
                            std::stop_token stop) {
    return m_cpu->moments(resident(data).onCpu(), task, std::move(stop));
}

bool CudaBackend::doNewtonSums(const compute::ResidentData& data, const compute::NewtonTask& task,
                               std::stop_token stop) {
    return m_cpu->newtonSums(resident(data).onCpu(), task, std::move(stop));
}

bool CudaBackend::doCountCorrect(const compute::ResidentData& data, const compute::HeadShape& head,
                                 std::span<const std::span<const double>> models,
                                 std::span<compute::CorrectCounts> counts, std::stop_token stop) {
    return m_cpu->countCorrect(resident(data).onCpu(), head, models, counts, std::move(stop));
}

void CudaBackend::doLogits(const compute::ResidentData& data, const compute::HeadShape& head,
                           std::span<const double> parameters, std::size_t first, std::size_t count,
                           std::span<float> out) {
    m_cpu->logits(resident(data).onCpu(), head, parameters, first, count, out);
}

DeviceProbe probeDevices() {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess) {
        (void)cudaGetLastError();
        return {0, explain(status)};
    }
    std::string names;
    for (int device = 0; device < count; ++device) {
        cudaDeviceProp properties{};
        if (cudaGetDeviceProperties(&properties, device) == cudaSuccess) {
            names += (names.empty() ? "" : ", ") + std::string(properties.name);
        }
    }
    return {count, count == 0 ? explain(cudaErrorNoDevice) : names};
}

std::unique_ptr<compute::ComputeBackend> makeCudaBackend(int device, unsigned threads) {
    return std::make_unique<CudaBackend>(device, threads);
}

} // namespace parsimony::gpu
