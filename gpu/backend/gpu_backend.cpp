// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/backend/gpu_backend.h"

#include "core/base/sentence.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::gpu {

namespace {

/// Columns of all trials of a pass that keep a large GPU's tensor cores busy.
constexpr std::size_t kPreferredColumns = 2048;

const GpuResident& resident(const compute::ResidentData& data) {
    const auto* mine = dynamic_cast<const GpuResident*>(&data);
    if (mine == nullptr) {
        failUsage(Sentence("these features were made resident by another backend"));
    }
    return *mine;
}

} // namespace

float clipRoundedDown(double clip) {
    const auto narrow = static_cast<float>(clip);
    return static_cast<double>(narrow) > clip ? std::nextafter(narrow, 0.0F) : narrow;
}

GpuBackend::GpuBackend(std::unique_ptr<GpuDevice> device, const GpuOptions& options)
    : m_device(std::move(device)), m_options(options), m_pool(options.threads),
      m_cpu(compute::makeCpuBackend({options.threads})), m_pipeline(*m_device), m_parameters(*m_device),
      m_velocity(*m_device), m_states(*m_device), m_operands(*m_device), m_bias(*m_device),
      m_clips(*m_device), m_sums(*m_device), m_logits(*m_device), m_narrow(*m_device),
      m_parts(*m_device), m_staging{DeviceBuffer(*m_device), DeviceBuffer(*m_device)},
      m_pinned{DeviceBuffer(*m_device, DeviceBuffer::Kind::Pinned),
               DeviceBuffer(*m_device, DeviceBuffer::Kind::Pinned)},
      m_numbers(*m_device, DeviceBuffer::Kind::Pinned) {}

GpuBackend::~GpuBackend() {
    m_device->drain();
}

void GpuBackend::setReducer(std::unique_ptr<Reducer> reducer) {
    m_graph.reset();
    m_reducer = std::move(reducer);
}

std::size_t GpuBackend::preferredTrials(const compute::HeadShape& head) const {
    return head.kind == compute::HeadKind::Linear ? std::max<std::size_t>(1, kPreferredColumns / head.classes)
                                                  : 1;
}

compute::SlackClaim GpuBackend::slackClaim(const compute::HeadShape& head, compute::Precision precision,
                                           bool sampled) const {
    if (head.kind != compute::HeadKind::Linear || sampled) {
        return m_cpu->slackClaim(head, precision, sampled); // it computes them
    }
    return precision == compute::Precision::Float32 ? compute::SlackClaim::Checked
                                                    : compute::SlackClaim::Unknown;
}

std::unique_ptr<compute::ResidentData> GpuBackend::doUpload(const compute::UploadRequest& request) {
    return std::make_unique<GpuResident>(request, *m_device, m_pipeline, m_pool, *m_cpu);
}

PassShape GpuBackend::shapeOf(const GpuResident& data, const compute::HeadShape& head,
                              std::size_t trials) const {
    // cuBLAS counts rows and columns in 32 bits; its offsets are wide.
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max() / 2;
    if (trials > most / head.classes) {
        failUsage(Sentence(
            "{1} trials of {2} classes are more than a GPU takes in one pass: train fewer trials together",
            trials, head.classes));
    }
    return {data.precision(), head.dim, data.dimStride(), head.classes, static_cast<std::uint32_t>(trials),
            head.bias};
}

void GpuBackend::releaseChunks() {
    for (DeviceBuffer* buffer :
         {&m_logits, &m_narrow, &m_parts, &m_staging[0], &m_staging[1], &m_pinned[0], &m_pinned[1]}) {
        buffer->reset();
    }
    ++m_memory;
}

std::size_t GpuBackend::prepare(const GpuResident& data, const PassShape& shape, bool descent) {
    const auto room = [this](DeviceBuffer& buffer, std::size_t bytes) {
        m_memory += bytes > buffer.bytes() ? 1 : 0;
        (void)buffer.ensure(bytes);
    };
    const auto attempt = [&](std::size_t rows) {
        const bool streamed = data.streamed();
        const ChunkMemory chunk = chunkMemory(shape, rows);
        try {
            const std::size_t parameters = shape.trials * shape.parameters() * sizeof(double);
            room(m_parameters, parameters);
            room(m_velocity, descent ? parameters : 0);
            room(m_numbers, descent ? 2 * parameters : 0);
            room(m_states, descent ? shape.trials * sizeof(DescentState) : 0);
            room(m_operands, shape.columnStride() * shape.rowBytes());
            room(m_bias, shape.columns() * sizeof(float));
            room(m_clips, shape.trials * sizeof(float));
            room(m_sums, shape.columns() * (shape.dimStride + 1) * sizeof(double));
            room(m_logits, chunk.logits);
            room(m_narrow, chunk.narrow);
            room(m_parts, chunk.parts);
            for (unsigned slot = 0; streamed && slot < 2; ++slot) {
                room(m_staging[slot], chunk.staging);
                room(m_pinned[slot], chunk.staging);
            }
        } catch (const GpuError&) {
            releaseChunks(); // a smaller attempt finds all of the room
            throw;
        }
    };
    const std::size_t wanted = chunkRows(shape, data.rows(), m_options.workBytes, data.streamed());
    try {
        return backOff(wanted, attempt, [&] { return data.evict(); });
    } catch (const GpuError& error) {
        if (error.trouble() != Trouble::OutOfMemory) {
            throw;
        }
        const std::size_t fixed =
            std::size_t{2} * shape.trials * shape.parameters() * sizeof(double) +
            shape.columnStride() * (shape.rowBytes() + shape.dimStride * sizeof(double));
        const std::size_t least = fixed + chunkMemory(shape, compute::kBlockRows).total(true);
        fail(Sentence("a pass of {1} trials of {2} classes needs {3} MiB on {4}, which has {5} MiB free: "
                      "train fewer trials together, close other programs on the GPU or use --device cpu",
                      shape.trials, shape.classes, (least >> 20) + 1, name(), m_device->memory().free >> 20));
    }
}

void GpuBackend::enqueueChunk(const PassShape& shape, compute::Loss loss, std::size_t rows, const void* x,
                              const float* norms, const std::int32_t* labels, bool first) {
    m_device->firstProduct(shape, rows, x, m_operands.as<void>(), m_logits.as<float>());
    ResidualArgs args;
    args.logits = m_logits.as<float>();
    args.narrow = shape.halves() ? m_narrow.as<std::uint16_t>() : nullptr;
    args.rows = rows;
    args.bias = shape.bias ? m_bias.as<float>() : nullptr;
    args.labels = labels;
    args.norms = norms;
    args.clips = m_clips.as<float>();
    args.loss = loss;
    m_device->residuals(shape, args);
    const std::size_t block = accumulationRows(shape);
    const void* residuals = shape.halves() ? m_narrow.as<void>() : m_logits.as<void>();
    m_device->secondProduct(shape, rows, block, x, residuals, m_parts.as<float>());
    m_device->addParts(m_sums.as<double>(), m_parts.as<float>(), (rows + block - 1) / block,
                       shape.columnStride() * shape.dimStride, shape.columns() * shape.dimStride, first);
    if (shape.bias) { // what the parts held is added up: their place is free
        m_device->addColumns(shape, biasSums(shape), m_logits.as<float>(), rows, block, m_parts.as<double>(),
                             first);
    }
}

bool GpuBackend::enqueueSums(const GpuResident& data, const PassShape& shape, compute::Loss loss,
                             std::size_t chunk, const std::stop_token& stop) {
    m_device->packWeights(shape, m_parameters.as<double>(), m_operands.as<void>(), m_bias.as<float>());
    if (!data.streamed()) {
        for (std::size_t first = 0; first < data.paddedRows(); first += chunk) {
            if (stop.stop_requested()) {
                m_device->finish();
                return false;
            }
            enqueueChunk(shape, loss, std::min(chunk, data.paddedRows() - first), data.features(first),
                         data.norms(first, shape.bias), data.labels(first), first == 0);
        }
        return true;
    }
    const auto normsOf = [&](DeviceBuffer& buffer, std::size_t rows) {
        return reinterpret_cast<float*>(buffer.as<char>() + rows * shape.rowBytes());
    };
    ChunkPipeline::Work work;
    work.fill = [&](const ChunkPipeline::Chunk& c) {
        float* norms = normsOf(m_pinned[c.slot], c.rows);
        data.host().read(c.first, c.rows, shape.dimStride, m_pinned[c.slot].as<void>(), norms, m_pool);
        if (shape.bias) {
            std::transform(norms, norms + c.rows, norms, normWithBias);
        }
    };
    work.copy = [&](const ChunkPipeline::Chunk& c) {
        m_device->copyIn(m_staging[c.slot].as<void>(), m_pinned[c.slot].as<void>(),
                         c.rows * (shape.rowBytes() + sizeof(float)), Queue::Copy);
    };
    work.compute = [&](const ChunkPipeline::Chunk& c) {
        enqueueChunk(shape, loss, c.rows, m_staging[c.slot].as<void>(), normsOf(m_staging[c.slot], c.rows),
                     data.labels(c.first), c.first == 0);
    };
    return m_pipeline.run(data.paddedRows(), chunk, work, stop);
}

bool GpuBackend::doClippedGradientSums(const compute::ResidentData& data, const compute::PassOptions& options,
                                       std::span<const compute::GradientTask> tasks) {
    const GpuResident& mine = resident(data);
    const compute::HeadShape& head = options.head;
    if (head.kind != compute::HeadKind::Linear || options.subset != nullptr) {
        return ForwardingBackend::doClippedGradientSums(data, options, tasks);
    }
    const PassShape shape = shapeOf(mine, head, tasks.size());
    const std::size_t chunk = prepare(mine, shape, false);
    std::vector<double> parameters;
    std::vector<float> clips;
    for (const compute::GradientTask& task : tasks) {
        parameters.insert(parameters.end(), task.parameters.begin(), task.parameters.end());
        clips.push_back(clipRoundedDown(task.clip));
    }
    std::vector<double> sums(shape.columns() * (shape.dimStride + 1));
    try {
        m_device->copyIn(m_parameters.as<void>(), parameters.data(), parameters.size() * sizeof(double),
                         Queue::Compute);
        m_device->copyIn(m_clips.as<void>(), clips.data(), clips.size() * sizeof(float), Queue::Compute);
        if (!enqueueSums(mine, shape, options.loss, chunk, options.stop)) {
            return false;
        }
        m_device->copyOut(sums.data(), m_sums.as<void>(), sums.size() * sizeof(double));
        m_device->finish();
        m_pipeline.settled();
    } catch (...) {
        m_device->drain(); // copies may still read or write what is about to go away
        throw;
    }
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        for (std::size_t j = 0; j < head.classes; ++j) {
            const std::size_t column = k * head.classes + j;
            double* row = tasks[k].sum.data() + j * head.inputs();
            std::copy_n(sums.data() + column * shape.dimStride, head.dim, row);
            if (head.bias) {
                row[head.dim] = sums[shape.columns() * shape.dimStride + column];
            }
        }
    }
    return !options.stop.stop_requested();
}

std::optional<double> GpuBackend::productSeconds(const compute::ResidentData& data,
                                                 const compute::HeadShape& head, std::size_t trials,
                                                 unsigned repeats) {
    const GpuResident& mine = resident(data);
    if (mine.streamed() || head.kind != compute::HeadKind::Linear) {
        return std::nullopt;
    }
    const PassShape shape = shapeOf(mine, head, trials);
    (void)prepare(mine, shape, false);
    if (mine.streamed()) {
        return std::nullopt;
    }
    const std::size_t rows = mine.paddedRows();
    DeviceBuffer logits(*m_device);
    DeviceBuffer narrow(*m_device);
    DeviceBuffer product(*m_device);
    logits.ensure(chunkMemory(shape, rows).logits);
    narrow.ensure(chunkMemory(shape, rows).narrow);
    product.ensure(shape.columnStride() * shape.dimStride * sizeof(float));
    std::vector<double> parameters(shape.trials * shape.parameters());
    for (std::size_t i = 0; i < parameters.size();
         ++i) { // numbers like a model's: zeros take less power and time
        parameters[i] = 0.1 * std::sin(static_cast<double>(i));
    }
    const std::vector<float> clips(shape.trials, 1.0F);
    m_device->copyIn(m_parameters.as<void>(), parameters.data(), parameters.size() * sizeof(double),
                     Queue::Compute);
    m_device->copyIn(m_clips.as<void>(), clips.data(), clips.size() * sizeof(float), Queue::Compute);
    m_device->packWeights(shape, m_parameters.as<double>(), m_operands.as<void>(), m_bias.as<float>());
    m_device->firstProduct(shape, rows, mine.features(0), m_operands.as<void>(), logits.as<float>());
    ResidualArgs args;
    args.logits = logits.as<float>();
    args.narrow = shape.halves() ? narrow.as<std::uint16_t>() : nullptr;
    args.rows = rows;
    args.labels = mine.labels(0);
    args.norms = mine.norms(0, false);
    args.clips = m_clips.as<float>();
    m_device->residuals(shape, args);
    m_device->finish();
    // The products of 32 bits read their residuals from where the first one writes: a copy of them lies in
    // `narrow` for 16 bits only, so there they are read and overwritten in turn, which takes the same time.
    return m_device->bareSeconds(shape, rows, mine.features(0), m_operands.as<void>(), logits.as<float>(),
                                 shape.halves() ? narrow.as<void>() : logits.as<void>(), product.as<float>(),
                                 repeats);
}

const compute::ResidentData& GpuBackend::restOf(const compute::ResidentData& data) {
    return resident(data).onCpu();
}

} // namespace parsimony::gpu
