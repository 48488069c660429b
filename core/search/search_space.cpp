// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/search_space.h"

#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/search/sequential_method.h"

#include <algorithm>
#include <set>
#include <utility>

namespace parsimony::search {

namespace {

constexpr int maxDraws = 1000;

[[noreturn]] void failUnreachable(const SearchSpace& space, const Range& range) {
    failUsage(Sentence("no pair of --learning-rates and --steps has a product within {1} % of a total step "
                       "size in {2}..{3}: widen one of the lists, or use --decomposition derive",
                       Sentence::number(roundedText(100.0 * space.tolerance, 3)),
                       Sentence::number(roundedText(range.lo, 4)),
                       Sentence::number(roundedText(range.hi, 4))));
}

bool anyPairReaches(const SearchSpace& space, const Range& range) {
    for (const std::uint32_t steps : space.grid.steps) {
        for (const double rate : space.grid.learningRates) {
            const double r = rate * steps;
            if (r >= range.lo * (1.0 - space.tolerance) && r <= range.hi * (1.0 + space.tolerance)) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

void SearchSpace::check(const NoiseFor& noise, int phase) const {
    if (!axes.empty()) {
        for (const train::Knobs& values : combinations()) {
            at(values).check(noise, phase);
        }
        return;
    }
    grid.check();
    if (stepsOnly) {
        return;
    }
    if (totalStep) {
        checkRange(*totalStep, "--total-step-size");
    } else {
        checkRange(nu, "the range of nu");
    }
    if (scale.sampleRate < 1.0 && decomposition != DecompositionKind::Derive) {
        refuse(Sentence(
            "under Poisson sampling the number of steps must not depend on scores, so --decomposition must "
            "be derive, not {1}: filters for adaptively chosen sub-sampled events do not hold",
            toText(decomposition)));
    }
    const Range range = rangeOf(noise(phase, grid.maxSteps(), knobs), grid.maxSteps());
    if (decomposition == DecompositionKind::SampleUntil) {
        if (grid.learningRates.empty()) {
            failUsage(Sentence("--decomposition sample-until draws learning rates from a list: give one in "
                               "--learning-rates"));
        }
        if (!anyPairReaches(*this, range)) {
            failUnreachable(*this, range);
        }
    } else if (decomposition == DecompositionKind::Independent) {
        if (grid.learningRates.empty()) {
            failUsage(Sentence("--decomposition independent draws learning rates from a list: give one in "
                               "--learning-rates"));
        }
    } else if (totalStep && grid.maxLearningRate() * grid.maxSteps() < totalStep->lo) {
        failUsage(Sentence("the largest learning rate times the most steps is {1}, below the least total "
                           "step size {2}: raise --learning-rates or --steps, or lower --total-step-size",
                           Sentence::number(roundedText(grid.maxLearningRate() * grid.maxSteps(), 4)),
                           totalStep->lo));
    }
}

bool SearchSpace::stepsFollowR() const {
    switch (decomposition) {
    case DecompositionKind::SampleUntil:
        return true;
    case DecompositionKind::Derive:
        return reachesRate && grid.steps.size() > 1 && !grid.learningRates.empty();
    case DecompositionKind::Independent:
        break;
    }
    return false;
}

SearchSpace SearchSpace::at(train::Knobs values) const {
    SearchSpace space = *this;
    space.axes.clear();
    space.scale.clip = valueOf(values, train::Knob::Clip).value_or(scale.clip);
    space.scale.momentum = valueOf(values, train::Knob::Momentum).value_or(scale.momentum);
    space.scale.sampleRate = valueOf(values, train::Knob::SampleRate).value_or(scale.sampleRate);
    if (const auto chosen = trainerIn(values)) {
        const train::TrainerTraits& trainer = train::traitsOf(*chosen);
        space.scale.rule = trainer.scale;
        if (!valueOf(values, train::Knob::SampleRate)) {
            space.scale.sampleRate = rateOf(trainer.kind);
        }
    }
    space.knobs = std::move(values);
    return space;
}

namespace {

/// Without what the trainer among them does not look at: it would be told of a run and mean nothing.
train::Knobs lookedAt(train::Knobs values) {
    if (const auto chosen = trainerIn(values)) {
        const train::TrainerTraits& trainer = train::traitsOf(*chosen);
        std::erase_if(values, [&](const train::KnobValue& value) { return !hasKnob(trainer, value.knob); });
    }
    return values;
}

} // namespace

train::Knobs SearchSpace::drawKnobs(UniformSource& source) const {
    train::Knobs drawn;
    for (const train::Axis& axis : axes) {
        drawn.push_back(axis.at(source.below(axis.size())));
    }
    return lookedAt(std::move(drawn));
}

std::vector<train::Knobs> SearchSpace::combinations() const {
    constexpr std::size_t most = 10000;
    std::vector<train::Knobs> all{{}};
    for (const train::Axis& axis : axes) {
        if (all.size() * axis.size() > most) {
            failUsage(Sentence("the lists of the trainer's options have more than {1} combinations: shorten "
                               "one",
                               most));
        }
        std::vector<train::Knobs> longer;
        for (const train::Knobs& before : all) {
            for (std::size_t place = 0; place < axis.size(); ++place) {
                longer.push_back(before);
                longer.back().push_back(axis.at(place));
            }
        }
        all = std::move(longer);
    }
    std::set<train::Knobs> known;
    std::vector<train::Knobs> distinct;
    for (train::Knobs& values : all) {
        values = lookedAt(std::move(values));
        if (known.insert(values).second) {
            distinct.push_back(std::move(values));
        }
    }
    return distinct;
}

std::vector<RunNoise> SearchSpace::kindsOfRuns() const {
    SearchSpace rates = *this;
    std::erase_if(rates.axes, [](const train::Axis& axis) {
        return axis.knob != train::Knob::SampleRate && axis.knob != train::Knob::Trainer;
    });
    std::vector<RunNoise> kinds;
    bool samples = false;
    for (const train::Knobs& values : rates.combinations()) {
        const double rate = rates.at(values).scale.sampleRate;
        samples = samples || rate < 1.0;
        const bool known = std::any_of(kinds.begin(), kinds.end(),
                                       [&](const RunNoise& kind) { return kind.sampleRate == rate; });
        for (std::size_t t = 0; !known && t < grid.steps.size(); ++t) {
            kinds.push_back({rate, grid.steps[t]});
        }
    }
    return samples ? kinds : std::vector<RunNoise>();
}

Range SearchSpace::rangeOf(double noiseMultiplier, std::uint32_t steps) const {
    if (totalStep) {
        return *totalStep;
    }
    return {learningRateFor(scale, noiseMultiplier, steps, nu.lo) * steps,
            learningRateFor(scale, noiseMultiplier, steps, nu.hi) * steps};
}

std::optional<double> SearchSpace::nuAt(double noiseMultiplier, std::uint32_t steps,
                                        double learningRate) const {
    if (!scale.rowNorm || !(noiseMultiplier > 0.0)) {
        return std::nullopt;
    }
    return nuOf(scale, noiseMultiplier, steps, learningRate);
}

std::uint32_t plannedSteps(const SearchSpace& space, UniformSource& source) {
    return space.decomposition == DecompositionKind::SampleUntil ? space.grid.maxSteps()
                                                                 : drawSteps(space.grid, source);
}

namespace {

/// (η, T) for r under --decomposition derive.
StepChoice derived(const SearchSpace& space, double r, std::uint32_t steps, UniformSource& source) {
    return deriveLearningRate(r, space.reachesRate ? stepsReaching(r, steps, space.grid, source) : steps,
                              space.grid);
}

StepChoice chosenTrial(const SearchSpace& space, const NoiseFor& noise, int phase, std::uint32_t steps,
                       const Position& position, UniformSource& source) {
    if (space.decomposition == DecompositionKind::Independent) {
        const double rate = space.grid.learningRates[source.below(space.grid.learningRates.size())];
        return {rate, steps, false};
    }
    const Range range = space.rangeOf(noise(phase, steps, space.knobs), steps);
    const double r = valueAt(space.sampler, range, position.at);
    if (space.decomposition == DecompositionKind::Derive) {
        return derived(space, r, steps, source);
    }
    std::optional<StepChoice> choice = sampleUntil(r, space.grid, space.tolerance, source);
    if (!choice && position.cellLo == position.cellHi) {
        return nearestPair(
            r, space.grid); // a bisection step comes in mid-search, where failing would waste the rest
    }
    for (int draw = 1; !choice && draw < maxDraws; ++draw) {
        const double at = position.cellLo + source.next() * (position.cellHi - position.cellLo);
        choice = sampleUntil(valueAt(space.sampler, range, at), space.grid, space.tolerance, source);
    }
    if (!choice) {
        failUnreachable(space, {valueAt(space.sampler, range, position.cellLo),
                                valueAt(space.sampler, range, position.cellHi)});
    }
    return *choice;
}

StepChoice chosenFor(const SearchSpace& space, double r, std::uint32_t steps, UniformSource& source) {
    if (space.decomposition == DecompositionKind::SampleUntil) {
        const std::optional<StepChoice> choice = sampleUntil(r, space.grid, space.tolerance, source);
        return choice ? *choice : nearestPair(r, space.grid);
    }
    // Under `independent` no T was drawn for r, and none is now.
    return space.decomposition == DecompositionKind::Derive ? derived(space, r, steps, source)
                                                            : deriveLearningRate(r, steps, space.grid);
}

} // namespace

StepChoice chooseTrial(const SearchSpace& space, const NoiseFor& noise, int phase, std::uint32_t steps,
                       const Position& position, UniformSource& source) {
    StepChoice choice = chosenTrial(space, noise, phase, steps, position, source);
    choice.knobs = space.knobs;
    return choice;
}

StepChoice chooseFor(const SearchSpace& space, double r, std::uint32_t steps, UniformSource& source) {
    StepChoice choice = chosenFor(space, r, steps, source);
    choice.knobs = space.knobs;
    return choice;
}

void fill(Proposal& run, const StepChoice& choice, const SearchSpace& space, const NoiseFor& noise) {
    run.steps = choice.steps;
    run.learningRate = choice.learningRate;
    run.r = choice.r();
    run.clamped = choice.clamped;
    run.knobs = choice.knobs;
    run.noiseMultiplier = noise(run.phase, choice.steps, choice.knobs);
    const auto nu = [&](const SearchSpace& own) {
        return own.nuAt(*run.noiseMultiplier, choice.steps, choice.learningRate);
    };
    run.nu = space.isAt(choice.knobs) ? nu(space) : nu(space.at(choice.knobs));
}

} // namespace parsimony::search
