// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/data_files.h"
#include "core/mechanism/look_metrics.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::session {

/// Private rows for a released classifier to be tested on.
struct PrivateEvaluationRequest {
    std::filesystem::path model; ///< an exported classifier
    std::string name = "test";   ///< of the part the rows become
    data::PartFiles files;
    bool perClass = false;                         ///< accuracies of each class too
    std::vector<mechanism::MetricOf> metrics = {}; ///< beside the accuracy, each once
    std::optional<std::uint32_t> positive =
        {};                               ///< the class that AUC is of; absent: the second of two classes
    std::optional<double> lossBound = {}; ///< what one record adds to the log loss at most, in nats
    std::string groups = {};              ///< a file with a group for each row: accuracies of each group too
    std::vector<std::string> groupNames = {}; ///< those groups, declared: which there are is private
    std::string labelMap =
        {}; ///< a file that says which class a label of these rows means, a declared constant
    std::vector<std::string> leaveOut = {};    ///< PROJECT[:PART]: rows of people in that part count as empty
    std::vector<std::string> linkedTo = {};    ///< PROJECT[:PART]: the rows are also that part's
    std::optional<std::uint64_t> records = {}; ///< public record count of the rows
    std::string request = {};                  ///< as of Session::run; one made before gives what it released
    friend bool operator==(const PrivateEvaluationRequest&, const PrivateEvaluationRequest&) = default;
};

} // namespace parsimony::session
