// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/sequential_method.h"
#include "tests/ui/fake_engine.h"
#include "tests/ui/fake_plan.h"

#include <set>

namespace parsimony::ui::test {

/// An experiment of the scripted engine: the engine's plan and search over runs that are made up.
struct FakeRun {
    session::RunOptions options;
    session::ExperimentPlan plan;
    session::DatasetSnapshot dataset;
    std::unique_ptr<search::SequentialMethod> method;
    std::map<int, ledger::TrialRow> rows; ///< by the method's index
    session::RunSnapshot shown;           ///< as it was published last
};

/// What a project file would hold.
struct FakeEngine::Project {
    std::mutex mutex;
    session::DatasetSnapshot dataset;
    FakeAccounts accounts;
    std::vector<std::unique_ptr<FakeRun>> runs;
    std::vector<std::string> curatorShown;
    std::vector<session::MovedFile> moved; ///< what the last resume was told
    std::map<std::int64_t, std::optional<std::vector<Sentence>>>
        remarks;                                  ///< by experiment; else nothing was noticed
    std::set<std::string> begun;                  ///< requests of what waited in a queue
    std::optional<std::uint64_t> declaredRecords; ///< of what looks are at
    std::int64_t counter = 1, nextTrial = 1;
    bool readOnly = false;

    [[nodiscard]] bool has(const session::RunOptions& options) const;
    [[nodiscard]] session::BudgetSnapshot budget() const {
        return accounts.snapshot(dataset.visibility == session::Visibility::Public);
    }
};

/// What the file of the study "grid" asks for.
study::StudyVariant gridStudy();

/// The experiments that a private sweep consists of, one for each ε.
std::vector<session::RunOptions> gridsOf(const study::SweepRequest& sweep);

/// A session on `project`; runs take as long as the engine says.
std::unique_ptr<SessionPort> makeFakeSession(FakeEngine& engine,
                                             std::shared_ptr<FakeEngine::Project> project);

} // namespace parsimony::ui::test
