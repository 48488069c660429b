// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/records.h"
#include "core/session/run_options.h"

#include <string>
#include <string_view>
#include <vector>

// In a header alone: the window's models ask the same, and do not link the engine.
namespace parsimony::session {

/// What `--method` takes.
[[nodiscard]] inline const std::vector<std::string>& methodNames() {
    static const std::vector<std::string> names{"linear-scaling", "unit-noise",       "auto",
                                                "single",         "random",           "grid",
                                                "oracle",         "papernot-steinke", "koskela-kulkarni"};
    return names;
}

/// What stands in the ledger where a run has its method, for a look with a classifier that was released
/// before.
inline constexpr const char* evaluationMethod = "evaluate";

/// Whether `method` is one mechanism as a whole (PRIVACY rule 22), which shows its winner only.
[[nodiscard]] inline bool isPrivateSelection(std::string_view method) {
    return method == "papernot-steinke" || method == "koskela-kulkarni";
}

/// The loss that `options` ask for, or the default of their trainer: the bound on the Hessian of DP-Newton
/// holds for the sigmoid loss alone.
[[nodiscard]] inline std::string lossOf(const RunOptions& options) {
    return options.loss.value_or(options.trainer == "dp-newton" ? "sigmoid" : "softmax");
}

/// Is the noise in the logits, ν, a function of the learning rate and of declared constants alone? Then a
/// rate follows from them without a look at the data (unit noise), and the best ones lie near one ν.
[[nodiscard]] inline bool followsUnitNoise(std::string_view trainer) {
    return trainer == "dp-gd" || trainer == "dp-sgd" || trainer == "dp-adam";
}

/// Does anything of `options` speak of trials, their range or the line through them?
[[nodiscard]] inline bool asksForSearch(const RunOptions& options) {
    const RunOptions silent;
    const bool severalSteps = options.steps && options.steps->find_first_of(",:") != std::string::npos;
    return options.phaseEpsilons || options.trials || options.learningRates || severalSteps ||
           options.fit != silent.fit || options.fitAgainst != silent.fitAgainst ||
           options.phaseStart != silent.phaseStart || options.sampler != silent.sampler ||
           options.decomposition != silent.decomposition || options.totalStepSize != silent.totalStepSize;
}

/// The default of `--method`. `auto` for DP-GD where its figures were measured (full batches, a linear
/// softmax head, rows of bounded norm; methods.md) and nothing is asked for that belongs to a search over
/// total step sizes; else `linear-scaling` for trainers that follow the rule of unit noise, else `single`.
[[nodiscard]] inline std::string defaultMethod(const RunOptions& options,
                                               ledger::AccountKind account = ledger::AccountKind::Gaussian) {
    if (!followsUnitNoise(options.trainer)) {
        return "single";
    }
    const bool measured = options.trainer == "dp-gd" && options.sampleRate.value_or(1.0) >= 1.0 &&
                          options.head == "linear" && lossOf(options) == "softmax" &&
                          options.rowNorm != "none";
    return measured && account == ledger::AccountKind::Gaussian && !asksForSearch(options) ? "auto"
                                                                                           : "linear-scaling";
}

/// The method that `options` ask for, or its default.
[[nodiscard]] inline std::string methodOf(const RunOptions& options) {
    return options.method ? *options.method : defaultMethod(options);
}

} // namespace parsimony::session
