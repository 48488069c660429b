// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/data_options.h"
#include "core/session/declared_number.h"
#include "core/session/experiment_plan.h"
#include "core/session/option_paths.h"
#include "core/session/requested_parts.h"
#include "core/session/run_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::session {

/// What a request says about its data: parts (train first) and declared constants.
struct DataRequest {
    std::string name; ///< for people: the stem of the train file, or its folder
    std::vector<RequestedPart> parts;
    Constants constants;
    std::optional<data::SplitShares> split = {}; ///< of the file that the train part is in
    DeclaredNumbers numbers = {};                ///< whoever declared them
    std::optional<Sentence> withoutPrior = {};   ///< what checkPrior() found to tell

    /// With the numbers of records that hold for this request.
    [[nodiscard]] RunOptions completed(RunOptions options) const { return numbers.in(std::move(options)); }
    [[nodiscard]] const RequestedPart* find(const std::string& partName) const;
    [[nodiscard]] const RequestedPart& train() const { return parts.front(); }
    /// Is a private part read from a text, whose cells nothing may look at before they are paid for?
    [[nodiscard]] bool readsPrivateText() const;
    /// From now on each part of a file that is divided is read as its own rows, anew by those that the files
    /// have now. Reads all rows, or ids; nothing to do where nothing is divided.
    void divide();
};

/// Whom the accounts of a divided file protect has to be in one part of it, whatever their records hold:
/// throws Error(Refused) where that is not so.
void checkDivisible(Adjacency adjacency, std::uint32_t rowsPerPerson, bool hasIds);

/// From now on a part that is a whole file is read as the test side of it, divided as the parts of a run with
/// these shares are. Reads all rows, or ids. Throws Error(Usage) where that side has no share.
void takeTestSide(RequestedPart& part, const data::SplitShares& shares);

/// What labels that are text mean: as declared, or, of public data, all that there are, sorted. Empty where
/// they are numbers.
[[nodiscard]] std::vector<std::string> classNamesOf(const RunOptions& options, const data::PartFiles& train);

/// As declared or named; of public data else read off the labels of `train`. Throws Error(Usage) for private
/// ones that are not declared, Error(Failed) where labels do not tell.
[[nodiscard]] std::uint32_t classesOf(const RunOptions& options, const data::PartFiles& train,
                                      bool isPrivate);

/// `--head` as the plan keeps it: `sequence` without a length takes the second of three axes of the features.
[[nodiscard]] train::HeadOption resolvedHead(const RunOptions& options, const RequestedPart& train);

/// Resolves files, reads their headers and checks that they fit each other; no private row is read (labels of
/// public data are, where `--classes` is absent). Throws Error(Usage) for a request that is wrong,
/// Error(Failed) for files that are.
[[nodiscard]] DataRequest describeData(const RunOptions& options);

/// The same for a plan that is there: its classes have the names that it was made with, whatever the file
/// says now. Whether a name that changed meanwhile occurs among labels must not decide anything.
[[nodiscard]] DataRequest describeData(const ExperimentPlan& plan);

/// Of a request that is to be planned or declared: throws Error(Refused) where this user's registry knows the
/// rows of its prior as private, Error(Failed) where one of their labels is none of the classes: a file for
/// other classes, not a record that counts as empty. Reads the prior's rows, and notes in the request what to
/// tell where a class has none among them.
void checkPrior(DataRequest& request);

/// How rows are pre-processed before they are trained on.
[[nodiscard]] data::Preprocessing preprocessingOf(const Constants& constants);

} // namespace parsimony::session
