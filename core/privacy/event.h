// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace parsimony {

/// Which pairs of datasets count as neighbours; a field of the dataset.
enum class Adjacency {
    AddOrRemoveOne, ///< one record is added or removed (zero-out equivalent)
    ReplaceOne,     ///< one record is replaced by another
};

/// "add_or_remove_one" or "replace_one".
[[nodiscard]] std::string_view adjacencyName(Adjacency adjacency);

/// Absent for another text.
[[nodiscard]] std::optional<Adjacency> adjacencyNamed(std::string_view text);
/// Inverse of adjacencyName; throws Error(Usage) naming `what` and the two names there are.
[[nodiscard]] Adjacency parseAdjacency(std::string_view text, const std::string& what);

/// One Gaussian release. `noiseMultiplier` z is noise sd / sensitivity (z = σ·c/Δ for a trial with noise sd
/// σ·c, PRIVACY rule 8), so the adjacency is already in it. z = 0 is a release without noise: its cost is
/// infinite.
struct GaussianEvent {
    NoiseMultiplier noiseMultiplier;
    friend bool operator==(const GaussianEvent&, const GaussianEvent&) = default;
};

/// One Gaussian release of a sum over a Poisson sample: every record is in it independently with probability
/// q. z is noise sd / sensitivity of the sum: sensitivity c under add_or_remove_one, 2c under replace_one (a
/// record then contributes a vector of norm ≤ c, that is z-units of 1/2, before and after it is replaced). q
/// = 0 costs nothing.
struct PoissonSampledGaussianEvent {
    SampleRate sampleRate;
    NoiseMultiplier noiseMultiplier;
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    friend bool operator==(const PoissonSampledGaussianEvent&, const PoissonSampledGaussianEvent&) = default;
};

/// A mechanism known by its Rényi curve alone: at order `orders[i]` > 1 it is (orders[i], values[i])-RDP.
struct RdpCurveEvent {
    std::vector<double> orders; ///< strictly increasing, each > 1
    std::vector<double> values; ///< same length, each ≥ 0
    friend bool operator==(const RdpCurveEvent&, const RdpCurveEvent&) = default;
};

/// The largest count of an event: every whole number up to it is a double.
inline constexpr std::uint64_t maxEventCount = std::uint64_t{1} << 53;

/// An immutable, validated mechanism together with how often it runs. The factories are the only way to make
/// one; they throw Error(Usage) with a sentence for NaN, infinite, negative or subnormal parameters and for
/// counts outside 1..2⁵³ (PRIVACY rule 16). σ = 0 (infinite cost) and q = 0 (no cost) are allowed.
class PrivacyEvent {
public:
    using Mechanism = std::variant<GaussianEvent, PoissonSampledGaussianEvent, RdpCurveEvent>;

    [[nodiscard]] static PrivacyEvent gaussian(NoiseMultiplier noise, std::uint64_t count = 1);
    /// 0 ≤ q ≤ 1.
    [[nodiscard]] static PrivacyEvent poissonSampledGaussian(SampleRate rate, NoiseMultiplier noise,
                                                             std::uint64_t count = 1,
                                                             Adjacency adjacency = Adjacency::AddOrRemoveOne);
    [[nodiscard]] static PrivacyEvent rdpCurve(std::vector<double> orders, std::vector<double> values,
                                               std::uint64_t count = 1);

    [[nodiscard]] const Mechanism& mechanism() const noexcept { return m_mechanism; }
    [[nodiscard]] std::uint64_t count() const noexcept { return m_count; }
    /// The same mechanism run `count` times instead.
    [[nodiscard]] PrivacyEvent withCount(std::uint64_t count) const;
    /// The Gaussian mechanism, or nullptr; the same for the other two.
    [[nodiscard]] const GaussianEvent* asGaussian() const noexcept {
        return std::get_if<GaussianEvent>(&m_mechanism);
    }
    [[nodiscard]] const PoissonSampledGaussianEvent* asPoissonSampled() const noexcept {
        return std::get_if<PoissonSampledGaussianEvent>(&m_mechanism);
    }
    [[nodiscard]] const RdpCurveEvent* asRdpCurve() const noexcept {
        return std::get_if<RdpCurveEvent>(&m_mechanism);
    }

    friend bool operator==(const PrivacyEvent&, const PrivacyEvent&) = default;

private:
    PrivacyEvent(Mechanism mechanism, std::uint64_t count)
        : m_mechanism(std::move(mechanism)), m_count(count) {}

    Mechanism m_mechanism;
    std::uint64_t m_count = 1;
};

/// The JSON form of `account compose` and of the ledger, keys in alphabetical order:
/// `{"count":5,"gaussian":{"noise_multiplier":2}}`,
/// `{"count":1000,"poisson_sampled":{"event":{"gaussian":…},"sample_rate":0.01}}` (with
/// `"adjacency":"replace_one"` beside sample_rate where that is so) or
/// `{"count":1,"rdp_curve":{"orders":[…],"values":[…]}}`.
[[nodiscard]] nlohmann::json toJson(const PrivacyEvent& event);
[[nodiscard]] nlohmann::json toJson(std::span<const PrivacyEvent> events);

/// Reads one event; `adjacency` holds for a sampled event that doesn't name one. Throws Error(Failed) naming
/// `what` for an unknown or newer kind, an unknown or missing key, or a value that a factory of PrivacyEvent
/// refuses.
[[nodiscard]] PrivacyEvent eventFromJson(const nlohmann::json& json, const std::string& what,
                                         Adjacency adjacency = Adjacency::AddOrRemoveOne);

/// Reads a list of events from JSON text of at most 64 MiB, 16 levels and 10⁶ events; a key that occurs twice
/// is refused too. Throws Error(Failed) naming `what`.
[[nodiscard]] std::vector<PrivacyEvent> parseEvents(std::string_view text, const std::string& what,
                                                    Adjacency adjacency = Adjacency::AddOrRemoveOne);

} // namespace parsimony
