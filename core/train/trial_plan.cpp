// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trial_plan.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/train/sensitivity.h"

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
        failUsage("the number of steps must lie in 1..1e8, not " + std::to_string(spec.steps));
    }
    if (traitsOf(spec.options.trainer).oneStep && spec.steps != 1) {
        failUsage(std::string(trainerName(spec.options.trainer)) +
                  " solves once: its number of steps is 1, not " + std::to_string(spec.steps));
    }
    if (!std::isfinite(spec.learningRate) || spec.learningRate < 0.0) {
        failUsage("the learning rate must be a finite number of at least 0, not " +
                  numberText(spec.learningRate));
    }
    if (spec.rowsPerPerson < 1 || spec.rowsPerPerson > 1'000'000) {
        failUsage("--rows-per-person must lie in 1..1e6, not " + std::to_string(spec.rowsPerPerson));
    }
    checkedPositive(spec.publicRecords, "the public record count");
    if (spec.dim < 1 || spec.classes < 1) {
        failUsage("a trial needs at least one feature and one class");
    }
    if (spec.classes > 100'000) {
        failUsage("--classes must be at most 1e5, not " + std::to_string(spec.classes));
    }
    if (spec.rowsPerPerson > 1 && spec.options.sampleRate < 1.0) {
        failUsage("--sample-rate below 1 samples rows one by one, which protects a person with several rows "
                  "less than "
                  "charged; use --rows-per-person 1 or --sample-rate 1");
    }
    if (spec.dim % spec.options.head.sequenceLength != 0) {
        failUsage("--head " + headText(spec.options.head) + " does not divide records of " +
                  std::to_string(spec.dim) + " numbers into vectors of one length");
    }
}

PlannedRelease gaussianRelease(ReleaseKind kind, std::uint32_t count, double clip, double delta, double mu) {
    return {kind, count, clip, Sensitivity{delta}, delta / mu};
}

/// The two kinds of release of the second-order trainers; `mu` is what all of them cost together.
std::vector<PlannedRelease> secondOrderReleases(const TrialSpec& spec, double mu) {
    const TrainerOptions& o = spec.options;
    const double c = o.maxGradNorm;
    const double rowSquared = c * c + (o.bias ? 1.0 : 0.0); // a trained bias appends a 1 to every row
    const double sums = sumFactor(spec.adjacency, spec.rowsPerPerson);
    const double grams = gramFactor(spec.adjacency, spec.rowsPerPerson);
    const double fraction = o.gramFraction.value_or(traitsOf(o.trainer).gramFraction);
    const double muGram = mu * std::sqrt(fraction);
    const double muSum = mu * std::sqrt(1.0 - fraction);
    const double rootSteps = std::sqrt(static_cast<double>(spec.steps));
    if (o.trainer == TrainerKind::DpLs) {
        const double row = std::sqrt(rowSquared);
        return {gaussianRelease(ReleaseKind::Gram, 1, rowSquared, rowSquared * grams, muGram),
                gaussianRelease(ReleaseKind::ClassSums, 1, row, row * sums, muSum)};
    }
    if (o.trainer == TrainerKind::DpFc) {
        return {gaussianRelease(ReleaseKind::Gradient, spec.steps, c, c * sums, muSum / rootSteps),
                gaussianRelease(ReleaseKind::Gram, 1, rowSquared, rowSquared * grams, muGram)};
    }
    // One sigmoid a class: every row is in all m gradients (|p − y| ≤ 1) and Hessians (p(1 − p) ≤ 1/4), FEAT
    // Alg. 1.
    const double rootClasses = std::sqrt(static_cast<double>(spec.classes));
    // Its bias is a constant, so rows stay as they are.
    const double gradient = rootClasses * c;
    const double hessian = rootClasses * 0.25 * c * c;
    return {gaussianRelease(ReleaseKind::Gradient, spec.steps, gradient, gradient * sums, muSum / rootSteps),
            gaussianRelease(ReleaseKind::Hessian, spec.steps, hessian, hessian * grams, muGram / rootSteps)};
}

std::vector<PlannedRelease> planReleases(const TrialSpec& spec, double sigma) {
    const double c = spec.options.maxGradNorm;
    const double factor = sumFactor(spec.adjacency, spec.rowsPerPerson);
    if (traitsOf(spec.options.trainer).matrix) {
        return secondOrderReleases(spec, factor / sigma);
    }
    const ReleaseKind kind =
        spec.options.trainer == TrainerKind::DpZo ? ReleaseKind::LossDifference : ReleaseKind::Gradient;
    return {{kind, spec.steps, c, Sensitivity{c * factor}, sigma * c}};
}

} // namespace

double sumFactor(Adjacency adjacency, std::uint32_t rowsPerPerson) {
    const double change = adjacency == Adjacency::ReplaceOne ? 2.0 : 1.0;
    return change * rowsPerPerson * (1.0 + compute::kArithmeticSlack);
}

double gramFactor(Adjacency adjacency, std::uint32_t rowsPerPerson) {
    const double change = adjacency == Adjacency::ReplaceOne ? std::nextafter(std::sqrt(2.0), 2.0) : 1.0;
    return change * rowsPerPerson * (1.0 + compute::kArithmeticSlack);
}

Sensitivity releaseSensitivity(ReleaseKind kind, double clip, Adjacency adjacency,
                               std::uint32_t rowsPerPerson) {
    if (kind == ReleaseKind::Count) {
        return Sensitivity{clip * rowsPerPerson};
    }
    const bool gram = kind == ReleaseKind::Gram || kind == ReleaseKind::Hessian;
    return Sensitivity{clip *
                       (gram ? gramFactor(adjacency, rowsPerPerson) : sumFactor(adjacency, rowsPerPerson))};
}

std::string_view releaseName(ReleaseKind kind) {
    switch (kind) {
    case ReleaseKind::Gradient:
        return "gradient";
    case ReleaseKind::Gram:
        return "gram";
    case ReleaseKind::ClassSums:
        return "class_sums";
    case ReleaseKind::Hessian:
        return "hessian";
    case ReleaseKind::LossDifference:
        return "loss_difference";
    case ReleaseKind::Mean:
        return "mean";
    case ReleaseKind::Count:
        return "count";
    }
    return "?";
}

NoiseMultiplier PlannedRelease::eventMultiplier() const {
    // Rounded down: a smaller multiplier costs more, so the event never claims more noise than there is.
    return NoiseMultiplier{std::nextafter(noiseSd / sensitivity.value(), 0.0)};
}

TrialPlan::TrialPlan(const TrialSpec& spec, NoiseMultiplier sigma, bool isPrivate)
    : m_spec(spec), m_sigma(sigma), m_private(isPrivate) {
    checkSpec(spec);
    if (!isPrivate) {
        m_releases = planReleases(spec, 1.0);
        for (PlannedRelease& release : m_releases) {
            release.noiseSd = 0.0;
        }
        return;
    }
    checkedPositive(sigma.value(), "the noise multiplier");
    m_releases = planReleases(spec, sigma.value());
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
        failUsage(
            "a trainer with --sample-rate below 1 has no exact μ; its noise comes from the PLD accountant");
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
    fail("no noise multiplier found for μ = " + numberText(mu.value()));
}

TrialPlan TrialPlan::forNoise(const TrialSpec& spec, NoiseMultiplier sigma) {
    return {spec, sigma, true};
}

TrialPlan TrialPlan::nonPrivate(const TrialSpec& spec) {
    return {spec, NoiseMultiplier{0.0}, false};
}

double TrialPlan::clip() const {
    return m_private ? m_spec.options.maxGradNorm : kInfinity;
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
    fail("the plan of " + std::string(trainerName(m_spec.options.trainer)) + " has no release \"" +
         std::string(releaseName(kind)) + "\"");
}

std::vector<PrivacyEvent> TrialPlan::events() const {
    if (!m_private) {
        refuse("a non-private trial has no privacy events; it may run on public data only");
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
        failUsage("a trainer with --sample-rate below 1 has no exact μ");
    }
    long double sum = 0.0L;
    for (const PlannedRelease& release : m_releases) {
        sum += squaredMu(release.eventMultiplier().value(), release.count);
    }
    return Mu{muUpperBound(sum)};
}

compute::HeadShape TrialPlan::headShape() const {
    const TrainerOptions& o = m_spec.options;
    return {o.head.kind,           m_spec.dim / o.head.sequenceLength,
            m_spec.classes,        o.head.hidden,
            o.head.sequenceLength, o.bias};
}

double TrialPlan::learningRate() const {
    if (m_spec.options.trainer == TrainerKind::DpAdamWosm && m_spec.learningRate == 0.0) {
        // ν = 1 for rows of norm 1: where noise dominates, T steps of size η move a logit by η√T.
        return 1.0 / std::sqrt(static_cast<double>(m_spec.steps));
    }
    return m_spec.learningRate > 0.0 ? m_spec.learningRate
                                     : traitsOf(m_spec.options.trainer).ownRate.value_or(0.0);
}

double TrialPlan::logitNoise(double rowNorm) const {
    const TrainerOptions& o = m_spec.options;
    const std::uint32_t T = m_spec.steps;
    long double squares = 0.0L;
    if (o.trainer == TrainerKind::DpGd || o.trainer == TrainerKind::DpSgd) {
        // a_s = (1 − ρˢ)/(1 − ρ): how often the noise of a step is applied; the free step adds one to each.
        long double a = o.freeStep ? 1.0L : 0.0L;
        for (std::uint32_t s = 0; s < T; ++s) {
            a = 1.0L + static_cast<long double>(o.momentum) * a;
            squares += a * a;
        }
        const double norm = static_cast<double>(std::sqrt(squares));
        return rowNorm * noiseSd() * learningRate() * norm / (o.sampleRate * m_spec.publicRecords);
    }
    if (o.trainer == TrainerKind::DpAdam || o.trainer == TrainerKind::DpAdamWosm) {
        // Where noise dominates the second moment is the noise scale; step t applies the noise of step s ≤ t
        // with weight (1 − β₁)β₁^(t−s)/(1 − β₁ᵗ). Going backwards, a_s = (1 − β₁)/(1 − β₁ˢ) + …, weighted by
        // β₁.
        long double a = 0.0L;
        for (std::uint32_t s = T; s >= 1; --s) {
            const long double correction = -std::expm1(s * std::log(static_cast<long double>(kAdamBeta1)));
            a = kAdamBeta1 * a + 1.0L / correction;
            squares += (1.0L - kAdamBeta1) * (1.0L - kAdamBeta1) * a * a;
        }
        return rowNorm * learningRate() * static_cast<double>(std::sqrt(squares));
    }
    failUsage("the logit noise of " + std::string(trainerName(o.trainer)) +
              " is not a function of its step size");
}

bool operator==(const TrialPlan& a, const TrialPlan& b) {
    return a.m_spec == b.m_spec && a.m_sigma == b.m_sigma && a.m_private == b.m_private;
}

} // namespace parsimony::train
