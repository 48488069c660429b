// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/empirical/mechanism.h"

#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace parsimony::empirical {

namespace {

/// Memory that all steps of a white box may take together, as doubles.
constexpr std::size_t kMostWhiteBoxNumbers = std::size_t{1} << 28;

void demandLinearHead(const train::TrialPlan& plan) {
    if (plan.options().head.kind != compute::HeadKind::Linear) {
        failUsage(Sentence("the empirical audit attacks the linear head only; use --head linear"));
    }
}

/// Turns consecutive released states into the gradients that were released between them.
class StepRecorder {
public:
    explicit StepRecorder(const train::TrialPlan& plan) : m_plan(plan) {}

    void add(const train::TrainerState& state, std::vector<Released::Step>& steps) {
        const std::vector<double>& w = *state.find("w");
        if (m_weights.empty()) {
            m_weights = startWeights(w.size());
        }
        const std::vector<double>* v = state.find("v");
        const std::vector<double>* m = state.find("m");
        Released::Step step{m_weights, std::vector<double>(w.size())};
        const train::TrainerOptions& o = m_plan.options();
        if (v != nullptr || m != nullptr) {
            const std::vector<double>& moment = v != nullptr ? *v : *m;
            const double keep = v != nullptr ? o.momentum : o.numbers.adamBeta1;
            const double weight = v != nullptr ? 1.0 : 1.0 - o.numbers.adamBeta1;
            m_moment.resize(w.size());
            for (std::size_t i = 0; i < w.size(); ++i) {
                step.gradient[i] = (moment[i] - keep * m_moment[i]) / weight - o.weightDecay * m_weights[i];
            }
            m_moment = moment;
        } else {
            for (std::size_t i = 0; i < w.size(); ++i) {
                step.gradient[i] = m_weights[i] - w[i];
            }
        }
        m_weights = w;
        steps.push_back(std::move(step));
    }

private:
    /// Zero, but for the biases.
    [[nodiscard]] std::vector<double> startWeights(std::size_t size) const {
        std::vector<double> start(size, 0.0);
        const std::size_t width = m_plan.headShape().inputs();
        for (std::size_t i = width; m_plan.options().bias && i <= size; i += width) {
            start[i - 1] = m_plan.options().initBias;
        }
        return start;
    }

    const train::TrialPlan& m_plan;
    std::vector<double> m_weights;
    std::vector<double> m_moment;
};

/// One binding of a trial to a data set: a backend and rows of its own.
struct BoundTrial {
    train::TrialPlan plan;
    std::unique_ptr<compute::ComputeBackend> backend;
    std::unique_ptr<compute::ResidentData> data;
    Access access;
    AuditRandomness randomness;

    [[nodiscard]] Released run(std::uint32_t number) const {
        Released released;
        train::TrainControl control;
        StepRecorder recorder(plan);
        std::uint32_t last = 0;
        if (access == Access::WhiteBox) {
            control.checkpointSeconds = 0.0;
            control.checkpoint = [&](const train::TrainerState& state) {
                if (state.stepsDone > last) {
                    recorder.add(state, released.steps);
                    last = state.stepsDone;
                }
            };
        }
        released.result = train::train(plan, *backend, *data, randomness.noise(number), std::nullopt, control)
                              .model.parameters;
        return released;
    }
};

/// The gradient of a canary's loss in a linear head, as residual ⊗ inputs.
class CanaryGradient {
public:
    CanaryGradient(const train::TrialPlan& plan, const Canary& canary)
        : m_plan(plan), m_head(plan.headShape()), m_label(static_cast<std::size_t>(canary.label)) {
        const auto add = [&](std::size_t index, double value) {
            if (value != 0.0) {
                m_inputs.emplace_back(index, value);
                m_square += value * value;
            }
        };
        for (std::size_t i = 0; i < canary.features.size(); ++i) {
            add(i, canary.features[i]);
        }
        if (m_head.bias) {
            add(m_head.dim, 1.0);
        }
    }

    /// Prediction minus one-hot at these weights (empty: at the start of training).
    [[nodiscard]] std::vector<double> residual(const std::vector<double>& weights) const {
        std::vector<double> z(m_head.classes, 0.0);
        const bool direct = train::traitsOf(m_plan.options().trainer).oneStep;
        for (std::size_t j = 0; j < z.size() && !direct; ++j) {
            z[j] = weights.empty() ? (m_head.bias ? m_plan.options().initBias : 0.0) : along(weights, j);
        }
        if (direct) {
            std::fill(z.begin(), z.end(),
                      0.0); // nothing is predicted before the only step: the residual is the label alone
        } else if (m_plan.options().loss == compute::Loss::Sigmoid) {
            for (double& value : z) {
                value = 1.0 / (1.0 + std::exp(-value));
            }
        } else {
            const double top = *std::max_element(z.begin(), z.end());
            double sum = 0.0;
            for (double& value : z) {
                value = std::exp(value - top);
                sum += value;
            }
            for (double& value : z) {
                value /= sum;
            }
        }
        z[m_label] -= 1.0;
        return z;
    }

    [[nodiscard]] double norm(const std::vector<double>& residual) const {
        double square = 0.0;
        for (const double value : residual) {
            square += value * value;
        }
        return std::sqrt(square * m_square);
    }

    /// ⟨residual ⊗ inputs, parameters⟩.
    [[nodiscard]] double product(const std::vector<double>& residual,
                                 const std::vector<double>& parameters) const {
        double sum = 0.0;
        for (std::size_t j = 0; j < residual.size(); ++j) {
            sum += residual[j] * along(parameters, j);
        }
        return sum;
    }

private:
    [[nodiscard]] double along(const std::vector<double>& parameters, std::size_t j) const {
        const double* row = parameters.data() + j * m_head.inputs();
        double sum = 0.0;
        for (const auto& [index, value] : m_inputs) {
            sum += row[index] * value;
        }
        return sum;
    }

    const train::TrialPlan& m_plan;
    compute::HeadShape m_head;
    std::size_t m_label;
    std::vector<std::pair<std::size_t, double>> m_inputs;
    double m_square = 0.0;
};

/// log((1 − q + q·e^a)) without overflow.
double logMixture(double q, double a) {
    return a > 0.0 ? a + std::log(q + (1.0 - q) * std::exp(-a)) : std::log1p(q * std::expm1(a));
}

std::vector<double> attackTrainer(const train::TrialPlan& plan, Access access, const Released& released,
                                  const Canary& canary) {
    const CanaryGradient gradient(plan, canary);
    const std::vector<double> start = gradient.residual({});
    std::vector<double> scores{-gradient.product(start, released.result)};
    if (access == Access::BlackBox) {
        return scores;
    }
    const double q = plan.sampleRate().value();
    const double clip = plan.options().maxGradNorm;
    const double variance = std::pow(plan.noiseSd() / clip, 2);
    const double divisor = q * plan.spec().publicRecords;
    const bool replaced = plan.spec().adjacency == Adjacency::ReplaceOne;
    std::vector<double> steps;
    double sum = 0.0;
    double ratio = 0.0;
    for (const Released::Step& step : released.steps) {
        const std::vector<double> residual = gradient.residual(step.before);
        const double norm = std::max(gradient.norm(residual), 1e-300);
        const double size = std::min(1.0, norm / clip); // what the canary adds, in units of the clip
        const double x = gradient.product(residual, step.gradient) * divisor / (clip * norm);
        steps.push_back(x);
        sum += size * x;
        ratio += logMixture(q, (size * x - 0.5 * size * size) / variance);
        if (replaced) {
            ratio -= logMixture(q, (-size * x - 0.5 * size * size) / variance);
        }
    }
    scores.push_back(sum);
    scores.push_back(ratio);
    scores.insert(scores.end(), steps.begin(), steps.end());
    return scores;
}

} // namespace

std::unique_ptr<compute::ResidentData> uploadDataset(compute::ComputeBackend& backend, const Dataset& data,
                                                     compute::Precision precision) {
    compute::UploadRequest request;
    request.features = std::make_shared<data::MatrixSource>(data.features, data.rows, data.dim);
    request.labels = data.labels;
    request.classes = data.classes;
    request.precision = precision;
    return backend.upload(request);
}

Mechanism trainerMechanism(const train::TrialPlan& plan, BackendFactory backend, Access access,
                           const AuditRandomness& randomness, unsigned threads) {
    demandLinearHead(plan);
    if (plan.options().init != train::InitKind::Zero) {
        failUsage(Sentence("the empirical audit starts from zero weights; use --init zero"));
    }
    const std::size_t numbers = 2 * std::size_t{plan.steps()} * plan.headShape().parameters();
    if (access == Access::WhiteBox && numbers > kMostWhiteBoxNumbers) {
        failUsage(
            Sentence("the white box would keep {1} numbers of released states; use fewer --steps or --access "
                     "black-box",
                     numbers));
    }
    return [plan, backend = std::move(backend), access, randomness, threads](const Dataset& data) -> Release {
        auto own = backend(threads);
        auto rows = uploadDataset(*own, data, plan.options().precision);
        auto bound = std::make_shared<BoundTrial>(
            BoundTrial{plan, std::move(own), std::move(rows), access, randomness});
        return [bound](std::uint32_t run) { return bound->run(run); };
    };
}

Attack trainerAttack(const train::TrialPlan& plan, Access access) {
    demandLinearHead(plan);
    return [plan, access](const Released& released, const Canary& canary) {
        return attackTrainer(plan, access, released, canary);
    };
}

std::size_t trainerScore(Access access) {
    return access == Access::WhiteBox ? 2 : 0;
}

} // namespace parsimony::empirical
