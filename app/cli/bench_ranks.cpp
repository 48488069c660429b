// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_ranks.h"

#include "app/cli/text_table.h"
#include "core/base/number_json.h"
#include "core/base/number_parse.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/compute/backend_factory.h"
#include "core/compute/bench/bench.h"
#include "core/ranks/rank_backend.h"
#include "core/ranks/step_model.h"
#include "core/study/machine_bench.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace parsimony::cli {

namespace {

using compute::BenchRow;
using compute::BenchShape;

constexpr std::size_t kMostRanks = 1024;
/// Features of a step that is measured take at most so much; of larger ones fewer rows are.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;
/// Of a step that shows what all of them need besides their rows.
constexpr std::size_t kFewRows = 256;
/// Ethernet of 10 Gbit/s.
constexpr ranks::Link kAssumed{30e-6, 1.25e9};

BenchShape measurable(BenchShape shape) {
    shape.rows = std::min(shape.rows, std::max(kFewRows * 8, kMostBytes / sizeof(float) / shape.dim));
    return shape;
}

BenchShape fewRowsOf(BenchShape shape) {
    shape.rows = std::clamp(shape.rows / 2, std::size_t{1}, kFewRows);
    return shape;
}

/// Of `rows`, the step of that shape.
const BenchRow& stepOf(const std::vector<BenchRow>& rows, const BenchShape& shape) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const BenchRow& row) { return row.step == shape; });
    if (found == rows.end()) {
        fail(Sentence("the step {1} was not measured", compute::shapeText(shape)));
    }
    return *found;
}

std::set<std::size_t> countsIn(const std::string& text) {
    std::set<std::size_t> all;
    for (const double count : parseNumberList(text, "--ranks")) {
        if (!(count >= 1.0) || count > kMostRanks || count != std::floor(count)) {
            failUsage(Sentence("--ranks must be whole numbers in 1..{1}", kMostRanks));
        }
        all.insert(static_cast<std::size_t>(count));
    }
    return all;
}

ranks::Link linkIn(const std::string& text) {
    const std::vector<double> numbers = parseNumberList(text, "--link");
    if (numbers.size() != 2 || !(numbers[0] >= 0.0) || !(numbers[1] > 0.0) || !std::isfinite(numbers[1])) {
        failUsage(Sentence("--link must be MICROSECONDS,GB/s: two numbers"));
    }
    return {numbers[0] * 1e-6, numbers[1] * 1e9};
}

/// What several processes need for one shape.
class ShapeModel {
public:
    ShapeModel(BenchShape shape, const std::vector<BenchRow>& alone) : m_shape(shape) {
        const BenchShape full = measurable(shape);
        const BenchShape few = fewRowsOf(full);
        const double least = stepOf(alone, few).seconds;
        if (const std::size_t more = full.rows - few.rows; more > 0) {
            m_times.secondsPerRow =
                std::max(stepOf(alone, full).seconds - least, 0.0) / static_cast<double>(more);
        }
        m_times.serialSeconds = std::max(least - m_times.secondsPerRow * static_cast<double>(few.rows), 0.0);
        // The first row is how fast memory is read; two sums are read and one is written.
        m_times.secondsPerByte = 3.0 / (alone.front().gbytesPerSecond * 1e9);
    }
    [[nodiscard]] ranks::ModelledStep step(std::size_t count, const ranks::Link& link) const {
        return ranks::modelStep({m_shape.rows, m_shape.dim, m_shape.classes}, count, m_times, link);
    }

private:
    BenchShape m_shape;
    ranks::StepTimes m_times;
};

std::vector<BenchShape> shapesOf(const study::BenchRequest& request) {
    std::vector<BenchShape> shapes;
    for (const std::string& text : request.shapes) {
        shapes.push_back(compute::parseBenchShape(text, "--shape", ranks::kMostModelledRows));
    }
    return shapes.empty() ? compute::defaultBenchShapes() : shapes;
}

/// What was measured of each shape, by this process alone and by all of them together.
struct RanksMeasured {
    std::vector<BenchRow> alone, shared;
    std::size_t here = 1; ///< processes that were started
};

/// Fills in the table and the JSON array of steps, one of each shape for each number of processes. Of more
/// than share the rows there is nothing to model: some would have none.
void addSteps(const std::vector<BenchShape>& shapes, const std::set<std::size_t>& wanted,
              const ranks::Link& link, const RanksMeasured& seen, TextTable& table, nlohmann::json& steps) {
    for (const BenchShape& shape : shapes) {
        const ShapeModel model(shape, seen.alone);
        const bool whole = measurable(shape).rows == shape.rows;
        const std::string what = "dp-gd " + compute::shapeText(shape);
        const std::size_t most = ranks::mostRanks(shape.rows);
        for (const std::size_t count : wanted) {
            const bool ran = whole && (count == 1 || count == seen.here);
            const double measured =
                ran ? stepOf(count == 1 ? seen.alone : seen.shared, shape).seconds : compute::kNone;
            const std::string shown = std::isfinite(measured) ? roundedText(measured * 1e3, 4) : "-";
            nlohmann::json row{{"what", what},         {"ranks", count},   {"most_ranks", most},
                               {"messages", nullptr},  {"bytes", nullptr}, {"modelled_seconds", nullptr},
                               {"efficiency", nullptr}};
            row["measured_seconds"] = numberOrNull(measured);
            if (count > most) {
                table.addRow({what, std::to_string(count), "-", "-", "-", "-", shown});
            } else {
                const ranks::ModelledStep step = model.step(count, link);
                row.update({{"messages", step.messages},
                            {"bytes", step.bytes},
                            {"modelled_seconds", step.seconds},
                            {"efficiency", step.efficiency}});
                table.addRow({what, std::to_string(count), std::to_string(step.messages),
                              roundedText(static_cast<double>(step.bytes) / 1e6, 3),
                              roundedText(step.seconds * 1e3, 4), roundedText(step.efficiency, 3), shown});
            }
            steps.push_back(std::move(row));
        }
    }
}

/// A line for each shape whose rows are shared by fewer than the most of `wanted`.
std::string linesOnTooMany(const std::vector<BenchShape>& shapes, std::size_t mostWanted) {
    std::set<std::string> lines;
    for (const BenchShape& shape : shapes) {
        if (const std::size_t most = ranks::mostRanks(shape.rows); most < mostWanted) {
            lines.insert(std::to_string(shape.rows) + " rows can be shared by " + std::to_string(most) +
                         " processes at most: more have nothing to do, and a run refuses them\n");
        }
    }
    std::string text;
    for (const std::string& line : lines) {
        text += line;
    }
    return text;
}

/// What leaves nothing to model is refused before minutes are spent on it.
void checkCanBeModelled(const std::vector<BenchShape>& shapes, std::size_t fewestAsked) {
    const auto most = std::max_element(shapes.begin(), shapes.end(), [](const auto& a, const auto& b) {
        return ranks::mostRanks(a.rows) < ranks::mostRanks(b.rows);
    });
    static_cast<void>(ranks::modelStep({most->rows, most->dim, most->classes}, fewestAsked, {}, kAssumed));
}

} // namespace

Result benchRanks(const study::BenchRequest& request, const RanksRequest& asked, Context& context) {
    const std::vector<BenchShape> shapes = shapesOf(request);
    const compute::DeviceChoice device(request.device);
    if (!device.isCpu()) {
        failUsage(Sentence("--ranks is about processes that compute on the CPU"));
    }
    compute::BenchOptions options;
    options.batch = 1;
    options.peaks = false;
    options.threads = request.threads;
    options.precisions = {compute::parsePrecision(request.precision.value_or("f32"), "--dtype")};
    options.log = [&](const std::string& what) { context.console().status("timing " + what); };
    for (const BenchShape& shape : shapes) {
        options.shapes.push_back(measurable(shape));
    }
    const std::string instructions = study::instructionsOf(request);
    const auto together = compute::chooseBackend(device, request.threads, instructions);
    ranks::RankGroup* group = ranks::groupOf(*together);
    RanksMeasured seen;
    seen.here = group == nullptr ? 1 : group->size();
    std::set<std::size_t> wanted = countsIn(*asked.ranks);
    checkCanBeModelled(shapes, *wanted.begin());
    wanted.insert({1, seen.here});
    const ranks::Link link = asked.link         ? linkIn(*asked.link)
                             : group != nullptr ? ranks::measureLink(*group)
                                                : kAssumed;
    if (group != nullptr) {
        seen.shared = compute::benchRows(*together, options);
    }
    for (const BenchShape& shape : shapes) {
        options.shapes.push_back(fewRowsOf(measurable(shape)));
    }
    const auto own = compute::makeCpuBackend({request.threads, instructions});
    seen.alone = compute::benchRows(*own, options);
    context.console().clearStatus();
    context.console().note(together->description());

    TextTable table({{"step", Align::Left},
                     {"processes"},
                     {"messages"},
                     {"MB"},
                     {"ms, modelled"},
                     {"efficiency"},
                     {"ms, measured"}});
    nlohmann::json steps = nlohmann::json::array();
    addSteps(shapes, wanted, link, seen, table, steps);
    const std::string source = asked.link ? "given" : group != nullptr ? "measured" : "assumed";
    Result result;
    result.json = {{"schema", "parsimony/bench/1"},
                   {"rows", compute::benchJson(seen.alone)["rows"]},
                   {"link",
                    {{"latency_seconds", link.latency},
                     {"gbytes_per_second", link.bytesPerSecond / 1e9},
                     {"source", source}}},
                   {"ranks", steps}};
    result.table = table.text() + linesOnTooMany(shapes, *wanted.rbegin()) + "link " + source + ": " +
                   roundedText(link.latency * 1e6, 3) + " µs, " + roundedText(link.bytesPerSecond / 1e9, 3) +
                   " GB/s\n";
    return result;
}

} // namespace parsimony::cli
