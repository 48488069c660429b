// SPDX-License-Identifier: GPL-3.0-or-later
// How `auto` compares the pilots of several encoders, and goes on from what runs trained.
#include "core/search/auto_method.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace parsimony::search {

namespace {

/// Σa/(σ²·Σa²): how much of a steady gradient a run's sum holds, over the square of its noise. Momentum makes
/// a short run hold less of both.
double signalPerNoise(const StepScale& scale, const Proposal& run) {
    const train::StepGain gain = train::stepGain(scale.momentum, run.steps, scale.freeStep, scale.decay);
    return gain.steady / std::pow(*run.noiseMultiplier * gain.noise, 2);
}

} // namespace

double expectedAccuracy(const AutoGrowth& growth, double accuracy, std::uint32_t classes,
                        std::uint32_t columns, double pilot, double final) {
    const double counted = columns / (1.0 + columns / growth.columns);
    const double told = std::max(0.0, accuracy - 1.0 / std::max(1U, classes));
    const double mended = growth.factor * std::sqrt(counted) *
                          (1.0 / std::sqrt(pilot) - 1.0 / std::sqrt(final)) * told / (told + growth.doubt);
    return 1.0 - (1.0 - accuracy) * std::exp(-mended);
}

int AutoMethod::encoderOf(int run) const {
    if (run < pilots()) {
        return run;
    }
    const auto [first, second] = runoffEncoders();
    return run == pilots() ? first : second;
}

std::optional<int> AutoMethod::lastOf(int encoder, int end) const {
    for (int run = end - 1; run >= pilots(); --run) {
        if (isClosed(run) && !closed()[run]->lost && encoderOf(run) == encoder) {
            return run;
        }
    }
    return isClosed(encoder) && !closed()[encoder]->lost ? std::optional<int>(encoder) : std::nullopt;
}

double AutoMethod::trainedMu(int run) const {
    if (run < pilots()) {
        return m_settings.pilotTrainingMu;
    }
    const std::optional<int> from = lastOf(encoderOf(run), run);
    return std::hypot(m_settings.runoffTrainingMu, from ? trainedMu(*from) : 0.0);
}

std::optional<double> AutoMethod::expectedAfter(int run) const {
    if (!isClosed(run) || !closed()[run]->score) {
        return std::nullopt;
    }
    const double accuracy = closed()[run]->score->accuracy;
    const auto& tuning = m_settings.tuning.encoders;
    if (!tuning || !tuning->growth || m_settings.pilotTrainingMu <= 0.0) {
        return accuracy;
    }
    const auto signal = [this](double mu) {
        return signalOf(m_settings.scale.publicRecords, mu, m_settings.classes);
    };
    const double trained = trainedMu(run);
    return expectedAccuracy(run < pilots() ? *tuning->growth : tuning->runoff->growth, accuracy,
                            m_settings.classes, m_settings.columns[static_cast<std::size_t>(encoderOf(run))],
                            signal(trained), signal(std::hypot(trained, m_settings.finalMu))); // it goes on
}

std::optional<int> AutoMethod::mostPromising(int end) const {
    const auto bestFrom = [&](int first) {
        std::optional<int> chosen;
        for (int encoder = 0; encoder < pilots(); ++encoder) {
            const std::optional<int> run = lastOf(encoder, end);
            const auto expected = run && *run >= first ? expectedAfter(*run) : std::nullopt;
            if (expected && (!chosen || *expected > *expectedAfter(*chosen))) {
                chosen = run;
            }
        }
        return chosen;
    };
    const std::optional<int> ranOff = bestFrom(pilots());
    return ranOff ? ranOff : bestFrom(0);
}

std::pair<int, int> AutoMethod::runoffEncoders() const {
    const int best = mostPromising(pilots()).value_or(0);
    std::optional<int> other;
    for (int pilot = 0; pilot < pilots(); ++pilot) {
        const auto expected = expectedAfter(pilot);
        if (pilot != best && expected && (!other || *expected > *expectedAfter(*other))) {
            other = pilot;
        }
    }
    const bool isAhead =
        !other || *expectedAfter(best) - *expectedAfter(*other) > m_settings.tuning.encoders->runoff->lead;
    return {best, isAhead ? best : *other};
}

int AutoMethod::chosenEncoder() const {
    const std::optional<int> run = choosesEncoder() ? mostPromising(finalIndex()) : std::nullopt;
    return run ? encoderOf(*run) : 0;
}

Proposal AutoMethod::runoff(int index) const {
    Proposal run;
    run.index = index;
    run.phase = 1;
    run.mu = m_settings.runoffMu;
    run.steps = m_settings.allocation.runoffSteps;
    run.noiseMultiplier = m_settings.noise(1, run.steps, run.knobs);
    run.nu = declaredNu();
    if (!closedBefore(pilots())) {
        return run;
    }
    const int encoder = encoderOf(index);
    if (encoder == encoderOf(pilots()) && !closedBefore(index)) {
        return run;
    }
    run.knobs = knobsOf(encoder);
    const std::optional<int> from = lastOf(encoder, index);
    goOn(run, from ? std::vector<int>{*from} : std::vector<int>());
    return run;
}

void AutoMethod::goOn(Proposal& run, const std::vector<int>& from) const {
    // Noise of the run and of the weights it starts from, both per unit of its learning rate: what it holds
    // in the end.
    double squared = std::pow(nuOf(m_settings.scale, *run.noiseMultiplier, run.steps, 1.0), 2);
    for (const int index : from) {
        const Proposal before = scoredRun(index);
        // The sum with the most signal for its noise: each part by its signal over its noise squared.
        const double weight =
            signalPerNoise(m_settings.scale, before) / signalPerNoise(m_settings.scale, run);
        run.start.push_back({index, weight / *before.learningRate});
        squared += std::pow(weight * *before.nu / *before.learningRate, 2);
    }
    run.learningRate = *run.nu / std::sqrt(squared);
    run.r = *run.learningRate * run.steps;
    for (StartShare& share : run.start) {
        share.factor *= *run.learningRate;
    }
}

} // namespace parsimony::search
