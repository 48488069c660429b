// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels and products of a device compute, in plain loops, sound or with the fault asked for.
#include "core/compute/numerics/chacha20.h"
#include "core/compute/numerics/clip.h"
#include "gpu/kernels/residual_rule.h"
#include "tests/gpu/host_device.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::gpu::testing {

namespace {

float operandAt(const void* data, std::size_t index, compute::Precision precision) {
    if (compute::operandBytes(precision) == 4) {
        return static_cast<const float*>(data)[index];
    }
    const std::uint16_t bits = static_cast<const std::uint16_t*>(data)[index];
    return precision == compute::Precision::Float16 ? numerics::halfToFloat(bits)
                                                    : numerics::bitsFloat(std::uint32_t{bits} << 16);
}

/// The clip factor as `fault` has it.
float factorOf(Fault fault, double squares, float rowNorm, float clip, std::int32_t label) {
    const float sound = numerics::clipFactor(squares, rowNorm, clip, label);
    if (fault == Fault::FactorTooLarge) {
        return sound * 1.01F;
    }
    if (fault == Fault::FactorNarrow && label >= 0) {
        const float norm = static_cast<float>(std::sqrt(squares)) * rowNorm;
        return norm <= std::numeric_limits<float>::max() ? std::fmin(1.0F, clip / norm) : 0.0F;
    }
    return sound;
}

} // namespace

void HostDevice::packWeights(const PassShape& shape, const double* parameters, void* operands, float* bias) {
    called("packWeights");
    enqueue(Queue::Compute, [=] {
        const std::size_t inputs = shape.dim + (shape.bias ? 1 : 0);
        for (std::size_t j = 0; j < shape.columnStride(); ++j) {
            for (std::size_t k = 0; k < shape.dimStride; ++k) {
                const float w = k < shape.dim && j < shape.columns()
                                    ? compute::roundOperand(static_cast<float>(parameters[j * inputs + k]),
                                                            shape.precision)
                                    : 0.0F;
                if (!shape.halves()) {
                    static_cast<float*>(operands)[j * shape.dimStride + k] = w;
                } else {
                    static_cast<std::uint16_t*>(operands)[j * shape.dimStride + k] =
                        shape.precision == compute::Precision::Float16
                            ? numerics::roundToHalf(w)
                            : static_cast<std::uint16_t>(numerics::floatBits(w) >> 16);
                }
            }
            if (j >= shape.columns()) {
                continue;
            }
            bias[j] = shape.bias ? static_cast<float>(parameters[j * inputs + shape.dim]) : 0.0F;
        }
    });
}

void HostDevice::firstProduct(const PassShape& shape, std::size_t rows, const void* x, const void* operands,
                              float* logits) {
    called("firstProduct");
    enqueue(Queue::Compute, [=] {
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t j = 0; j < shape.columnStride(); ++j) {
                float sum = 0.0F;
                for (std::size_t k = 0; k < shape.dimStride; ++k) {
                    sum += operandAt(x, r * shape.dimStride + k, shape.precision) *
                           operandAt(operands, j * shape.dimStride + k, shape.precision);
                }
                logits[r * shape.columnStride() + j] = sum;
            }
        }
    });
}

void HostDevice::residuals(const PassShape& shape, const ResidualArgs& args) {
    called("residuals");
    enqueue(Queue::Compute, [=, fault = m_behaviour.fault] {
        const auto grows = [&](std::size_t row) { // padding behind the last row does not count
            const std::int32_t* first = args.labels + row / compute::kBlockRows * compute::kBlockRows;
            const std::int32_t* last = std::min(first + compute::kBlockRows, args.labels + args.rows);
            const std::int32_t* missing = std::find(first, last, -1);
            return std::any_of(missing, last, [](std::int32_t label) { return label >= 0; });
        };
        for (std::size_t item = 0; item < args.rows * shape.trials; ++item) {
            const std::size_t row = item / shape.trials;
            const std::size_t trial = item % shape.trials;
            const std::size_t at = row * shape.columnStride() + trial * shape.classes;
            float* z = args.logits + at;
            float top = -INFINITY;
            for (std::size_t j = 0; j < shape.classes; ++j) {
                z[j] += args.bias == nullptr ? 0.0F : args.bias[trial * shape.classes + j];
                top = std::fmax(top, z[j]);
            }
            float total = 0.0F;
            for (std::size_t j = 0; j < shape.classes; ++j) {
                total += std::exp(z[j] - top);
            }
            double squares = 0.0;
            for (std::size_t j = 0; j < shape.classes; ++j) {
                const float p = args.loss == compute::Loss::Softmax ? std::exp(z[j] - top) / total
                                                                    : 1.0F / (1.0F + std::exp(-z[j]));
                z[j] = p - (args.labels[row] == static_cast<std::int32_t>(j) ? 1.0F : 0.0F);
                squares += static_cast<double>(z[j]) * static_cast<double>(z[j]);
            }
            float factor = factorOf(fault, squares, args.norms[row], args.clips[trial], args.labels[row]);
            factor *= fault == Fault::OthersGrow && grows(row) ? 1.02F : 1.0F;
            for (std::size_t j = 0; j < shape.classes; ++j) {
                std::uint16_t narrow = 0;
                z[j] = cutResidual(factor == 0.0F ? 0.0F : factor * z[j], shape.precision, narrow);
                if (args.narrow != nullptr) {
                    args.narrow[at + j] = narrow;
                }
            }
        }
    });
}

void HostDevice::secondProduct(const PassShape& shape, std::size_t rows, std::size_t block, const void* x,
                               const void* residuals, float* parts) {
    called("secondProduct");
    const bool backwards = m_behaviour.fault == Fault::OrderChanges && calls("secondProduct") % 2 == 0;
    const bool leaks = m_behaviour.fault == Fault::RowLeaks;
    const bool narrowed = m_behaviour.fault == Fault::SumsNarrowed;
    enqueue(Queue::Compute, [=] {
        const float scale = shape.precision == compute::Precision::Float16 ? 1.0F / kHalfResidualScale : 1.0F;
        const std::size_t size = shape.columnStride() * shape.dimStride;
        for (std::size_t first = 0; first < rows; first += block) {
            float* part = parts + first / block * size;
            std::fill_n(part, size, 0.0F);
            const std::size_t last = std::min(rows, first + block);
            const std::size_t begin = leaks && first > 0 ? first - 1 : first;
            for (std::size_t n = begin; n < last; ++n) {
                const std::size_t r = backwards ? last - 1 - (n - begin) : n;
                for (std::size_t j = 0; j < shape.columnStride(); ++j) {
                    const float g = operandAt(residuals, r * shape.columnStride() + j, shape.precision);
                    for (std::size_t k = 0; k < shape.dimStride; ++k) {
                        const float value = operandAt(x, r * shape.dimStride + k, shape.precision);
                        part[j * shape.dimStride + k] +=
                            g * (narrowed ? numerics::cutSignificand(value, numerics::kTf32Dropped) : value);
                    }
                }
            }
            for (std::size_t i = 0; i < size; ++i) {
                part[i] *= scale;
            }
        }
    });
}

void HostDevice::addParts(double* sums, const float* parts, std::size_t blocks, std::size_t stride,
                          std::size_t size, bool first) {
    called("addParts");
    const bool drifts = m_capture != nullptr && m_behaviour.fault == Fault::ReplayDrifts;
    enqueue(Queue::Compute, [=] {
        std::fill_n(sums, first && !drifts ? size : 0, 0.0);
        for (std::size_t b = 0; b < blocks; ++b) {
            for (std::size_t i = 0; i < size; ++i) {
                sums[i] += static_cast<double>(parts[b * stride + i]);
            }
        }
    });
}

void HostDevice::addColumns(const PassShape& shape, double* sums, const float* logits, std::size_t rows,
                            std::size_t block, double* parts, bool first) {
    called("addColumns");
    enqueue(Queue::Compute, [=] {
        std::fill_n(sums, first ? shape.columns() : 0, 0.0);
        for (std::size_t begin = 0; begin < rows; begin += block) {
            std::fill_n(parts, shape.columns(), 0.0);
            for (std::size_t r = begin; r < std::min(rows, begin + block); ++r) {
                for (std::size_t j = 0; j < shape.columns(); ++j) {
                    parts[j] += static_cast<double>(logits[r * shape.columnStride() + j]);
                }
            }
            for (std::size_t j = 0; j < shape.columns(); ++j) {
                sums[j] += parts[j];
            }
        }
    });
}

void HostDevice::descend(const PassShape& shape, const DescentArgs& args) {
    called("descend");
    enqueue(Queue::Compute, [=, shift = m_behaviour.fault == Fault::NoiseOff ? 1U : 0U] {
        const std::size_t inputs = shape.dim + (shape.bias ? 1 : 0);
        for (std::size_t trial = 0; trial < shape.trials; ++trial) {
            const DescentState& state = args.states[trial];
            for (std::size_t i = 0; i < shape.parameters(); ++i) {
                std::uint32_t words[16];
                numerics::chachaBlock(state.stream.key, static_cast<std::uint32_t>(i / 8) + shift,
                                      state.stream.nonce, words);
                const std::size_t pair = i % 8 / 2;
                const std::uint64_t a = words[4 * pair] | static_cast<std::uint64_t>(words[4 * pair + 1])
                                                              << 32;
                const std::uint64_t b = words[4 * pair + 2] | static_cast<std::uint64_t>(words[4 * pair + 3])
                                                                  << 32;
                double normal[2];
                numerics::gaussianPair(a, b, normal[0], normal[1]);
                const std::size_t column = trial * shape.classes + i / inputs;
                const double sum = i % inputs < shape.dim
                                       ? args.sums[column * shape.dimStride + i % inputs]
                                       : args.sums[shape.columns() * shape.dimStride + column];
                const std::size_t at = trial * shape.parameters() + i;
                numerics::descentStep(state.rule, sum, normal[i % 2], args.weights[at], args.velocity[at]);
            }
        }
    });
}

void HostDevice::nextStep(DescentState* states, std::uint32_t trials) {
    called("nextStep");
    enqueue(Queue::Compute, [=] {
        for (std::uint32_t trial = 0; trial < trials; ++trial) {
            ++states[trial].stream.nonce[0];
        }
    });
}

} // namespace parsimony::gpu::testing
