// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer_traits.h"

#include "core/base/error.h"
#include "core/base/name_hint.h"

#include <algorithm>
#include <array>

namespace parsimony::train {

namespace {

constexpr TrainerTraits kDpGd{.kind = TrainerKind::DpGd,
                              .name = "dp-gd",
                              .label = "DP-GD (full batch)",
                              .momentum = true,
                              .plainDescent = true,
                              .scale = ScaleRule::Descent};

constexpr TrainerTraits kDpSgd{.kind = TrainerKind::DpSgd,
                               .name = "dp-sgd",
                               .label = "DP-SGD (Poisson)",
                               .samples = true,
                               .momentum = true,
                               .scale = ScaleRule::Descent,
                               .sampleRate = 0.1};

constexpr TrainerTraits kDpAdam{.kind = TrainerKind::DpAdam,
                                .name = "dp-adam",
                                .label = "DP-Adam",
                                .samples = true,
                                .scale = ScaleRule::Adam};

constexpr TrainerTraits kDpAdamWosm{.kind = TrainerKind::DpAdamWosm,
                                    .name = "dp-adam-wosm",
                                    .label = "DP-Adam, no rate to tune",
                                    .samples = true,
                                    .stepSize = false,
                                    .needsNoise = true,
                                    .scale = ScaleRule::Adam};

constexpr TrainerTraits kDpLs{.kind = TrainerKind::DpLs,
                              .name = "dp-ls",
                              .label = "DP-LS (least squares)",
                              .linearHeadOnly = true,
                              .oneStep = true,
                              .matrix = true,
                              .stepSize = false,
                              .clippedGradients = false,
                              .steps = 1};

constexpr TrainerTraits kDpNewton{.kind = TrainerKind::DpNewton,
                                  .name = "dp-newton",
                                  .label = "DP-Newton",
                                  .linearHeadOnly = true,
                                  .onlyLoss = compute::Loss::Sigmoid,
                                  .matrix = true,
                                  .stepSize = false,
                                  .clippedGradients = false,
                                  .ownRate = 1.0,
                                  .steps = 3,
                                  .initBias = -3.0};

constexpr TrainerTraits kDpFc{.kind = TrainerKind::DpFc,
                              .name = "dp-fc",
                              .label = "DP-FC",
                              .linearHeadOnly = true,
                              .matrix = true,
                              .ownRate = 1.5,
                              .steps = 30,
                              .gramFraction = 0.2};

constexpr TrainerTraits kDpZo{.kind = TrainerKind::DpZo,
                              .name = "dp-zo",
                              .label = "DP-ZO (zeroth order)",
                              .linearHeadOnly = true,
                              .clippedGradients = false,
                              .ownRate = 1.0,
                              .steps = 500,
                              .maxGradNorm = 0.1};

constexpr std::array<const TrainerTraits*, 8> kTrainers{&kDpGd, &kDpSgd,    &kDpAdam, &kDpAdamWosm,
                                                        &kDpLs, &kDpNewton, &kDpFc,   &kDpZo};

} // namespace

std::span<const TrainerTraits* const> allTrainers() {
    return kTrainers;
}

const TrainerTraits& traitsOf(TrainerKind kind) {
    return **std::find_if(kTrainers.begin(), kTrainers.end(),
                          [&](const TrainerTraits* traits) { return traits->kind == kind; });
}

std::vector<std::string> trainerNames() {
    std::vector<std::string> names;
    for (const TrainerTraits* traits : kTrainers) {
        names.emplace_back(traits->name);
    }
    return names;
}

std::string_view trainerName(TrainerKind kind) {
    return traitsOf(kind).name;
}

const TrainerTraits* findTrainer(std::string_view name) {
    const auto found = std::find_if(kTrainers.begin(), kTrainers.end(),
                                    [&](const TrainerTraits* traits) { return traits->name == name; });
    return found == kTrainers.end() ? nullptr : *found;
}

TrainerKind parseTrainer(std::string_view text, const std::string& what) {
    if (const TrainerTraits* traits = findTrainer(text)) {
        return traits->kind;
    }
    failUsage(what + ": there is no trainer '" + std::string(text) + "'" + hint(text, trainerNames()));
}

} // namespace parsimony::train
