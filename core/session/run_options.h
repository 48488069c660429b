// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/data_files.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::session {

using data::PartFiles;

/// Everything a user can ask of `plan` and `run`, as written: texts are not resolved, absent options are
/// empty. The command line, a TOML file and the window all fill this one struct; the planner gives absent
/// options their defaults. Option names are those of the command line with '-' for the words of a field.
struct RunOptions {
    static constexpr std::uint32_t defaultTrials = 3;

    // Data
    std::string data; ///< DIR or FILE with all parts; excludes `train`
    PartFiles train, test, validation;
    std::map<std::string, PartFiles> ood; ///< out-of-distribution sets by name
    std::string visibility = "private";   ///< private | public
    std::vector<std::string> publicParts; ///< parts of a private dataset that the user declares public
    bool distinctRecords = false;
    std::vector<std::string> linkedTo; ///< PROJECT[:PART]: these rows are also that part's

    // Budget
    std::optional<double> epsilon, delta; ///< the dataset's cap; needed once per dataset
    std::optional<double> experimentEpsilon;
    std::optional<std::string> testEpsilon; ///< a number or "none"
    std::string adjacency = "add_or_remove_one";
    std::optional<std::uint64_t> records;     ///< public record count n_pub
    std::optional<std::uint64_t> testRecords; ///< public record count of the test part
    std::optional<std::uint32_t> classes;
    std::uint32_t rowsPerPerson = 1;

    // Pre-processing
    std::string rowNorm = "unit"; ///< unit | clip | none
    std::optional<double> normBound;
    std::string mean = "none"; ///< none | private
    std::optional<double> meanEpsilon;

    // Search
    std::optional<std::string> method;
    std::optional<std::string> phaseEpsilons; ///< LIST
    std::optional<std::uint32_t> trials;      ///< of a phase; absent: defaultTrials
    std::string fit = "linear";               ///< linear | quadratic
    std::string fitAgainst = "epsilon";       ///< epsilon | mu
    std::string phaseStart = "whole-range"; ///< whole-range | scaled | above-winner: where later phases look
    std::string sampler = "stratified";
    std::string decomposition = "derive";
    std::string totalStepSize = "auto";       ///< auto | LO,HI
    std::optional<std::string> learningRates; ///< LIST
    std::optional<std::string> steps;         ///< LIST
    std::optional<double> runsMean;
    std::string runsFamily = "tnb:0";
    std::optional<double> subsetFraction;

    // Trainer
    std::string trainer = "dp-gd";
    std::string head = "linear";
    std::optional<std::string> loss; ///< softmax | sigmoid; absent: lossOf()
    std::optional<double> maxGradNorm;
    double momentum = 0.9;
    std::optional<double> sampleRate;
    std::string init = "zero";
    std::optional<double> initBias;
    std::optional<double> ridge, gramFraction;
    double weightDecay = 0.0;
    std::string averaging = "none";
    bool bias = false;
    bool freeStep = true;
    std::string score = "noisy"; ///< noisy | validation | exact
    double scoreFraction = 0.1;

    // Machine
    std::string device = "auto";
    std::string precision = "f32";
    std::uint32_t threads = 0;         ///< 0: all
    std::optional<std::uint64_t> seed; ///< public data only
    bool showCurator = false;

    friend bool operator==(const RunOptions&, const RunOptions&) = default;
};

/// The options as a JSON object keyed by command-line names without dashes in front ("phase-epsilons":
/// "0.1,0.2"); absent options are left out, so the object reruns the same request.
[[nodiscard]] nlohmann::json toJson(const RunOptions& options);

/// The same with every option that has a value, at its default or not: whoever reads it needs no defaults.
[[nodiscard]] nlohmann::json toWholeJson(const RunOptions& options);

/// Inverse of both. Throws Error(Usage) on an unknown key (naming the nearest) or a value of the wrong
/// type.
[[nodiscard]] RunOptions runOptionsFromJson(const nlohmann::json& object);

/// Names of the options that hold paths: they stay with the curator (PRIVACY rule 30).
[[nodiscard]] std::vector<std::string> pathOptionNames();

/// The names runOptionsFromJson knows, in the order of the documentation.
[[nodiscard]] std::vector<std::string> runOptionNames();

} // namespace parsimony::session
