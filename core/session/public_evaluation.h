// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/data_files.h"
#include "core/export/evaluate.h"
#include "core/session/run_observer.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::session {

/// Rows for a classifier to be tested on, declared public by the user.
struct PublicEvaluationRequest {
    data::PartFiles files;
    std::string labelMap;                       ///< a file as exporting::readLabelMap takes it, or empty
    std::string groups;                         ///< a file as exporting::readGroups takes it, or empty
    int threads = 0;                            ///< 0: one per processor
    std::optional<std::uint32_t> positive = {}; ///< the class that AUC is of
    std::optional<double> lossBound = {};
    std::optional<data::SplitShares> split = {}; ///< only the rows of the test side of `files`
};

struct PublicEvaluation {
    exporting::Evaluation counts;          ///< exact
    std::optional<std::uint32_t> positive; ///< the class that AUC is of
    std::size_t invalidFeatures = 0,
                invalidLabels = 0; ///< rows without finite values; others without a class
    std::uint32_t classes = 0;
    std::vector<std::string> classNames; ///< empty, or one a class
    std::vector<std::string> groups;     ///< names, as counts.perGroup
};

/// Counts how often `model` is right. Throws Error(Refused) when this user's registry knows the rows as
/// private (where it knows a fifth or fewer, the curator is told), Error(Failed) when files cannot be read or
/// do not fit the classifier, Error(Interrupted) on a stop.
[[nodiscard]] PublicEvaluation evaluatePublicly(const exporting::Classifier& model,
                                                const PublicEvaluationRequest& request, std::stop_token stop,
                                                const RunObserver& observer = {});

} // namespace parsimony::session
