// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"

namespace parsimony::session {

inline int finishedTrials(const RunSnapshot& snapshot) {
    int finished = 0;
    for (const PhaseSnapshot& phase : snapshot.phases) {
        for (const TrialSnapshot& trial : phase.trials) {
            finished += trial.state == TrialState::Finished ? 1 : 0;
        }
    }
    return finished;
}

/// Runs on the digits, each test with a registry of its own so that none sees another's spends.
class SessionRun : public RegistryFolder {
protected:
    [[nodiscard]] static RunOptions digits() {
        RunOptions options = digitsOptions();
        options.method = MethodKind::LinearScaling;
        return options;
    }

    /// Runs and exports a classifier, and asks for it to be tested on the rows that the run left alone.
    [[nodiscard]] PrivateEvaluationRequest holdoutAfterARun(Session& session) const {
        RunOptions options = digits();
        options.method = MethodKind::UnitNoise;
        options.testEpsilon = TestEpsilon{};
        (void)session.run(options, {}, {});
        const std::filesystem::path model = session.exportModel(std::nullopt, folder() / "model.npz").front();
        return {model, "holdout", {options.data + ":x_test", options.data + ":y_test"}};
    }
};

} // namespace parsimony::session
