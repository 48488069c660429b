// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project_impl.h"

#include <functional>
#include <optional>
#include <string>

namespace parsimony::ledger {

/// A change of an experiment. On private rows it is one step with the registry (PRIVACY rule 25): refused
/// where the registry has seen the experiment at a row that this file lacks, or where another process
/// resumed it since. The file commits first, then the registry takes over its last row: a crash between
/// them leaves a file that is ahead, which an honest resume may be.
class Project::Impl::RunChange {
public:
    RunChange(Impl& project, ExperimentId experiment);

    /// Makes the change durable; `alongside` is told to the registry with it.
    void commit(const std::function<void(Registry&, const std::string& experiment)>& alongside = {});

private:
    Impl& m_project;
    ExperimentId m_experiment;
    Registry* m_registry;
    Registry::Hold m_hold;
    Transaction m_transaction;
    std::string m_key;
    std::optional<Registry::Run> m_run;
};

} // namespace parsimony::ledger
