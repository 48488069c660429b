// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/experiment_summary.h"
#include "core/session/run_snapshot.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

// What a trial can be asked for: the columns of the window's table, of CSV files and of filters.
namespace parsimony::filter {

/// The columns, in the default order of a table.
enum class TrialField {
    Id,
    Experiment,
    Phase,
    R,
    Nu,
    LearningRate,
    Steps,
    NoiseMultiplier,
    Clip,
    Momentum,
    WeightDecay,
    Ridge,
    GramFraction,
    Alpha,
    InitScale,
    SampleRate,
    Epsilon,
    Mu,
    Score,
    State,
    Method,
    Trainer,
    Encoder,
    Tags,
    Note,
    Count
};
constexpr int kTrialFields = static_cast<int>(TrialField::Count);

/// What a trial does not say itself: how its experiment was made.
struct ExperimentNames {
    std::string method, trainer;
    std::string encoder = {};                         ///< where no search chose it: its id, else its name
    std::map<std::string, std::string> encoders = {}; ///< "model@revision" of each by its name
    std::string dataset = {};                         ///< its name
    std::string options = {}; ///< those that shape a result, as ExperimentSummary has them; empty: not known
    friend bool operator==(const ExperimentNames&, const ExperimentNames&) = default;
};
/// Those of an experiment.
[[nodiscard]] ExperimentNames namesIn(const session::ExperimentSummary& experiment);
using ExperimentNamesById = std::map<std::int64_t, ExperimentNames>;

/// The columns of knobs that a search may choose beside η and T.
struct KnobField {
    TrialField field;
    train::Knob knob;
};
inline constexpr std::array kKnobFields{KnobField{TrialField::Momentum, train::Knob::Momentum},
                                        KnobField{TrialField::WeightDecay, train::Knob::WeightDecay},
                                        KnobField{TrialField::Ridge, train::Knob::Ridge},
                                        KnobField{TrialField::GramFraction, train::Knob::GramFraction},
                                        KnobField{TrialField::Alpha, train::Knob::Alpha},
                                        KnobField{TrialField::InitScale, train::Knob::InitScale},
                                        KnobField{TrialField::SampleRate, train::Knob::SampleRate}};
/// Absent for columns of something else.
[[nodiscard]] std::optional<train::Knob> knobOf(TrialField field);

[[nodiscard]] const char* fieldKey(TrialField field); ///< "eta": its name in filters and in the head of a CSV
/// Its name or another that is understood ("eta", "η", "learning_rate"), in any case.
[[nodiscard]] std::optional<TrialField> fieldOf(std::string_view name);

[[nodiscard]] bool isText(TrialField field);  ///< words alone: nothing is larger or smaller
[[nodiscard]] bool isWhole(TrialField field); ///< whole numbers, equal only when exactly so
/// Words of a known list, of which another one is a mistake: phase, state, method and trainer.
[[nodiscard]] bool isNamed(TrialField field);

/// The number to sort, compare and plot by; nullopt where the trial has none. Phases count from 1, what is
/// none of them comes after all; a score is a share, 0..1.
[[nodiscard]] std::optional<double> fieldNumber(const session::TrialSnapshot& trial, TrialField field);
/// Phase ("phase 2", "final"), state, tags, note, or the trainer or encoder that a search chose for it, in
/// the words of files and of the command line; empty for columns of numbers and for what the experiment says.
[[nodiscard]] std::string fieldText(const session::TrialSnapshot& trial, TrialField field);
/// What else a trial's encoder is known by: of the name its "model@revision", and the other way round; empty
/// where there is nothing.
[[nodiscard]] std::string otherEncoderName(const session::TrialSnapshot& trial, const ExperimentNames* names);
/// Method, trainer or encoder: what was chosen for the trial, else what its experiment says (null: not
/// known).
[[nodiscard]] std::string fieldName(const session::TrialSnapshot& trial, TrialField field,
                                    const ExperimentNames* names);
[[nodiscard]] bool isFinalRun(const session::TrialSnapshot& trial);

/// Lower case of ASCII, Latin-1 and Greek letters in UTF-8; others stay.
[[nodiscard]] std::string folded(std::string_view text);

} // namespace parsimony::filter
