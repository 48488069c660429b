// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"
#include "core/train/knob.h"
#include "core/train/trainer_traits.h"

#include <vector>

// The options that are knobs of a trainer: given a list, a search chooses among its values.
namespace parsimony::session {

/// What `options` give for a knob; absent where the trainer's own value holds.
[[nodiscard]] std::optional<NumberList> listOf(const RunOptions& options, train::Knob knob);

/// The trainers to choose from; one, where there is no choice.
[[nodiscard]] std::vector<TrainerKind> trainersOf(const RunOptions& options);
/// Their names, with commas between them.
[[nodiscard]] std::string trainersText(const RunOptions& options);

/// The precision of a plan's options, which withPrecision() made definite.
[[nodiscard]] compute::Precision precisionOf(const RunOptions& options);

/// q of each of trainersOf() where no option gives one.
using OwnRates = std::vector<double>;
/// Today's, for planning; a plan keeps its own.
[[nodiscard]] OwnRates ownRates(const RunOptions& options,
                                const train::TrainerTraits& (*traits)(TrainerKind) = train::traitsOf);

/// q of a run by this one of trainersOf(): what `options` ask for first, else its own.
[[nodiscard]] double firstRate(const RunOptions& options, TrainerKind trainer, const OwnRates& own);
/// Every q that a run may have.
[[nodiscard]] std::vector<double> ratesOf(const RunOptions& options, const OwnRates& own);

/// Does any run read Poisson samples of the records?
[[nodiscard]] bool samples(const RunOptions& options, const OwnRates& own);

/// Those with several values.
[[nodiscard]] std::vector<train::Axis> axesOf(const RunOptions& options);

/// Throws Error(Usage) for a list that names a value twice, that the method does not search or the trainer
/// does not look at, and Error(Refused) for one whose choice would adapt beside Poisson samples (PRIVACY rule
/// 7).
void checkAxes(const RunOptions& options);

/// Of an account of kind slices, where trainers are chosen by plans that draw every run alone (PRIVACY rule
/// 7): throws Error(Refused) for a method that would choose one by scores and go on with it.
void checkTrainersOfSlice(const RunOptions& options);

/// Throws Error(Refused): of that option, which changes what a run releases, such a method takes one value
/// there.
[[noreturn]] void refuseListInSlice(const RunOptions& options, const std::string& option,
                                    const std::vector<train::Axis>& axes);

/// "--max-grad-norm"
[[nodiscard]] std::string optionOf(train::Knob knob);

/// The same request with these values alone, as a run by itself takes them.
void fix(RunOptions& options, const train::Knobs& knobs);

/// "model@revision" of one of several encoders: as it was said, of joined ones else those of all; empty where
/// one is not said.
[[nodiscard]] std::string encoderIdOf(const RunOptions& options, const std::string& encoder);

/// What results call the encoder where nothing is chosen: its id, of one that is taken alone else its name.
[[nodiscard]] std::string onlyEncoder(const RunOptions& options);

/// The request for the rows of this encoder alone; the others stay named where it joins them.
[[nodiscard]] RunOptions withEncoder(RunOptions options, const std::string& encoder);

} // namespace parsimony::session
