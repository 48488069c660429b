// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/part_name.h"
#include "core/data/data_files.h"
#include "core/mechanism/look_metrics.h"
#include "core/session/option_rows_data.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::exporting {
struct Classifier;
} // namespace parsimony::exporting

namespace parsimony::session {

/// Private rows for a released classifier to be tested on.
struct PrivateEvaluationRequest {
    std::filesystem::path model;  ///< an exported classifier
    std::string name = kTestPart; ///< of the part the rows become
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
    RunOptions options = {}; ///< what Option::ofLook says of the rows: columns, encoder, number, links
    std::optional<data::SplitShares> split =
        {};                   ///< only the rows of the test side of `files`, as a run divides them
    std::string request = {}; ///< as of Session::run; one made before gives what it released
    /// Whether how many rows count is a secret: ids say whose do, or the hash that divides the file. It is
    /// counted with noise then, where no number is declared.
    [[nodiscard]] bool hidesItsNumber() const {
        return split || !files.ids.empty() || rows::namesPeople(options);
    }
    /// `files` with labels and ids from the columns that the options name.
    [[nodiscard]] data::PartFiles filesWithColumns() const;
    /// Public record count of the rows, where somebody declared it: that of a test part.
    [[nodiscard]] std::optional<std::uint64_t> declaredRecords() const {
        return PartName(name).isTest() ? options.testRecords : std::nullopt;
    }
    friend bool operator==(const PrivateEvaluationRequest&, const PrivateEvaluationRequest&) = default;
};

/// Throws Error(Usage) where the options say that features come from another encoder than the classifier's.
void checkEncoder(const exporting::Classifier& model, const RunOptions& options);

/// Throws Error(Usage) for a look that can't be, by what is asked for and the model alone.
void checkLook(const PrivateEvaluationRequest& request, const exporting::Classifier& model);

} // namespace parsimony::session
