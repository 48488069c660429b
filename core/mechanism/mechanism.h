// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/noise.h"
#include "core/ledger/records.h"
#include "core/mechanism/noisy_accuracy.h"
#include "core/mechanism/rows.h"
#include "core/train/trainer.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::mechanism {

/// What follows an attempt that did not come to its end: it failed, was stopped, or was killed. What was
/// reserved stays charged in every case (PRIVACY rules 2 and 21).
enum class Recovery {
    Continued, ///< goes on from its last durable checkpoint, with fresh noise
    Redrawn,   ///< keeps and shows nothing before its end, so it is drawn anew, with fresh noise
    Once,      ///< is over for good: neither continued nor repeated
};

struct Traits {
    Recovery recovery = Recovery::Once;
    /// Nothing may be told of an attempt but that it runs: no seconds, no counts, no progress (rule 22).
    bool silent = false;
};

/// What an attempt is given once its start is durable. References outlive the attempt.
struct Attempt {
    Rows& rows;
    std::stop_token stop;
    /// The attempt's randomness. Draws of one attempt have numbers from 1; most mechanisms draw once.
    std::function<compute::NoiseSource(std::uint32_t draw)> noise;
    /// The last durable state of an earlier attempt; of continued mechanisms only.
    std::optional<train::TrainerState> from = std::nullopt;
    /// Returns when the state is durable. Empty where nothing durable is kept before the end.
    std::function<void(const train::TrainerState&)> checkpoint = {};
    /// Empty for a silent mechanism.
    std::function<void(std::uint32_t steps)> progress = {};
};

/// What came out of a mechanism. The values are released when `outcome` is durable, and not before.
struct Release {
    ledger::TrialOutcome outcome; ///< as the ledger keeps it
    std::optional<train::Model> model;
    std::optional<ledger::Score> accuracy; ///< of a look at a part
    double records = 0.0; ///< those it is a share of, counted with noise where their number is private
    std::vector<std::vector<NoisyAccuracy>> breakdowns; ///< of a look: bins, in the order of its plan
    std::vector<NoisyMetric> metrics;                   ///< of a look, in the order of its plan
};

class TrainTrial;

/// Tells a mechanism apart from the others of its experiment, in a reservation and in the ledger's rows.
[[nodiscard]] std::string placeOf(TrialRole role, std::optional<std::int64_t> index, const std::string& part);
[[nodiscard]] std::string placeOf(const ledger::TrialSpec& spec);

/// One question that is asked of private rows, with its noise: all that the privacy of an experiment consists
/// of. A mechanism is a value made from the plan; Journal alone reserves it, starts it and makes what it
/// releases durable.
class Mechanism {
public:
    virtual ~Mechanism();

    [[nodiscard]] virtual Traits traits() const = 0;
    /// What it reserves before it starts: the events of each part that it reads (`charges`), what it is told
    /// apart by, and the plan that the audit compares charges and record with.
    [[nodiscard]] virtual ledger::TrialSpec reservation() const = 0;
    /// What its reservation is told apart by, without the rest of it.
    [[nodiscard]] virtual std::string place() const { return placeOf(reservation()); }
    /// Reads rows, draws noise and returns what may be released. Throws Error(Interrupted) when stopped.
    [[nodiscard]] virtual Release run(const Attempt& attempt) const = 0;

    /// The same object where it trains, so that several can share passes over the rows.
    [[nodiscard]] virtual const TrainTrial* training() const { return nullptr; }

protected:
    Mechanism() = default;
    Mechanism(const Mechanism&) = default;
    Mechanism& operator=(const Mechanism&) = default;
};

/// The rows of a part of the dataset by one encoder.
struct PartRows {
    std::string name;         ///< the part's
    PartId id;                ///< none where nothing is charged
    std::string encoder = {}; ///< whose rows of it; empty where there is one
    bool halves = false;      ///< as data::inHalves makes them; of one encoder

    /// What these rows are called where they are read: "train", "train@NAME" or "train/halves".
    [[nodiscard]] std::string rows() const {
        return halves ? name + std::string(kInHalves) : encoder.empty() ? name : name + "@" + encoder;
    }
};

/// One kind of release as the ledger records it (ledger::TrialOutcome). The audit recomputes the events from
/// such records. `rate` is that of Poisson sampling.
[[nodiscard]] nlohmann::json releaseRecord(std::string_view what, std::uint64_t count, double noiseSd,
                                           Sensitivity sensitivity, double rate = 1.0);

[[nodiscard]] nlohmann::json releaseRecord(const train::PlannedRelease& planned);

/// A released vector as a ledger row with its bytes beside it.
[[nodiscard]] ledger::ReleaseSpec vectorRelease(const ReleaseName& what, std::span<const double> values);

/// Released weights as a ledger row with its bytes beside it.
[[nodiscard]] ledger::ReleaseSpec weightsRelease(const train::Model& model);

} // namespace parsimony::mechanism
