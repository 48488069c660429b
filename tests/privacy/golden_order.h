// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/privacy/rule_fixture.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace parsimony::test {

/// Rows of the ledger that became durable together.
using Group = Words;

inline const Group running{"trial_running"};

/// The order in which each mechanism's steps become durable. A run is killed before each call that makes a
/// file durable; what the files then hold are the states that a crash can leave, one after the other.
class GoldenOrder : public RuleTest {
protected:
    /// What a crash left.
    struct State {
        Words rows; ///< of experiments, in their order
        bool pending = false;
        bool charged = false;           ///< the registry knows the experiment's charges, pending or not
        std::int64_t last = 0, tip = 0; ///< the ledger's last row, and the one that the registry knows
    };

    [[nodiscard]] State stateOf(const std::string& project) const;

    /// Runs `words` again and again on a project of its own, killed before the first call that makes a file
    /// durable, the second, …, and looks at what each left; `after` is what has to hold then.
    std::vector<State> statesOf(const std::function<Words(const std::string& project)>& words,
                                const std::function<void(const std::string& project)>& prepare,
                                const std::function<void(const std::string& project)>& after);
    /// The same of a run by `more` words with so many trials, which goes on after each kill.
    std::vector<State> statesOfRun(int trials, const Words& more);

    /// The transactions that led from one state to the next, with what must hold of the registry in each.
    static std::vector<Group> groupsOf(const std::vector<State>& states, std::size_t before = 0);

    void expectSound(const std::string& project, int resumed);
};

} // namespace parsimony::test
