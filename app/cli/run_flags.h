// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace parsimony::cli {

/// The options that `plan` and `run` share, bound to one RunOptions. Keep it alive as long as the command.
class RunFlags {
public:
    RunFlags() = default;
    RunFlags(const RunFlags&) = delete;
    RunFlags& operator=(const RunFlags&) = delete;

    /// Binds all options on `app`; call once.
    void bind(CLI::App& app);

    /// The request as written. Throws Error(Usage) when options contradict each other by themselves (a part
    /// without labels, an out-of-distribution set that is not NAME=FEATURES,LABELS).
    [[nodiscard]] session::RunOptions options() const;

private:
    void bindData(CLI::App& app);
    void bindBudget(CLI::App& app);
    void bindPreprocessing(CLI::App& app);
    void bindSearch(CLI::App& app);
    void bindTrainer(CLI::App& app);
    void bindMachine(CLI::App& app);

    session::RunOptions m_options;
    std::vector<std::string> m_ood;
    bool m_noFreeStep = false;
};

/// The options that say which arrays make up a dataset; `evaluate` takes them too.
void bindDataFlags(CLI::App& app, session::RunOptions& options, std::vector<std::string>& ood);

/// Resolves the texts of --ood and checks that a part has both of its files.
void completeDataFlags(session::RunOptions& options, const std::vector<std::string>& ood);

/// `--storage FILE.parsimony`, which every command on a project takes.
CLI::Option* addStorage(CLI::App& app, std::string& target);

} // namespace parsimony::cli
