// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace parsimony::cli {

/// The options that `plan` and `run` share, bound to one RunOptions as the table of options lists them. Keep
/// it alive as long as the command.
class RunFlags {
public:
    RunFlags() = default;
    RunFlags(const RunFlags&) = delete;
    RunFlags& operator=(const RunFlags&) = delete;

    /// Binds all options on `app`; call once.
    void bind(CLI::App& app);

    /// The request. Throws Error(Usage) when a part has one of its two files only.
    [[nodiscard]] session::RunOptions options() const;

private:
    session::RunOptions m_options;
};

/// One option of the table, for a command that takes a few of them; `help` where it means more there than the
/// table says.
CLI::Option* addRow(CLI::App& app, const char* option, session::RunOptions& target,
                    const std::string& help = {});

/// All that say something of rows that a classifier is looked at on.
void addRowsOfLook(CLI::App& app, session::RunOptions& target);

/// Out-of-distribution sets written as NAME=FEATURES,LABELS[,IDS]. Throws Error(Usage).
[[nodiscard]] std::map<std::string, session::PartFiles> setsOf(const std::vector<std::string>& texts);

/// `--storage FILE.parsimony`, which every command on a project takes.
CLI::Option* addStorage(CLI::App& app, std::string& target);

} // namespace parsimony::cli
