// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/fake_engine.h"

namespace parsimony::ui::test {

/// What a project file would hold.
struct FakeEngine::Project {
    std::mutex mutex;
    session::DatasetSnapshot dataset;
    session::BudgetSnapshot budget;
    std::vector<session::RunSnapshot> runs;
    std::vector<session::RunOptions> options;
    std::vector<std::string> curatorShown;
    std::int64_t counter = 1, nextTrial = 1;
    bool readOnly = false;
};

/// A session on `project`; runs take as long as the engine says.
std::unique_ptr<SessionPort> makeFakeSession(FakeEngine& engine,
                                             std::shared_ptr<FakeEngine::Project> project);

} // namespace parsimony::ui::test
