// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/compute/device_choice.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::compute {

/// N rows, d features, C classes of a step that is timed.
struct BenchShape {
    std::size_t rows = 0;
    std::size_t dim = 0;
    std::uint32_t classes = 0;
    friend bool operator==(const BenchShape&, const BenchShape&) = default;
};

/// Reads `N,d,C`; throws Error(Usage) naming `what`.
[[nodiscard]] BenchShape parseBenchShape(std::string_view text, const std::string& what,
                                         std::uint64_t mostRows = kMaxRows);

/// As rows of `bench` name it: `50000x768x10`.
[[nodiscard]] std::string shapeText(const BenchShape& shape);

/// The shapes of the documentation whose features take less than 1 GB.
[[nodiscard]] std::vector<BenchShape> defaultBenchShapes();

struct BenchOptions {
    std::vector<BenchShape> shapes;    ///< empty: defaultBenchShapes()
    std::uint32_t batch = 0;           ///< K trials together; 0: 1, and 8 for the first default shape
    std::vector<Precision> precisions; ///< empty: f32 and bf16, on a GPU all four
    unsigned threads = 0;              ///< 0: all
    bool peaks = true;                 ///< false: without GEMM peak and rates of instructions
    unsigned repeats = 20;             ///< at least 20: the least time counts
    std::size_t devicePeakSize = 8192; ///< of the square products that a GPU's peak is measured by
    double deviceRunSeconds = 0.3;     ///< a run of steps that is timed as one there
    std::function<void(const std::string&)> log; ///< told what is being timed
};

/// What does not apply to a line of `bench`.
inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// One line of `bench`.
struct BenchRow {
    std::string what; ///< `gemm f32`, `read`, `one thread bf16 amx`, `dp-gd 50000x768x10 f32 k1`, the same
                      ///< with `… of f16 rows` that lie in memory as their file has them, `noise 10x768`
    double seconds = 0.0;
    double gflops = 0.0;
    double fractionOfGemmPeak = 0.0;
    double gbytesPerSecond = 0.0;
    double fractionOfBandwidth = 0.0;
    std::optional<BenchShape> step{}; ///< whose step of DP-GD it is; absent: it is none
};

/// Step times of this machine beside its GEMM peak (the better of OpenBLAS and oneDNN at 2048³ on all
/// threads), read bandwidth and the rates that instructionRates() found, measured in the same run. A step is
/// one pass, its noise and the momentum update. Works on made-up numbers only. Throws Error(Usage) for shapes
/// that are out of range or larger than the memory. Steps of a shape and the GEMM are timed in turn.
[[nodiscard]] std::vector<BenchRow> benchRows(ComputeBackend& backend, const BenchOptions& options = {});

/// The rows of a GPU. For each precision `gemm P`, the rate of two products of devicePeakSize³, then for each
/// shape the step
/// (`dp-gd …`, noise and momentum included, over as many steps as take a while) and beside it `products …`,
/// the two bare products of that shape. Without shapes of the user also `grid 1152 …`: 32 learning rates × 36
/// numbers of steps up to 100 at 50,000 × 768 × 100, and in bf16 one step at 1,281,167 × 1,664 × 1,000,
/// resident and streamed from the host. Fractions of the peak are those of the row's own precision.
/// benchRows() calls it for backends of devices.
[[nodiscard]] std::vector<BenchRow> deviceBenchRows(ComputeBackend& backend,
                                                    const BenchOptions& options = {});

/// The instructions that a backend of that device and of `asked` (empty: the fastest) takes; empty on a GPU.
[[nodiscard]] std::string benchInstructions(const DeviceChoice& device, const std::string& asked);

/// `{"schema": "parsimony/bench/1", "rows": […]}`; NaN becomes null.
[[nodiscard]] nlohmann::json benchJson(const std::vector<BenchRow>& rows);

} // namespace parsimony::compute
