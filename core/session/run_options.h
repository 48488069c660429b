// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/enum_words.h"
#include "core/base/number_list.h"
#include "core/base/score_kind.h"
#include "core/compute/device_choice.h"
#include "core/data/data_files.h"
#include "core/data/preprocess.h"
#include "core/ledger/records.h"
#include "core/search/linear_scaling.h"
#include "core/search/private_selection.h"
#include "core/train/trainer_options.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::session {

using data::PartFiles;
using data::RowNorm;
using ledger::Visibility;
using search::MethodKind;
using train::TrainerKind;

/// Whether a mean of the rows is subtracted.
enum class MeanKind { None, Private };
/// What is made of rows before they are trained on (core/data/feature_map.h).
enum class FeatureMapKind { None, Centred, CentredQuadratic };
[[nodiscard]] inline const char* toText(FeatureMapKind map) {
    return map == FeatureMapKind::None      ? "none"
           : map == FeatureMapKind::Centred ? "center"
                                            : "center+quadratic";
}
/// What predictions are to get right most often: records, or records of every class alike.
enum class Objective { Accuracy, Balanced };
/// The curve through the winners of the phases.
enum class FitCurve { Linear, Quadratic };
/// What r is fitted against.
enum class FitAxis { Epsilon, Mu };
inline constexpr std::array kFitAxes{"epsilon", "mu"};
[[nodiscard]] constexpr const char* toText(FitAxis axis) {
    return wordOf(kFitAxes, axis);
}

/// `--test-epsilon X|none`.
struct TestEpsilon {
    std::optional<double> epsilon; ///< absent: no look at the test part
    friend bool operator==(const TestEpsilon&, const TestEpsilon&) = default;
};

/// `--init zero|he|FILE`.
struct InitChoice {
    train::InitKind kind = train::InitKind::Zero;
    std::string file{}; ///< of kind File
    friend bool operator==(const InitChoice&, const InitChoice&) = default;
};

/// A text for each of several encoders by its name, in the order in which they were given.
using ByEncoder = std::vector<std::pair<std::string, std::string>>;

/// Everything a user can ask of `plan` and `run`, read and checked by the table of options, each alone:
/// absent options are empty. The command line, a TOML file and the window all fill this one struct; the
/// planner gives absent options their defaults.
struct RunOptions {
    static constexpr std::uint32_t defaultTrials = 3;
    /// How the option that starts from a prior without a look is written.
    static constexpr const char* scaleWithoutLook = "--prior-scale";

    // Data
    std::string data; ///< DIR or FILE with all parts; excludes `train`
    /// The same records by several encoders, as DIR or FILE each, or as those that one joins (A+B). Then
    /// `data` is empty, or names the one of them that is trained on.
    ByEncoder encoders;
    bool sameOrder = false; ///< their rows are tied by their places, not by ids
    PartFiles train, test, validation;
    std::optional<data::SplitShares> split; ///< of the records given for training; absent: all of them
    std::map<std::string, PartFiles> ood;   ///< out-of-distribution sets by name
    std::string labelColumn, idColumn;      ///< in the files of features; empty: in files of their own
    std::string encoderId;                  ///< what made the features, "model@revision"; empty: not said
    ByEncoder encoderIds;                   ///< the same of several
    ByEncoder recordIds, testRecordIds, validationRecordIds; ///< files of ids of several
    std::string classNames; ///< a file with one name a line; empty: labels are integers
    Visibility visibility = Visibility::Private;
    std::vector<std::string> publicParts; ///< parts of a private dataset that the user declares public
    bool distinctRecords = false;
    std::vector<std::string> linkedTo; ///< PROJECT[:PART]: these rows are also that part's
    std::vector<std::string> leaveOut; ///< PROJECT[:PART]: rows of people in that part count as empty

    // Budget
    std::optional<double> epsilon, delta; ///< the dataset's cap; needed once per dataset
    std::optional<double> experimentEpsilon;
    std::optional<TestEpsilon> testEpsilon;
    std::optional<double> testSe; ///< in percentage points
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    std::optional<std::uint64_t> records;     ///< public record count n_pub
    std::optional<std::uint64_t> testRecords; ///< public record count of the test part
    std::optional<std::uint32_t> classes;
    std::uint32_t labelsPerRecord = 1; ///< the most that a record has; 1: each has one
    std::uint32_t rowsPerPerson = 1;

    // Pre-processing
    RowNorm rowNorm = RowNorm::Unit;
    std::optional<double> normBound;
    MeanKind mean = MeanKind::None;
    std::optional<double> meanEpsilon;
    std::optional<FeatureMapKind> featureMap; ///< absent: what `auto` chooses, else none
    std::optional<double> biasShare; ///< of a feature map; absent: its own, which may follow from the data
    Objective objective = Objective::Accuracy;

    // Search
    std::optional<MethodKind> method;
    std::optional<NumberList> phaseEpsilons;
    std::optional<std::uint32_t> trials; ///< of a phase; absent: defaultTrials
    FitCurve fit = FitCurve::Linear;
    FitAxis fitAgainst = FitAxis::Epsilon;
    search::PhaseStart phaseStart = search::PhaseStart::WholeRange;
    std::optional<std::uint64_t> reuseFit; ///< the experiment whose fit takes the place of phases
    search::SamplerKind sampler = search::SamplerKind::Stratified;
    search::DecompositionKind decomposition = search::DecompositionKind::Derive;
    std::optional<search::Range> totalStepSize; ///< absent: auto
    std::optional<NumberList> learningRates;
    std::optional<NumberList> steps; ///< whole numbers
    std::optional<double> runsMean;
    search::RunsFamily runsFamily;
    std::optional<double> subsetFraction;

    // Trainer
    TrainerKind trainer = TrainerKind::DpGd;
    std::vector<TrainerKind>
        trainers;            ///< several to choose from, of which that is the first; empty: it alone
    train::HeadOption head;  ///< a Sequence of length 0 takes it from the features
    std::uint32_t views = 1; ///< of a record, which lie side by side in its row
    std::optional<compute::Loss> loss; ///< absent: lossOf()
    std::optional<NumberList>
        maxGradNorm; ///< several of this and of the next: searched (core/session/knob_options.h)
    std::optional<NumberList> momentum;
    std::optional<NumberList> sampleRate;
    InitChoice init;
    PartFiles prior; ///< public rows whose class means training starts from; no features: none
    std::optional<double> priorScale; ///< of their weights, in units of a run's ν; absent: auto
    NumberList initScale{1.0};        ///< of an init that is not zero
    std::optional<double> initBias;
    std::optional<NumberList> ridge, gramFraction, alpha;
    NumberList weightDecay{0.0};
    train::LrDecay lrDecay = train::LrDecay::None;
    train::Averaging averaging = train::Averaging::None;
    bool bias = false;
    bool freeStep = true;
    ScoreKind score = ScoreKind::Noisy;
    double scoreFraction = 0.1;

    // Machine
    compute::DeviceChoice device;
    std::optional<compute::Precision> precision; ///< absent: auto, which a plan makes definite
    std::uint32_t threads = 0;                   ///< 0: all
    std::string instructions;                    ///< of the processor; empty: the fastest
    std::optional<std::uint64_t> seed;           ///< public data only
    bool showCurator = false;

    /// Is the encoder something that a search chooses?
    [[nodiscard]] bool choosesEncoder() const { return !encoders.empty() && data.empty(); }

    /// `--data`, of the first of several encoders.
    [[nodiscard]] const std::string& place() const {
        return encoders.empty() ? data : encoders.front().second;
    }

    void setPublic(bool isPublic) { visibility = isPublic ? Visibility::Public : Visibility::Private; }
    /// Whether they say of any rows that these are public: what trains first, and the names of classes, go
    /// into the exported model as they are.
    [[nodiscard]] bool declarePublic() const {
        return visibility == Visibility::Public || !publicParts.empty() || !prior.features.empty() ||
               init.kind == train::InitKind::File || !classNames.empty();
    }
    /// As many trials of a phase, or cells of all lists, as a plan would have at least.
    [[nodiscard]] double size() const {
        double cells = 1.0;
        for (const auto& list : {learningRates, steps, maxGradNorm, ridge, gramFraction, alpha, momentum,
                                 std::optional(initScale), std::optional(weightDecay)}) {
            cells *= list ? static_cast<double>(list->values().size()) : 1.0;
        }
        return std::max<double>(cells, trials.value_or(1));
    }
    /// ε = ∞: trains without noise, on public data.
    [[nodiscard]] bool isNoiseless() const { return experimentEpsilon && std::isinf(*experimentEpsilon); }

    friend bool operator==(const RunOptions&, const RunOptions&) = default;
};

} // namespace parsimony::session
