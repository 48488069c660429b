// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/feature_statistics.h"

#include "core/base/sentence.h"
#include "core/base/sha256.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace parsimony::mechanism {

ledger::TrialSpec SumStatistic::reservation() const {
    ledger::TrialSpec spec;
    spec.phase = 0;
    spec.role = m_role;
    spec.plan = {{toText(m_role), m_plan.toJson()}};
    spec.charges = {{m_part.id, {m_plan.event()}, {}, 0.0, 0.0}};
    return spec;
}

Release SumStatistic::release(ReleasedValue what, std::vector<double> exact, train::DrawKind draw,
                              const Attempt& attempt) const {
    attempt.noise(1).addGaussian(exact, m_plan.release().noiseSd,
                                 {.tensor = static_cast<std::uint16_t>(draw)});
    Release made;
    made.outcome.record["releases"] = nlohmann::json::array({releaseRecord(m_plan.release())});
    made.outcome.releases = {vectorRelease(what, exact)};
    return made;
}

Release ClassCounts::run(const Attempt& attempt) const {
    std::vector<double> counts(attempt.rows.classes());
    const data::LoadedPart& part = attempt.rows.prepared(m_part.rows());
    for (const std::int32_t label : part.labels) {
        if (label >= 0) { // a record that is not valid has none
            counts.at(static_cast<std::size_t>(label)) += 1.0;
        }
    }
    for (std::size_t row = 0; row < part.labelSets.rows(); ++row) {
        for (const std::int32_t label : part.labelSets.of(row)) { // likewise
            counts.at(static_cast<std::size_t>(label)) += 1.0;
        }
    }
    return release(m_value, std::move(counts), train::DrawKind::ClassCounts, attempt);
}

Release PriorAgreement::run(const Attempt& attempt) const {
    const compute::CorrectCounts exact =
        train::exactCounts(m_model, attempt.rows.backend(), attempt.rows.all(m_part.rows()), attempt.stop);
    return release(ReleasedValue::PriorAgreement, {static_cast<double>(exact.total)},
                   train::DrawKind::PriorAgreement, attempt);
}

namespace {

/// The two rows of a bucket whose hashes are lowest. Equal hashes are equal rows: which of them stays does
/// not matter.
struct Pair {
    std::array<Digest, 2> hashes;
    std::array<std::size_t, 2> rows{};
    int count = 0;

    void take(const Digest& hash, std::size_t row) {
        int place = std::min(count, 2);
        while (place > 0 && hash < hashes[static_cast<std::size_t>(place) - 1]) {
            if (place < 2) {
                hashes[1] = hashes[0];
                rows[1] = rows[0];
            }
            --place;
        }
        if (place < 2) {
            hashes[static_cast<std::size_t>(place)] = hash;
            rows[static_cast<std::size_t>(place)] = row;
        }
        count = std::min(count + 1, 2);
    }
};

std::vector<Pair> pairsOf(const data::FeatureSource& rows, const FlatnessPairs& which,
                          const std::stop_token& stop) {
    std::vector<Pair> pairs(which.buckets);
    std::vector<float> row(rows.dim());
    HmacSha256 hashOf(which.key);
    for (std::size_t i = 0; i < rows.rows(); ++i) {
        if (stop.stop_requested()) {
            interrupted(Sentence("stopped while pairing rows; nothing was released"));
        }
        rows.readRows(i, 1, row.data());
        if (std::all_of(row.begin(), row.end(), [](float v) { return v == 0.0F; })) {
            continue;
        }
        const Digest hash =
            hashOf({reinterpret_cast<const std::uint8_t*>(row.data()), row.size() * sizeof(float)});
        std::uint32_t bucket = 0;
        std::memcpy(&bucket, hash.data(), sizeof bucket);
        pairs[bucket % which.buckets].take(hash, i);
    }
    return pairs;
}

std::vector<double> centredUnit(const data::FeatureSource& rows, std::size_t row,
                                const std::vector<float>& mean) {
    std::vector<float> values(rows.dim());
    rows.readRows(row, 1, values.data());
    std::vector<double> unit(values.begin(), values.end());
    double squares = 0.0;
    for (std::size_t j = 0; j < unit.size(); ++j) {
        unit[j] -= static_cast<double>(mean.at(j));
        squares += unit[j] * unit[j];
    }
    for (double& value : unit) {
        value /= squares > 0.0 ? std::sqrt(squares) : 1.0;
    }
    return unit;
}

} // namespace

Release Flatness::run(const Attempt& attempt) const {
    const data::FeatureSource& rows = *attempt.rows.prepared(m_part.rows()).features;
    const double root = std::sqrt(static_cast<double>(rows.dim()));
    // Whole steps of 2⁻²⁴ add up exactly in any order: what a bucket changes is all that changes.
    constexpr double kSteps = 0x1p24;
    std::int64_t sum = 0;
    for (const Pair& pair : pairsOf(rows, m_pairs, attempt.stop)) {
        if (pair.count == 2) {
            const std::vector<double> a = centredUnit(rows, pair.rows[0], m_pairs.mean);
            const std::vector<double> b = centredUnit(rows, pair.rows[1], m_pairs.mean);
            const double product = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
            sum += static_cast<std::int64_t>(kSteps * std::min(root * std::abs(product), m_pairs.cap));
        }
    }
    return release(ReleasedValue::Flatness, {static_cast<double>(sum) / kSteps}, train::DrawKind::Flatness,
                   attempt);
}

} // namespace parsimony::mechanism
