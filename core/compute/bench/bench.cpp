// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/bench/bench.h"

#include "core/base/error.h"
#include "core/base/number_json.h"
#include "core/base/seconds_since.h"
#include "core/base/sentence.h"
#include "core/compute/backend_factory.h"
#include "core/compute/cpu/buffer.h"
#include "core/compute/cpu/instruction_choice.h"
#include "core/compute/noise.h"

#include <cblas.h>
#include <nlohmann/json.hpp>
#include <oneapi/dnnl/dnnl.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <memory>
#include <thread>

namespace parsimony::compute {

namespace {

constexpr std::size_t kGemmSize = 2048;

/// The least time of `repeats` calls after one that warms up.
double leastTime(unsigned repeats, const std::function<void()>& work) {
    work();
    double best = std::numeric_limits<double>::infinity();
    for (unsigned i = 0; i < repeats; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        best = std::min(best, secondsSince(start));
    }
    return best;
}

data::AlignedFloats uniformFloats(std::size_t count) {
    data::AlignedFloats values(count);
    const NoiseSource source = NoiseSource::seeded(PublicDataSeed{1}, 0, 0);
    std::vector<std::uint64_t> words(1 << 16);
    for (std::size_t first = 0; first < count; first += words.size()) {
        source.fillWords(words, {}, first);
        const std::size_t part = std::min(words.size(), count - first);
        for (std::size_t i = 0; i < part; ++i) {
            values.data()[first + i] =
                static_cast<float>(static_cast<double>(words[i] >> 11) * 0x1p-52 - 1.0);
        }
    }
    return values;
}

/// Rows as a file of binary16 gives them, each with a factor of its own.
std::shared_ptr<const data::FeatureSource> uniformHalves(const BenchShape& shape) {
    const std::size_t count = shape.rows * shape.dim;
    data::AlignedFloats halves(data::floatsForHalves(count));
    auto* values = reinterpret_cast<std::uint16_t*>(halves.data());
    const NoiseSource source = NoiseSource::seeded(PublicDataSeed{1}, 0, 0);
    std::vector<std::uint64_t> words(1 << 16);
    for (std::size_t first = 0; first < count; first += words.size()) {
        source.fillWords(words, {}, first);
        const std::size_t part = std::min(words.size(), count - first);
        std::transform(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(part), values + first,
                       [](std::uint64_t word) { // ±[0.5, 1), which share an exponent
                           return static_cast<std::uint16_t>((word & 0x83ffU) | 0x3800U);
                       });
    }
    std::vector<float> factors(shape.rows);
    for (std::size_t r = 0; r < shape.rows; ++r) {
        factors[r] = 1.0F + static_cast<float>(r % 97) / 97.0F;
    }
    return std::make_shared<data::HalfMatrix>(std::move(halves), std::move(factors), shape.dim);
}

/// The product of two square matrices, by whichever of two libraries is faster here.
class GemmPeak {
public:
    explicit GemmPeak(unsigned threads) {
        if (threads != 0) {
            openblas_set_num_threads(static_cast<int>(threads));
        }
    }

    /// The least time of all calls so far.
    double seconds(unsigned repeats) {
        const auto n = static_cast<int>(kGemmSize);
        const double blas = leastTime(repeats, [&] {
            cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0F, m_a.data(), n, m_b.data(),
                        n, 0.0F, m_c.data(), n);
        });
        const double dnnl = leastTime(repeats, [&] {
            (void)dnnl_sgemm('N', 'N', n, n, n, 1.0F, m_a.data(), n, m_b.data(), n, 0.0F, m_c.data(), n);
        });
        return m_best = std::min({m_best, blas, dnnl});
    }

    [[nodiscard]] BenchRow row() const {
        const double size = static_cast<double>(kGemmSize);
        return {"gemm f32", m_best, 2.0 * size * size * size / m_best / 1e9, 1.0, kNone, kNone};
    }

private:
    data::AlignedFloats m_a = uniformFloats(kGemmSize * kGemmSize);
    data::AlignedFloats m_b = uniformFloats(kGemmSize * kGemmSize);
    data::AlignedFloats m_c{kGemmSize * kGemmSize};
    double m_best = std::numeric_limits<double>::infinity();
};

/// Adds up 512 MiB on all threads, in large pages as rows lie, and asks for what comes as the products do:
/// some processors fetch only half as much by themselves.
BenchRow readRow(unsigned threads, unsigned repeats) {
    constexpr std::size_t count = std::size_t{64} << 20;
    constexpr std::size_t ahead = 4096 / sizeof(std::uint64_t);
    cpu::Buffer<std::uint64_t> memory;
    std::fill_n(memory.ensure(count), count, std::uint64_t{1});
    const unsigned workers = threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::uint64_t> sums(std::size_t{workers} * 8);
    const double best = leastTime(std::max(repeats, 20U), [&] {
        std::vector<std::jthread> team;
        for (unsigned w = 0; w < workers; ++w) {
            team.emplace_back([&, w] {
                std::uint64_t parts[8] = {};
                const std::size_t end = count / workers * (w + 1) / 8 * 8;
                for (std::size_t i = count / workers * w / 8 * 8; i < end; i += 8) {
                    __builtin_prefetch(memory.data() + std::min(i + ahead, count - 1));
                    for (std::size_t k = 0; k < 8; ++k) {
                        parts[k] += memory.data()[i + k];
                    }
                }
                for (const std::uint64_t part : parts) {
                    sums[std::size_t{w} * 8] += part;
                }
            });
        }
    });
    return {"read", best, kNone, kNone, static_cast<double>(count) * 8 / best / 1e9, 1.0};
}

/// One DP-GD step of K trials as the trainer does it: pass, noise, momentum update.
class BenchStep {
public:
    BenchStep(ComputeBackend& backend, const ResidentData& data, const BenchShape& shape, std::uint32_t batch)
        : m_backend(backend), m_data(data), m_noise(NoiseSource::seeded(PublicDataSeed{2}, 0, 0)) {
        m_pass.head.dim = static_cast<std::uint32_t>(shape.dim);
        m_pass.head.classes = shape.classes;
        const std::size_t size = m_pass.head.parameters();
        m_w.assign(batch, std::vector<double>(size));
        m_v = m_w;
        m_sums = m_w;
        for (std::uint32_t k = 0; k < batch; ++k) {
            m_tasks.push_back({m_w[k], 1.0, m_sums[k]});
        }
    }

    void operator()() {
        if (!m_backend.clippedGradientSums(m_data, m_pass, m_tasks)) {
            fail(Sentence("a pass of the benchmark stopped"));
        }
        const double eta = 0.01 / static_cast<double>(m_data.rows());
        for (std::size_t k = 0; k < m_tasks.size(); ++k) {
            m_noise.addGaussian(m_sums[k], 10.0, {.step = ++m_step});
            for (std::size_t i = 0; i < m_w[k].size(); ++i) {
                m_v[k][i] = 0.9 * m_v[k][i] + m_sums[k][i];
                m_w[k][i] -= eta * m_v[k][i];
            }
        }
    }

private:
    ComputeBackend& m_backend;
    const ResidentData& m_data;
    NoiseSource m_noise;
    PassOptions m_pass;
    std::vector<std::vector<double>> m_w, m_v, m_sums;
    std::vector<GradientTask> m_tasks;
    std::uint32_t m_step = 0;
};

struct StepVariant {
    std::string name;
    std::uint32_t batch = 1;
    std::size_t bytes = 4; ///< that a value of the rows takes
    std::shared_ptr<const ResidentData> data;
    BenchStep step;
    double best = std::numeric_limits<double>::infinity();
};

/// The least times of `repeats` steps of each and of the peak, a few of one after a few of the other: a
/// machine that others use is slower for all of them, or for none.
void timeInTurn(std::vector<StepVariant>& variants, std::optional<GemmPeak>& peak, unsigned repeats) {
    constexpr unsigned some = 4;
    for (unsigned done = 0; done < repeats; done += some) {
        if (peak) {
            (void)peak->seconds(2); // of many rounds and shapes
        }
        for (StepVariant& variant : variants) {
            variant.best = std::min(variant.best, leastTime(some, [&] { variant.step(); }));
        }
    }
}

BenchRow noiseRow(const BenchShape& shape, unsigned repeats) {
    std::vector<double> sums(shape.dim * shape.classes);
    const NoiseSource noise = NoiseSource::seeded(PublicDataSeed{2}, 0, 0);
    const double best = leastTime(repeats, [&] { noise.addGaussian(sums, 10.0, {}); });
    return {"noise " + std::to_string(shape.classes) + "x" + std::to_string(shape.dim),
            best,
            kNone,
            kNone,
            kNone,
            kNone};
}

} // namespace

std::string shapeText(const BenchShape& shape) {
    return std::to_string(shape.rows) + "x" + std::to_string(shape.dim) + "x" + std::to_string(shape.classes);
}

BenchShape parseBenchShape(std::string_view text, const std::string& what, std::uint64_t mostRows) {
    std::uint64_t numbers[3] = {};
    const char* at = text.data();
    const char* end = at + text.size();
    for (int i = 0; i < 3; ++i) {
        const auto [next, error] = std::from_chars(at, end, numbers[i]);
        const bool last = i == 2;
        if (error != std::errc{} || numbers[i] == 0 || (last ? next != end : next == end || *next != ',')) {
            failUsage(Sentence("{1} must be N,d,C (three whole numbers above 0), not \"{2}\"", what, text));
        }
        at = next + (last ? 0 : 1);
    }
    if (numbers[0] > mostRows || numbers[1] > (1U << 24) || numbers[2] > 100'000) {
        failUsage(
            Sentence("{1} is out of range: at most {2} rows, 2^24 features and 1e5 classes", what, mostRows));
    }
    return {static_cast<std::size_t>(numbers[0]), static_cast<std::size_t>(numbers[1]),
            static_cast<std::uint32_t>(numbers[2])};
}

std::vector<BenchShape> defaultBenchShapes() {
    return {{50'000, 768, 10}, {50'000, 768, 100}, {50'000, 384, 39}};
}

std::vector<BenchRow> benchRows(ComputeBackend& backend, const BenchOptions& options) {
    if (backend.isOfDevices()) {
        return deviceBenchRows(backend, options);
    }
    const unsigned repeats = std::max(20U, options.repeats);
    const auto log = [&](const std::string& what) {
        if (options.log) {
            options.log(what);
        }
    };
    std::vector<BenchRow> rows;
    std::optional<GemmPeak> peak;
    if (options.peaks) {
        log("gemm f32");
        (void)peak.emplace(options.threads).seconds(4);
        rows.push_back(peak->row());
    }
    log("read");
    const double bandwidth = rows.emplace_back(readRow(options.threads, repeats)).gbytesPerSecond;
    for (const cpu::InstructionRate& rate :
         options.peaks ? cpu::instructionRates() : std::vector<cpu::InstructionRate>()) {
        rows.push_back({"one thread f32 " + rate.name, kNone, rate.float32, kNone, kNone, kNone});
        rows.push_back({"one thread bf16 " + rate.name, kNone, rate.bfloat16, kNone, kNone, kNone});
    }
    const std::vector<BenchShape> shapes = options.shapes.empty() ? defaultBenchShapes() : options.shapes;
    const std::vector<Precision> precisions = options.precisions.empty()
                                                  ? std::vector{Precision::Float32, Precision::Bfloat16}
                                                  : options.precisions;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const BenchShape& shape = shapes[i];
        std::vector<std::int32_t> labels(shape.rows);
        for (std::size_t r = 0; r < shape.rows; ++r) {
            labels[r] = static_cast<std::int32_t>(r * 7919 % shape.classes);
        }
        std::vector<std::uint32_t> batches{std::max(1U, options.batch)};
        if (options.batch == 0 && options.shapes.empty() && i == 0) {
            batches.push_back(8);
        }
        std::vector<StepVariant> variants;
        const auto add = [&](std::shared_ptr<const data::FeatureSource> source, Precision precision,
                             std::size_t bytes, const std::string& more) {
            const std::shared_ptr<const ResidentData> data =
                backend.upload({std::move(source), labels, shape.classes, precision, 0});
            for (const std::uint32_t batch : batches) {
                variants.push_back({"dp-gd " + shapeText(shape) + " " +
                                        std::string(precisionName(precision)) + " k" + std::to_string(batch) +
                                        more,
                                    batch,
                                    bytes,
                                    data,
                                    {backend, *data, shape, batch}});
            }
        };
        const auto source = std::make_shared<data::MatrixSource>(uniformFloats(shape.rows * shape.dim),
                                                                 shape.rows, shape.dim);
        for (const Precision precision : precisions) {
            add(source, precision, precision == Precision::Bfloat16 ? 2 : 4, "");
            if (precision == Precision::Float32 && options.peaks) {
                add(uniformHalves(shape), precision, 2, " of f16 rows");
            }
        }
        log(shapeText(shape));
        timeInTurn(variants, peak, repeats);
        for (const StepVariant& variant : variants) {
            const double entries = static_cast<double>(shape.rows) * static_cast<double>(shape.dim);
            const double gflops = 4.0 * entries * shape.classes * variant.batch / variant.best / 1e9;
            const double gbytes = entries * static_cast<double>(variant.bytes) / variant.best / 1e9;
            rows.push_back({variant.name, variant.best, gflops, kNone, gbytes, gbytes / bandwidth, shape});
        }
        rows.push_back(noiseRow(shape, repeats));
    }
    if (peak) {
        rows.front() = peak->row();
        for (BenchRow& row : rows) {
            row.fractionOfGemmPeak = row.step ? row.gflops / rows.front().gflops : row.fractionOfGemmPeak;
        }
    }
    return rows;
}

std::string benchInstructions(const DeviceChoice& device, const std::string& asked) {
    return !device.isCpu() ? "" : asked.empty() ? cpu::bestInstructions().name : asked;
}

nlohmann::json benchJson(const std::vector<BenchRow>& rows) {
    nlohmann::json list = nlohmann::json::array();
    for (const BenchRow& row : rows) {
        list.push_back({{"what", row.what},
                        {"seconds", numberOrNull(row.seconds)},
                        {"gflops", numberOrNull(row.gflops)},
                        {"fraction_of_gemm_peak", numberOrNull(row.fractionOfGemmPeak)},
                        {"gbytes_per_second", numberOrNull(row.gbytesPerSecond)},
                        {"fraction_of_bandwidth", numberOrNull(row.fractionOfBandwidth)}});
    }
    return {{"schema", "parsimony/bench/1"}, {"rows", list}};
}

} // namespace parsimony::compute
