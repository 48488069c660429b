// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/empirical/trainer_audit.h"

#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/privacy/calibration.h"
#include "core/privacy/gaussian_dp.h"
#include "core/train/sensitivity.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace parsimony::empirical {

namespace {

using train::TrialPlan;
using train::TrialSpec;

/// Noise of the logits: little where the gradient of a canary should keep its direction, near the best value
/// for accuracy where a run should look like a user's.
constexpr double kTrialLogitNoise = 0.1;
constexpr double kRunLogitNoise = 0.8;

constexpr std::array<std::uint32_t, 3> kRepetitions{1, 10, 100};
constexpr std::size_t kExposed = 8;      // canaries a group
constexpr std::size_t kCandidates = 512; // that are left out

double learningRateFor(const TrialSpec& spec, NoiseMultiplier sigma, double rowBound, double logitNoise) {
    const train::TrainerOptions& o = spec.options;
    const train::TrainerTraits& traits = train::traitsOf(o.trainer);
    if (traits.matrix) {
        return 0.0; // they know their own
    }
    if (traits.scale == train::ScaleRule::None) {
        // A step moves the logit of a row by η·(noise sd)/(2·reach·n) times its product with the direction.
        const double step =
            sigma.value() * o.maxGradNorm * rowBound / (2.0 * o.numbers.reach * spec.publicRecords);
        return logitNoise / (step * std::sqrt(static_cast<double>(spec.steps)));
    }
    TrialSpec unit = spec;
    unit.learningRate = 1.0;
    return logitNoise / TrialPlan::forNoise(unit, sigma).logitNoise(rowBound);
}

NoiseMultiplier noiseFor(const TrainerAuditOptions& options, const TrialSpec& spec) {
    if (spec.options.sampleRate >= 1.0) {
        return TrialPlan::forMu(spec, muOf(options.epsilon, options.delta)).noiseMultiplier();
    }
    Releases releases;
    releases.steps = spec.steps;
    releases.sampleRate = SampleRate{spec.options.sampleRate};
    releases.adjacency = spec.adjacency;
    const Calibrated found = calibrateNoise(options.epsilon, options.delta, releases);
    // The event's multiplier divides by the sensitivity; one step up, so that division cannot round below it.
    const double factor = train::sumFactor(spec.adjacency, spec.rowsPerPerson);
    return NoiseMultiplier{std::nextafter(found.releases.noiseMultiplier.value() * factor, 1e300) *
                           (1.0 + 1e-15)};
}

/// All tests of one audit, one after the other.
class TrainerAttacker {
public:
    TrainerAttacker(const data::LoadedPart& data, std::uint32_t classes, const TrainerAuditOptions& options,
                    const BackendFactory& backend)
        : m_data(data), m_classes(classes), m_options(options), m_backend(backend) {
        const std::size_t tests =
            m_options.kinds.size() * ((m_options.runs > 0 ? 2U : 0U) + (m_options.canaries > 0 ? 1U : 0U));
        if (tests == 0) {
            failUsage(Sentence("an empirical audit without runs and without canaries tests nothing"));
        }
        if (m_options.guesses > m_options.canaries || m_options.guesses % 2 != 0) {
            failUsage(Sentence("the number of guesses in one run must be even and at most that of canaries"));
        }
        const auto share = static_cast<double>(tests);
        m_levels = {1.0 - (1.0 - options.levels.confidence) / share, options.levels.alarm / share};
    }

    [[nodiscard]] TrainerAudit attack() {
        TrainerAudit audit;
        audit.delta = m_options.delta;
        audit.confidence = m_options.levels.confidence;
        audit.alarm = m_options.levels.alarm;
        for (const CanaryKind kind : m_options.kinds) {
            m_kind = kind;
            if (m_options.runs > 0) {
                trials(audit);
            }
            if (m_options.canaries > 0) {
                oneRun(audit);
            }
            if (m_options.exposure) {
                exposure(audit);
            }
        }
        return audit;
    }

private:
    [[nodiscard]] Dataset copy(std::size_t rows, std::size_t columns, std::size_t canaries) const {
        return copyForAudit(m_data, m_classes, rows, columns, m_options.rowBound, extraColumns(canaries));
    }
    [[nodiscard]] std::size_t extraColumns(std::size_t canaries) const {
        return m_kind == CanaryKind::Dirac ? diracColumns(canaries, m_classes) : 0;
    }
    [[nodiscard]] std::vector<Canary> canariesFor(const Dataset& base, std::size_t count,
                                                  const AuditRandomness& randomness) const {
        return makeCanaries(base, m_kind, count, m_options.rowBound, extraColumns(count),
                            randomness.stream(1));
    }
    [[nodiscard]] AuditRandomness nextGame() { return AuditRandomness(m_options.seed, ++m_game); }

    void tell(const std::string& what, double share) const {
        if (m_options.stop.stop_requested()) {
            interrupted(Sentence("stopped during the empirical audit; nothing was spent"));
        }
        if (m_options.progress) {
            m_options.progress(what + ", " + std::string(canaryName(m_kind)) + " canaries", share);
        }
    }

    void add(TrainerAudit& audit, AuditGame game, BoundOn bound, const Claim& claim,
             const Verdict& verdict) const {
        audit.claimed = std::max(audit.claimed, claim.epsilon());
        audit.findings.push_back({game, bound, m_kind, verdict, verdict.pValue < m_levels.alarm});
    }

    void trials(TrainerAudit& audit) {
        const AuditRandomness randomness = nextGame();
        const Dataset base = copy(m_options.trialRecords, m_options.trialColumns, 1);
        const std::vector<Canary> canaries = canariesFor(base, 1, randomness);
        const TrialPlan plan = auditPlan(m_options, base, kTrialLogitNoise);
        const Claim claim = Claim::ofEvents(plan.events(), m_options.delta);
        const NeighbourPair pair{withCanaries(base, canaries, {false}, m_options.adjacency),
                                 withCanaries(base, canaries, {true}, m_options.adjacency), canaries.front()};
        TrialsOptions trial;
        trial.runs = m_options.runs;
        trial.calibration = std::max<std::uint32_t>(20, m_options.runs / 2);
        trial.preferred = trainerScore(m_options.access);
        trial.threads = m_options.threads;
        trial.stop = m_options.stop;
        trial.progress = [this](double share) { tell("trials", share); };
        const TrialsOutcome outcome =
            auditByTrials(trainerMechanism(plan, m_backend, m_options.access, randomness),
                          trainerAttack(plan, m_options.access), pair, claim, m_levels, randomness, trial);
        add(audit, AuditGame::Trials, BoundOn::Curve, claim, outcome.curve);
        add(audit, AuditGame::Trials, BoundOn::Budget, claim, outcome.budget);
    }

    void oneRun(TrainerAudit& audit) {
        tell("one run", 0.0);
        const AuditRandomness randomness = nextGame();
        const Dataset base = copy(m_options.records, m_options.columns, m_options.canaries);
        const std::vector<Canary> canaries = canariesFor(base, m_options.canaries, randomness);
        const TrialPlan plan = auditPlan(m_options, base, kRunLogitNoise);
        const Claim claim = Claim::ofEvents(plan.events(), m_options.delta);
        OneRunOptions run;
        run.score = trainerScore(m_options.access);
        run.guesses = m_options.guesses;
        run.adjacency = m_options.adjacency;
        const OneRunOutcome outcome = auditInOneRun(
            trainerMechanism(plan, m_backend, m_options.access, randomness, m_options.threads),
            trainerAttack(plan, m_options.access), base, canaries, run, claim, m_levels, randomness);
        add(audit, AuditGame::OneRun, BoundOn::Budget, claim, outcome.verdict);
    }

    void exposure(TrainerAudit& audit) {
        tell("exposure", 0.0);
        const AuditRandomness randomness = nextGame();
        const std::size_t count = kExposed * kRepetitions.size() + kCandidates;
        const Dataset base = copy(m_options.records, m_options.columns, count);
        std::vector<Canary> all = canariesFor(base, count, randomness);
        if (m_kind == CanaryKind::Dirac) {
            std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count / 2), all.end());
        }
        std::vector<std::vector<Canary>> groups;
        auto next = all.begin();
        for (std::size_t g = 0; g < kRepetitions.size(); ++g) {
            groups.emplace_back(next, next + kExposed);
            next += kExposed;
        }
        const std::vector<Canary> candidates(next, all.end());
        const TrialPlan plan = auditPlan(m_options, base, kRunLogitNoise);
        const Attack attack = trainerAttack(plan, Access::BlackBox);
        const auto measure = [&](const TrialPlan& trial) {
            return exposureAfterRun(
                trainerMechanism(trial, m_backend, Access::BlackBox, randomness, m_options.threads), attack,
                base, groups, kRepetitions, candidates);
        };
        const std::vector<Exposure> trained = measure(plan);
        std::vector<Exposure> plain;
        if (!train::traitsOf(m_options.trainer.trainer).needsNoise) {
            plain = measure(TrialPlan::nonPrivate(plan.spec()));
        }
        for (std::size_t g = 0; g < kRepetitions.size(); ++g) {
            audit.exposure.push_back({m_kind, kRepetitions[g], trained[g], {}});
            if (!plain.empty()) {
                audit.exposure.back().withoutNoise = plain[g];
            }
        }
    }

    const data::LoadedPart& m_data;
    std::uint32_t m_classes;
    const TrainerAuditOptions& m_options;
    const BackendFactory& m_backend;
    AuditLevels m_levels;
    CanaryKind m_kind = CanaryKind::Dirac;
    std::uint32_t m_game = 0;
};

} // namespace

const char* toText(AuditGame game) {
    return game == AuditGame::Trials ? "trials" : "one_run";
}

const char* toText(BoundOn bound) {
    return bound == BoundOn::Curve ? "curve" : "budget";
}

double TrainerAudit::epsilonLower() const {
    double largest = 0.0;
    for (const Finding& finding : findings) {
        largest = std::max(largest, finding.verdict.epsilonLower);
    }
    return largest;
}

double TrainerAudit::epsilonLowerOfAny() const {
    double largest = 0.0;
    for (const Finding& finding : findings) {
        if (finding.bound == BoundOn::Budget) {
            largest = std::max(largest, finding.verdict.epsilonLower);
        }
    }
    return largest;
}

bool TrainerAudit::broken() const {
    return std::any_of(findings.begin(), findings.end(), [](const Finding& f) { return f.broken; });
}

TrialPlan auditPlan(const TrainerAuditOptions& options, const Dataset& data, double logitNoise) {
    TrialSpec spec;
    spec.options = options.trainer;
    spec.steps = options.steps;
    spec.adjacency = options.adjacency;
    spec.publicRecords = static_cast<double>(data.rows);
    spec.dim = static_cast<std::uint32_t>(data.dim);
    spec.classes = data.classes;
    const NoiseMultiplier sigma = noiseFor(options, spec);
    spec.learningRate =
        options.learningRate.value_or(learningRateFor(spec, sigma, options.rowBound, logitNoise));
    return TrialPlan::forNoise(spec, sigma);
}

TrainerAudit auditTrainer(const data::LoadedPart& data, std::uint32_t classes,
                          const TrainerAuditOptions& options, const BackendFactory& backend) {
    return TrainerAttacker(data, classes, options, backend).attack();
}

} // namespace parsimony::empirical
