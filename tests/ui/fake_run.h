// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/fake_session.h"

#include <memory>
#include <stop_token>

namespace parsimony::ui::test {

/// Runs experiments of the scripted engine: the engine's own plan and search, with steps that take as long as
/// the engine says and scores from a curve.
class FakeRunner {
public:
    FakeRunner(FakeEngine& engine, std::shared_ptr<FakeEngine::Project> project);

    /// Plans and reserves everything that the plan holds.
    FakeRun& begin(const session::RunOptions& options);
    /// To its end, or until it is stopped.
    session::RunSnapshot carryOn(FakeRun& run, std::stop_token stop, const session::RunObserver& observer);
    session::RunSnapshot publish(FakeRun& run, ExperimentStatus status);

private:
    /// What the rows say now; the project is locked.
    void show(FakeRun& run, ExperimentStatus status);
    /// Tells the steps of one run; false when stopped on the way.
    bool train(FakeRun& run, const ledger::TrialRow& row, std::stop_token stop,
               const session::RunObserver& observer);
    bool perform(FakeRun& run, const search::Proposal& proposal, std::stop_token stop,
                 const session::RunObserver& observer);

    FakeEngine& m_engine;
    std::shared_ptr<FakeEngine::Project> m_project;
};

} // namespace parsimony::ui::test
