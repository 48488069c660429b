// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels on the processor, beside what the same calls are on a device of plain loops, for shapes of 1 to
// 2,000.
#include "core/compute/noise.h"
#include "core/compute/numerics/rounding.h"
#include "gpu/backend/gpu_backend.h"
#include "tests/core/compute/synthetic.h"
#include "tests/gpu/simt/broken_kernels.h"
#include "tests/gpu/simt/simt_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace parsimony::gpu {
namespace {

using compute::Loss;
using compute::Precision;
using compute::testing::Synthetic;
using ::testing::HasSubstr;
using testing::HostDevice;
using testing::SimtDevice;

constexpr Precision kPrecisions[] = {Precision::Float32, Precision::Tf32, Precision::Bfloat16,
                                     Precision::Float16};

/// Memory of a device that is given back.
template <class T>
class OnDevice {
public:
    OnDevice(GpuDevice& device, std::size_t count)
        : m_device(device), m_count(count), m_data(static_cast<T*>(device.allocate(count * sizeof(T)))) {}
    OnDevice(GpuDevice& device, const std::vector<T>& values) : OnDevice(device, values.size()) {
        device.copyIn(m_data, values.data(), values.size() * sizeof(T), Queue::Compute);
        device.finish(); // `values` may go
    }
    ~OnDevice() { m_device.release(m_data); }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;
    operator T*() const { return m_data; } // NOLINT(google-explicit-constructor)
    [[nodiscard]] T* data() const { return m_data; }
    [[nodiscard]] std::vector<T> values() const {
        std::vector<T> copy(m_count);
        m_device.copyOut(copy.data(), m_data, m_count * sizeof(T));
        m_device.finish();
        return copy;
    }

private:
    GpuDevice& m_device;
    std::size_t m_count;
    T* m_data;
};

/// Numbers of a test, the same in every run.
class Numbers {
public:
    explicit Numbers(std::uint32_t seed) : m_random(seed) {}
    /// 1 to `most`, small ones as often as large ones.
    std::size_t size(std::size_t most) {
        const double exponent =
            std::uniform_real_distribution<double>(0, std::log(static_cast<double>(most) + 1))(m_random);
        return std::clamp<std::size_t>(static_cast<std::size_t>(std::exp(exponent)), 1, most);
    }
    bool coin() { return m_random() % 2 == 0; }
    template <class T>
    std::vector<T> normals(std::size_t count, double scale) {
        std::normal_distribution<double> normal(0.0, scale);
        std::vector<T> values(count);
        for (T& value : values) {
            value = static_cast<T>(normal(m_random));
        }
        return values;
    }
    std::mt19937& random() { return m_random; }

private:
    std::mt19937 m_random;
};

PassShape shapeOf(Numbers& numbers, std::size_t most = 2000) {
    PassShape shape;
    shape.precision = kPrecisions[numbers.random()() % 4];
    shape.classes = static_cast<std::uint32_t>(numbers.size(most));
    shape.trials = static_cast<std::uint32_t>(numbers.size(std::max<std::size_t>(1, most / shape.classes)));
    shape.dim = numbers.size(std::max<std::size_t>(1, std::min<std::size_t>(2000, 60'000 / shape.columns())));
    shape.dimStride = (shape.dim + 7) / 8 * 8;
    shape.bias = numbers.coin();
    return shape;
}

std::string textOf(const PassShape& shape, std::size_t rows = 0) {
    return std::string(compute::precisionName(shape.precision)) + " " + std::to_string(rows) + " x " +
           std::to_string(shape.dim) + " x " + std::to_string(shape.classes) + " k" +
           std::to_string(shape.trials) + (shape.bias ? " bias" : "");
}

HostDevice::Behaviour seeded(std::uint32_t seed) {
    HostDevice::Behaviour behaviour;
    behaviour.seed = seed;
    return behaviour;
}

TEST(SimtKernels, PackWeightsBitForBit) {
    Numbers numbers(1);
    for (std::uint32_t i = 0; i < 40; ++i) {
        const PassShape shape = shapeOf(numbers);
        const auto parameters =
            numbers.normals<double>(shape.parameters() * shape.trials, i % 5 == 0 ? 1e30 : 1.0);
        const auto packed = [&](GpuDevice& device) {
            const OnDevice<double> from(device, parameters);
            OnDevice<std::uint8_t> operands(device, shape.columnStride() * shape.rowBytes());
            OnDevice<float> bias(device, shape.columns());
            device.packWeights(shape, from, operands, bias);
            return std::pair(operands.values(), bias.values());
        };
        SimtDevice grid(seeded(i));
        HostDevice plain;
        EXPECT_EQ(packed(grid), packed(plain)) << textOf(shape);
    }
}

struct Residuals {
    std::vector<float> logits, bias, norms, clips;
    std::vector<std::int32_t> labels;
    Loss loss = Loss::Softmax;
};

Residuals residualsOf(Numbers& numbers, const PassShape& shape, std::size_t rows) {
    Residuals r;
    r.logits = numbers.normals<float>(rows * shape.columnStride(), 4.0);
    r.bias = numbers.normals<float>(shape.columns(), 1.0);
    r.norms = numbers.normals<float>(rows, 3.0);
    r.clips = numbers.normals<float>(shape.trials, 1.0);
    std::for_each(r.norms.begin(), r.norms.end(), [](float& norm) { norm = std::fabs(norm); });
    std::for_each(r.clips.begin(), r.clips.end(), [](float& clip) { clip = std::fabs(clip) + 1e-3F; });
    for (std::size_t row = 0; row < rows; ++row) { // some without a label
        r.labels.push_back(static_cast<std::int32_t>(numbers.random()() % (shape.classes + 1)) - 1);
    }
    r.loss = numbers.coin() ? Loss::Softmax : Loss::Sigmoid;
    return r;
}

/// Residuals as the second product multiplies them, of the columns that have a meaning.
std::vector<float> clippedOn(GpuDevice& device, const PassShape& shape, std::size_t rows,
                             const Residuals& r) {
    const OnDevice<float> logits(device, r.logits), bias(device, r.bias), norms(device, r.norms),
        clips(device, r.clips);
    const OnDevice<std::int32_t> labels(device, r.labels);
    const OnDevice<std::uint16_t> narrow(device, r.logits.size());
    ResidualArgs args;
    args.logits = logits;
    args.narrow = shape.halves() ? narrow.data() : nullptr;
    args.rows = rows;
    args.bias = shape.bias ? bias.data() : nullptr;
    args.labels = labels;
    args.norms = norms;
    args.clips = clips;
    args.loss = r.loss;
    device.residuals(shape, args);
    const auto halves = narrow.values();
    auto values = logits.values();
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t j = 0; j < shape.columnStride(); ++j) {
            const std::size_t i = row * shape.columnStride() + j;
            if (j >= shape.columns()) {
                values[i] = 0.0F;
            } else if (shape.precision == Precision::Bfloat16) {
                values[i] = numerics::bitsFloat(std::uint32_t{halves[i]} << 16);
            } else if (shape.precision == Precision::Float16) {
                values[i] = numerics::halfToFloat(halves[i]) / kHalfResidualScale;
            }
        }
    }
    return values;
}

TEST(SimtKernels, ResidualsAreThePlainOnesAndKeepTheirClip) {
    Numbers numbers(2);
    const std::size_t edges[] = {1,   2,   8,   9,   16,  17,  32,  33,   64,   65,
                                 127, 128, 129, 256, 257, 512, 513, 1024, 1025, 2000};
    for (std::uint32_t i = 0; i < 60; ++i) {
        PassShape shape = shapeOf(numbers);
        if (i < std::size(edges)) { // each way through the kernels, and both sides of it
            shape.classes = static_cast<std::uint32_t>(edges[i]);
            shape.trials = 1 + i % 2;
        }
        const std::size_t rows = numbers.size(std::clamp<std::size_t>(30'000 / shape.columns(), 1, 2000));
        const Residuals r = residualsOf(numbers, shape, rows);
        SimtDevice grid(seeded(i));
        HostDevice plain;
        const auto ours = clippedOn(grid, shape, rows, r);
        const auto theirs = clippedOn(plain, shape, rows, r);
        // A cut may fall on either side of what both are near.
        const float step = shape.precision == Precision::Float32    ? 2e-5F
                           : shape.precision == Precision::Bfloat16 ? 1e-2F
                                                                    : 2e-3F;
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::uint32_t trial = 0; trial < shape.trials; ++trial) {
                const std::size_t at = row * shape.columnStride() + std::size_t{trial} * shape.classes;
                double squares = 0.0;
                for (std::size_t j = at; j < at + shape.classes; ++j) {
                    ASSERT_NEAR(ours[j], theirs[j], step * std::fabs(theirs[j]) + 1e-6F)
                        << textOf(shape, rows);
                    ASSERT_TRUE(r.labels[row] >= 0 || ours[j] == 0.0F);
                    squares += static_cast<double>(ours[j]) * static_cast<double>(ours[j]);
                }
                ASSERT_LE(std::sqrt(squares) * static_cast<double>(r.norms[row]),
                          static_cast<double>(r.clips[trial]) * (1 + 0x1p-20))
                    << textOf(shape, rows);
            }
        }
    }
}

TEST(SimtKernels, AddPartsBitForBitAndColumnsInOneOrder) {
    Numbers numbers(3);
    for (std::uint32_t i = 0; i < 40; ++i) {
        PassShape shape;
        shape.classes = static_cast<std::uint32_t>(numbers.size(2000));
        shape.trials = 1;
        const std::size_t rows = numbers.size(std::min<std::size_t>(2000, 100'000 / shape.columns()));
        const auto logits = numbers.normals<float>(rows * shape.columnStride(), 1.0);
        const auto before = numbers.normals<double>(shape.columns(), 100.0);
        const bool first = numbers.coin();
        const auto partsOn = [&](GpuDevice& device) { // [rows][columnStride]: as many parts as rows
            const OnDevice<float> parts(device, logits);
            const OnDevice<double> sums(device, before);
            device.addParts(sums, parts, rows, shape.columnStride(), shape.columns(), first);
            return sums.values();
        };
        const std::size_t block = numbers.size(rows);
        const auto columnsOn = [&](GpuDevice& device) {
            const OnDevice<float> from(device, logits);
            const OnDevice<double> sums(device, before);
            const OnDevice<double> parts(device, (rows + block - 1) / block * shape.columns());
            device.addColumns(shape, sums, from, rows, block, parts, first);
            return sums.values();
        };
        SimtDevice grid(seeded(i)), again(seeded(i + 1000));
        HostDevice plain;
        EXPECT_EQ(partsOn(grid), partsOn(plain)) << rows << " " << shape.classes;
        const auto ours = columnsOn(grid);
        EXPECT_EQ(ours, columnsOn(again)) << "the order of threads shows";
        EXPECT_THAT(ours, ::testing::Pointwise(::testing::DoubleNear(1e-10), columnsOn(plain)));
    }
}

TEST(SimtKernels, DescendAndCountStepsBitForBit) {
    Numbers numbers(4);
    for (std::uint32_t i = 0; i < 31; ++i) {
        PassShape shape = shapeOf(numbers, 400);
        if (i == 30) { // so many that a thread takes eight
            shape = {Precision::Float32, 1023, 1024, 127, 5, true};
        }
        const auto sums = numbers.normals<double>(shape.columns() * shape.dimStride + shape.columns(), 10.0);
        const auto weights = numbers.normals<double>(shape.parameters() * shape.trials, 1.0);
        std::vector<DescentState> states(shape.trials);
        for (DescentState& state : states) {
            for (std::uint32_t& word : state.stream.key) {
                word = static_cast<std::uint32_t>(numbers.random()());
            }
            state.rule = {numbers.coin() ? 2.5 : 0.0, 0x1p-9, 900.0, 0.01, 0.9, 0.5};
        }
        const auto stepOn = [&](GpuDevice& device) {
            const OnDevice<DescentState> onDevice(device, states);
            const OnDevice<double> from(device, sums), w(device, weights), velocity(device, weights);
            for (int step = 0; step < 2; ++step) {
                device.descend(shape, {onDevice, from, w, velocity});
                device.nextStep(onDevice, shape.trials);
            }
            EXPECT_EQ(onDevice.values().back().stream.nonce[0], states.back().stream.nonce[0] + 2);
            return std::pair(w.values(), velocity.values());
        };
        SimtDevice grid(seeded(i));
        HostDevice plain;
        EXPECT_EQ(stepOn(grid), stepOn(plain)) << textOf(shape);
    }
}

TEST(SimtKernels, WholePassesAndDescentsAgreeWithTheCpu) {
    const auto cpu = compute::makeCpuBackend({1});
    const std::size_t shapes[][3] = {{1, 1, 2}, {300, 13, 5}, {257, 9, 40}, {60, 24, 131}, {5, 8, 1100}};
    for (const auto& [rows, dim, classes] : shapes) {
        const Synthetic s = Synthetic::make(rows, dim, static_cast<std::uint32_t>(classes));
        for (const bool bias : {false, true}) {
            GpuBackend gpu(std::make_unique<SimtDevice>(seeded(static_cast<std::uint32_t>(rows))),
                           GpuOptions{2, std::size_t{1} << 20, true});
            compute::PassOptions pass;
            pass.head.dim = static_cast<std::uint32_t>(dim);
            pass.head.classes = s.classes;
            pass.head.bias = bias;
            std::vector<double> w(pass.head.parameters());
            for (std::size_t i = 0; i < w.size(); ++i) {
                w[i] = std::sin(static_cast<double>(i));
            }
            const auto sumOn = [&](compute::ComputeBackend& backend) {
                const auto data = s.upload(backend);
                std::vector<double> sum(w.size());
                const compute::GradientTask task{w, 0.4, sum};
                EXPECT_TRUE(backend.clippedGradientSums(*data, pass, std::span(&task, 1)));
                return sum;
            };
            EXPECT_LT(compute::testing::relativeDistance(sumOn(gpu), sumOn(*cpu)), 1e-5)
                << rows << " " << classes;
        }
    }
    EXPECT_EQ(HostDevice::leaked, 0U);
}

/// What the grid says of a mutant of a kernel, on some threads' order.
std::string faultOf(const std::function<void(HostDevice&)>& run) {
    HostDevice device;
    try {
        run(device);
    } catch (const testing::simt::KernelError& error) {
        return error.what();
    }
    return {};
}

TEST(SimtKernels, MutantsOfKernelsAreFound) {
    PassShape shape;
    shape.dim = 10;
    shape.dimStride = 16;
    shape.classes = 5;
    shape.trials = 2;
    using AddColumns = void (*)(const PassShape&, double*, const float*, std::size_t, std::size_t, double*,
                                bool, cudaStream_t);
    const auto addColumns = [&](AddColumns launch) {
        return faultOf([&](HostDevice& device) {
            const OnDevice<float> logits(device, std::vector<float>(50 * shape.columnStride(), 1.0F));
            const OnDevice<double> sums(device, shape.columns());
            const OnDevice<double> parts(device, 2 * shape.columns());
            testing::simt::configure({3, &device.allocations()});
            launch(shape, sums, logits, 50, 32, parts, true, nullptr);
        });
    };
    EXPECT_EQ(addColumns(launchAddColumns), "");
    EXPECT_THAT(addColumns(without_barrier::launchAddColumns), HasSubstr("addColumns: a thread"));
    EXPECT_THAT(addColumns(every_strand_writes::launchAddColumns),
                HasSubstr("addColumns: two threads write"));

    using PackWeights = void (*)(const PassShape&, const double*, void*, float*, cudaStream_t);
    const auto pack = [&](PackWeights launch) {
        return faultOf([&](HostDevice& device) {
            const OnDevice<double> parameters(device,
                                              std::vector<double>(shape.parameters() * shape.trials, 1.0));
            const OnDevice<std::uint8_t> operands(device, shape.columnStride() * shape.rowBytes());
            const OnDevice<float> bias(device, shape.columns());
            testing::simt::configure({3, &device.allocations()});
            launch(shape, parameters, operands, bias, nullptr);
        });
    };
    EXPECT_EQ(pack(launchPackWeights), "");
    EXPECT_THAT(pack(every_lane_writes::launchPackWeights), HasSubstr("packWeights: two threads write"));

    using Descend = void (*)(const PassShape&, const DescentArgs&, cudaStream_t);
    shape.dim = 9; // 45 parameters a trial: the last thread has five
    const auto descend = [&](Descend launch) {
        return faultOf([&](HostDevice& device) {
            std::vector<DescentState> states(shape.trials);
            states[0].rule = states[1].rule = {1.0, 0x1p-9, 900.0, 0.0, 0.9, 0.5};
            const OnDevice<DescentState> onDevice(device, states);
            const OnDevice<double> sums(device, std::vector<double>(shape.columns() * (shape.dimStride + 1)));
            const OnDevice<double> weights(device, std::vector<double>(shape.parameters() * shape.trials));
            const OnDevice<double> velocity(device, std::vector<double>(shape.parameters() * shape.trials));
            testing::simt::configure({3, &device.allocations()});
            launch(shape, {onDevice, sums, weights, velocity}, nullptr);
        });
    };
    EXPECT_EQ(descend(launchDescend), "");
    EXPECT_THAT(descend(behind_the_end::launchDescend), HasSubstr("descend: "));
    testing::simt::configure({});
}

} // namespace
} // namespace parsimony::gpu
