// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/records.h"
#include "core/search/method_name.h"
#include "core/session/knob_options.h"
#include "core/session/run_options.h"
#include "core/train/trainer_traits.h"

#include <algorithm>
#include <array>

// In a header alone: the window's models ask the same, and link no room above search.
namespace parsimony::session {

// Which method is taken for what stands here alone; what a method is like, its traits say.

/// One run of what is asked for.
inline constexpr MethodKind kSingleRun = MethodKind::Single;
/// A grid whose choice nobody is charged for: of public data, or without noise. Of relative error rate
/// reduction it is the 100 %.
inline constexpr MethodKind kUnchargedGrid = MethodKind::Oracle;
/// And of that the 0 %.
inline constexpr MethodKind kByChance = MethodKind::Random;
/// Each cell of a grid, charged.
inline constexpr MethodKind kChargedGrid = MethodKind::Grid;
/// What is compared where nobody names methods.
inline constexpr std::array kUsualMethods{MethodKind::Auto, MethodKind::LinearScaling, kByChance,
                                          kUnchargedGrid};

/// Whether a method is one mechanism as a whole (PRIVACY rule 22), which shows its winner only.
[[nodiscard]] inline bool isPrivateSelection(const search::MethodName& method) {
    const search::MethodTraits* traits = method.traits();
    return traits != nullptr && traits->privateSelection;
}

/// The loss that `options` ask for, or the default of their trainer; of records that may have several labels
/// that of one question a class.
[[nodiscard]] inline compute::Loss lossOf(const RunOptions& options) {
    return options.loss.value_or(options.labelsPerRecord > 1 ? compute::Loss::Sigmoid
                                                             : train::traitsOf(options.trainer).loss());
}

/// The head that is trained.
[[nodiscard]] inline train::HeadOption headOf(const RunOptions& options) {
    return options.views > 1 ? train::headOfViews(options.views) : options.head;
}

/// Does anything of `options` speak of trials, their range or the line through them?
[[nodiscard]] inline bool asksForSearch(const RunOptions& options) {
    static const RunOptions silent;
    const bool severalSteps = options.steps && !options.steps->single();
    const auto axes = axesOf(options); // of encoders alone `auto` chooses as well
    const bool lists = std::any_of(axes.begin(), axes.end(),
                                   [](const train::Axis& axis) { return axis.knob != train::Knob::Encoder; });
    return lists || options.phaseEpsilons || options.trials || options.learningRates || severalSteps ||
           options.fit != silent.fit || options.fitAgainst != silent.fitAgainst ||
           options.phaseStart != silent.phaseStart || options.sampler != silent.sampler ||
           options.decomposition != silent.decomposition || options.totalStepSize != silent.totalStepSize ||
           options.reuseFit;
}

/// The default of `--method`. `auto` for trainers that add up gradients where its figures were measured (full
/// batches, a linear head with softmax or, of records of several labels, sigmoid, rows of bounded norm;
/// methods.md) and nothing is asked for that belongs to a search over total step sizes; else `linear-scaling`
/// for trainers that follow the rule of unit noise, else `single`.
[[nodiscard]] inline MethodKind defaultMethod(const RunOptions& options,
                                              ledger::AccountKind account = ledger::AccountKind::Gaussian) {
    const train::TrainerTraits& trainer = train::traitsOf(options.trainer);
    if (!trainer.followsUnitNoise()) {
        return kSingleRun;
    }
    const bool measured = trainer.plainDescent && !samples(options, ownRates(options)) &&
                          headOf(options) == train::HeadOption{} &&
                          (lossOf(options) == compute::Loss::Softmax || options.labelsPerRecord > 1) &&
                          options.rowNorm != RowNorm::None;
    const bool adaptive = measured && account == ledger::AccountKind::Gaussian && !asksForSearch(options);
    return adaptive ? MethodKind::Auto : MethodKind::LinearScaling;
}

/// The method that `options` ask for, or its default.
[[nodiscard]] inline MethodKind methodOf(const RunOptions& options) {
    return options.method ? *options.method : defaultMethod(options);
}

/// Does the method choose steps and a feature map where the user names none?
[[nodiscard]] inline bool isAdaptive(const RunOptions& options) {
    return search::traitsOf(methodOf(options)).choosesSetup;
}

/// Do runs train two models on halves of the records?
[[nodiscard]] inline bool trainsHalves(const RunOptions& options) {
    return search::traitsOf(methodOf(options)).halves;
}

/// Is what runs train a linear head, on rows of bounded norm?
[[nodiscard]] inline bool isLinearOnBoundedRows(const RunOptions& options) {
    return headOf(options).kind == compute::HeadKind::Linear && options.rowNorm != RowNorm::None;
}

/// Does `auto` choose a feature map, since the user names none? What was asked for about the mean wins, and
/// so do a head or rows that no map is for.
[[nodiscard]] inline bool centresItself(const RunOptions& options) {
    return isAdaptive(options) && !options.featureMap && options.mean == MeanKind::None &&
           isLinearOnBoundedRows(options);
}

/// Does an experiment with these options release statistics of the rows, or make its start from others,
/// before its first run? Such a one is performed by itself.
[[nodiscard]] inline bool preparesFeatures(const RunOptions& options) {
    return !options.prior.features.empty() || options.mean != MeanKind::None || centresItself(options) ||
           options.featureMap.value_or(FeatureMapKind::None) != FeatureMapKind::None;
}

} // namespace parsimony::session
