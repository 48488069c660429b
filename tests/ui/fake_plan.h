// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/records.h"
#include "core/privacy/spend_sum.h"
#include "core/session/experiment_plan.h"
#include "core/session/run_snapshot.h"
#include "ui/models/values.h"

#include <QTemporaryDir>
#include <map>
#include <optional>
#include <string>

namespace parsimony::ui::test {

/// Files of zeros with the shapes that a scripted engine names: the planner reads their headers.
class FakeFiles {
public:
    void add(const ArrayInfo& array);
    /// The same options with the files of zeros in place of those that were added.
    [[nodiscard]] session::RunOptions onDisk(session::RunOptions options) const;

private:
    QTemporaryDir m_folder;
    std::map<std::string, std::string> m_paths; ///< by reference
};

/// The accounts of a scripted project, added up as the engine's are.
struct FakeAccounts {
    struct Part {
        SpendSum spent, reserved; ///< μ²
    };
    double epsilon = 0.0, delta = 0.0; ///< the cap; 0 before the first experiment
    std::optional<ledger::AccountKind> kind;
    std::map<std::string, Part> parts;
    SpendSum sliceEpsilon, sliceDelta; ///< of the train part in an account of kind slices

    /// Takes what `plan` will spend.
    void reserve(const session::ExperimentPlan& plan);
    /// A run has ended: what it took of the train part is spent.
    void spend(double mu);
    /// Everything that is reserved is spent.
    void settle();
    [[nodiscard]] session::BudgetSnapshot snapshot(bool simulated) const;
};

struct FakePlan {
    session::ExperimentPlan plan;
    session::RunSnapshot snapshot;
};

/// The engine's own plan for options whose files are on disk; refuses what `accounts` cannot pay.
[[nodiscard]] FakePlan planOf(const session::RunOptions& options, const FakeAccounts& accounts);

} // namespace parsimony::ui::test
