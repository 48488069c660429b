// SPDX-License-Identifier: GPL-3.0-or-later
// A step in bfloat16 as one writes it by hand on oneDNN, whose matrix products use AMX where there is any:
// product, softmax, per-record clipping, second product. build/…/bin/bench_onednn [N,d,C]… prints its least
// times, and the rate of a product of 2048³. No noise and no momentum.
#include "core/compute/bench/bench.h"
#include "core/compute/numerics/rounding.h"

#include <oneapi/dnnl/dnnl.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <thread>
#include <vector>

namespace {

using namespace parsimony::compute;
using dnnl::memory;

double leastMilliseconds(const auto& work) {
    double least = 1e300;
    for (int i = 0; i < 21; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
        least = std::min(least, taken.count());
    }
    return least;
}

/// c = a·b; strides in elements.
class Product {
public:
    Product(const dnnl::engine& engine, memory::dim m, memory::dim k, memory::dim n, memory::dims strideA,
            memory::dims strideB, void* a, void* b, float* c) {
        const memory::desc da({m, k}, memory::data_type::bf16, strideA);
        const memory::desc db({k, n}, memory::data_type::bf16, strideB);
        const memory::desc dc({m, n}, memory::data_type::f32, memory::dims{n, 1});
        m_product = dnnl::matmul({dnnl::matmul::desc(da, db, dc), engine});
        m_arguments = {{DNNL_ARG_SRC, memory(da, engine, a)},
                       {DNNL_ARG_WEIGHTS, memory(db, engine, b)},
                       {DNNL_ARG_DST, memory(dc, engine, c)}};
    }
    void run(dnnl::stream& stream) {
        m_product.execute(stream, m_arguments);
        stream.wait();
    }

private:
    dnnl::matmul m_product;
    std::unordered_map<int, memory> m_arguments;
};

/// Softmax minus one-hot, clipped to norm 1 with rows of norm 1, in bfloat16.
void residuals(const std::vector<float>& z, std::size_t classes, std::vector<std::uint16_t>& g) {
    const std::size_t rows = z.size() / classes;
    const auto part = [&](std::size_t first, std::size_t end) {
        std::vector<float> p(classes);
        for (std::size_t r = first; r < end; ++r) {
            const float* row = z.data() + r * classes;
            const float top = *std::max_element(row, row + classes);
            float sum = 0.0F;
            for (std::size_t j = 0; j < classes; ++j) {
                p[j] = std::exp(row[j] - top);
                sum += p[j];
            }
            float squares = 0.0F;
            for (std::size_t j = 0; j < classes; ++j) {
                p[j] = p[j] / sum - (j == r % classes ? 1.0F : 0.0F);
                squares += p[j] * p[j];
            }
            const float factor = std::min(1.0F, 1.0F / std::sqrt(squares));
            for (std::size_t j = 0; j < classes; ++j) {
                g[r * classes + j] = parsimony::numerics::roundToBfloat16(factor * p[j]);
            }
        }
    };
    const std::size_t count = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < count; ++t) {
        threads.emplace_back([&, t] { part(rows * t / count, rows * (t + 1) / count); });
    }
}

std::vector<std::uint16_t> someNumbers(std::size_t count) {
    std::vector<std::uint16_t> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = parsimony::numerics::roundToBfloat16(static_cast<float>(i * 7919 % 1009) * 0x1p-14F);
    }
    return values;
}

} // namespace

int main(int argc, char** argv) {
    try {
        const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
        dnnl::stream stream(engine);
        {
            constexpr memory::dim n = 2048;
            std::vector<std::uint16_t> a = someNumbers(n * n);
            std::vector<std::uint16_t> b = a;
            std::vector<float> c(n * n);
            Product product(engine, n, n, n, {n, 1}, {n, 1}, a.data(), b.data(), c.data());
            const double ms = leastMilliseconds([&] { product.run(stream); });
            std::printf("product 2048x2048x2048 bf16: %.3f ms, %.0f GF/s\n", ms, 2e-6 * n * n * n / ms);
        }
        std::vector<BenchShape> shapes;
        for (int i = 1; i < argc; ++i) {
            shapes.push_back(parseBenchShape(argv[i], "a shape"));
        }
        for (const BenchShape& shape : shapes.empty() ? defaultBenchShapes() : shapes) {
            const auto rows = static_cast<memory::dim>(shape.rows);
            const auto dim = static_cast<memory::dim>(shape.dim);
            const auto classes = static_cast<memory::dim>(shape.classes);
            std::vector<std::uint16_t> x = someNumbers(shape.rows * shape.dim);
            std::vector<std::uint16_t> w = someNumbers(shape.classes * shape.dim);
            std::vector<std::uint16_t> g(shape.rows * shape.classes);
            std::vector<float> z(g.size());
            std::vector<float> sums(w.size());
            Product logits(engine, rows, dim, classes, {dim, 1}, {1, dim}, x.data(), w.data(), z.data());
            Product gradient(engine, classes, rows, dim, {1, classes}, {dim, 1}, g.data(), x.data(),
                             sums.data());
            const double ms = leastMilliseconds([&] {
                logits.run(stream);
                residuals(z, shape.classes, g);
                gradient.run(stream);
            });
            std::printf("step %zux%zux%u bf16: %.3f ms\n", shape.rows, shape.dim, shape.classes, ms);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
