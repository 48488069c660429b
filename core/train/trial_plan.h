// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/event.h"
#include "core/train/planned_release.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <vector>

namespace parsimony::train {

/// The one immutable object from which sampler, clip, noise and privacy events of a trial come (PRIVACY rule
/// 1). Trainers take every standard deviation from its releases; there is no other way in.
class TrialPlan {
public:
    /// The trial that costs at most `mu` of training, never more by rounding. Throws Error(Usage) for a bad
    /// spec and for a sampled trainer with q < 1, whose noise multiplier needs the PLD accountant: see
    /// forNoise.
    [[nodiscard]] static TrialPlan forMu(const TrialSpec& spec, Mu mu);

    /// The trial with noise multiplier σ = noise sd / clip of its gradient releases (PRIVACY rule 8). The
    /// second-order trainers take σ as Δ/(μ·c) of one release that costs as much as all of theirs together.
    [[nodiscard]] static TrialPlan forNoise(const TrialSpec& spec, NoiseMultiplier sigma);

    /// The twin without noise and clipping, for ε = ∞ columns on public data. events() of it throws.
    [[nodiscard]] static TrialPlan nonPrivate(const TrialSpec& spec);

    [[nodiscard]] const TrialSpec& spec() const { return m_spec; }
    [[nodiscard]] const TrainerOptions& options() const { return m_spec.options; }
    [[nodiscard]] std::uint32_t steps() const { return m_spec.steps; }
    [[nodiscard]] SampleRate sampleRate() const { return SampleRate{m_spec.options.sampleRate}; }
    [[nodiscard]] double clip() const; ///< c; infinity in a non-private plan
    [[nodiscard]] bool isPrivate() const { return m_private; }

    [[nodiscard]] NoiseMultiplier noiseMultiplier() const { return m_sigma; } ///< σ as trials report it
    [[nodiscard]] double noiseSd() const;                  ///< σ·c, of the first release kind
    [[nodiscard]] NoiseMultiplier eventMultiplier() const; ///< z = σc/Δ of the first release kind
    [[nodiscard]] Sensitivity sensitivity() const;         ///< Δ of the first release kind

    [[nodiscard]] const std::vector<PlannedRelease>& releases() const { return m_releases; }
    /// The release of that kind; throws Error(Failed) when the plan has none.
    [[nodiscard]] const PlannedRelease& release(ReleaseKind kind) const;

    /// What the accountant composes, in the order of releases(). Refuses a non-private plan.
    [[nodiscard]] std::vector<PrivacyEvent> events() const;

    /// √Σ count/z², rounded up; for plans without sub-sampling only (else Error(Usage)).
    [[nodiscard]] Mu mu() const;

    /// Of what is trained: of two halves both models side by side.
    [[nodiscard]] compute::HeadShape headShape() const;

    /// η that the trainer uses, on average over its steps: where the spec gives 0 its own, if it has one.
    [[nodiscard]] double learningRate() const;
    /// η_t of step `step`, from 0: learningRate() by the options' schedule; past the last step (the free
    /// one) that of the last.
    [[nodiscard]] double learningRate(std::uint32_t step) const;

    /// ν: standard deviation of the noise in the logits of a row of norm `rowNorm` after the T steps and the
    /// free step (design notes §5.1), linear in η and from declared constants alone: nuOf(). Throws
    /// Error(Usage) for trainers without one.
    [[nodiscard]] double logitNoise(double rowNorm) const;

    /// Canonical and versioned: the same plan gives the same bytes.
    [[nodiscard]] nlohmann::json toJson() const;

private:
    TrialPlan(const TrialSpec& spec, NoiseMultiplier sigma, bool isPrivate);

    TrialSpec m_spec;
    NoiseMultiplier m_sigma;
    bool m_private = true;
    std::vector<PlannedRelease> m_releases;
};

/// Noisy counts over one part: each record adds at most 1 to a count, so Δ = rowsPerPerson in both
/// adjacencies. `counts` counts of the same records (models of a path, say) share μ.
class CountPlan {
public:
    [[nodiscard]] static CountPlan forMu(Mu mu, std::uint32_t counts = 1, std::uint32_t rowsPerPerson = 1);

    [[nodiscard]] double noiseSd() const { return m_noiseSd; } ///< of one count
    [[nodiscard]] std::uint32_t counts() const { return m_counts; }
    [[nodiscard]] Sensitivity sensitivity() const {
        return Sensitivity{static_cast<double>(m_rowsPerPerson)};
    }
    [[nodiscard]] PrivacyEvent event() const; ///< a Gaussian event, `counts` times
    [[nodiscard]] Mu mu() const;              ///< rounded up

    [[nodiscard]] nlohmann::json toJson() const;
    [[nodiscard]] static CountPlan fromJson(const nlohmann::json& json);
    friend bool operator==(const CountPlan&, const CountPlan&) = default;

private:
    CountPlan(double noiseSd, std::uint32_t counts, std::uint32_t rowsPerPerson)
        : m_noiseSd(noiseSd), m_counts(counts), m_rowsPerPerson(rowsPerPerson) {}
    double m_noiseSd = 0.0;
    std::uint32_t m_counts = 1;
    std::uint32_t m_rowsPerPerson = 1;
};

/// The mean of rows clipped to `rowClip`, one Gaussian release divided by n_pub.
class MeanPlan {
public:
    [[nodiscard]] static MeanPlan forMu(Mu mu, double rowClip, std::uint32_t dim, double publicRecords,
                                        Adjacency adjacency, std::uint32_t rowsPerPerson = 1);
    [[nodiscard]] const PlannedRelease& release() const { return m_release; }
    [[nodiscard]] std::uint32_t dim() const { return m_dim; }
    [[nodiscard]] double publicRecords() const { return m_publicRecords; }
    [[nodiscard]] PrivacyEvent event() const;
    [[nodiscard]] Mu mu() const; ///< rounded up
    [[nodiscard]] nlohmann::json toJson() const;
    [[nodiscard]] static MeanPlan fromJson(const nlohmann::json& json);

private:
    MeanPlan(double rowClip, double noiseSd, std::uint32_t dim, double publicRecords, Adjacency adjacency,
             std::uint32_t rowsPerPerson);
    PlannedRelease m_release;
    std::uint32_t m_dim = 0;
    double m_publicRecords = 1.0;
    Adjacency m_adjacency = Adjacency::AddOrRemoveOne;
    std::uint32_t m_rowsPerPerson = 1;
};

} // namespace parsimony::train
