// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "core/compute/device_choice.h"
#include "core/study/task_request.h"

#include <string>
#include <vector>

namespace parsimony::cli {

/// The options of `audit --empirical`, bound beside those of `audit`. Keep it alive as long as the command.
class EmpiricalFlags {
public:
    EmpiricalFlags() = default;
    EmpiricalFlags(const EmpiricalFlags&) = delete;
    EmpiricalFlags& operator=(const EmpiricalFlags&) = delete;

    /// Binds all options on `app`; call once.
    void bind(CLI::App& app);

    /// The same options, of a command that does nothing else.
    void bindAlone(CLI::App& app);
    /// What they ask for.
    [[nodiscard]] study::AttackRequest request() const;

    /// Whether --empirical was given. Throws Error(Usage) when it was not but one of its options was.
    [[nodiscard]] bool wanted() const;

    /// Attacks the trainer; adds `empirical` to the JSON of `result`, its text to the table, and, where the
    /// claim is broken, a problem and exit code 4.
    void audit(Context& context, Result& result) const;

private:
    void addRow(CLI::App& app, const char* option, const std::string& help = {});
    void bindData(CLI::App& app);
    void bindTrainer(CLI::App& app);
    void bindAttack(CLI::App& app);

    bool m_empirical = false;
    std::vector<CLI::Option*> m_options;

    study::AttackRequest m_request;
    std::string m_access = compute::automatic();
    bool m_noExposure = false;
};

} // namespace parsimony::cli
