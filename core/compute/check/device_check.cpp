// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/device_check.h"

#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/compute/check/check_rows.h"
#include "core/compute/numerics/descent.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

namespace parsimony::compute {

namespace {

using check::Adversary;

constexpr std::size_t kLiveNumbers = std::size_t{1} << 22;  ///< of all live rows of a construction
constexpr std::size_t kFullNumbers = std::size_t{1} << 24;  ///< of the part of the trial's own size
constexpr double kLoneSlack = 0x1p-12;                      ///< the rule's own is 2⁻²⁰
constexpr std::size_t kRemovals = 6;                        ///< of each construction
constexpr std::size_t kMovedNumbers = std::size_t{1} << 26; ///< that all removals of one may upload
constexpr std::size_t kMovedSums = std::size_t{1} << 22;    ///< that they may bring back
constexpr std::uint64_t kNoiseSeed = 0x70617273696d6f6eULL; ///< the check's rows are public

/// Thrown inside the check alone.
struct Failure {
    std::string clause;
};

[[noreturn]] void failed(const std::string& check, const std::string& clause) {
    throw Failure{check + ": " + clause};
}

double distance(std::span<const double> a, std::span<const double> b) {
    double squares = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        squares += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return std::sqrt(squares);
}

/// Bit for bit, but for the sign of a zero; NaN equals nothing.
bool same(const std::vector<double>& a, const std::vector<double>& b) {
    return a == b;
}

/// The check of one backend.
class Checker {
public:
    Checker(ComputeBackend& backend, const DeviceCheckRequest& request, bool mayDescend, DeviceCheck& seen)
        : m_backend(backend), m_request(request), m_mayDescend(mayDescend), m_seen(seen) {
        m_pass.head = request.head;
        m_pass.loss = request.loss;
    }

    void run(std::size_t blocks);

private:
    using Sums = std::vector<double>; ///< of all trials
    using Way = std::function<Sums(const ResidentData&, const Adversary&)>;

    [[nodiscard]] double clipOf(std::size_t trial) const {
        return m_request.clip * (1.0 + static_cast<double>(trial) / 16.0);
    }
    [[nodiscard]] std::unique_ptr<ResidentData>
    upload(const Adversary& rows, std::optional<std::size_t> removed = {}, bool streamed = false);
    [[nodiscard]] Sums passSums(const ResidentData& data, const Adversary& rows);
    /// Steps that move nothing, so that each finds the same sum: the velocity is that of the last one.
    [[nodiscard]] std::optional<Sums> stepSums(const ResidentData& data, const Adversary& rows,
                                               std::uint32_t steps);
    void tryLoneRows(const Adversary& rows);
    void tryPart(std::size_t total, const std::vector<std::size_t>& places, std::size_t removals, bool whole);
    void tryAdversary(const Adversary& rows, std::size_t removals, bool streamedToo);
    void compare(const Adversary& rows, const Sums& sums);
    void remove(const Adversary& rows, const std::vector<std::pair<Way, Sums>>& ways, std::size_t live);
    void tryNoise(const Adversary& rows);
    void tried(const std::string& what) {
        if (std::find(m_seen.tried.begin(), m_seen.tried.end(), what) == m_seen.tried.end()) {
            m_seen.tried.push_back(what);
        }
    }

    ComputeBackend& m_backend;
    const DeviceCheckRequest& m_request;
    bool m_mayDescend;
    DeviceCheck& m_seen;
    PassOptions m_pass;
};

std::unique_ptr<ResidentData> Checker::upload(const Adversary& rows, std::optional<std::size_t> removed,
                                              bool streamed) {
    const std::vector<std::int32_t> labels = check::labelsOf(*rows.rows, removed);
    return m_backend.upload({check::sourceOf(rows.rows, removed), labels, m_request.head.classes,
                             Precision::Float32, streamed ? 1U : 0U});
}

Checker::Sums Checker::passSums(const ResidentData& data, const Adversary& rows) {
    const std::size_t size = m_request.head.parameters();
    Sums sums(m_request.trials * size, std::numeric_limits<double>::quiet_NaN());
    std::vector<GradientTask> tasks;
    for (std::size_t k = 0; k < m_request.trials; ++k) {
        tasks.push_back({rows.weights, clipOf(k), std::span(sums).subspan(k * size, size)});
    }
    if (!m_backend.clippedGradientSums(data, m_pass, tasks)) {
        failed("repeats", "a pass did not come to its end");
    }
    return sums;
}

std::optional<Checker::Sums> Checker::stepSums(const ResidentData& data, const Adversary& rows,
                                               std::uint32_t steps) {
    const std::size_t size = m_request.head.parameters();
    std::vector<std::vector<double>> weights(m_request.trials, rows.weights);
    Sums velocities(m_request.trials * size);
    std::vector<DescentTask> tasks;
    for (std::size_t k = 0; k < m_request.trials; ++k) {
        DescentTask task;
        task.weights = weights[k];
        task.velocity = std::span(velocities).subspan(k * size, size);
        task.clip = clipOf(k);
        tasks.push_back(task);
    }
    const auto made = m_backend.descend(data, m_pass, tasks, steps);
    if (!made) {
        return std::nullopt;
    }
    if (*made != steps) {
        failed("steps", "it made " + std::to_string(*made) + " steps of " + std::to_string(steps));
    }
    return velocities;
}

void Checker::compare(const Adversary& rows, const Sums& sums) {
    const check::Reference reference = check::referenceOf(rows, m_request.head, m_request.loss, clipOf(0));
    const double error = distance(std::span(sums).first(reference.sum.size()), reference.sum);
    const double share = error / reference.tolerance;
    if (!(error <= reference.tolerance)) {
        failed("sums", "that of " + rows.name + " is " + roundedText(share, 3) +
                           " times as far from float64's as float32 allows");
    }
    if (reference.tolerance > 0.0) { // a head of one class may have nothing to add up
        m_seen.largestError = std::max(m_seen.largestError, share);
    }
}

void Checker::remove(const Adversary& rows, const std::vector<std::pair<Way, Sums>>& ways, std::size_t live) {
    const auto without = upload(rows, live);
    const std::size_t size = m_request.head.parameters();
    for (const auto& [way, whole] : ways) {
        const Sums rest = way(*without, rows);
        for (std::size_t k = 0; k < m_request.trials; ++k) {
            const double moved = distance(std::span(whole).subspan(k * size, size),
                                          std::span<const double>(rest).subspan(k * size, size)) /
                                 clipOf(k);
            if (!(moved <= 1.0 + kArithmeticSlack)) {
                failed("neighbours", "of " + rows.name + ", row " + std::to_string(rows.rows->places[live]) +
                                         " removed moves the sum by " + roundedText(moved, 6) + " clips");
            }
            m_seen.largestMove = std::max(m_seen.largestMove, moved);
        }
    }
    ++m_seen.neighbours;
}

void Checker::tryAdversary(const Adversary& rows, std::size_t removals, bool streamedToo) {
    const auto data = upload(rows);
    std::vector<std::pair<Way, Sums>> ways;
    const auto add = [&](const Way& way) {
        ways.emplace_back(way, way(*data, rows));
        if (!same(way(*data, rows), ways.back().second)) {
            failed("repeats", "the same pass over " + rows.name + " gave other bits");
        }
    };
    add([this](const ResidentData& of, const Adversary& whose) { return passSums(of, whose); });
    // The first step is launched plainly, the third one may be replayed.
    for (const std::uint32_t steps : {1U, 3U}) {
        if (m_mayDescend && stepSums(*data, rows, steps)) {
            add([this, steps](const ResidentData& of, const Adversary& whose) {
                auto sums = stepSums(of, whose, steps);
                return sums ? std::move(*sums) : passSums(of, whose);
            });
            tried("steps");
        }
    }
    if (!same(passSums(*upload(rows), rows), ways.front().second)) {
        failed("repeats", "a pass over " + rows.name + " that were loaded again gave other bits");
    }
    tried("repeats");
    if (rows.compared) {
        for (const auto& [way, sums] : ways) {
            compare(rows, sums);
        }
        if (streamedToo) {
            const auto streamed = upload(rows, {}, true);
            const Sums sums = passSums(*streamed, rows);
            if (!same(passSums(*streamed, rows), sums)) {
                failed("repeats", "the same pass over " + rows.name + " that stream gave other bits");
            }
            compare(rows, sums);
        }
        tried("sums");
    }
    // At the ends of blocks and in their middle.
    const std::vector<std::size_t>& places = rows.rows->places;
    std::vector<std::size_t> wanted{kBlockRows - 1, 0, places.back(), kBlockRows, 130, places.back() / 2};
    wanted.resize(std::min(removals, wanted.size()));
    for (const std::size_t row : wanted) {
        const auto at = std::lower_bound(places.begin(), places.end(), row);
        remove(rows, ways, static_cast<std::size_t>((at == places.end() ? at - 1 : at) - places.begin()));
    }
    tried("neighbours");
}

void Checker::tryLoneRows(const Adversary& rows) {
    const Sums sums = passSums(*upload(rows), rows);
    const HeadShape& head = m_request.head;
    for (std::size_t k = 0; k < m_request.trials; ++k) {
        for (std::size_t i = 0; i < rows.rows->places.size(); ++i) {
            double squares = 0.0;
            for (std::size_t j = 0; j < head.classes; ++j) {
                const double entry = sums[k * head.parameters() + j * head.inputs() + i] / clipOf(k);
                squares += entry * entry;
            }
            if (!(std::sqrt(squares) <= 1.0 + kLoneSlack)) {
                failed("rows", "one of length " + roundedText(static_cast<double>(rows.rows->row(i)[i]), 3) +
                                   " contributes " + roundedText(std::sqrt(squares), 6) + " clips");
            }
        }
    }
    tried("rows");
}

void Checker::tryNoise(const Adversary& rows) {
    const auto data = upload(rows);
    const std::size_t size = m_request.head.parameters();
    constexpr std::uint32_t steps = 3;
    std::vector<std::vector<double>> weights(m_request.trials, rows.weights);
    std::vector<std::vector<double>> velocities(m_request.trials, std::vector<double>(size, 0.25));
    std::vector<NoiseSource> noise;
    for (std::size_t k = 0; k < m_request.trials; ++k) {
        noise.push_back(NoiseSource::seeded(PublicDataSeed(kNoiseSeed), k, 1));
    }
    std::vector<DescentTask> tasks;
    for (std::size_t k = 0; k < m_request.trials; ++k) {
        tasks.push_back({weights[k],
                         velocities[k],
                         clipOf(k),
                         3.0 * clipOf(k),
                         1000.0,
                         0.01,
                         0.9,
                         0.5,
                         &noise[k],
                         {.step = 7, .tensor = 5}});
    }
    const auto made = m_backend.descend(*data, m_pass, tasks, steps);
    if (!made) {
        return; // noise is the CPU's
    }
    for (std::size_t k = 0; k < m_request.trials; ++k) {
        std::vector<double> w = rows.weights;
        std::vector<double> v(size, 0.25);
        for (std::uint32_t step = 0; step < steps; ++step) {
            std::vector<double> sum(size);
            noise[k].addGaussian(sum, tasks[k].noiseSd, {.step = 7 + step, .tensor = 5});
            for (std::size_t i = 0; i < size; ++i) { // as numerics::descentStep
                const double gradient = sum[i] / tasks[k].divisor + tasks[k].weightDecay * w[i];
                v[i] = tasks[k].momentum * v[i] + gradient;
                w[i] -= tasks[k].learningRate * v[i];
            }
        }
        if (*made != steps || !same(w, weights[k]) || !same(v, velocities[k])) {
            failed("noise", "steps over rows without a label did not give the CPU's bits");
        }
    }
    tried("noise");
}

void Checker::tryPart(std::size_t total, const std::vector<std::size_t>& places, std::size_t removals,
                      bool whole) {
    for (const Adversary& rows :
         whole ? check::loneRows(m_request.head, m_request.clip) : std::vector<Adversary>()) {
        tryLoneRows(rows);
    }
    for (const Adversary& rows : check::adversariesOf(m_request.head, m_request.clip, total, places)) {
        if (whole || rows.compared) {
            tryAdversary(rows, removals, whole);
        }
        if (!whole && rows.compared) {
            break; // one construction at that size: what is new there is the size
        }
    }
    if (m_mayDescend) {
        tryNoise(check::silentRows(m_request.head, total, places));
    }
}

void Checker::run(std::size_t blocks) {
    const std::size_t dim = m_request.head.dim;
    const std::size_t live = std::max<std::size_t>(8, kLiveNumbers / dim);
    const std::size_t total = blocks * kBlockRows - 57; // the last block is not a whole one
    const std::size_t parameters = m_request.trials * m_request.head.parameters();
    const std::size_t removals =
        std::max<std::size_t>(1, std::min(kMovedNumbers / (total * dim), kMovedSums / parameters));
    tryPart(total, check::spreadPlaces(total, live), std::min(kRemovals, removals), true);
    const std::uint64_t full = std::min<std::uint64_t>(m_request.rows, kFullNumbers / dim);
    if (full > total) {
        const auto rows = static_cast<std::size_t>(full);
        tryPart(rows, check::blockPlaces(rows, live), 1, false);
    }
}

} // namespace

DeviceCheck checkDevice(ComputeBackend& backend, const DeviceCheckRequest& request) {
    if (request.head.kind != HeadKind::Linear || request.trials == 0 || !std::isfinite(request.clip)) {
        failUsage(Sentence("only the passes of linear heads with a finite clip are checked on a device"));
    }
    DeviceCheck seen;
    seen.device = backend.name();
    seen.description = backend.description();
    std::string who;
    try {
        const std::vector<ComputeBackend*> members = backend.members();
        for (ComputeBackend* member : members) {
            who = member->name() + " by itself, ";
            Checker(*member, request, false, seen).run(3); // steps of a member wait for the others
        }
        who.clear();
        Checker(backend, request, true, seen).run(std::max<std::size_t>(3, 2 * members.size()));
    } catch (const Failure& failure) {
        seen.failure = who + failure.clause;
    }
    return seen;
}

} // namespace parsimony::compute
