// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer_options.h"

#include "core/base/enum_words.h"
#include "core/base/sentence.h"
#include "core/compute/backend.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace parsimony::train {

namespace {

constexpr std::array<std::pair<Averaging, std::string_view>, 3> kAveragings{{
    {Averaging::None, "none"},
    {Averaging::Ema, "ema"},
    {Averaging::Swa, "swa"},
}};

std::uint32_t parseSize(std::string_view text, std::uint32_t most, const std::string& what) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 1 || value > most) {
        failUsage(Sentence("{1} needs a whole number from 1 to {2} after the colon, not \"{3}\"", what, most,
                           text));
    }
    return value;
}

void checkFinite(double value, double least, const std::string& what) {
    if (!std::isfinite(value) || value < least) {
        failUsage(Sentence("{1} must be a finite number of at least {2}, not {3}", what, least, value));
    }
}

/// "a, b and c": the trainers that do so.
std::string trainersThat(bool TrainerTraits::*trait) {
    std::vector<std::string> names;
    for (const TrainerTraits* traits : allTrainers()) {
        if (traits->*trait) {
            names.emplace_back(traits->name);
        }
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    }
    return text;
}

void checkCombination(const TrainerOptions& o) {
    const TrainerTraits& traits = traitsOf(o.trainer);
    const std::string name(traits.name);
    if (traits.linearHeadOnly && o.head.kind == HeadKind::Views) {
        failUsage(Sentence("--trainer {1} forms no gradient of a record that its views could be averaged in: "
                           "leave out --views",
                           name));
    }
    if (traits.linearHeadOnly && o.head.kind != HeadKind::Linear) {
        failUsage(Sentence("--trainer {1} works on the linear head only; use --head linear", name));
    }
    if (traits.onlyLoss && o.loss != *traits.onlyLoss) {
        failUsage(
            Sentence("--trainer {1} needs --loss {2}: the bound on what it releases holds for that loss",
                     name, compute::lossName(*traits.onlyLoss)));
    }
    if (o.sampleRate != 1.0 && !traits.samples) {
        failUsage(Sentence("--sample-rate is for {1}; {2} reads every record",
                           trainersThat(&TrainerTraits::samples), name));
    }
    if (o.lrDecay != LrDecay::None && !traits.stepSize) {
        failUsage(Sentence("--trainer {1} has no learning rate to lower; leave out --lr-decay", name));
    }
    if (o.initScale != 1.0 && o.init == InitKind::Zero) {
        failUsage(Sentence("--init-scale needs --init he or a file: zero weights stay zero"));
    }
    if (o.initBias != 0.0 && !o.bias) {
        failUsage(Sentence("--init-bias needs --bias"));
    }
    if (o.init == InitKind::File && o.initDigest.size() != 64) {
        failUsage(Sentence("an initial matrix from a file needs its SHA-256 in the plan"));
    }
    if (o.halves && !(traits.plainDescent && o.head.kind == HeadKind::Linear && !o.bias &&
                      o.init == InitKind::Zero && !o.slopeLook && !o.signalLook)) {
        failUsage(Sentence("two halves are averaged of dp-gd with a linear head without a bias, from zero"));
    }
    if (o.head.kind == HeadKind::Hidden && o.init == InitKind::Zero) {
        failUsage(Sentence("--head hidden:H needs --init he: from zero weights no gradient flows"));
    }
    if (o.head.kind == HeadKind::Hidden && o.initScale == 0.0) {
        failUsage(Sentence("--init-scale 0 leaves hidden layers at zero, from where no gradient flows: give "
                           "more, or leave it out"));
    }
}

} // namespace

std::string_view averagingName(Averaging averaging) {
    for (const auto& [candidate, name] : kAveragings) {
        if (candidate == averaging) {
            return name;
        }
    }
    return "?";
}

std::string headText(const HeadOption& head) {
    std::string text(wordOf(compute::kHeadKindNames, head.kind));
    switch (head.kind) {
    case HeadKind::Sequence:
        text += head.sequenceLength == 0 ? "" : ":" + std::to_string(head.sequenceLength);
        break;
    case HeadKind::Hidden:
        text += ":" + std::to_string(head.hidden);
        for (const std::uint32_t units : head.deeper) {
            text += units > 0 ? "," + std::to_string(units) : "";
        }
        break;
    case HeadKind::Views:
        text += ":" + std::to_string(head.sequenceLength);
        break;
    case HeadKind::Linear:
        break;
    }
    return text;
}

namespace {

/// Weights and their sums are float64, and each thread has its own.
constexpr std::uint64_t kMostBetweenLayers = std::uint64_t{1} << 24;

/// "64" or "64,32": the units of each layer.
HeadOption parseHidden(std::string_view text, const std::string& what) {
    HeadOption head{HeadKind::Hidden, 0, 1};
    for (std::size_t layer = 0;; ++layer) {
        if (layer == compute::kMostHiddenLayers) {
            failUsage(Sentence("{1} takes {2} hidden layers at most", what, compute::kMostHiddenLayers));
        }
        const std::size_t comma = text.find(',');
        (layer == 0 ? head.hidden : head.deeper[layer - 1]) = parseSize(text.substr(0, comma), 65536, what);
        if (comma == std::string_view::npos) {
            return head;
        }
        text.remove_prefix(comma + 1);
    }
}

} // namespace

HeadOption parseHead(std::string_view text, const std::string& what) {
    const std::size_t colon = text.find(':');
    const auto kind = valueNamed<HeadKind>(compute::kHeadKindNames, text.substr(0, colon));
    const bool hasSize = colon != std::string_view::npos;
    if (kind == HeadKind::Linear && !hasSize) {
        return {};
    }
    if (kind == HeadKind::Sequence) { // else as long as the features say
        return {HeadKind::Sequence, 0, hasSize ? parseSize(text.substr(colon + 1), 4096, what) : 0};
    }
    if (kind == HeadKind::Hidden && hasSize) {
        return parseHidden(text.substr(colon + 1), what);
    }
    failUsage(Sentence("{1} must be linear, sequence:L (L vectors a record) or hidden:H (H units; hidden:H,H "
                       "for two layers), not \"{2}\"",
                       what, text));
}

HeadOption headOfViews(std::uint32_t views) {
    return {HeadKind::Views, 0, views};
}

bool addsUpGradients(const TrainerOptions& options) {
    return options.momentum == 0.0 && options.sampleRate == 1.0 && options.weightDecay == 0.0 &&
           options.lrDecay == LrDecay::None;
}

void checkLabelsPerRecord(std::uint32_t labelsPerRecord, std::uint32_t classes) {
    if (labelsPerRecord < 1 || labelsPerRecord > std::max(1U, classes)) {
        failUsage(Sentence("--labels-per-record must lie in 1..{1}, the number of classes, not {2}", classes,
                           labelsPerRecord));
    }
}

void checkLabelsPerRecord(const TrainerOptions& options, std::uint32_t labelsPerRecord,
                          std::uint32_t classes) {
    checkLabelsPerRecord(labelsPerRecord, classes);
    if (labelsPerRecord == 1) {
        return;
    }
    const TrainerTraits& traits = traitsOf(options.trainer);
    if (!traits.severalLabels) {
        failUsage(Sentence("--trainer {1} takes one label a record; with --labels-per-record use {2}",
                           traits.name, trainersThat(&TrainerTraits::severalLabels)));
    }
    compute::checkLoss(options.loss, labelsPerRecord);
}

void checkTrainerOptions(const TrainerOptions& o) {
    for (std::uint64_t below = o.head.hidden; const std::uint32_t units : o.head.deeper) {
        if (below * units > kMostBetweenLayers) {
            failUsage(
                Sentence("--head {1} has more than {2} weights between two hidden layers: take fewer units",
                         headText(o.head), kMostBetweenLayers));
        }
        below = units;
    }
    if (o.head.sequenceLength == 0) {
        failUsage(Sentence("--head sequence needs its length: say --head sequence:L for L vectors a record"));
    }
    checkFinite(o.maxGradNorm, 1e-20, "--max-grad-norm");
    if (o.maxGradNorm > 1e20) {
        failUsage(Sentence("--max-grad-norm must be at most 1e20, not {1}", o.maxGradNorm));
    }
    checkFinite(o.momentum, 0.0, "--momentum");
    if (o.momentum >= 1.0) {
        failUsage(Sentence("--momentum must be below 1, not {1}", o.momentum));
    }
    if (!std::isnormal(o.sampleRate) || o.sampleRate <= 0.0 || o.sampleRate > 1.0) {
        failUsage(Sentence("--sample-rate must lie above 0 and be at most 1, not {1}", o.sampleRate));
    }
    checkFinite(o.initScale, 0.0, "--init-scale");
    checkFinite(o.initBias, -1e6, "--init-bias");
    checkFinite(o.weightDecay, 0.0, "--weight-decay");
    if (o.ridge) {
        checkFinite(*o.ridge, 0.0, "--ridge");
    }
    if (o.alpha && !(*o.alpha >= 0.0 && *o.alpha <= 1e6)) {
        failUsage(Sentence("--alpha must lie in 0..1e6, not {1}", *o.alpha));
    }
    if (o.gramFraction && !(*o.gramFraction >= 1e-6 && *o.gramFraction <= 1.0 - 1e-6)) {
        failUsage(Sentence("--gram-fraction must lie between 0 and 1, not {1}", *o.gramFraction));
    }
    checkCombination(o);
}

} // namespace parsimony::train
