// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of DP-GD that never leave the device.
#include "core/base/sentence.h"
#include "gpu/backend/gpu_backend.h"

#include <algorithm>

namespace parsimony::gpu {

namespace {

/// Steps that may lie in the queue before the host waits, so that a stop is heard soon.
constexpr std::uint32_t kStepsAhead = 16;

DescentState stateOf(const compute::DescentTask& task) {
    DescentState state{};
    if (task.noise != nullptr) {
        state.stream = compute::streamWords(task.noise->streamKey(), task.stream);
    }
    state.rule = {task.noiseSd,  compute::releaseGrid(task.noiseSd),
                  task.divisor,  task.weightDecay,
                  task.momentum, task.learningRate};
    return state;
}

/// Zeros over numbers that hold keys, also where nobody reads them afterwards.
void wipe(std::vector<DescentState>& states) {
    auto* bytes = reinterpret_cast<volatile unsigned char*>(states.data());
    for (std::size_t i = 0; i < states.size() * sizeof(DescentState); ++i) {
        bytes[i] = 0;
    }
}

} // namespace

void GpuBackend::forgetKeys(std::vector<DescentState>& states) noexcept {
    wipe(states);
    try {
        m_device->clear(m_states.as<void>(), states.size() * sizeof(DescentState));
    } catch (const std::exception&) {
        // A device that takes no more work is lost, and its memory with it.
    }
    m_device->drain();
}

bool GpuBackend::enqueueStep(const GpuResident& data, const PassShape& shape, compute::Loss loss,
                             std::size_t chunk, const std::stop_token& stop) {
    if (!enqueueSums(data, shape, loss, chunk, stop)) {
        return false;
    }
    if (m_reducer != nullptr) {
        m_reducer->add(m_sums.as<double>(), shape.columns() * (shape.dimStride + (shape.bias ? 1 : 0)));
    }
    m_device->descend(shape, {m_states.as<DescentState>(), m_sums.as<double>(), m_parameters.as<double>(),
                              m_velocity.as<double>()});
    m_device->nextStep(m_states.as<DescentState>(), shape.trials);
    return true;
}

GpuDevice::Graph* GpuBackend::graphOf(const GpuResident& data, const PassShape& shape, compute::Loss loss,
                                      std::size_t chunk) {
    const GraphKey key{data.number(), shape, loss, chunk, m_memory};
    if (m_graph != nullptr && m_graphKey == key) {
        return m_graph.get();
    }
    if (m_graph != nullptr) {
        m_device->finish();
        m_graph.reset();
    }
    try {
        m_device->beginCapture();
        (void)enqueueStep(data, shape, loss, chunk, {});
        m_graph = m_device->endCapture();
        m_graphKey = key;
    } catch (const GpuError& error) {
        m_device->abandonCapture();
        if (error.trouble() == Trouble::Lost) {
            throw;
        }
        m_options.graphs = false; // the same launches one by one give the same bits
    }
    return m_graph.get();
}

std::optional<std::uint32_t> GpuBackend::doDescend(const compute::ResidentData& data,
                                                   const compute::PassOptions& options,
                                                   std::span<const compute::DescentTask> tasks,
                                                   std::uint32_t steps) {
    const auto* mine = dynamic_cast<const GpuResident*>(&data);
    if (mine == nullptr) {
        failUsage(Sentence("these features were made resident by another backend"));
    }
    if (options.head.kind != compute::HeadKind::Linear || options.subset != nullptr) {
        return std::nullopt;
    }
    const PassShape shape = shapeOf(*mine, options.head, tasks.size());
    const std::size_t chunk = prepare(*mine, shape, true);
    const std::size_t size = shape.parameters();
    auto* weights = m_numbers.as<double>();
    double* velocity = weights + tasks.size() * size;
    std::vector<float> clips;
    std::vector<DescentState> states;
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        const compute::DescentTask& task = tasks[k];
        std::copy(task.weights.begin(), task.weights.end(), weights + k * size);
        std::copy(task.velocity.begin(), task.velocity.end(), velocity + k * size);
        clips.push_back(clipRoundedDown(task.clip));
        states.push_back(stateOf(task));
    }
    const std::size_t bytes = tasks.size() * size * sizeof(double);
    std::uint32_t done = 0;
    try {
        m_device->copyIn(m_parameters.as<void>(), weights, bytes, Queue::Compute);
        m_device->copyIn(m_velocity.as<void>(), velocity, bytes, Queue::Compute);
        m_device->copyIn(m_clips.as<void>(), clips.data(), clips.size() * sizeof(float), Queue::Compute);
        m_device->copyIn(m_states.as<void>(), states.data(), states.size() * sizeof(DescentState),
                         Queue::Compute);
        while (done < steps && !options.stop.stop_requested()) {
            const bool graphs =
                m_options.graphs && !mine->streamed() && (m_reducer == nullptr || m_reducer->capturable());
            // The first step goes plainly: libraries load their code and take their memory outside a capture.
            const bool known = m_graph != nullptr &&
                               m_graphKey == GraphKey{mine->number(), shape, options.loss, chunk, m_memory};
            GpuDevice::Graph* graph =
                graphs && (known || done > 0) ? graphOf(*mine, shape, options.loss, chunk) : nullptr;
            if (graph != nullptr) {
                m_device->replay(*graph);
            } else if (!enqueueStep(*mine, shape, options.loss, chunk, options.stop)) {
                break; // stopped between chunks: the weights are those after the last whole step
            }
            if (++done % kStepsAhead == 0) {
                m_device->finish();
                m_pipeline.settled();
            }
        }
        m_device->copyOut(weights, m_parameters.as<void>(), bytes);
        m_device->copyOut(velocity, m_velocity.as<void>(), bytes);
        m_device->finish();
        m_pipeline.settled();
    } catch (...) {
        m_device->drain(); // copies may still read or write what is about to go away
        forgetKeys(states);
        throw;
    }
    forgetKeys(states);
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        std::copy_n(weights + k * size, size, tasks[k].weights.data());
        std::copy_n(velocity + k * size, size, tasks[k].velocity.data());
    }
    return done;
}

} // namespace parsimony::gpu
