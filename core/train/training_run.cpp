// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/training_run.h"

#include "core/base/sentence.h"

#include <algorithm>
#include <cmath>

namespace parsimony::train {

namespace {

/// Inclusion with probability at most q: a 64-bit word below ⌊q·2⁶⁴⌋.
std::uint64_t sampleThreshold(double q) {
    return static_cast<std::uint64_t>(std::floor(std::ldexp(q, 64)));
}

std::vector<double> heWeights(const compute::HeadShape& head, std::uint64_t seed) {
    const auto source = compute::NoiseSource::seeded(compute::PublicDataSeed{seed}, 0, 0);
    std::vector<double> w(head.parameters());
    source.fillGaussian(w, {});
    std::size_t i = 0;
    for (std::size_t layer = 0; layer <= head.hiddenLayers(); ++layer) {
        const std::uint32_t fanIn = head.layerInputs(layer);
        const std::size_t width = head.layerParameters(layer) / head.layerOutputs(layer);
        for (std::size_t k = 0; k < head.layerParameters(layer); ++k, ++i) {
            w[i] = k % width == fanIn ? 0.0 : w[i] * std::sqrt(2.0 / fanIn); // biases start at zero
        }
    }
    return w;
}

/// [W0, W1] ↦ (W0 + W1)/2, which is post-processing.
Model meanOfHalves(const Model& both) {
    Model mean{both.head, {}};
    mean.head.dim /= 2;
    for (std::size_t j = 0; j < both.head.classes; ++j) {
        const double* row = both.parameters.data() + j * both.head.dim;
        for (std::size_t i = 0; i < mean.head.dim; ++i) {
            mean.parameters.push_back(0.5 * (row[i] + row[mean.head.dim + i]));
        }
    }
    return mean;
}

} // namespace

TrainingRun::TrainingRun(const TrialPlan& plan, compute::ComputeBackend& backend,
                         const compute::ResidentData& data, const compute::NoiseSource& noise,
                         const std::optional<TrainerState>& from, const TrainControl& control,
                         std::span<const double> initial)
    : m_plan(plan), m_backend(backend), m_data(data), m_noise(noise), m_control(control),
      m_head(plan.headShape()), m_lastCheckpoint(std::chrono::steady_clock::now()),
      m_lastProgress(m_lastCheckpoint) {
    if (data.dim() != m_head.recordDim() || data.classes() != plan.spec().classes) {
        failUsage(Sentence("the plan is for {1} features and {2} classes, the data has {3} and {4}",
                           m_head.recordDim(), plan.spec().classes, data.dim(), data.classes()));
    }
    if (data.labelsPerRecord() != plan.spec().labelsPerRecord) {
        failUsage(Sentence("the plan is for {1} labels a record, the data has {2}",
                           plan.spec().labelsPerRecord, data.labelsPerRecord()));
    }
    if (data.precision() != plan.options().precision) {
        failUsage(Sentence("the data is resident in another precision than the plan's"));
    }
    if (from) {
        m_state = *from;
        if (m_state.stepsDone > plan.steps()) {
            fail(Sentence("a checkpoint has more steps than its plan"));
        }
    }
    m_state.tensors.reserve(16); // references into it stay valid: no trainer keeps more tensors
    if (const std::vector<double>* w = m_state.find("w"); w == nullptr) {
        initialize(initial);
    } else if (w->size() != m_head.parameters()) {
        fail(Sentence("a checkpoint belongs to a model of another shape"));
    }
}

void TrainingRun::initialize(std::span<const double> initial) {
    const TrainerOptions& o = m_plan.options();
    if ((o.init == InitKind::File) != !initial.empty()) {
        failUsage(initial.empty() ? Sentence("the plan starts from a matrix of the user and none was given")
                                  : Sentence("a matrix was given and the plan does not start from one"));
    }
    std::vector<double>& w = tensor("w", m_head.parameters());
    if (o.init == InitKind::File) {
        if (initial.size() != w.size()) {
            failUsage(
                Sentence("the initial matrix has {1} numbers, the model {2}", initial.size(), w.size()));
        }
        if (!std::all_of(initial.begin(), initial.end(), [](double v) { return std::isfinite(v); })) {
            failUsage(Sentence("the initial matrix has a value that is not finite"));
        }
        w.assign(initial.begin(), initial.end());
    } else if (o.init == InitKind::He) {
        w = heWeights(m_head, o.numbers.initSeed);
    }
    for (double& weight : w) {
        weight *= o.initScale;
    }
    if (o.initBias != 0.0) {
        // The bias of the logits is the last number of each class' row, whatever the head.
        const std::size_t last = m_head.layerParameters(m_head.hiddenLayers()) / m_head.classes;
        const std::size_t first = w.size() - std::size_t{m_head.classes} * last;
        for (std::size_t j = 0; j < m_head.classes; ++j) {
            w[first + (j + 1) * last - 1] = o.initBias;
        }
    }
}

bool TrainingRun::ended() const {
    return m_stopped || m_control.stop.stop_requested() || m_state.stepsDone >= m_plan.steps();
}

std::vector<double>& TrainingRun::tensor(const std::string& name, std::size_t size) {
    for (NamedTensor& tensor : m_state.tensors) {
        if (tensor.name == name) {
            if (tensor.values.size() != size) {
                fail(Sentence("a checkpoint belongs to a model of another shape"));
            }
            return tensor.values;
        }
    }
    return m_state.tensors.emplace_back(NamedTensor{name, std::vector<double>(size)}).values;
}

std::vector<double>& TrainingRun::weights() {
    return tensor("w", m_head.parameters());
}

double TrainingRun::divisor() const {
    return m_plan.sampleRate().value() * m_plan.spec().publicRecords;
}

const std::vector<std::uint32_t>* TrainingRun::sample() {
    const double q = m_plan.sampleRate().value();
    if (q >= 1.0) {
        return nullptr;
    }
    const std::uint64_t threshold = sampleThreshold(q);
    m_sample.clear();
    m_words.resize(std::min<std::size_t>(m_data.rows(), 1U << 16));
    const compute::StreamId stream{.step = m_state.stepsDone,
                                   .tensor = static_cast<std::uint16_t>(DrawKind::Sample)};
    for (std::size_t first = 0; first < m_data.rows(); first += m_words.size()) {
        const std::size_t count = std::min(m_words.size(), m_data.rows() - first);
        m_noise.fillWords(std::span(m_words).first(count), stream, first);
        for (std::size_t i = 0; i < count; ++i) {
            if (m_words[i] < threshold) {
                m_sample.push_back(static_cast<std::uint32_t>(first + i));
            }
        }
    }
    return &m_sample;
}

void TrainingRun::release(ReleaseKind kind, DrawKind draw, std::span<double> sum) const {
    m_noise.addGaussian(sum, m_plan.release(kind).noiseSd,
                        {.step = m_state.stepsDone, .tensor = static_cast<std::uint16_t>(draw)});
}

void TrainingRun::releaseSymmetric(ReleaseKind kind, DrawKind draw, std::span<double> matrices,
                                   std::size_t size) const {
    const std::size_t count = matrices.size() / (size * size);
    std::vector<double> coordinates;
    coordinates.reserve(count * (size * (size + 1) / 2));
    const double root = std::sqrt(2.0);
    for (std::size_t m = 0; m < count; ++m) {
        for (std::size_t j = 0; j < size; ++j) {
            for (std::size_t k = j; k < size; ++k) {
                coordinates.push_back(matrices[(m * size + j) * size + k] * (j == k ? 1.0 : root));
            }
        }
    }
    release(kind, draw, coordinates);
    const double* next = coordinates.data();
    for (std::size_t m = 0; m < count; ++m) {
        for (std::size_t j = 0; j < size; ++j) {
            for (std::size_t k = j; k < size; ++k) {
                const double value = *next++ / (j == k ? 1.0 : root);
                matrices[(m * size + j) * size + k] = value;
                matrices[(m * size + k) * size + j] = value;
            }
        }
    }
}

compute::GradientTask TrainingRun::gradientTask(std::span<double> sum) {
    return {weights(), m_plan.clip(), sum};
}

compute::PassOptions TrainingRun::gradientPass() {
    compute::PassOptions pass;
    pass.head = m_head;
    pass.loss = m_plan.options().loss;
    pass.subset = sample();
    pass.stop = m_control.stop;
    return pass;
}

std::vector<double> TrainingRun::noisyGradient() {
    std::vector<double> sum(m_head.parameters());
    const compute::GradientTask task = gradientTask(sum);
    if (!m_backend.clippedGradientSums(m_data, gradientPass(), std::span(&task, 1))) {
        stopped();
        return {};
    }
    release(ReleaseKind::Gradient, DrawKind::Gradient, sum);
    return sum;
}

void TrainingRun::note(const std::string& text) {
    m_notes.push_back(text);
}

void TrainingRun::checkpoint() {
    if (m_dirty && m_control.checkpoint) {
        m_control.checkpoint(m_state);
    }
    m_dirty = false;
    m_lastCheckpoint = std::chrono::steady_clock::now();
}

void TrainingRun::stepDone() {
    ++m_state.stepsDone;
    m_dirty = true;
    const auto now = std::chrono::steady_clock::now();
    if (std::chrono::duration<double>(now - m_lastCheckpoint).count() >= m_control.checkpointSeconds) {
        checkpoint();
    }
    const bool last = m_state.stepsDone == m_plan.steps();
    if (m_control.progress && (last || now - m_lastProgress >= std::chrono::milliseconds(50))) {
        m_control.progress({m_state.stepsDone, m_plan.steps()});
        m_lastProgress = now;
    }
}

std::uint32_t TrainingRun::stepsLeft() const {
    return m_plan.steps() - std::min(m_state.stepsDone, m_plan.steps());
}

void TrainingRun::stepsMade(std::uint32_t count) {
    m_state.stepsDone += count - 1;
    stepDone();
}

TrainOutcome TrainingRun::finish(std::vector<double> parameters) {
    TrainOutcome outcome;
    const bool finished = m_state.stepsDone == m_plan.steps();
    if (!finished) {
        checkpoint(); // else the end is about to be durable, and this would be a moment's work
    }
    outcome.status = finished ? TrainStatus::Finished : TrainStatus::Stopped;
    outcome.record.stepsDone = m_state.stepsDone;
    outcome.record.sampleRate = m_plan.sampleRate().value();
    outcome.record.notes = m_notes;
    for (const PlannedRelease& release : m_plan.releases()) {
        // A release of every step was made stepsDone times; one before the first step lies in the state.
        const std::uint32_t count = release.keptAs.empty()             ? m_state.stepsDone
                                    : has(std::string(release.keptAs)) ? 1U
                                                                       : 0U;
        outcome.record.releases.push_back({release.kind, count, release.clip, release.noiseSd});
    }
    outcome.model = {m_head, std::move(parameters)};
    if (m_plan.options().halves) {
        outcome.model = meanOfHalves(outcome.model);
    }
    outcome.state = std::move(m_state);
    return outcome;
}

} // namespace parsimony::train
