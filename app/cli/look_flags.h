// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/data_columns.h"
#include "core/session/model_evaluation.h"
#include "core/session/run_options.h"

#include <CLI/CLI.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::cli {

/// The test part that options name, and further sets by name.
struct LookSets {
    std::optional<data::PartFiles> test;
    std::map<std::string, data::PartFiles> ood;
};

/// The rows that a classifier is looked at on, and what of them; the same whether it happens now or waits in
/// a queue. Keep it alive as long as the command; bind it once.
class LookFlags {
public:
    void bind(CLI::App& app);

    /// Throws Error(Usage) where no rows are named, or groups for several sets.
    [[nodiscard]] LookSets sets(const std::string& command) const;
    /// A look at one of them, without a model and the class of `--positive-class`.
    [[nodiscard]] session::PrivateEvaluationRequest lookAt(const std::string& name,
                                                           const data::PartFiles& files) const;

    /// Throws Error(Usage) where something was declared of rows that private ones alone can be.
    void checkPublic() const;

    [[nodiscard]] const std::string& labelMap() const { return m_labelMap; }
    [[nodiscard]] const std::string& groups() const { return m_groups; }
    [[nodiscard]] const std::string& encoderId() const { return m_asked.encoderId; }
    [[nodiscard]] std::optional<double> lossBound() const { return m_lossBound; }
    /// How the file of the rows of that name is divided; absent: they are all its rows.
    [[nodiscard]] std::optional<data::SplitShares> splitOf(const std::string& name) const {
        return PartName(name).isTest() ? m_asked.split : std::nullopt;
    }

private:
    /// Of `--data`.
    [[nodiscard]] data::PartFiles testPartOf(const session::NamedColumns& columns) const;

    std::string m_data, m_labelMap, m_groups;
    session::PartFiles m_test;
    std::vector<std::string> m_ood;
    session::RunOptions m_asked; ///< what is said of the rows, and how the file is divided
    bool m_perClass = false;
    std::vector<std::string> m_groupNames, m_metrics;
    std::optional<double> m_lossBound;
};

} // namespace parsimony::cli
