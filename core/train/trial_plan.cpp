// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trial_plan.h"

#include "core/base/sentence.h"
#include "core/train/logit_noise.h"
#include "core/train/sensitivity.h"
#include "core/train/trainer_entry.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::train {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// √Σ count/z² rounded up: the sum in long double is off by less than 2⁻⁶⁰ relative, two steps of a double
/// cover it.
double muUpperBound(long double sumOfSquares) {
    const double mu = static_cast<double>(std::sqrt(sumOfSquares));
    return std::nextafter(std::nextafter(mu, kInfinity), kInfinity);
}

long double squaredMu(double z, std::uint32_t count) {
    const long double wide = z;
    return static_cast<long double>(count) / (wide * wide);
}

void checkSpec(const TrialSpec& spec) {
    checkTrainerOptions(spec.options);
    if (spec.steps < 1 || spec.steps > 100'000'000) {
        failUsage(Sentence("the number of steps must lie in 1..1e8, not {1}", spec.steps));
    }
    if (traitsOf(spec.options.trainer).oneStep && spec.steps != 1) {
        failUsage(Sentence("{1} solves once: its number of steps is 1, not {2}",
                           trainerName(spec.options.trainer), spec.steps));
    }
    if (!std::isfinite(spec.learningRate) || spec.learningRate < 0.0) {
        failUsage(
            Sentence("the learning rate must be a finite number of at least 0, not {1}", spec.learningRate));
    }
    if (spec.rowsPerPerson < 1 || spec.rowsPerPerson > 1'000'000) {
        failUsage(Sentence("--rows-per-person must lie in 1..1e6, not {1}", spec.rowsPerPerson));
    }
    checkedPositive(spec.publicRecords, "the public record count");
    if (spec.dim < 1 || spec.classes < 1) {
        failUsage(Sentence("a trial needs at least one feature and one class"));
    }
    if (spec.classes > 100'000) {
        failUsage(Sentence("--classes must be at most 1e5, not {1}", spec.classes));
    }
    if (spec.rowsPerPerson > 1 && spec.options.sampleRate < 1.0) {
        refuse(Sentence("--sample-rate below 1 samples rows one by one, which protects a person with "
                        "several rows less than charged; use --rows-per-person 1 or --sample-rate 1"));
    }
    checkLabelsPerRecord(spec.options, spec.labelsPerRecord, spec.classes);
    if (spec.dim % spec.options.head.sequenceLength != 0) {
        failUsage(Sentence("--head {1} does not divide records of {2} numbers into vectors of one length",
                           headText(spec.options.head), spec.dim));
    }
}

} // namespace

TrialPlan::TrialPlan(const TrialSpec& spec, NoiseMultiplier sigma, bool isPrivate)
    : m_spec(spec), m_sigma(sigma), m_private(isPrivate) {
    checkSpec(spec);
    if (!isPrivate) {
        m_releases = trainerOf(spec.options.trainer).releases(spec, 1.0);
        for (PlannedRelease& release : m_releases) {
            release.noiseSd = 0.0;
        }
        return;
    }
    checkedPositive(sigma.value(), "the noise multiplier");
    m_releases = trainerOf(spec.options.trainer).releases(spec, sigma.value());
    for (const PlannedRelease& release : m_releases) {
        checkedPositive(release.noiseSd, "the noise of a release");
        checkedPositive(release.sensitivity.value(), "the sensitivity of a release");
        checkedPositive(release.eventMultiplier().value(), "the multiplier of a release");
    }
}

TrialPlan TrialPlan::forMu(const TrialSpec& spec, Mu mu) {
    checkSpec(spec);
    checkedPositive(mu.value(), "μ of a trial");
    if (spec.options.sampleRate < 1.0) {
        failUsage(Sentence(
            "a trainer with --sample-rate below 1 has no exact μ; its noise comes from the PLD accountant"));
    }
    const double releases = traitsOf(spec.options.trainer).matrix ? 1.0 : spec.steps;
    double sigma = sumFactor(spec.adjacency, spec.rowsPerPerson) * std::sqrt(releases) / mu.value();
    for (int attempt = 0; attempt < 64; ++attempt) {
        TrialPlan plan(spec, NoiseMultiplier{sigma}, true);
        if (plan.mu().value() <= mu.value()) {
            return plan;
        }
        sigma *= 1.0 + 0x1p-51;
    }
    fail(Sentence("no noise multiplier found for μ = {1}", mu.value()));
}

TrialPlan TrialPlan::forNoise(const TrialSpec& spec, NoiseMultiplier sigma) {
    return {spec, sigma, true};
}

TrialPlan TrialPlan::nonPrivate(const TrialSpec& spec) {
    return {spec, NoiseMultiplier{0.0}, false};
}

double TrialPlan::clip() const {
    if (!m_private) {
        return kInfinity;
    }
    return m_spec.options.maxGradNorm;
}

double TrialPlan::noiseSd() const {
    return m_releases.front().noiseSd;
}

NoiseMultiplier TrialPlan::eventMultiplier() const {
    return m_releases.front().eventMultiplier();
}

Sensitivity TrialPlan::sensitivity() const {
    return m_releases.front().sensitivity;
}

const PlannedRelease& TrialPlan::release(ReleaseKind kind) const {
    for (const PlannedRelease& release : m_releases) {
        if (release.kind == kind) {
            return release;
        }
    }
    fail(Sentence("the plan of {1} has no release \"{2}\"", trainerName(m_spec.options.trainer),
                  releaseName(kind)));
}

std::vector<PrivacyEvent> TrialPlan::events() const {
    if (!m_private) {
        refuse(Sentence("a non-private trial has no privacy events; it may run on public data only"));
    }
    std::vector<PrivacyEvent> events;
    for (const PlannedRelease& release : m_releases) {
        const double q = m_spec.options.sampleRate;
        if (q < 1.0) {
            events.push_back(PrivacyEvent::poissonSampledGaussian(SampleRate{q}, release.eventMultiplier(),
                                                                  release.count, m_spec.adjacency));
        } else {
            events.push_back(PrivacyEvent::gaussian(release.eventMultiplier(), release.count));
        }
    }
    return events;
}

Mu TrialPlan::mu() const {
    if (!m_private) {
        return Mu{kInfinity};
    }
    if (m_spec.options.sampleRate < 1.0) {
        failUsage(Sentence("a trainer with --sample-rate below 1 has no exact μ"));
    }
    long double sum = 0.0L;
    for (const PlannedRelease& release : m_releases) {
        sum += squaredMu(release.eventMultiplier().value(), release.count);
    }
    return Mu{muUpperBound(sum)};
}

compute::HeadShape TrialPlan::headShape() const {
    const TrainerOptions& o = m_spec.options;
    return {o.head.kind,           m_spec.dim * o.models() / o.head.sequenceLength,
            m_spec.classes,        o.head.hidden,
            o.head.sequenceLength, o.bias,
            o.head.deeper};
}

double TrialPlan::learningRate() const {
    const TrainerTraits& traits = traitsOf(m_spec.options.trainer);
    if (m_spec.learningRate == 0.0 && traits.ownRate) {
        return traits.ownRate->at(m_spec.steps);
    }
    return m_spec.learningRate;
}

double TrialPlan::learningRate(std::uint32_t step) const {
    const std::uint32_t steps = m_spec.steps;
    return learningRate() * decayFactor(m_spec.options.lrDecay, std::min(step, steps - 1), steps);
}

double TrialPlan::logitNoise(double rowNorm) const {
    const TrainerTraits& traits = traitsOf(m_spec.options.trainer);
    if (traits.scale == ScaleRule::None) {
        failUsage(Sentence("the logit noise of {1} is not a function of its step size", traits.name));
    }
    StepScale scale = stepScaleOf(m_spec.options, rowNorm, m_spec.publicRecords);
    scale.rowNorm = rowNorm;
    return nuOf(scale, m_sigma.value(), m_spec.steps, learningRate());
}

} // namespace parsimony::train
