// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/experiment_status.h"
#include "core/search/method_name.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::ledger {
class Project;
}

namespace parsimony::session {

struct RunOptions;

/// What an experiment was run for. Cells: those of an oracle or a sweep, scored on the test part, so that its
/// best is no result. BestCell: the best of them, run again with a fresh seed, which is the oracle.
enum class ExperimentPurpose { Result, Cells, BestCell };

/// The options with `data` spelt out as parts, and the test part as the validation part too, so that scored
/// runs are scored by exact test accuracy; of several encoders by that of a validation part where there is
/// one. Public data only. Throws Error(Usage) without a test part.
[[nodiscard]] RunOptions scoredOnTest(RunOptions options);

/// How far the seed of such a run is from that of its grid.
inline constexpr std::uint64_t kBestCellSeeds = 1000003;

/// An experiment in a list.
struct ExperimentSummary {
    std::int64_t id = 0;
    search::MethodName method;
    std::string trainer, started;
    ExperimentStatus status = ExperimentStatus::Interrupted;
    double epsilon = 0.0;
    std::optional<double> testAccuracy, testAccuracySe;
    std::string dataset = {};   ///< its name
    std::uint32_t classes = 0;  ///< as the experiment declared them
    bool severalLabels = false; ///< a record of its data may have more than one
    std::string options = {};   ///< those that shape a result, ε aside: alike in repeats and nowhere else
    /// What made its features, by name, with "model@revision" where that was said: one, or those that a
    /// search chose from. A lone encoder may have no name.
    std::map<std::string, std::string> encoders = {};
    ExperimentPurpose purpose = ExperimentPurpose::Result;
    std::string gridOptions = {}; ///< of purpose BestCell: `options` of the grid whose best cell it is
    /// Trains nothing: `method` tells of a look.
    [[nodiscard]] bool isLook() const { return method.isLook(); }
    /// What results call its encoder; empty where nothing was said, and where the search chose it.
    [[nodiscard]] std::string encoder() const {
        return encoders.size() != 1               ? std::string()
               : encoders.begin()->second.empty() ? encoders.begin()->first
                                                  : encoders.begin()->second;
    }
};

/// Every experiment of a project, oldest first.
[[nodiscard]] std::vector<ExperimentSummary> summariesOf(const ledger::Project& project);

/// In how many options two experiments with these `options` differ, where they can be asked the same of two
/// methods; absent where they cannot: options about features or trainer differ, or both give one about the
/// search that is not a method's own and give it otherwise.
[[nodiscard]] std::optional<std::size_t> searchesApart(const nlohmann::json& a, const nlohmann::json& b);

} // namespace parsimony::session
