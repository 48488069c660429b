// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer_options.h"

#include "core/base/error.h"
#include "core/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace parsimony::train {

namespace {

constexpr std::array<std::pair<TrainerKind, std::string_view>, 8> kTrainers{{
    {TrainerKind::DpGd, "dp-gd"},
    {TrainerKind::DpSgd, "dp-sgd"},
    {TrainerKind::DpAdam, "dp-adam"},
    {TrainerKind::DpAdamWosm, "dp-adam-wosm"},
    {TrainerKind::DpLs, "dp-ls"},
    {TrainerKind::DpNewton, "dp-newton"},
    {TrainerKind::DpFc, "dp-fc"},
    {TrainerKind::DpZo, "dp-zo"},
}};

constexpr std::array<std::pair<Averaging, std::string_view>, 3> kAveragings{{
    {Averaging::None, "none"},
    {Averaging::Ema, "ema"},
    {Averaging::Swa, "swa"},
}};

template <class Enum, std::size_t n>
std::string_view nameOf(const std::array<std::pair<Enum, std::string_view>, n>& table, Enum value) {
    for (const auto& [candidate, name] : table) {
        if (candidate == value) {
            return name;
        }
    }
    return "?";
}

template <class Enum, std::size_t n>
Enum parseName(const std::array<std::pair<Enum, std::string_view>, n>& table, std::string_view text,
               const std::string& what) {
    std::string names;
    for (const auto& [value, name] : table) {
        if (name == text) {
            return value;
        }
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    failUsage(what + " must be one of " + names + ", not \"" + std::string(text) + "\"");
}

std::uint32_t parseSize(std::string_view text, std::uint32_t most, const std::string& what) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 1 || value > most) {
        failUsage(what + " needs a whole number from 1 to " + std::to_string(most) +
                  " after the colon, not \"" + std::string(text) + "\"");
    }
    return value;
}

void checkFinite(double value, double least, const std::string& what) {
    if (!std::isfinite(value) || value < least) {
        failUsage(what + " must be a finite number of at least " + numberText(least) + ", not " +
                  numberText(value));
    }
}

void checkCombination(const TrainerOptions& o) {
    const bool secondOrder = o.trainer == TrainerKind::DpLs || o.trainer == TrainerKind::DpNewton ||
                             o.trainer == TrainerKind::DpFc || o.trainer == TrainerKind::DpZo;
    const std::string name(trainerName(o.trainer));
    if (secondOrder && o.head.kind != HeadKind::Linear) {
        failUsage("--trainer " + name + " works on the linear head only; use --head linear");
    }
    if (o.trainer == TrainerKind::DpNewton && o.loss != Loss::Sigmoid) {
        failUsage("--trainer dp-newton needs --loss sigmoid: the bound on its Hessian holds for that loss");
    }
    const bool samples = o.trainer == TrainerKind::DpSgd || o.trainer == TrainerKind::DpAdam ||
                         o.trainer == TrainerKind::DpAdamWosm;
    if (o.sampleRate != 1.0 && !samples) {
        failUsage("--sample-rate is for dp-sgd, dp-adam and dp-adam-wosm; " + name + " reads every record");
    }
    if (o.initBias != 0.0 && !o.bias) {
        failUsage("--init-bias needs --bias");
    }
    if (o.init == InitKind::File && o.initDigest.size() != 64) {
        failUsage("an initial matrix from a file needs its SHA-256 in the plan");
    }
    if (o.head.kind == HeadKind::Hidden && o.init == InitKind::Zero) {
        failUsage("--head hidden:H needs --init he: from zero weights no gradient flows");
    }
}

} // namespace

std::string_view trainerName(TrainerKind kind) {
    return nameOf(kTrainers, kind);
}

TrainerKind parseTrainer(std::string_view text, const std::string& what) {
    return parseName(kTrainers, text, what);
}

std::string_view averagingName(Averaging averaging) {
    return nameOf(kAveragings, averaging);
}

Averaging parseAveraging(std::string_view text, const std::string& what) {
    return parseName(kAveragings, text, what);
}

std::string headText(const HeadOption& head) {
    switch (head.kind) {
    case HeadKind::Sequence:
        return "sequence:" + std::to_string(head.sequenceLength);
    case HeadKind::Hidden:
        return "hidden:" + std::to_string(head.hidden);
    case HeadKind::Linear:
        break;
    }
    return "linear";
}

HeadOption parseHead(std::string_view text, const std::string& what) {
    if (text == "linear") {
        return {};
    }
    constexpr std::string_view sequence = "sequence:";
    constexpr std::string_view hidden = "hidden:";
    if (text.starts_with(sequence)) {
        return {HeadKind::Sequence, 0, parseSize(text.substr(sequence.size()), 4096, what)};
    }
    if (text.starts_with(hidden)) {
        return {HeadKind::Hidden, parseSize(text.substr(hidden.size()), 65536, what), 1};
    }
    failUsage(what + " must be linear, sequence:L (L vectors a record) or hidden:H (H units), not \"" +
              std::string(text) + "\"");
}

bool hasStepSize(TrainerKind kind) {
    return kind != TrainerKind::DpAdamWosm && kind != TrainerKind::DpLs && kind != TrainerKind::DpNewton;
}

void checkTrainerOptions(const TrainerOptions& o) {
    checkFinite(o.maxGradNorm, 1e-20, "--max-grad-norm");
    if (o.maxGradNorm > 1e20) {
        failUsage("--max-grad-norm must be at most 1e20, not " + numberText(o.maxGradNorm));
    }
    checkFinite(o.momentum, 0.0, "--momentum");
    if (o.momentum >= 1.0) {
        failUsage("--momentum must be below 1, not " + numberText(o.momentum));
    }
    if (!std::isnormal(o.sampleRate) || o.sampleRate <= 0.0 || o.sampleRate > 1.0) {
        failUsage("--sample-rate must lie above 0 and be at most 1, not " + numberText(o.sampleRate));
    }
    checkFinite(o.initBias, -1e6, "--init-bias");
    checkFinite(o.weightDecay, 0.0, "--weight-decay");
    if (o.ridge) {
        checkFinite(*o.ridge, 0.0, "--ridge");
    }
    if (o.gramFraction && !(*o.gramFraction >= 1e-6 && *o.gramFraction <= 1.0 - 1e-6)) {
        failUsage("--gram-fraction must lie between 0 and 1, not " + numberText(*o.gramFraction));
    }
    checkCombination(o);
}

} // namespace parsimony::train
