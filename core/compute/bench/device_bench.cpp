// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a GPU: steps that stay on the device beside their bare products.
#include "core/base/error.h"
#include "core/base/seconds_since.h"
#include "core/base/sentence.h"
#include "core/compute/bench/bench.h"
#include "core/compute/noise.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>

namespace parsimony::compute {

namespace {

constexpr BenchShape kGridShape{50'000, 768, 100};
constexpr BenchShape kLargeShape{1'281'167, 1'664, 1'000};

/// Many rows from few: row r is row r mod `held`, so that a large matrix takes no time to make and little
/// memory.
class RepeatedSource final : public data::FeatureSource {
public:
    RepeatedSource(std::size_t rows, std::size_t dim)
        : m_rows(rows), m_dim(dim), m_held(std::min<std::size_t>(rows, 65'536)), m_values(m_held * dim) {
        const NoiseSource source = NoiseSource::seeded(PublicDataSeed{1}, 0, 0);
        std::vector<std::uint64_t> words(1 << 16);
        for (std::size_t first = 0; first < m_values.size(); first += words.size()) {
            source.fillWords(words, {}, first);
            for (std::size_t i = 0; i < std::min(words.size(), m_values.size() - first); ++i) {
                m_values[first + i] = static_cast<float>(static_cast<double>(words[i] >> 11) * 0x1p-52 - 1.0);
            }
        }
    }
    [[nodiscard]] std::size_t rows() const override { return m_rows; }
    [[nodiscard]] std::size_t dim() const override { return m_dim; }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        data::checkRowRange(first, count, m_rows);
        for (std::size_t done = 0; done < count;) {
            const std::size_t at = (first + done) % m_held;
            const std::size_t part = std::min(count - done, m_held - at);
            std::copy_n(m_values.data() + at * m_dim, part * m_dim, out + done * m_dim);
            done += part;
        }
    }

private:
    std::size_t m_rows;
    std::size_t m_dim;
    std::size_t m_held;
    std::vector<float> m_values;
};

std::unique_ptr<ResidentData> upload(ComputeBackend& backend, const BenchShape& shape, Precision precision,
                                     std::uint64_t limit = 0) {
    std::vector<std::int32_t> labels(shape.rows);
    for (std::size_t r = 0; r < shape.rows; ++r) {
        labels[r] = static_cast<std::int32_t>(r * 7919 % shape.classes);
    }
    return backend.upload(
        {std::make_shared<RepeatedSource>(shape.rows, shape.dim), labels, shape.classes, precision, limit});
}

HeadShape headOf(const BenchShape& shape) {
    HeadShape head;
    head.dim = static_cast<std::uint32_t>(shape.dim);
    head.classes = shape.classes;
    return head;
}

/// K trials of DP-GD: steps on the device where it makes them, else pass by pass.
class Trials {
public:
    Trials(ComputeBackend& backend, const ResidentData& data, const HeadShape& head, std::size_t count)
        : m_backend(backend), m_data(data), m_noise(NoiseSource::seeded(PublicDataSeed{2}, 0, 0)) {
        m_pass.head = head;
        m_w.assign(count, std::vector<double>(head.parameters()));
        m_v = m_w;
        for (std::size_t k = 0; k < count; ++k) {
            DescentTask task;
            task.weights = m_w[k];
            task.velocity = m_v[k];
            task.noiseSd = 10.0;
            task.divisor = static_cast<double>(data.rows());
            task.momentum = 0.9;
            task.learningRate = 0.01 * static_cast<double>(k + 1);
            task.noise = &m_noise;
            m_tasks.push_back(task);
        }
    }

    void operator()(std::uint32_t steps) {
        const auto made = m_backend.descend(m_data, m_pass, m_tasks, steps);
        if (!made) {
            byPasses(steps);
        } else if (*made != steps) {
            fail(Sentence("a step of the benchmark stopped"));
        }
        for (DescentTask& task : m_tasks) {
            task.stream.step += steps;
        }
    }

private:
    void byPasses(std::uint32_t steps) {
        std::vector<std::vector<double>> sums(m_tasks.size(), std::vector<double>(m_pass.head.parameters()));
        std::vector<GradientTask> tasks;
        for (std::size_t k = 0; k < m_tasks.size(); ++k) {
            tasks.push_back({m_w[k], m_tasks[k].clip, sums[k]});
        }
        for (std::uint32_t step = 0; step < steps; ++step) {
            if (!m_backend.clippedGradientSums(m_data, m_pass, tasks)) {
                fail(Sentence("a pass of the benchmark stopped"));
            }
            for (std::size_t k = 0; k < m_tasks.size(); ++k) {
                m_noise.addGaussian(sums[k], m_tasks[k].noiseSd, {.step = m_tasks[k].stream.step + step});
                for (std::size_t i = 0; i < m_w[k].size(); ++i) {
                    m_v[k][i] = m_tasks[k].momentum * m_v[k][i] + sums[k][i] / m_tasks[k].divisor;
                    m_w[k][i] -= m_tasks[k].learningRate * m_v[k][i];
                }
            }
        }
    }

    ComputeBackend& m_backend;
    const ResidentData& m_data;
    NoiseSource m_noise;
    PassOptions m_pass;
    std::vector<std::vector<double>> m_w, m_v;
    std::vector<DescentTask> m_tasks;
};

/// Seconds of a step: runs of as many steps as take a while, the least of `runs` runs.
double stepSeconds(Trials& trials, unsigned runs, double runSeconds) {
    trials(2); // takes memory, loads code
    std::uint32_t steps = 1;
    double best = std::numeric_limits<double>::infinity();
    for (unsigned run = 0; run < runs;) {
        const auto start = std::chrono::steady_clock::now();
        trials(steps);
        const double took = secondsSince(start);
        if (took < runSeconds && steps < 8192) {
            steps *= took < runSeconds / 8 ? 8 : 2;
            continue; // too short to count
        }
        best = std::min(best, took / steps);
        ++run;
    }
    return best;
}

std::string textOf(const BenchShape& shape, Precision precision) {
    return std::to_string(shape.rows) + "x" + std::to_string(shape.dim) + "x" +
           std::to_string(shape.classes) + " " + std::string(precisionName(precision));
}

double gflopsOf(const BenchShape& shape, double trials, double time) {
    return 4.0 * static_cast<double>(shape.rows) * static_cast<double>(shape.dim) * shape.classes * trials /
           time / 1e9;
}

BenchRow rowOf(const std::string& what, const BenchShape& shape, Precision precision, double trials,
               double time, double peak) {
    const double gflops = gflopsOf(shape, trials, time);
    const double bytes = static_cast<double>(shape.rows) * static_cast<double>(shape.dim) *
                         static_cast<double>(operandBytes(precision));
    return {what, time, gflops, gflops / peak, bytes / time / 1e9, kNone};
}

/// All cells of the grid, those with one number of steps side by side.
BenchRow gridRow(ComputeBackend& backend, const ResidentData& data, Precision precision, double peak) {
    constexpr std::uint32_t rates = 32;
    constexpr std::uint32_t counts = 36;
    const HeadShape head = headOf(kGridShape);
    const std::size_t width = std::min<std::size_t>(rates, backend.preferredTrials(head));
    double trialSteps = 0.0;
    const auto start = std::chrono::steady_clock::now();
    for (std::uint32_t i = 1; i <= counts; ++i) {
        const std::uint32_t steps = (100 * i + counts / 2) / counts;
        for (std::size_t first = 0; first < rates; first += width) {
            const std::size_t together = std::min<std::size_t>(width, rates - first);
            Trials trials(backend, data, head, together);
            trials(steps);
            trialSteps += static_cast<double>(together) * steps;
        }
    }
    return rowOf("grid 1152 " + textOf(kGridShape, precision), kGridShape, precision, trialSteps,
                 secondsSince(start), peak);
}

class DeviceBench {
public:
    DeviceBench(ComputeBackend& backend, const BenchOptions& options)
        : m_backend(backend), m_options(options) {}

    std::vector<BenchRow> run() {
        const std::vector<BenchShape> shapes =
            m_options.shapes.empty() ? defaultBenchShapes() : m_options.shapes;
        const std::vector<Precision> precisions =
            m_options.precisions.empty()
                ? std::vector{Precision::Float32, Precision::Tf32, Precision::Bfloat16, Precision::Float16}
                : m_options.precisions;
        for (const Precision precision : precisions) {
            peak(precision);
            for (std::size_t i = 0; i < shapes.size(); ++i) {
                const auto data = upload(m_backend, shapes[i], precision);
                steps(shapes[i], *data, std::max(1U, m_options.batch), 5);
                if (m_options.batch == 0 && m_options.shapes.empty() && i == 0) {
                    steps(shapes[i], *data, 8, 5);
                }
            }
            if (m_options.shapes.empty()) {
                log("the grid in " + std::string(precisionName(precision)));
                const auto data = upload(m_backend, kGridShape, precision);
                m_rows.push_back(gridRow(m_backend, *data, precision, m_peak));
            }
            if (m_options.shapes.empty() && precision == Precision::Bfloat16) {
                steps(kLargeShape, *upload(m_backend, kLargeShape, precision), 1, 5);
                steps(kLargeShape, *upload(m_backend, kLargeShape, precision, 1), 1, 3);
            }
        }
        return std::move(m_rows);
    }

private:
    void log(const std::string& what) const {
        if (m_options.log) {
            m_options.log(what);
        }
    }

    void peak(Precision precision) {
        const std::string what = "gemm " + std::string(precisionName(precision));
        log(what);
        const std::size_t n = m_options.devicePeakSize;
        const BenchShape square{n, n, static_cast<std::uint32_t>(n)};
        const auto data = upload(m_backend, square, precision);
        const auto time = m_backend.productSeconds(*data, headOf(square), 1, m_options.repeats);
        m_peak = time ? gflopsOf(square, 1.0, *time) : kNone;
        m_rows.push_back({what, time.value_or(kNone), m_peak, time ? 1.0 : kNone, kNone, kNone});
    }

    void steps(const BenchShape& shape, const ResidentData& data, std::uint32_t batch, unsigned runs) {
        const std::string name = textOf(shape, data.precision()) + " k" + std::to_string(batch) +
                                 (data.streamed() ? " streamed" : "");
        log("dp-gd " + name);
        Trials trials(m_backend, data, headOf(shape), batch);
        const double time = stepSeconds(trials, runs, m_options.deviceRunSeconds);
        m_rows.push_back(rowOf("dp-gd " + name, shape, data.precision(), batch, time, m_peak));
        m_rows.back().step = shape;
        if (const auto bare = m_backend.productSeconds(data, headOf(shape), batch, m_options.repeats)) {
            m_rows.push_back(rowOf("products " + name, shape, data.precision(), batch, *bare, m_peak));
        }
    }

    ComputeBackend& m_backend;
    const BenchOptions& m_options;
    std::vector<BenchRow> m_rows;
    double m_peak = kNone;
};

} // namespace

std::vector<BenchRow> deviceBenchRows(ComputeBackend& backend, const BenchOptions& options) {
    return DeviceBench(backend, options).run();
}

} // namespace parsimony::compute
